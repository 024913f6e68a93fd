"""What the rules report of each event: every kind of effect, whole turns, and that nothing is left out."""

from copy import deepcopy

import pytest

from ludotheque.codec.records import new_record
from ludotheque.engine.position import Event
from ludotheque.engine.registry import game
from ludotheque.games.polygons import effects, rules
from ludotheque.games.polygons.pieces import COLOURS, PIECES, SHAPES
from ludotheque.games.polygons.view import DERIVED
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.testing import tables, views_follow_from_effects, without
from tests.games.polygons.boxes import hidden_box
from tests.games.polygons.conftest import piece

GAME = game("polygons")
NO_POWERS = dict.fromkeys(range(4), 0)
TABLES = [
    (2, {}),
    (3, {"edition": "fr-give", "shape_token": "any"}),
    (4, {"edition": "fr-exchange"}),
    (4, {"teams": True}),
    (4, {"teams": True, "expert": True}),
    (2, {"expert": True}),
]


def named(name):
    """A piece, by its name, as an effect shows it."""
    colour, shape, *_ = name.split(" ")
    return {"id": piece(name), "shape": shape, "colour": colour}


def spell(action):
    """`take [green triangle 1]` with the piece's id."""
    while "[" in action:
        before, _, rest = action.partition("[")
        name, _, after = rest.partition("]")
        action = before + str(piece(name)) + after
    return action


def play(position, *actions):
    """The position after actions of whoever is to act, and the effects of the last one as its actor knows them."""
    for action in actions:
        (actor,) = position.to_act
        position, buffer = position.play_with_effects(Event(actor, spell(action)))
        assert not buffer.overflow
    return position, position.mask_effects(buffer, None if actor == "chance" else actor)


def happened(position, *actions):
    return play(position, *actions)[1]


def some(found, kind):
    return [{**one} for one in found if one["effect"] == kind]


def colour_set(colour, copy=0):
    return [f"{colour} {shape} {copy}" for shape in SHAPES]


def shape_set(shape, copy=0):
    return [f"{colour} {shape} {copy}" for colour in COLOURS]


def validated(seat, which, names, pile, token):
    return {
        "effect": "validated",
        "seat": seat,
        "set": which,
        "pieces": [named(name) for name in names],
        "pile": pile,
        "token": token,
    }


def joined(seat, *names):
    return [
        {"effect": "joined", "seat": seat, "piece": named(name), "place": place} for place, name in enumerate(names)
    ]


# -- Every kind -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-10", "P-13", "P-28")
def test_the_box_is_opened_and_a_seat_begins(deep):
    box = deep().setup
    start = GAME.start(2)
    opened, buffer = start.play_with_effects(_box_event())
    found = opened.mask_effects(buffer, None)
    assert found[0] == {"effect": "box_opened", "left": PIECES}
    view = opened.view(None)["box"]["pieces"]
    (freed,) = some(found, "freed")
    assert freed["pieces"] == [one["id"] for one in view if one["accessible"]]
    light = sorted(one for each in some(found, "uncovered") for one in each["pieces"])
    assert light == [one["id"] for one in view]
    assert len(light) < PIECES
    assert box.kinds.tobytes() == opened.setup.kinds.tobytes()
    assert happened(opened, "first 1") == [{"effect": "began", "seat": 1}]


def _box_event():
    return Event("chance", "box", {"box": hidden_box(0)})


@pytest.mark.rule("P-20", "P-21")
def test_a_piece_is_taken(table):
    first = happened(table(), "take [green square]")
    assert first == [
        {"effect": "took", "seat": 0, "piece": named("green square"), "place": 0, "link": None},
    ]
    links = [
        happened(table(), "take [green square]", f"take [{name}]")[0]["link"]
        for name in ("green octagon", "pink square", "green square 1")
    ]
    assert links == ["colour", "shape", "both"]


