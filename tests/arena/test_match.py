"""Seatings, deals, bots that fail, and the report of a match."""

import hashlib
import itertools
from dataclasses import replace
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from ludotheque.arena import run
from ludotheque.arena.luck import check_luck, gain_of_first, luck_in_wins, value_hash
from ludotheque.arena.match import Match, PlayedGame, play
from ludotheque.arena.players import find
from ludotheque.arena.report import report_on
from ludotheque.engine.errors import Refusal
from ludotheque.engine.position import Event
from ludotheque.engine.registry import game
from ludotheque.engine.rng import generator
from ludotheque.native.compiled import has_compiled_rules
from ludotheque.search.bots import bot as bot_named
from ludotheque.search.game_loop import play_on
from tests.arena.bots import SEEN

OWN = "tests.arena.bots"


class Nobody:
    """A supervisor that does nothing."""

    def expect(self, seat: int, seconds: float) -> None:
        pass

    def rest(self) -> None:
        pass

    def started(self, seat: int, program: int) -> None:
        pass


def match(*bots: str, seats: int = 2, **more: Any) -> Match:
    return Match("take_it_easy", bots, seats, **{"options": {"rounds": 1}, "seed": 5, **more})


def seatings(*bots: str, seats: int, games: int) -> list[str]:
    """The seating and the deal of each game, for bots with names of one letter."""
    this = match(*bots, seats=seats)
    return [f"{''.join(this.seating(number))}{this.deal(number)}" for number in range(games)]


# -- Seats and chance -------------------------------------------------------------------------------------------------


def test_seats_rotate_within_a_deal():
    assert seatings("A", "B", seats=2, games=5) == ["AB0", "BA0", "AB1", "BA1", "AB2"]
    assert seatings("A", "B", "C", seats=3, games=4) == ["ABC0", "BCA0", "CAB0", "ABC1"]
    assert seatings("A", "B", seats=4, games=5) == ["ABBB0", "BBBA0", "BBAB0", "BABB0", "ABBB1"]
    assert seatings("A", "B", "A", "B", seats=4, games=3) == ["ABAB0", "BABA0", "ABAB1"], "teams of two"
    assert seatings("A", "B", "C", seats=2, games=8) == ["AB0", "BA0", "AC1", "CA1", "BC2", "CB2", "AB3", "BA3"]
    assert seatings("A", "B", seats=1, games=4) == ["A0", "B0", "A1", "B1"], "alone, each with the same chance"
    assert seatings("A", seats=2, games=2) == ["AA0", "AA1"]
    assert seatings("A", "B", "A", seats=2, games=2) == ["AB0", "BA0"]


@pytest.mark.parametrize("seats", range(2, 6))
def test_every_bot_gets_every_seat_equally_often(seats):
    bots = "ABCDEF"[: seats + 1]
    this = match(*bots, seats=seats)
    whole = [this.seating(number) for number in range(len(this.deals) * this.seatings)]
    for seat, bot in itertools.product(range(seats), bots):
        assert sum(seating[seat] == bot for seating in whole) == len(whole) / len(bots)


def test_games_of_a_pair_share_draws_and_bots_have_separate_generators():
    this = match(f"{OWN}:Follows", "random")
    drawn, results = [], []
    for number in range(4):
        SEEN.clear()
        results.append(play(this, number, Nobody()))
        assert {seat for seat, _ in SEEN} == {str(number % 2)}, "it sits where the seating says"
        drawn.append([tile for _, tile in SEEN])
    assert len(drawn[0]) == 19
    assert drawn[0] == drawn[1] != drawn[2] == drawn[3]
    first, second = results[0].scores, results[1].scores
    assert first[0] == second[1], "the same tiles laid in the same way"
    assert results[0].moves == (19, 19)
    alone = match("random", seats=1)
    assert len({play(alone, number, Nobody()).scores for number in range(5)}) > 1
    twice = [play(match("random"), number, Nobody()).scores for number in range(3)]
    assert any(one != other for one, other in twice), "two seats of one bot have different generators"


