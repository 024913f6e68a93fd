"""What the rules of Take It Easy report."""

from __future__ import annotations

from typing import Any

import pytest

from ludotheque import game
from ludotheque.engine.position import Event, Position
from ludotheque.testing import Table, tables, views_follow_from_effects

GAME = game("take_it_easy")
Effects = list[dict[str, Any]]


def played(position: Position, *events: tuple[int | str, str]) -> tuple[Position, Any]:
    """The position after some events, and the effects of the last."""
    effects: Any = None
    for by, do in events:
        position, effects = position.play_with_effects(Event(by, do))  # type: ignore[arg-type]
    return position, effects


def told(position: Position, effects: Any, seat: int | None) -> Effects:
    return position.mask_effects(effects, seat)


def lines(effects: Effects) -> list[tuple[int, str, int, int]]:
    return [(one["digit"], one["became"], one["points"], one["lost"]) for one in effects if one["effect"] == "line"]


def follow(view: dict[str, Any], effects: Effects, opened: Effects) -> None:
    """Apply effects to a view (see ``testing.views_follow_from_effects``)."""
    for one in effects:
        if one["effect"] == "round_begun":
            view["points"] = view["scores"]  # those of the boards that are cleared, and of the rounds before
            view["boards"] = [{} for _ in view["boards"]]
            view["heap"] = sorted({*view["heap"], *view["announced"], *all_tiles()})
            view["round"], view["caller"] = one["round"], one["caller"]
        elif one["effect"] == "drawn":
            view["announced"] = one["tiles"]
            view["to_lay"] = [] if view["seat"] is None else one["tiles"]
            view["left_to_lay"] = [len(one["tiles"])] * view["seats"]
            view["heap"] = [tile for tile in view["heap"] if tile not in one["tiles"]]
        elif one["effect"] == "placed":
            view["left_to_lay"][one["seat"]] -= 1
            lay(view, one)
    for one in opened:
        if one["effect"] == "placed":
            lay(view, one)


def lay(view: dict[str, Any], placed: dict[str, Any]) -> None:
    if placed["tile"] is None:
        return
    view["boards"][placed["seat"]][placed["cell"]] = placed["tile"]
    if placed["seat"] == view["seat"]:
        view["to_lay"] = [tile for tile in view["to_lay"] if tile != placed["tile"]]


def all_tiles() -> list[str]:
    return [f"{left}-{middle}-{right}" for left in (2, 6, 7) for middle in (1, 5, 9) for right in (3, 4, 8)]


@pytest.mark.parametrize("table", [*tables(GAME), Table(GAME, 2, {"rounds": 2, "pairs": True})], ids=str)
def test_views_follow_from_effects(table: Table) -> None:
    views_follow_from_effects(table, follow)


@pytest.mark.rule("T-12")
def test_a_draw_is_announced_with_its_number_and_caller() -> None:
    position, effects = played(GAME.start(2), ("chance", "draw 2-9-4"))
    assert told(position, effects, None) == [
        {"effect": "round_begun", "round": 1, "rounds": 4, "caller": 0},
        {"effect": "drawn", "round": 1, "rounds": 4, "caller": 0, "tiles": ["2-9-4"], "drawn": 1},
    ]


@pytest.mark.rule("T-12")
def test_a_sealed_placement_is_known_only_to_its_seat() -> None:
    position, effects = played(GAME.start(3), ("chance", "draw 2-9-4"), (1, "place 2-9-4 c3"))
    sealed = [{"effect": "placed", "seat": 1, "round": 1, "tile": None, "cell": None}]
    assert told(position, effects, 0) == told(position, effects, None) == sealed
    assert told(position, effects, 1)[0] == {**sealed[0], "tile": "2-9-4", "cell": "c3"}
    assert lines(told(position, effects, 1)) == [(2, "continued", 0, 0), (9, "continued", 0, 0), (4, "continued", 0, 0)]
    after, _ = played(position, (0, "place 2-9-4 a1"), (2, "place 2-9-4 a1"))
    assert told(after, effects, 0) == told(after, effects, None) == told(position, effects, 1)