@pytest.mark.rule("P-11", "P-13")
def test_pieces_become_free_and_come_to_light(table):
    over = {"green square": ["yellow square"], "blue octagon": ["green square"], "pink octagon": ["yellow square"]}
    position = table(over=over, hidden=("green square", "blue octagon"))
    _, freed, uncovered = happened(position, "take [yellow square]")
    free = sorted((piece("green square"), piece("pink octagon")))
    assert freed == {"effect": "freed", "pieces": free}
    assert uncovered == {"effect": "uncovered", "pieces": [piece("green square")]}
    thrown = happened(position, "discard [yellow square]")
    assert thrown == [
        {"effect": "discarded", "seat": 0, "piece": named("yellow square")},
        freed,
        uncovered,
    ]


@pytest.mark.rule("P-13")
def test_a_piece_comes_to_light_before_it_is_free(table):
    """Two pieces lie over the green square, and one of them hides it."""
    position = table(over={"green square": ["yellow square", "pink square"]}, hidden=("green square",))
    scene = position.scene
    at = int(scene.sight_from[piece("green square")])
    scene.sight[at] = 0
    rules.add(scene.sight[at], piece("yellow square"))
    found = happened(position, "take [yellow square]")
    assert found[1:] == [{"effect": "uncovered", "pieces": [piece("green square")]}]
    assert happened(position, "take [yellow square]", "take [pink square]")[1:] == [
        {"effect": "freed", "pieces": [piece("green square")]}
    ]


@pytest.mark.rule("P-21")
def test_the_stack_joins_the_collection(table):
    names = ["green square", "green octagon"]
    assert happened(table(), *(f"take [{name}]" for name in names), "stop") == [
        {"effect": "take_ended", "seat": 0, "count": 2},
        *joined(0, *names),
    ]


@pytest.mark.rule("P-31", "P-32")
def test_powers_move_pieces(table):
    held = {0: ["green square"], 1: ["pink octagon"], 2: ["blue octagon"]}
    swap = happened(table(3, held=held), "exchange [green square] [blue octagon]")
    assert swap == [
        {
            "effect": "exchanged",
            "seat": 0,
            "other": 2,
            "gave": named("green square"),
            "got": named("blue octagon"),
        }
    ]
    theft = happened(table(3, held=held), "steal [pink octagon]")
    assert theft == [{"effect": "stole", "seat": 0, "other": 1, "piece": named("pink octagon")}]
    given = happened(table(3, held=held, edition="fr-give"), "give [green square] 2")
    assert given == [{"effect": "gave", "seat": 0, "other": 2, "piece": named("green square")}]


@pytest.mark.rule("P-24", "P-26")
def test_a_set_and_its_token(table):
    for left, token in ((3, 2), (1, 4), (0, 0)):
        position = table(powers=NO_POWERS, held={0: colour_set("pink")}, piles=(3, 3, left, 3))
        after, found = play(position, "take [green square]", "stop")
        assert some(found, "validated") == [
            validated(0, "colour pink", colour_set("pink"), "pink" if left else None, token)
        ]
        assert sum(after.view(0)["players"][0]["tokens"]) == token


@pytest.mark.rule("P-26", "P-24")
def test_the_value_of_another_seats_token_is_face_down_until_the_end(table):
    position = table(powers=NO_POWERS, held={0: colour_set("pink")})
    taken, _ = play(position, "take [green square]")
    after, buffer = taken.play_with_effects(Event(0, "stop"))
    tokens = {seat: some(after.mask_effects(buffer, seat), "validated")[0]["token"] for seat in (None, 0, 1)}
    assert tokens == {None: None, 0: 2, 1: None}
    assert some(after.mask_effects(buffer, 1), "validated")[0]["pile"] == "pink"
    over = table(ending=1, turn=1, powers=NO_POWERS).apply_action(1, rules.STOP)
    assert over.is_over
    assert some(over.mask_effects(buffer, 1), "validated")[0]["token"] == 2
    empty = table(powers=NO_POWERS, held={0: colour_set("pink")}, piles=(3, 3, 0, 3))
    taken, _ = play(empty, "take [green square]")
    after, buffer = taken.play_with_effects(Event(0, "stop"))
    assert some(after.mask_effects(buffer, 1), "validated")[0]["token"] == 0  # that there was none is no secret