def test_a_game_of_a_match_is_reproducible_alone():
    this = match("greedy", "random")
    once, again = play(this, 3, Nobody()), play(this, 3, Nobody())
    assert (once.scores, once.winners) == (again.scores, again.winners)
    assert play(match("greedy", "random", seed=6), 3, Nobody()).scores != once.scores


# -- Custom bots ------------------------------------------------------------------------------------------------------


def test_bot_class_gets_views_or_masked_states_and_a_budget():
    result = play(match(f"{OWN}:Last", f"{OWN}:Follows", ms=70), 0, Nobody())
    assert result.forfeit is None
    assert play(match(f"{OWN}:Last", f"{OWN}:Follows", ms=71), 0, Nobody()).forfeit is not None, "it asserts its budget"


@pytest.mark.parametrize(
    ("game_id", "casual"), [("take_it_easy", "TakeItEasy"), ("micropul", "Micropul"), ("polygons", "Polygons")]
)
def test_casual_bots_play_legal_games(game_id, casual):
    """The models of casual adults that `novice` is measured against."""
    for number in range(4):
        bots = (f"lab.benchmarks.casual_bots:{casual}", "random")
        this = Match(game_id, bots, 2, {}, seed=5, limit=600)  # compilation may be included
        assert play(this, number, Nobody()).forfeit is None


def test_bot_class_may_have_other_default_parameters():
    assert play(match(f"{OWN}:Choosy", "random"), 0, Nobody()).forfeit is None


def test_searches_cut_by_time_are_counted():
    """Such a game is not reproducible, so the report contains their number."""
    this = Match("micropul", ("master", "random"), 2, {}, seed=1, ms=0)
    hurried, other = report_on(this, [play(this, number, Nobody()) for number in range(2)])["bots"]
    assert (hurried["cut"] > 5, other["cut"]) == (True, 0)


def test_external_program_plays(tmp_path):
    example = Path(__file__).parents[2] / "examples" / "arena_bot.py"
    this = match(f"protocol:python3 {example}", "random")
    once, again = play(this, 0, Nobody()), play(this, 0, Nobody())
    assert once.forfeit is None
    assert once.scores == again.scores, "its random numbers come from the seed it is given"
    assert once.ms[0] > 0


@pytest.mark.parametrize(
    ("bot", "how", "detail"),
    [
        (f"{OWN}:NoSuchText", "illegal", "place nothing nowhere"),
        (f"{OWN}:NoSuchNumber", "illegal", "1000000"),
        (f"{OWN}:Breaks", "died", "on purpose"),
        (f"{OWN}:Leaves", "died", "goodbye"),
        (f"{OWN}:CannotBeMade", "died", "no weights"),
        (f"{OWN}:Late", "slow", "1 s"),
        ("protocol:sed -u s/.*/nonsense/", "illegal", "nonsense"),
        ("protocol:sed -u s/.*/[1]/", "illegal", "[1]"),
        ("""protocol:sed -u 's/.*/{"do": ["place"]}/'""", "illegal", "place"),
        (r"""protocol:sed -u 's/.*/{"do": "\xff"}/'""", "illegal", "\N{REPLACEMENT CHARACTER}"),
        ("""protocol:sh -c 'echo "{}"; sleep 600; true'""", "illegal", "{}"),  # its child process holds the pipe open
        ("protocol:sh -c 'exec >&-; sleep 600'", "died", "closed its output"),
        ("protocol:false", "died", "exit code 1"),
        ("protocol:sleep 60", "slow", "1 s"),
    ],
)
def test_a_bot_that_fails_loses_the_game(bot, how, detail):
    this = match("random", bot, limit=1)
    results = [play(this, number, Nobody()) for number in range(2)]
    for number, result in enumerate(results):
        assert result.forfeit is not None
        assert (result.forfeit[:2], result.winners) == ((1 - number, how), (number,))
        assert detail in result.forfeit[2]
    report = report_on(this, results)
    good, bad = report["bots"]
    assert (good["win_rate"], good["forfeits"], bad["win_rate"], bad["forfeits"]) == (1, 0, 0, 2)
    assert bad["games"] == 2
    assert good["mean_score"] is None, "nobody played to the end"
    (failure,) = report["failures"]
    assert (failure["bot"], failure["how"], failure["games"], failure["first"]) == (bot, how, 2, 0)
    assert detail in failure["detail"]


