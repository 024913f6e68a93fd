"""A preview is what the rules then do."""

import pytest

from ludotheque import game
from ludotheque.engine.position import Event
from ludotheque.games.polygons.pieces import COLOURS, SHAPES
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on

TABLES = [(2, {}), (3, {"edition": "fr-give", "shape_token": "any"}), (4, {"teams": True, "expert": True})]


def sets_of(pieces):
    """The complete sets among pieces, by counting."""
    kinds = {(piece["shape"], piece["colour"]) for piece in pieces}
    colours = {f"colour {colour}" for colour in COLOURS if all((shape, colour) in kinds for shape in SHAPES)}
    return colours | {f"shape {shape}" for shape in SHAPES if all((shape, colour) in kinds for colour in COLOURS)}


def names(completed):
    return {one["set"] for one in completed}


@pytest.mark.rule("P-22", "P-24", "P-25")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_preview_is_what_the_rules_then_do(seats, options):
    met = set()
    for seed in range(3):
        position = game("polygons").start(seats, options)
        for event, after in play_on(position, [Random()] * seats, seed):
            if event.by != "chance":
                view, choices = position.view(event.by), position.mask(event.by).legal_with_previews()
                mine = view["players"][event.by]["collection"] + view["chain"]
                for choice in choices[:: max(1, len(choices) // 20)]:
                    action, preview, word = choice["do"], choice["preview"], choice["parts"]["verb"]
                    CHECKS[word](view, mine, action, preview, position.play(Event(event.by, action)).view(event.by))
                    met.add(word)
                    if preview.get("completes") and word != "stop":
                        met.add(f"{word} completes")
            position = after
    powers = {"exchange", "give", "steal", "discard"}
    assert met >= {"take", "take completes", "stop", "validate", "discard", "steal"}
    assert bool(met & powers - {"discard", "steal"}) or options.get("expert")
    assert ("gift" in met) == ("teams" in options)


def check_take(view, mine, action, preview, now):
    number = int(action.split(" ")[1])
    (piece,) = (piece for piece in view["box"]["pieces"] if piece["id"] == number)
    assert names(preview["completes"]) == sets_of([*mine, piece]) - sets_of(mine)
    check_frees(view, preview, now)
    shared = (
        [] if not view["chain"] else [name for name in ("colour", "shape") if piece[name] == view["chain"][-1][name]]
    )
    assert preview["link"] == (None if not shared else shared[0] if len(shared) == 1 else "both")
    if now["stage"] == "take" and now["chain"]:
        assert preview["earns_power"] == now["power_earned"]
    worth = {f"colour {colour}": (tokens or [0])[0] for colour, tokens in view["piles"].items()}
    for one in preview["completes"]:
        assert one["token"] == worth.get(one["set"], max(worth.values()))


def check_frees(view, preview, now):
    """The seen pieces that become accessible are those that the rules make accessible."""
    free = {piece["id"] for piece in view["box"]["pieces"] if piece["accessible"]}
    seen = {piece["id"] for piece in view["box"]["pieces"]}
    after = {piece["id"] for piece in now["box"]["pieces"] if piece["accessible"]}
    assert set(preview["frees"]) >= (after - free) & seen
    assert all(piece not in free for piece in preview["frees"])


def check_stop(view, mine, action, preview, now):
    assert names(preview["completes"]) == sets_of(mine)


def check_gift(view, mine, action, preview, now):
    partner = (view["seat"] + 2) % 4
    theirs = view["players"][partner]["collection"]
    last = view["chain"][-1]
    assert (preview["piece"], preview["to"]) == (last["id"], partner)
    assert names(preview["completes"]) == sets_of(mine[:-1])
    assert names(preview["completes_theirs"]) == sets_of([*theirs, last]) - sets_of(theirs)
    assert last["id"] in {piece["id"] for piece in now["players"][partner]["collection"]}


def check_validate(view, mine, action, preview, now):
    seat = view["seat"]
    left = {piece["id"] for piece in mine} - {piece["id"] for piece in now["players"][seat]["collection"]}
    assert action.startswith(f"validate {preview['set']}")
    assert len(preview["pieces"]) == 4
    assert set(preview["pieces"]) <= left
    if len(left) == 4:  # no further set was validated by itself
        won = sum(now["players"][seat]["tokens"]) - sum(view["players"][seat]["tokens"])
        assert preview["token"] == won
        shorter = [colour for colour in COLOURS if view["piles"][colour] != now["piles"][colour]]
        assert shorter == ([] if preview["pile"] is None else [preview["pile"]])


def check_move(view, mine, action, preview, now):
    word, first, *last = action.split(" ")
    everything = {
        piece["id"]: (seat, piece) for seat, player in enumerate(view["players"]) for piece in player["collection"]
    }
    came = [int(last[0])] if word == "exchange" else [int(first)] if word == "steal" else []
    went = [int(first)] if word in ("exchange", "give") else []
    other = int(last[0]) if word == "give" else everything[came[0]][0]
    theirs = view["players"][other]["collection"]

    def moved(pieces, gone, new):
        return [piece for piece in pieces if piece["id"] not in gone] + [everything[number][1] for number in new]

    mine_then, theirs_then = moved(mine, went, came), moved(theirs, came, went)
    assert preview["other"] == other
    assert names(preview["completes"]) == sets_of(mine_then) - sets_of(mine)
    assert names(preview["breaks"]) == sets_of(mine) - sets_of(mine_then)
    assert names(preview["completes_theirs"]) == sets_of(theirs_then) - sets_of(theirs)
    assert names(preview["breaks_theirs"]) == sets_of(theirs) - sets_of(theirs_then)


def check_discard(view, mine, action, preview, now):
    check_frees(view, preview, now)


def check_nothing(view, mine, action, preview, now):
    assert preview == {}


CHECKS = {
    "take": check_take,
    "stop": check_stop,
    "gift": check_gift,
    "validate": check_validate,
    "exchange": check_move,
    "give": check_move,
    "steal": check_move,
    "discard": check_discard,
    "end": check_nothing,
}