@pytest.mark.rule("P-25")
def test_the_pile_that_pays_for_a_shape(table):
    squares = shape_set("square")
    position = table(powers=NO_POWERS, held={0: squares}, piles=(3, 2, 3, 0))
    assert some(happened(position, "take [green octagon]", "stop"), "validated") == [
        validated(0, "shape square", squares, "yellow", 3)
    ]
    choice = table(powers=NO_POWERS, held={0: squares}, piles=(2, 2, 3, 3))
    assert some(happened(choice, "take [green octagon]", "stop", "validate shape square green"), "validated") == [
        validated(0, "shape square", squares, "green", 3)
    ]


# -- The variants -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-51")
def test_the_last_piece_goes_to_the_partner(table):
    position = table(4, teams=True)
    found = happened(position, "take [green square]", "take [pink square]", "gift")
    assert found == [
        {"effect": "take_ended", "seat": 0, "count": 2},
        *joined(0, "green square"),
        {"effect": "gifted", "seat": 0, "other": 2, "piece": named("pink square"), "place": 1},
    ]


@pytest.mark.rule("P-60", "P-61")
def test_a_pair_earns_a_power_that_may_lapse(table):
    position = table(expert=True, held={1: ["blue octagon"]})
    pair = ["take [green square]", "take [green square 1]"]

    def powers(*actions):
        return [(one["seat"], one["became"]) for one in some(happened(position, *actions), "power")]

    assert powers(pair[0]) == []
    assert powers(*pair) == [(0, "earned")]
    assert powers(*pair, "take [green square 2]") == [(0, "lapsed")]
    assert powers(*pair, "stop") == [(0, "lapsed")]
    assert powers(*pair, "steal [blue octagon]") == []  # used, not lapsed
    assert powers(*pair, "steal [blue octagon]", "stop") == []
    assert powers(*pair, "take [green square 2]", "take [green square 3]") == [(0, "earned")]


# -- Several things at once -------------------------------------------------------------------------------------------


@pytest.mark.rule("P-22", "P-23", "P-24")
def test_one_piece_completes_sets_that_are_validated_one_after_the_other(table):
    """Two pink sets: nothing is to choose, so both follow from the last piece that can be taken."""
    held = [*colour_set("pink"), *colour_set("pink", 1)[:3]]
    position = table(powers=NO_POWERS, box=["pink octagon 1", "green square"], held={0: held})
    after, found = play(position, "take [pink octagon 1]")
    assert found == [
        {"effect": "took", "seat": 0, "piece": named("pink octagon 1"), "place": 0, "link": None},
        {"effect": "take_ended", "seat": 0, "count": 1},
        *joined(0, "pink octagon 1"),
        validated(0, "colour pink", colour_set("pink"), "pink", 2),
        validated(0, "colour pink", colour_set("pink", 1), "pink", 3),
        {"effect": "turn_passed", "seat": 0, "to": 1},
    ]
    assert after.view(0)["players"][0]["tokens"] == [2, 3]


@pytest.mark.rule("P-23", "P-25")
def test_a_chosen_set_and_one_that_follows(table):
    """A blue set and the squares share the blue square: whichever is chosen, only the other may follow."""
    held = [*colour_set("blue"), *shape_set("square", 1)]
    position = table(powers=NO_POWERS, held={0: held}, piles=(3, 1, 3, 3))
    after, _ = play(position, "take [green octagon]", "stop")
    assert after.to_act == (0,)
    assert happened(after, "validate shape square") == [
        validated(
            0, "shape square", ["green square 1", "yellow square 1", "pink square 1", "blue square"], "yellow", 4
        ),
        validated(0, "colour blue", ["blue triangle", "blue square 1", "blue pentagon", "blue octagon"], "blue", 2),
        {"effect": "turn_passed", "seat": 0, "to": 1},
    ]