@pytest.mark.rule("T-31")
def test_both_placements_of_a_pair_stay_sealed_until_all_are_open() -> None:
    first, one = played(GAME.start(2, {"pairs": True}), ("chance", "draw 2-9-4 6-1-3"), (1, "place 6-1-3 c3"))
    second, two = played(first, (1, "place 2-9-4 c4"))
    third, _ = played(second, (0, "place 2-9-4 a1"))
    for position, effects in ((first, one), (second, one), (second, two), (third, one), (third, two)):
        (placed,) = told(position, effects, 0)
        assert (placed["tile"], placed["cell"]) == (None, None)
    last, _ = played(third, (0, "place 6-1-3 a2"))
    assert [told(last, effects, 0)[0]["tile"] for effects in (one, two)] == ["6-1-3", "2-9-4"]


@pytest.mark.rule("T-12")
def test_a_placement_of_an_earlier_round_is_open_even_if_the_tile_is_sealed_again() -> None:
    position = GAME.start(2, {"rounds": 2})
    tiles = all_tiles()[:19]
    cells = list(GAME.notation.ACTIONS.declaration()[0]["parts"][1]["names"])
    effects: Any = None
    for tile, cell in zip(tiles, cells, strict=True):
        position, effects = played(position, ("chance", f"draw {tile}"), (0, f"place {tile} {cell}"))
        position, effects = played(position, (1, f"place {tile} {cell}"))
    again, _ = played(position, ("chance", f"draw {tiles[-1]}"), (1, f"place {tiles[-1]} {cells[-1]}"))
    assert told(again, effects, 0)[0]["tile"] == tiles[-1]


@pytest.mark.rule("T-20", "T-21", "T-41")
def test_lines_are_continued_broken_and_completed() -> None:
    position = GAME.start(1)
    wanted = [
        ("2-9-4", "a1", (9, "continued", 0, 0)),
        ("2-9-3", "a2", (9, "continued", 0, 0)),
        ("2-9-8", "a3", (9, "completed", 27, 0)),
        ("6-1-3", "b1", (1, "continued", 0, 0)),
        ("6-5-3", "b2", (5, "broken", 0, 4)),
        ("6-5-4", "b3", (5, "still_broken", 0, 0)),
    ]
    for tile, cell, line in wanted:
        position, effects = played(position, ("chance", f"draw {tile}"), (0, f"place {tile} {cell}"))
        assert lines(told(position, effects, 0))[1] == line, cell
    broken = [one for one in told(position, effects, 0) if one["effect"] == "line"][1]
    assert broken["was"] is None


@pytest.mark.rule("T-22")
def test_the_last_placement_reports_the_points_of_everybody() -> None:
    table = Table(GAME, 2, {"rounds": 2})
    rounds = 0
    for before, event, after in table.random_game(1):
        _, effects = before.play_with_effects(event)
        scored = [one for one in told(after, effects, None) if one["effect"] == "round_scored"]
        if not after.view()["round_over"]:
            assert not scored
            continue
        rounds += 1
        assert [one["points"] for one in scored] == after.view()["round_points"]
        assert [one["total"] for one in scored] == after.scores
        assert {one["round"] for one in scored} == {rounds}
    assert rounds == 2


def test_a_preview_says_what_the_placement_then_reports() -> None:
    for before, event, after in Table(GAME, 2, {"rounds": 1, "adjacent": True}).random_game(3):
        if event.by == "chance":
            continue
        masked = before.mask(event.by)
        preview = masked.preview(masked.parse_action(event.by, event.do))
        _, effects = before.play_with_effects(event)
        became = dict(
            zip(
                ("continued", "out_of_reach", "completed", "broken", "still_broken"),
                ("alive", "out_of_reach", "complete", "breaks", "dead"),
                strict=True,
            )
        )
        reported = [one for one in told(after, effects, event.by) if one["effect"] == "line"]
        assert preview["lines"] == [
            {
                **{
                    name: one[name]
                    for name in ("line", "direction", "digit", "length", "laid", "points", "was", "worth")
                },
                "state": became[one["became"]],
                "loses": one["lost"],
            }
            for one in reported
        ]
        assert preview["points"] == sum(one["points"] for one in reported)
