"""A preview equals what the rules then do, and names the place of every catalyst."""

import pytest

from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.games.micropul import rules
from ludotheque.games.micropul.pieces import OUTWARD, TURNS
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on

TABLES = [(2, {}), (1, {}), (2, {"simple_placement": True, "stacking_plus": True, "single_double": True})]


def in_order(groups):
    return sorted((group["colour"], group["size"], group["open"], sorted(group["stones"])) for group in groups)


@pytest.mark.rule("M-33", "M-34", "M-51")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_preview_is_what_the_rules_then_do(seats, options):
    turns, draws, closed = set(), set(), False
    for seed in range(2):
        position = game("micropul").start(seats, options)
        for event, after in play_on(position, [Random()] * seats, seed):
            if event.by != "chance":
                masked = position.mask(event.by)
                before = masked.view()
                for choice in masked.legal_with_previews():
                    then = position.play(Event(event.by, choice["do"]))
                    check(then, before, choice["parts"], choice["preview"], event.by)
                    if choice["parts"]["verb"] == "lay":
                        turns.add(choice["preview"]["turns"])
                        draws.add(choice["preview"]["draws"])
                        closed |= any(not group["open"] for group in choice["preview"]["groups"])
            position = after
    assert len(draws) > 3
    assert closed
    most = max(turns)
    assert most == 0 if seats == 1 else most == 1 if not options else most > 1


def check(position, before, parts, preview, seat):
    now = position.mask(seat).view()
    if parts["verb"] == "lay":
        assert preview["draws"] == before["core"] - now["core"]
        assert preview["draws"] == min(before["core"], sum(one["tiles"] for one in preview["catalysts"]))
        assert preview["ends"] == (now["outcome"]["reason"] if position.is_over else None)
        if not position.is_over and now["seats"] > 1:
            stays = now["turn"] == seat
            assert preview["turns"] == (now["owed"] - before["owed"] + 1 if stays else 0)
        gone = [number for group in preview["groups"] for number in group["made_of"]]
        assert len(set(gone)) == len(gone), "no group goes into two"
        assert all(group["made_of"] == sorted(group["made_of"]) for group in preview["groups"])
        others = [group for number, group in enumerate(before["groups"]) if number not in gone]
        assert in_order([*others, *preview["groups"]]) == in_order(now["groups"])
        # The groups that are told are those that are not as they were, in the order in which they will be shown.
        changed = [group for group in now["groups"] if group not in before["groups"]]
        names = ("colour", "size", "open", "stones")
        assert [[group[name] for name in names] for group in preview["groups"]] == [
            [group[name] for name in names] for group in changed
        ]
        for told, group in zip(preview["groups"], changed, strict=True):
            assert told["made_of"] == [
                number
                for number, old in enumerate(before["groups"])
                if all(corner in group["corners"] for corner in old["corners"])
            ]
    elif parts["verb"] == "stone":
        group = before["groups"][preview["group"]]
        assert group["corners"][0] == {name: parts[name] for name in ("x", "y", "corner")}
        assert preview == {"group": preview["group"], **{name: group[name] for name in ("colour", "size", "open")}}
    elif parts["verb"] == "take":
        assert preview == {"hand": before["hands"][seat] + 1, "supply": now["supplies"][seat]}
    else:
        assert preview == {}


@pytest.mark.rule("M-30", "M-32", "M-33", "M-41", "M-82")
@pytest.mark.parametrize(("seats", "options"), [*TABLES, (1, {"simple_placement": True}), (2, {"single_double": True})])
def test_catalysts_are_those_that_one_finds_by_looking(kit, seats, options):
    """Each catalyst that a placement activates is told once, where it is and with what it gives, those of the new tile
    before those of laid ones; and the rules' counts are theirs."""
    kinds = set()
    for seed in range(3):
        position = game("micropul").start(seats, options)
        for event, after in play_on(position, [Random()] * seats, seed):
            if event.by != "chance":
                masked = position.mask(event.by)
                layout = kit.Layout.of(masked.view())
                for action, choice in list(zip(masked.legal_actions, masked.legal_with_previews(), strict=True))[::2]:
                    if choice["parts"]["verb"] == "lay":
                        kinds |= compare_catalysts(position, layout, action, choice, options)
            position = after
    assert {(corner == "centre", kind) for corner, kind, _ in kinds} == {
        (False, "1"), (False, "2"), (False, "+"), (True, "1"), (True, "+"),
    }  # fmt: skip
    assert {tiles for _, kind, tiles in kinds if kind == "2"} >= ({1} if "single_double" in options else {2})


def compare_catalysts(position, layout, action, choice, options):
    tile, turns, x, y = (choice["parts"][name] for name in ("tile", "turns", "x", "y"))
    told = [tuple(one.values()) for one in choice["preview"]["catalysts"]]
    found = layout.activated(tile, turns, x, y, "single_double" in options)
    assert sorted(told) == sorted(found)
    own = [(one[0], one[1]) == (x, y) for one in told]
    assert own == sorted(own, reverse=True)
    seen = rules.facing(position.state, x, y)
    gains = rules.gains(position.setup, seen, int(OUTWARD[tile * TURNS + turns]))
    assert gains == (sum(one[4] for one in found), sum(one[3] == "+" for one in found))
    assert rules.catalyst_count(position.setup, position.state, action) == len(found)
    return {one[2:] for one in told}


@pytest.mark.rule("M-82")
@pytest.mark.parametrize(("option", "tiles"), [(False, (2, 2, 2)), (True, (1, 2, 1))])
def test_what_a_double_gives_is_told_where_it_is(kit, option, tiles):
    mine, theirs = {"x": 0, "y": -1, "corner": "br"}, {"x": 0, "y": -1, "corner": "tr"}
    once = ({(0, 0): "w w / b b"}, 20, "lay 20 r3 0,-1", mine)
    twice = ({(0, 0): "w w / b b", (1, -1): "w w / w w"}, 20, "lay 20 r3 0,-1", mine)
    laid = ({(0, 0): "w w / b b", (0, -1): ". 2 / w w"}, 36, "lay 36 r0 0,-2", theirs)
    for (layout, tile, do, where), count in zip((once, twice, laid), tiles, strict=True):
        position = kit.build(layout, [(tile, 0), ()], options={"single_double": option, "simple_placement": True})
        (choice,) = [choice for choice in position.mask(0).legal_with_previews() if choice["do"] == do]
        doubles = [one for one in choice["preview"]["catalysts"] if one["kind"] == "2"]
        assert doubles == [{**where, "kind": "2", "tiles": count}]


@pytest.mark.rule("M-60", "M-61")
def test_the_end_is_foreseen(kit):
    def ends(position):
        choices = position.mask(0).legal_with_previews()
        return {choice["preview"]["ends"] for choice in choices if choice["parts"]["verb"] == "lay"}

    assert ends(kit.build({(0, 0): (40, 0)}, hands=((0,), (1,)), core=20, supplies=(0, 3))) == {"out_of_tiles"}
    # Tile 42 draws the last tile of the core by its centre.
    assert ends(kit.build({(0, 0): (46, 0)}, hands=((42,), (1,)), core=1, supplies=(0, 0))) == {"core"}


@pytest.mark.rule("M-63")
def test_a_pass_brings_nothing(kit):
    stuck = kit.build({(0, 0): (46, 0)}, [(1, 7), (15, 47)], stones=(0, 0))
    assert stuck.mask(0).legal_with_previews() == [{"do": "pass", "parts": {"verb": "pass"}, "preview": {}}]