@pytest.mark.rule("P-27", "P-40", "P-41")
def test_a_last_round_that_plays_itself(table):
    """The last piece empties the box. Nobody has a power, so the turns pass, and a set that waited is validated."""
    position = table(
        3, powers=NO_POWERS, box=["green square"], held={1: colour_set("blue"), 2: ["pink octagon"]}, piles=(0, 0, 0, 1)
    )
    after, found = play(position, "take [green square]")
    assert found == [
        {"effect": "took", "seat": 0, "piece": named("green square"), "place": 0, "link": None},
        {"effect": "take_ended", "seat": 0, "count": 1},
        *joined(0, "green square"),
        {"effect": "last_round", "reason": "box"},
        {"effect": "turn_passed", "seat": 0, "to": 1},
        {"effect": "take_ended", "seat": 1, "count": 0},
        validated(1, "colour blue", colour_set("blue"), "blue", 4),
        {"effect": "turn_passed", "seat": 1, "to": 2},
        {"effect": "take_ended", "seat": 2, "count": 0},
        {"effect": "ended", "reason": "box", "winners": [1], "tie_broken": False},
    ]
    assert after.is_over


@pytest.mark.rule("P-40")
def test_there_is_no_last_round_when_the_round_is_complete(table):
    position = table(powers=NO_POWERS, first=0, turn=1, piles=(0, 0, 0, 1), held={1: colour_set("blue")})
    found = happened(position, "take [green square]", "stop")
    assert [one["effect"] for one in found[-2:]] == ["validated", "ended"]
    assert found[-1]["reason"] == "tokens"
    assert not some(found, "last_round")


@pytest.mark.rule("P-43")
def test_fewer_pieces_decide_between_equal_scores(table):
    def ended(*, teams, seats, **given):
        position = table(seats, teams=teams, powers=NO_POWERS, ending=1, turn=seats - 1, **given)
        after, found = play(position, "stop")
        (last,) = some(found, "ended")
        assert last["winners"] == after.result.winners
        assert last["tie_broken"] == after.view(None)["tie_broken"]
        return last["winners"], last["tie_broken"]

    even = {"won": {0: (1, 0, 0), 1: (0, 1, 0)}, "held": {1: ["green square"]}}
    assert ended(teams=False, seats=2, **even) == ([0], True)
    assert ended(teams=False, seats=2, won=even["won"]) == ([1], False)
    assert ended(teams=False, seats=2, won={0: (1, 0, 0), 1: (1, 0, 0)}) == ([0, 1], False)


@pytest.mark.rule("P-52")
def test_in_teams_the_sums_are_compared_not_the_partners(table):
    """A winner has as many points as a loser, but the teams' sums differ: no tie was broken."""
    position = table(4, teams=True, powers=NO_POWERS, ending=1, turn=3, won={0: (1, 0, 0), 1: (1, 0, 0), 2: (0, 1, 0)})
    (last,) = some(happened(position, "stop"), "ended")
    assert (last["winners"], last["tie_broken"]) == ([0, 2], False)
    tied = table(
        4,
        teams=True,
        powers=NO_POWERS,
        ending=1,
        turn=3,
        won={0: (1, 0, 0), 1: (0, 1, 0)},
        held={1: ["green square"]},
    )
    (last,) = some(happened(tied, "stop"), "ended")
    assert (last["winners"], last["tie_broken"]) == ([0, 2], True)


# -- Why a power cannot be used ---------------------------------------------------------------------------------------


@pytest.mark.rule("P-30", "P-31", "P-35")
def test_why_a_power_cannot_be_used(table):
    def why(position, seat=0):
        return position.view(seat)["why_power"]

    other = {"give": "no_such_power"}
    both = {0: ["green square"], 1: ["pink octagon"]}
    assert why(table(held=both)) == other
    assert why(table(held=both, edition="fr-give")) == {"exchange": "no_such_power"}
    assert why(table(held={1: ["pink octagon"]})) == {**other, "exchange": "no_target"}
    assert why(table(held={0: ["green square"]})) == {**other, "exchange": "no_target", "steal": "no_target"}
    assert why(table(held=both), seat=1) == {
        **other,
        "exchange": "not_to_act",
        "steal": "not_to_act",
        "discard": "not_to_act",
    }
    assert set(why(table(held=both), seat=None).values()) == {"no_such_power", "not_to_act"}
    assert why(table(held=both, powers={0: 5})) == {**other, "steal": "no_power"}
    assert why(table(held=both, powers={1: 5}), seat=1)["steal"] == "no_power"  # whoever is to act
    used, _ = play(table(held=both), "steal [pink octagon]")
    assert why(used) == {**other, "exchange": "power_used", "steal": "no_power", "discard": "power_used"}
    assert why(table(held=both, box=["blue square"])) == {**other, "discard": "take_compulsory"}


