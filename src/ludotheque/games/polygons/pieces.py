"""The 80 polygons: four shapes, four colours, five copies of each of the 16 kinds, and how large they are.

A kind is one small number, ``shape * 4 + colour``. Lengths are whole hundredths of a millimetre. No published sizes
exist; these give all four shapes an area of about 7 square centimetres.
"""

from __future__ import annotations

SHAPES = ("triangle", "square", "pentagon", "octagon")
COLOURS = ("green", "yellow", "pink", "blue")

KINDS = len(SHAPES) * len(COLOURS)
COPIES = 5
PIECES = KINDS * COPIES

CORNERS = (3, 4, 5, 8)
"""Corners of each shape."""

SIDES = (4000, 2650, 2020, 1200)
"""Length of a side of each shape."""

RADII = (2309, 1874, 1718, 1568)
"""Centre to corner of each shape."""

INRADII = (1155, 1325, 1390, 1449)
"""Centre to the middle of a side of each shape."""

THICKNESS = 350


def shape_of(kind: int) -> int:
    """The shape of a kind, as its place in ``SHAPES``."""
    return kind // len(COLOURS)


def colour_of(kind: int) -> int:
    """The colour of a kind, as its place in ``COLOURS``."""
    return kind % len(COLOURS)