def test_a_bot_that_fails_wins_at_none_of_its_seats():
    this = match(f"{OWN}:Breaks", "random", f"{OWN}:Breaks", "random", seats=4)
    assert play(this, 0, Nobody()).winners == (1, 3)
    assert play(match(f"{OWN}:Breaks"), 0, Nobody()).winners == ()


@pytest.mark.parametrize(
    "name",
    [
        "clever",
        "",
        ":",
        f"{OWN}:Nothing",
        "no.such.module:Bot",
        "tests.arena.leaves:Bot",
        "protocol:",
        "protocol:no-such-program-x",
        "protocol:'",
    ],
)
def test_unknown_bot_is_refused(name):
    with pytest.raises(Refusal) as refused:
        find(game("take_it_easy"), name)
    assert refused.value.code == "no_such_bot"


def test_searches_cut_by_time_are_counted_for_bots_that_read_views():
    result = play(match(f"{OWN}:Hurried", "random"), 0, Nobody())
    assert result.cut == (19, 0)


# -- Figures ----------------------------------------------------------------------------------------------------------


def test_errors_are_computed_over_deals():
    """The same results: once both games of a deal have the same winner, once they do not."""
    this = match("A", "B")
    alike: list[PlayedGame] = []
    unlike: list[PlayedGame] = []
    for number in range(80):
        first, pair = this.seating(number)[0] == "A", number // 2
        for results, wins in ((alike, pair % 2 == 0), (unlike, number % 2 == 0)):
            scores = (20, 10) if wins == first else (10, 20)
            times = ((1, 1), (1.0, 1.0), (1.0, 1.0))
            results.append(PlayedGame(number, this.seating(number), (scores.index(20),), scores, *times))
    report = [report_on(this, results)["bots"][0] for results in (alike, unlike)]
    assert [one["win_rate"] for one in report] == [0.5, 0.5]
    for low, high in (("low", "high"), ("elo_low", "elo_high")):
        wide, narrow = (one[high] - one[low] for one in report)
        assert wide > 3 * narrow
    assert report[0]["score_error"] > 3 * report[1]["score_error"]


def test_shared_wins_are_split_and_seats_of_a_bot_are_summed():
    this = match("A", "B", seats=4)
    assert this.seating(0) == ("A", "B", "B", "B")
    result = PlayedGame(0, this.seating(0), (0, 2), (9, 1, 9, 3), (1,) * 4, (2.0,) * 4, (2.0,) * 4)
    assert (result.share("A"), result.share("B")) == (0.5, 0.5)
    assert PlayedGame(0, this.seating(0), (0, 1, 2), (9, 9, 9, 3)).share("B") == pytest.approx(2 / 3)
    ours, theirs = report_on(this, [result])["bots"]
    assert (ours["mean_score"], theirs["mean_score"]) == (9, pytest.approx(13 / 3, abs=1e-4))
    assert (ours["win_rate"], ours["score_error"], ours["ms_per_move"], ours["worst_ms"]) == (0.5, None, 2, 2)


def test_report_of_several_bots_lists_pairs():
    this = match("A", "B", "C")
    results = [
        PlayedGame(number, this.seating(number), (sorted(range(2), key=this.seating(number).__getitem__)[0],), (2, 1),
               (1, 1), (1.0, 1.0), (1.0, 1.0))
        for number in range(12)
    ]  # fmt: skip
    report = report_on(this, results)
    assert [(pair["bots"], pair["games"], pair["win_rate"]) for pair in report["pairs"]] == [
        (["A", "B"], 4, 1), (["A", "C"], 4, 1), (["B", "C"], 4, 1),
    ]  # fmt: skip
    assert [bot["win_rate"] for bot in report["bots"]] == [1, 0.5, 0]
    best, middle, worst = (bot["elo"] for bot in report["bots"])
    assert best > middle > worst
    assert middle == pytest.approx(0, abs=1e-6)