@pytest.mark.rule("P-60")
def test_why_an_expert_cannot_use_a_power(table):
    position = table(expert=True, held={1: ["blue octagon"]})
    assert set(position.view(0)["why_power"].values()) == {"no_such_power", "power_not_earned"}
    pair, _ = play(position, "take [green square]", "take [green square 1]")
    assert pair.view(0)["why_power"] == {"give": "no_such_power", "exchange": "no_target"}


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_power_without_a_reason_can_be_used_and_the_others_cannot(seats, options):
    for position in _positions(seats, options):
        for seat in range(seats):
            verbs = {GAME.notation.ACTIONS.parts(action)["verb"] for action in position.legal_actions(seat)}
            refused = position.view(seat)["why_power"]
            assert {power for power in rules.POWERS if power not in refused} == verbs & set(rules.POWERS)


# -- Nothing left out -------------------------------------------------------------------------------------------------


def _positions(seats, options, seed=1):
    position = GAME.start(seats, options)
    yield from (after for _, after in play_on(position, [Random()] * seats, seed))


def test_the_worst_case_fits(table):
    """As much as one take can cause: four ends of takes, sets for all, a last round, and pieces that come to light."""
    held = {
        0: [name for copy in range(5) for name in colour_set("green", copy)][1:],
        1: [name for copy in range(5) for name in colour_set("yellow", copy)],
        2: [name for copy in range(5) for name in colour_set("pink", copy)],
        3: [name for copy in range(5) for name in colour_set("blue", copy)],
    }
    position = table(4, powers=NO_POWERS, box=["green triangle"], held=held)
    after, buffer = position.play_with_effects(Event(0, spell("take [green triangle]")))
    found = after.mask_effects(buffer, 0)
    assert after.is_over
    assert len(some(found, "validated")) == 20
    assert len(some(found, "take_ended")) == 4
    assert len(some(found, "turn_passed")) == 3
    assert not buffer.overflow
    assert len(found) == buffer.count <= effects.MOST


def test_a_full_buffer_says_so(table):
    buffer = new_record(effects.EFFECTS.dtype)
    buffer.count = effects.MOST
    position = table()
    rules.step(position.setup, position.state.copy(), 0, rules.TAKE, buffer)
    assert buffer.overflow
    assert buffer.count == effects.MOST


def give(view, giver, taker, *pieces):
    """Pieces leave a collection and join another one; None: they come from the stack, or leave the game."""
    for one in pieces:
        if giver is not None:
            view["players"][giver]["collection"].remove(one)
        if taker is not None:
            collection = view["players"][taker]["collection"]
            collection.append(one)
            collection.sort(key=lambda held: held["id"])


def use(view, seat, power):
    """A token is used, or what a pair has earned."""
    if power in view["players"][seat]["powers"]:
        view["players"][seat]["powers"].remove(power)
        view["power_used"] = True
    view["power_earned"] = False


def leave_box(view, piece):
    view["box"]["left"] -= 1
    view["box"]["pieces"] = [one for one in view["box"]["pieces"] if one["id"] != piece["id"]]


def follow(view, effects, opened):
    """Apply effects to a view (see ``testing.views_follow_from_effects``): a reading of them, without a rule."""
    for effect in effects:
        follow_one(view, effect)


