"""A preview is what the law then does."""

import pytest

from ludotheque import game
from ludotheque.core.game import Event
from ludotheque.search.bots import Random, play_on


def in_order(groups):
    return sorted((group["colour"], group["size"], group["open"], sorted(group["stones"])) for group in groups)


@pytest.mark.rule("M-33", "M-34", "M-51")
@pytest.mark.parametrize(
    ("seats", "options"),
    [(2, {}), (1, {}), (2, {"simple_placement": True, "stacking_plus": True, "single_double": True})],
)
def test_a_preview_is_what_the_law_then_does(seats, options):
    turns, draws, closed = set(), set(), False
    for seed in range(2):
        position = game("micropul").start(seats, options)
        for event, after in play_on(position, [Random()] * seats, seed):
            if event.by != "chance":
                before, legal, previews = position.seen_by(event.by)
                for action, preview in zip(legal, previews, strict=True):
                    check(position.play(Event(event.by, action)), before, action, preview, event.by)
                    if action.startswith("lay"):
                        turns.add(preview["turns"])
                        draws.add(preview["draws"])
                        closed |= any(not group["open"] for group in preview["groups"])
            position = after
    assert len(draws) > 3
    assert closed
    most = max(turns)
    assert most == 0 if seats == 1 else most == 1 if not options else most > 1


def check(position, before, action, preview, seat):
    now = position.view(seat)
    if action.startswith("lay"):
        assert preview["draws"] == before["core"] - now["core"]
        assert preview["draws"] == min(before["core"], sum(one["tiles"] for one in preview["catalysts"]))
        corners = {(tile["x"], tile["y"]): (tile["corners"], tile["centre"]) for tile in now["layout"]}
        for one in preview["catalysts"]:
            held, centre = corners[one["x"], one["y"]]
            there = centre if one["corner"] == "centre" else held[("tl", "tr", "br", "bl").index(one["corner"])]
            assert one["kind"] == there
        assert preview["ends"] == (now["outcome"]["reason"] if position.over else None)
        if not position.over and now["seats"] > 1:
            stays = now["turn"] == seat
            assert preview["turns"] == (now["owed"] - before["owed"] + 1 if stays else 0)
        gone = {number for group in preview["groups"] for number in group["made_of"]}
        others = [group for number, group in enumerate(before["groups"]) if number not in gone]
        assert in_order([*others, *preview["groups"]]) == in_order(now["groups"])
    elif action.startswith("stone"):
        _, place, corner = action.split(" ")
        x, y = place.split(",")
        group = before["groups"][preview["group"]]
        assert {"x": int(x), "y": int(y), "corner": corner} in group["corners"]
        assert preview == {"group": preview["group"], **{name: group[name] for name in ("colour", "size", "open")}}
    elif action == "take":
        assert preview == {"hand": before["hands"][seat] + 1, "supply": now["supplies"][seat]}


@pytest.mark.rule("M-60", "M-61")
def test_the_end_is_foreseen(kit):
    def ends(position):
        return {preview["ends"] for preview in position.seen_by(0)[2] if "draws" in preview}

    assert ends(kit.build({(0, 0): (40, 0)}, hands=((0,), (1,)), core=20, supplies=(0, 3))) == {"out_of_tiles"}
    # Tile 42 draws the last tile of the core by its centre.
    assert ends(kit.build({(0, 0): (46, 0)}, hands=((42,), (1,)), core=1, supplies=(0, 0))) == {"core"}
