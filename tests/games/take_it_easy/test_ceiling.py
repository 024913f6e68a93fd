"""The ceilings of all sets of tiles, as they are kept."""

from ludotheque.codec.records import new_record
from ludotheque.games.take_it_easy.ceiling import SETS, ceilings, new_tally, percentile, solve_part
from ludotheque.games.take_it_easy.pieces import CELLS, TILE_NAMES, TILES
from ludotheque.games.take_it_easy.solver import WORKSPACE, hindsight


def test_every_set_is_counted_once():
    counts = ceilings()["counts"]
    assert sum(counts.values()) == ceilings()["sets"] == SETS == 2_220_075
    assert sum(int(score) * count for score, count in counts.items()) / SETS == ceilings()["mean"]


def test_the_extremes_are_proven_again():
    for end in ("lowest", "highest"):
        kept = ceilings()[end]
        tiles = [number for number, name in enumerate(TILE_NAMES) if name in kept["tiles"]]
        assert len(tiles) == len(CELLS)
        assert hindsight(tiles).score == kept["ceiling"]
    assert [int(score) for score in ceilings()["counts"]] == sorted(map(int, ceilings()["counts"]))
    assert ceilings()["highest"]["ceiling"] == 307, "as the perfect rounds have it"


def test_a_part_counts_its_sets():
    tally = new_tally()
    solve_part((1 << (len(TILES) - len(CELLS))) - 1, 20, tally, new_record(WORKSPACE))
    assert tally.counts.sum() == 20
    assert tally.counts[tally.lowest[0]] > 0
    assert tally.counts[tally.highest[0]] > 0


def test_percentiles_go_from_nothing_to_all():
    assert percentile(191) == 0
    assert percentile(308) == 100
    assert 49 < percentile(248) < 51