def follow_one(view, effect):
    match effect:
        case {"effect": "box_opened", "left": left}:
            view |= {"stage": "first", "box": {"left": left, "pieces": [], "unseen": left}}
        case {"effect": "began", "seat": seat}:
            view |= {"stage": "take", "turn": seat, "first": seat}
        case {"effect": "took", "piece": piece, "link": link}:
            leave_box(view, piece)
            view["chain"].append({**piece, "link": link})
        case {"effect": "freed", "pieces": pieces}:
            unseen = set(pieces) - {one["id"] for one in view["box"]["pieces"]}
            view["box"]["pieces"] += [{"id": one} for one in unseen]
            for one in view["box"]["pieces"]:
                one["accessible"] = one["id"] in pieces or one["accessible"]
        case {"effect": "uncovered", "pieces": pieces}:
            view["box"]["unseen"] -= len(pieces)
            covered = set(pieces) - {one["id"] for one in view["box"]["pieces"]}
            view["box"]["pieces"] += [{"id": one, "accessible": False} for one in covered]
            view["box"]["pieces"].sort(key=lambda one: one["id"])
        case {"effect": "power", "became": became}:
            view["power_earned"] = became == "earned"
        case {"effect": "take_ended", "count": count}:
            assert count == len(view["chain"])
            view |= {"stage": "after", "chain": []}
        case {"effect": "joined", "seat": seat, "piece": piece}:
            give(view, None, seat, piece)
        case {"effect": "gifted", "other": other, "piece": piece}:
            give(view, None, other, piece)
        case {"effect": "exchanged", "seat": seat, "other": other, "gave": gave, "got": got}:
            give(view, seat, other, gave)
            give(view, other, seat, got)
            use(view, seat, "exchange")
        case {"effect": "gave", "seat": seat, "other": other, "piece": piece}:
            give(view, seat, other, piece)
            use(view, seat, "give")
        case {"effect": "stole", "seat": seat, "other": other, "piece": piece}:
            give(view, other, seat, piece)
            use(view, seat, "steal")
        case {"effect": "discarded", "seat": seat, "piece": piece}:
            leave_box(view, piece)
            use(view, seat, "discard")
        case {"effect": "validated", "seat": seat, "pieces": pieces, "pile": pile, "token": token}:
            give(view, seat, None, *pieces)
            if pile is not None:
                top = view["piles"][pile].pop(0)
                assert token in (None, top)
                view["players"][seat]["tokens"] = sorted([*view["players"][seat]["tokens"], top])
        case {"effect": "turn_passed", "to": to}:
            view |= {"stage": "take", "turn": to, "power_used": False}
        case {"effect": "last_round", "reason": reason}:
            view["last_round"] = reason
        case {"effect": "ended", "reason": reason}:
            view |= {"stage": "over", "turn": None, "last_round": reason, "power_used": False}
        case _:
            raise AssertionError(effect)


@pytest.mark.parametrize("table", tables(GAME), ids=str)
def test_views_follow_from_effects(table):
    views_follow_from_effects(table, follow)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_effects_tell_every_change_of_a_view(seats, options):
    """The same for every seat, with boxes that hide many pieces; every kind of effect occurs."""
    met = set()
    for seed in range(2):
        position = GAME.start(seats, options)
        position, buffer = _told(position, _box_event(), seats)
        met |= {one["effect"] for one in position.mask_effects(buffer, None)}
        for event, _ in play_on(position, [Random()] * seats, seed):
            position, buffer = _told(position, event, seats)
            met |= {one["effect"] for one in position.mask_effects(buffer, None)}
        assert position.is_over
    rare = {"last_round", *(("exchanged", "stole", "discarded") if options.get("expert") else ())}
    variant = {
        "gifted": options.get("teams"),
        "power": options.get("expert"),
        "gave": options.get("edition") == "fr-give",
        "exchanged": options.get("edition") != "fr-give",
    }
    assert met | rare >= set(effects.EFFECTS.kinds) - {kind for kind, there in variant.items() if not there}
    assert not met & {kind for kind, there in variant.items() if not there}


def _told(before, event, seats):
    now, buffer = before.play_with_effects(event)
    assert not buffer.overflow
    derived = {*DERIVED, "to_act", "outcome"}
    for seat in (None, *range(seats)):
        view = deepcopy(before.view(seat))
        follow(view, now.mask_effects(buffer, seat), [])
        assert without(view, derived) == without(now.view(seat), derived), event
    return now, buffer
