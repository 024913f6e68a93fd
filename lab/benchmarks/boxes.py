"""Compare 1,000 dropped boxes of Polygons with all heaps of the shaken library, and measure how fast they are made.

    python lab/benchmarks/boxes.py

Prints a Markdown table and draws docs/pictures/boxes.png.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludotheque.codec.records import new_record
from ludotheque.games.polygons.box import BOX, check_box, payload, put_box, read_box
from ludotheque.games.polygons.dropped import dropped
from ludotheque.games.polygons.geometry import WORK, Box
from ludotheque.games.polygons.rules import SCENE, SETUP, as_truths
from ludotheque.games.polygons.shaken import HEAP, heaps, shaken

DROPPED = 1000
PLOT = Path(__file__).parents[2] / "docs" / "pictures" / "boxes.png"
MEASURED = ("accessible at the start", "layers", "pairs, one over the other", "wholly hidden at the start")


def measured(words: NDArray[np.int64], hidden: int) -> tuple[int, int, int, int]:
    """Return the four figures of a box. Layers: how many times all accessible pieces must be removed until the box is
    empty."""
    above = as_truths(words)
    layers = 0
    left = np.ones(len(above), np.bool_)
    while left.any():
        left &= (above & left).any(axis=1)
        layers += 1
    return int((~above.any(axis=1)).sum()), layers, int(above.sum()), hidden


def milliseconds(make: Callable[[int], object], times: int) -> float:
    """Return the processor time of one box."""
    make(0)
    start = time.process_time()
    for seed in range(times):
        make(seed)
    return (time.process_time() - start) * 1000 / times


def put(box: Box) -> None:
    """Put a box into new records."""
    put_box(box, new_record(SETUP), new_record(SCENE))


def draw(columns: dict[str, NDArray[np.int64]]) -> None:
    """The four figures as histograms, both kinds of box in each."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 2, figsize=(9, 6), layout="constrained")
    for k, (name, axis) in enumerate(zip(MEASURED, axes.flat, strict=True)):
        everything = np.concatenate([figures[:, k] for figures in columns.values()])
        step = 10 if np.ptp(everything) > 60 else 1
        edges = np.arange(everything.min(), everything.max() + 2 * step, step) - 0.5
        for (kind, figures), colour, shift in zip(columns.items(), ("#0E5E68", "#D98E04"), (0, 0.45), strict=True):
            share, _ = np.histogram(figures[:, k], edges)
            axis.bar(
                edges[:-1] + step * (0.275 + shift), 100 * share / len(figures), 0.45 * step, color=colour, label=kind
            )
        axis.set_title(name)
        axis.set_ylabel("% of boxes")
    axes.flat[0].legend()
    PLOT.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(PLOT, dpi=110)


def main() -> None:
    """Measure, print, draw."""
    boxes = [dropped(seed) for seed in range(DROPPED)]
    columns = {
        f"{len(boxes):,} dropped": np.array(
            [measured(box.above, int(box.sight["items"][:, 0].any(axis=1).sum())) for box in boxes]
        ),
        f"{len(heaps()):,} shaken": np.array(
            [measured(heap.above, len(set(heap.hidden[: heap.hidings].tolist()))) for heap in heaps()]
        ),
    }
    print("| mean (5 % to 95 % of the boxes) | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns))
    for k, name in enumerate(MEASURED):
        cells = []
        for figures in columns.values():
            low, high = np.percentile(figures[:, k], [5, 95])
            cells.append(f"{figures[:, k].mean():.1f} ({low:.0f} to {high:.0f})")
        print(f"| {name} | " + " | ".join(cells) + " |")
    plain, work = payload(boxes[0]), new_record(WORK)
    print(f"\ndropping a box: {milliseconds(dropped, 300):.2f} ms")
    print(f"drawing a shaken one: {milliseconds(shaken, 3000):.2f} ms")
    print(f"writing one as plain data: {milliseconds(lambda _: payload(boxes[0]), 300):.2f} ms")
    print(f"reading one from plain data, with all checks: {milliseconds(lambda _: read_box(plain), 300):.2f} ms")
    print(f"the checks alone: {milliseconds(lambda _: check_box(boxes[0], work), 1000):.2f} ms")
    print(f"putting it on the table: {milliseconds(lambda _: put(boxes[0]), 1000):.2f} ms")
    print(f"records: box {BOX.dtype.itemsize:,}, work {WORK.itemsize:,}, heap {HEAP.itemsize:,} bytes")
    draw(columns)


if __name__ == "__main__":
    main()
