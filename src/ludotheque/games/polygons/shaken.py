"""Boxes by physics (``kind`` "shaken"), drawn from a library that was computed once; ``physics`` made it.

A drawn heap gets its kinds re-dealt among pieces of the same shape, its ids dealt at random, and its square turned or
mirrored. None of this touches which piece lies over which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...core.chance import Generator, below, generator
from ...core.compiled import rule
from .box import SHOWS, Box, Outline, Point, Sets
from .dropped import STREAM, is_playable, shuffle
from .geometry import Integers, Relation, corner_array
from .pieces import COLOURS, COPIES, CORNERS, PIECES, SHAPES

OF_A_SHAPE = PIECES // len(SHAPES)

DEALS = 50
"""How often the colours of a heap are dealt before another heap is drawn."""


@dataclass(frozen=True)
class Heap:
    """80 prisms at rest: 20 triangles, then 20 squares, pentagons and octagons. They have no colours yet."""

    faces: tuple[Outline, ...]
    """The upper face of each, seen from above, clockwise on screen."""
    offsets: tuple[Point, ...]
    """From its upper face to its lower one, seen from above: nothing if it lies flat."""
    heights: tuple[int, ...]
    levels: tuple[int, ...]
    above: Relation
    sight: tuple[Sets, ...]

    def outlines(self) -> tuple[Outline, ...]:
        """The silhouettes: what a face and its shifted copy span."""
        return tuple(
            hull([*face, *((x + dx, y + dy) for x, y in face)])
            for face, (dx, dy) in zip(self.faces, self.offsets, strict=True)
        )


class Library:
    """Many heaps in one compact file: whole numbers, relations as bits, sight only of pieces that are hidden."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.size = int(arrays["size"])
        """Side of the square box."""
        self.made = str(arrays["made"])
        """The command, the seed and the versions that made it."""
        self._faces = np.cumsum(arrays["faces"], axis=2, dtype=np.int16)
        self._arrays = {name: arrays[name] for name in ("offsets", "heights", "levels", "above", "hidden", "sets")}

    def __len__(self) -> int:
        return len(self._faces)

    def heap(self, k: int) -> Heap:
        """The k-th heap."""
        row = {name: self._arrays[name][k] for name in ("offsets", "heights", "levels", "above")}
        sight = [SHOWS] * PIECES
        for at in np.flatnonzero(self._arrays["hidden"][:, 0] == k).tolist():
            piece = int(self._arrays["hidden"][at, 1])
            members = np.flatnonzero(np.unpackbits(self._arrays["sets"][at])).tolist()
            sight[piece] = (*(() if sight[piece] is SHOWS else sight[piece]), tuple(members))
        return Heap(
            faces=tuple(
                tuple((x, y) for x, y in face[: CORNERS[piece // OF_A_SHAPE]])
                for piece, face in enumerate(self._faces[k].tolist())
            ),
            offsets=tuple((dx, dy) for dx, dy in row["offsets"].tolist()),
            heights=tuple(row["heights"].tolist()),
            levels=tuple(row["levels"].tolist()),
            above=np.unpackbits(row["above"]).reshape(PIECES, PIECES).astype(np.bool_),
            sight=tuple(sight),
        )

    @staticmethod
    def write(path: Path, size: int, made: str, heaps: Sequence[Heap]) -> None:
        """Write heaps to a file that ``Library(np.load(path))`` reads."""
        # Corners as steps from one to the next pack better than places; an unused corner is no step.
        faces = np.zeros((len(heaps), PIECES, max(CORNERS), 2), np.int16)
        hidden, sets = [], []
        for k, heap in enumerate(heaps):
            for piece, face in enumerate(heap.faces):
                faces[k, piece, : len(face)] = np.diff(face, axis=0, prepend=0)
                if heap.sight[piece] != SHOWS:
                    hidden += [(k, piece)] * len(heap.sight[piece])
                    sets += [np.isin(np.arange(PIECES), members) for members in heap.sight[piece]]
        np.savez_compressed(
            path,
            size=np.int64(size),
            made=np.str_(made),
            faces=faces,
            offsets=np.array([heap.offsets for heap in heaps], np.int16),
            heights=np.array([heap.heights for heap in heaps], np.int16),
            levels=np.array([heap.levels for heap in heaps], np.int16),
            above=np.packbits(np.array([heap.above.ravel() for heap in heaps]), axis=1),
            hidden=np.array(hidden, np.int16).reshape(-1, 2),
            sets=np.packbits(np.array(sets, np.bool_).reshape(-1, PIECES), axis=1),
        )


def hull(points: Sequence[Point]) -> Outline:
    """The corners of the smallest convex outline around some points, clockwise on screen (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    corners: list[Point] = []
    for way in (ordered, ordered[::-1]):
        chain: list[Point] = []
        for x, y in way:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2], chain[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                chain.pop()
            chain.append((x, y))
        corners += chain[:-1]
    return tuple(corners)


@cache
def library() -> Library:
    """The heaps shipped with the game."""
    with files(__package__).joinpath("data", "boxes.npz").open("rb") as file:
        return Library(dict(np.load(file)))


@lru_cache(maxsize=1024)
def _drawn(k: int) -> tuple[Heap, Integers, list[int], Integers, list[int]]:
    """The k-th heap; its outlines, and how many corners each has; its faces, and how many corners each has."""
    heap = library().heap(k)
    outlines = heap.outlines()
    faces = [hull(face) for face in heap.faces]
    # A piece that stands upright shows no face to speak of.
    faces = [face if len(face) > 2 else outline for face, outline in zip(faces, outlines, strict=True)]
    (corners, counts), (face_corners, face_counts) = corner_array(outlines), corner_array(faces)
    return heap, corners, counts.tolist(), face_corners, face_counts.tolist()


def shaken(seed: int) -> Box:
    """The box of a seed."""
    rng = generator(seed, STREAM)
    kinds = np.zeros(PIECES, np.int64)
    while True:
        heap, corners, counts, face_corners, face_counts = _drawn(below(rng, len(library())))
        for _ in range(DEALS):
            deal_colours(rng, kinds)
            if is_playable(kinds, heap.above):
                break
        else:
            continue
        break
    swap, flip_x, flip_y = below(rng, 2), below(rng, 2), below(rng, 2)
    order = np.arange(PIECES)  # order[id] is the piece of the heap that gets this id
    shuffle(rng, order)
    ids = np.argsort(order).tolist()
    size = library().size

    def seen(corners: NDArray[np.int64], counts: list[int]) -> tuple[Outline, ...]:
        """The square turned or mirrored; a mirror reverses the order of corners, so they are read backwards."""
        corners = corners[..., ::-1] if swap else corners
        corners = np.where([flip_x, flip_y], size - corners, corners)
        step = -1 if (swap + flip_x + flip_y) % 2 else 1
        listed = corners.tolist()
        return tuple(tuple(map(tuple, listed[k][: counts[k]][::step])) for k in order.tolist())

    return Box(
        kind="shaken",
        size=(size, size),
        kinds=kinds[order],
        above=heap.above[np.ix_(order, order)],
        sight=tuple(_renamed(heap.sight[k], ids) for k in order.tolist()),
        outlines=seen(corners, counts),
        levels=tuple(heap.levels[k] for k in order.tolist()),
        faces=seen(face_corners, face_counts),
        heights=tuple(heap.heights[k] for k in order.tolist()),
    )


@rule
def deal_colours(rng: Generator, kinds: Integers) -> None:
    """The kinds of a heap: among the 20 pieces of each shape, five of each colour at random."""
    for shape in range(len(SHAPES)):
        of_shape = kinds[shape * OF_A_SHAPE : (shape + 1) * OF_A_SHAPE]
        for piece in range(OF_A_SHAPE):
            of_shape[piece] = shape * len(COLOURS) + piece // COPIES
        shuffle(rng, of_shape)


def _renamed(sets: Sets, ids: list[int]) -> Sets:
    if sets is SHOWS:
        return sets
    return tuple(sorted(tuple(sorted(ids[member] for member in members)) for members in sets))
