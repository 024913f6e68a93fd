"""Boxes of Polygons, measured: 1,000 dropped ones beside all heaps of the shaken library, and how fast they come.

    python benchmarks/boxes.py

prints a table (Markdown) and draws docs/pictures/boxes.png.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ludotheque.games.polygons.box import SHOWS, Box, Sets, read_box
from ludotheque.games.polygons.dropped import dropped
from ludotheque.games.polygons.shaken import library, shaken

DROPPED = 1000
PLOT = Path(__file__).parent.parent / "docs" / "pictures" / "boxes.png"
MEASURED = ("accessible at the start", "layers", "pairs, one over the other", "wholly hidden at the start")


def measured(above: NDArray[np.bool_], sight: tuple[Sets, ...]) -> tuple[int, int, int, int]:
    """The four figures of a box. Layers: how often all that is accessible must be taken away until nothing is left."""
    layers = 0
    left = np.ones(len(above), np.bool_)
    while left.any():
        left &= (above & left).any(axis=1)
        layers += 1
    hidden = sum(sets != SHOWS for sets in sight)
    return int((~above.any(axis=1)).sum()), layers, int(above.sum()), hidden


def milliseconds(make: Callable[[int], object], times: int) -> float:
    """Processor time for one."""
    make(0)
    start = time.process_time()
    for seed in range(times):
        make(seed)
    return (time.process_time() - start) * 1000 / times


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
    boxes: list[Box] = [dropped(seed) for seed in range(DROPPED)]
    heaps = [library().heap(k) for k in range(len(library()))]
    columns = {
        f"{len(boxes):,} dropped": np.array([measured(box.above, box.sight) for box in boxes]),
        f"{len(heaps):,} shaken": np.array([measured(heap.above, heap.sight) for heap in heaps]),
    }
    print("| mean (5 % to 95 % of the boxes) | " + " | ".join(columns) + " |")
    print("|---|" + "---|" * len(columns))
    for k, name in enumerate(MEASURED):
        cells = []
        for figures in columns.values():
            low, high = np.percentile(figures[:, k], [5, 95])
            cells.append(f"{figures[:, k].mean():.1f} ({low:.0f} to {high:.0f})")
        print(f"| {name} | " + " | ".join(cells) + " |")
    drop, draw_one = milliseconds(dropped, 300), milliseconds(shaken, 3000)
    payload = boxes[0].payload()
    read = milliseconds(lambda _: read_box(payload), 50)
    print(f"\ndropping a box: {drop:.2f} ms")
    print(f"drawing a shaken one: {draw_one:.2f} ms, {drop / draw_one:.1f} times faster")
    print(f"reading one from a record, with all checks: {read:.1f} ms")
    draw(columns)


if __name__ == "__main__":
    main()