def test_bot_without_games_has_no_rating():
    this = match("A", "B", "C", seats=2)
    results = [
        PlayedGame(number, this.seating(number), (0,), (1, 0), (1, 1), (1.0, 1.0), (1.0, 1.0)) for number in (0, 1)
    ]
    report = {bot["bot"]: bot for bot in report_on(this, results)["bots"]}
    assert (report["C"]["games"], report["C"]["elo"], report["C"]["elo_low"]) == (0, None, None)
    assert report["A"]["elo"] is not None
    assert report["A"]["elo_low"] is None, "one deal gives no variance"


def test_adjusted_score_needs_the_luck_of_all_games():
    this = match("A", "B", seats=1)
    lucky = [
        PlayedGame(number, this.seating(number), (0,), (score,), (1,), (1.0,), (1.0,), (luck,))
        for number, (score, luck) in enumerate([(120, 20.0), (90, 0.0), (80, -20.0), (90, 1.0)])
    ]
    one, other = report_on(this, lucky)["bots"]
    assert (one["mean_score"], one["adjusted_score"], one["adjusted_error"]) == (100, 100, 0)
    assert (other["mean_score"], other["adjusted_score"]) == (90, 89.5)
    without_luck = PlayedGame(4, this.seating(4), (0,), (100,), (1,), (1.0,), (1.0,))
    one, other = report_on(this, [*lucky, without_luck])["bots"]
    assert "adjusted_score" not in one
    assert "adjusted_score" in other


def test_luck_is_computed_for_every_draw():
    this = match("random", options={"rounds": 2})
    result = play(this, 0, Nobody())
    compiled = has_compiled_rules(this.loaded_game.package)
    assert (len(result.luck) == 2) == compiled, "interpreted it would take too long"
    if compiled:
        assert result.luck[0] != result.luck[1], "a draw has another value for each board"
        assert result.luck == play(this, 0, Nobody()).luck
    assert play(match("random", options={"rounds": 1, "pairs": True}), 0, Nobody()).luck == (), (
        "not available with this option"
    )


# -- Luck in wins -----------------------------------------------------------------------------------------------------


def test_wins_without_luck_vary_less_and_name_their_value_function():
    this = match("A", "B")
    results = [
        PlayedGame(number, this.seating(number), (seat,), (1, 1), (1, 1), (1.0, 1.0), (1.0, 1.0),
                   win_luck=(gain, -gain), value="6b")
        for number, (seat, gain) in enumerate([(0, 0.4), (1, -0.4), (1, -0.4), (0, 0.2)])
    ]  # fmt: skip
    assert results[0].share_without_luck("A") == pytest.approx(0.6)
    assert results[1].share_without_luck("B") == pytest.approx(0.4)
    report = report_on(this, results)
    assert report["value"] == "6b"
    one, other = report["bots"]
    assert (one["win_rate"], one["adjusted_win_rate"]) == (0.5, pytest.approx((0.6 + 0.6 + 0.4 + 0.2) / 4))
    assert one["adjusted_win_rate"] + other["adjusted_win_rate"] == pytest.approx(1)
    assert one["adjusted_low"] < one["adjusted_win_rate"] < one["adjusted_high"]
    assert one["win_variance_saved"] == pytest.approx(1 - (0.3 / 1) ** 2)
    for missing in (replace(results[3], win_luck=(), value=""), replace(results[3], value="7c")):
        report = report_on(this, [*results[:3], missing])
        assert "adjusted_win_rate" not in report["bots"][0], "the luck of every game, by one value function"
        assert ("value" in report) == (missing.value == "")


