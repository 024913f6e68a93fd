"""Print and plot the distribution of the ceilings of all sets of tiles of Take It Easy.

    ludotheque take_it_easy ceiling --all --json > src/ludotheque/games/take_it_easy/data/ceilings.json
    python lab/benchmarks/ceilings.py docs/pictures/ceilings.svg

The first command solves all 2,220,075 sets, which takes some minutes.
"""

from __future__ import annotations

import sys

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot

from ludotheque.games.take_it_easy.ceiling import ceilings, percentile


def main() -> None:
    """Print the table, draw the picture."""
    found = ceilings()
    counts = {int(score): count for score, count in found["counts"].items()}
    print(f"{found['sets']:,} sets, mean {found['mean']:.3f}\n")
    print("| of a hundred sets lower | ceiling |\n|---|---|")
    for share in (1, 5, 10, 25, 50, 75, 90, 95, 99):
        print(f"| {share} | {next(score for score in counts if percentile(score) >= share)} |")
    for name in ("lowest", "highest"):
        end = found[name]
        print(f"\n{name}: {end['ceiling']} ({counts[end['ceiling']]} sets), one of them {', '.join(end['tiles'])}")
    if len(sys.argv) > 1:
        figure, axes = pyplot.subplots(figsize=(7, 3.2))
        axes.bar(list(counts), list(counts.values()), width=1.0, color="#0e5a63")
        axes.axvline(found["mean"], color="#b23a2e", linewidth=1.2)
        axes.set(xlabel="ceiling of a set of 19 tiles", ylabel="sets", title="All 2,220,075 sets of tiles")
        axes.spines[["top", "right"]].set_visible(False)
        figure.savefig(sys.argv[1], bbox_inches="tight", metadata={"Date": None})


if __name__ == "__main__":
    main()