def test_luck_of_all_outcomes_is_zero_in_the_mean():
    """Whatever the value is: here a number that has nothing to do with the game."""
    position = game("micropul").start(2)
    rng = generator(4)
    kinds: set[tuple[int, int]] = set()
    for event, after in play_on(position, [bot_named(position.game, "random")] * 2, 3):
        if event.by == "chance" and len(kinds) < 4:
            seats = [seat for seat in range(2) if not position.hides(event, seat)]
            kinds.add((len(seats), position.chance_count))
            mean = [0.0, 0.0]
            for outcome in position.chance_outcomes():
                one = Event("chance", position.action_text("chance", outcome))
                luck = luck_in_wins(position, one, nonsense, rng, most=1 << 10)
                assert sum(luck) == pytest.approx(0)
                mean = [total + own for total, own in zip(mean, luck, strict=True)]
            assert mean == pytest.approx([0, 0], abs=1e-9)
        position = after
    assert len(kinds) == 4


def nonsense(position, seat):
    """Three trials that agree a little."""
    digest = hashlib.sha256(position.mask(seat).to_bytes()[1]).digest()
    return [digest[0] / 100 + digest[trial] / 255 for trial in (1, 2, 3)]


def test_luck_against_a_sample_is_zero_in_the_mean_too():
    """The mean over samples of the mean over outcomes."""
    position, rng = game("micropul").start(2), generator(9)
    found = []
    for _ in range(400):
        event = position.draw(rng)
        found.append(luck_in_wins(position, event, nonsense, rng, most=3)[0])
    assert abs(fmean(found)) < 4 * stdev(found) / len(found) ** 0.5
    assert stdev(found) > 0.1


def test_noise_of_few_trials_is_not_taken_for_luck():
    """Of equal draws, and of draws that differ by as much as the trials do."""
    rng = np.random.default_rng(3)
    noise = [gain_of_first(rng.normal(size=(9, 12))) for _ in range(400)]
    assert stdev(noise) < 0.5 / 12**0.5
    better, found = [], []
    for _ in range(400):
        true = rng.normal(size=9)
        better.append(true[0] - true.mean())
        found.append(gain_of_first(true[:, None] + rng.normal(size=(9, 12)) * 12**0.5))
    errors = [own - gain for own, gain in zip(better, found, strict=True)]
    assert np.var(errors) < 0.7 * np.var(better), "most of what is true is found, the noise of a mean being as large"
    assert abs(fmean(found)) < 4 * stdev(found) / 20


def test_every_draw_has_the_same_chance_to_be_the_first():
    values = np.random.default_rng(4).normal(size=(5, 6)) + np.arange(5)[:, None]
    gains = [gain_of_first(np.roll(values, place, axis=0)) for place in range(5)]
    assert sum(gains) == pytest.approx(0)
    assert max(gains) > 1


def test_luck_in_wins_is_measured_if_a_match_asks_for_it():
    this = Match("micropul", ("novice", "random"), 2, {}, seed=3, luck=True)
    if not has_compiled_rules(this.loaded_game.package):
        with pytest.raises(Refusal, match="compiled"):
            check_luck(this.loaded_game, this.loaded_game.start(2))
        return
    played = play(this, 0, Nobody())
    assert sum(played.win_luck) == pytest.approx(0, abs=1e-3)
    assert played.win_luck[0] != 0
    assert played.value == value_hash("ludotheque.games.micropul")
    again, without = play(this, 0, Nobody()), play(replace(this, luck=False), 0, Nobody())
    assert again.win_luck == played.win_luck
    assert (without.win_luck, without.value, without.scores) == ((), "", played.scores), "it changes no game"


@pytest.mark.parametrize(("name", "seats"), [("polygons", 2), ("take_it_easy", 1)])
def test_luck_that_cannot_be_measured_is_refused(name, seats):
    with pytest.raises(Refusal) as refused:
        run(Match(name, ("random", "greedy"), seats, {}, seed=1, luck=True), 2, 1)
    assert refused.value.code == "no_luck"
