"""P-13: what is known of the box, and worlds that fit it. Real heaps hide too little to test this by, so the boxes here
hide twenty pieces and more."""

import json

import numpy as np
import pytest

from ludotheque.codec.records import copy_record, new_record
from ludotheque.engine.position import Event, Position
from ludotheque.engine.registry import game
from ludotheque.engine.rng import generator
from ludotheque.games.polygons import masking, rules
from ludotheque.games.polygons.pieces import KINDS, PIECES
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.search.simulation import random_playout
from tests.games.polygons.boxes import MANY

GAME = game("polygons")
TABLES = [
    (2, {}),
    (3, {"edition": "fr-give", "shape_token": "any"}),
    (4, {"teams": True}),
    (4, {"teams": True, "expert": True}),
]

OVER = {
    "blue square": ["green square", "green square 1"],
    "green square": ["yellow square", "pink square"],
    "green square 1": ["yellow square"],
    "green pentagon": ["blue square", "green square 1"],
}
"""The blue square is seen, and what lies over it are two hidden pieces: no real heap has this, a record might."""
HIDDEN = ("green square", "green square 1")


def members(words):
    """A set, or sets, of pieces as truth values."""
    return rules.as_truths(words) if words.ndim > 1 else rules.as_truths(words)[0]


def positions(start, seed, every=1):
    """The positions of a random game."""
    yield start
    for number, (_, position) in enumerate(play_on(start, [Random()] * start.seats, seed)):
        if number % every == 0:
            yield position


def running(position):
    return not position.is_over and position.scene is not None


def watchers(position):
    return None, *range(position.seats)


# -- What is known ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-13")
def test_of_an_unseen_piece_neither_kind_nor_relations_are_known(deep):
    hidden = 0
    for position in filter(running, positions(deep(seed=1), seed=1)):
        seen = members(position.state.seen)
        masked, truth = position.mask(0).setup, position.setup
        hidden = max(hidden, (~seen).sum())
        assert np.array_equal(masked.kinds, np.where(seen, truth.kinds, 0))
        for relation in ("above", "below"):
            both = members(truth[relation]) & seen & seen[:, None]
            assert np.array_equal(members(masked[relation]), both)
        for sets in ("alike", "linked"):
            assert np.array_equal(members(masked[sets]), members(truth[sets]) & seen)
    assert hidden >= MANY


@pytest.mark.rule("P-13")
def test_the_state_is_not_masked_and_all_seats_know_the_same(deep):
    for position in positions(deep(3, seed=2), seed=2, every=7):
        everyone = [position.mask(seat) for seat in watchers(position)]
        assert all(masked.to_bytes() == everyone[0].to_bytes() for masked in everyone)
        assert everyone[0].state.tobytes() == position.state.tobytes()


def test_nothing_is_masked_when_the_game_is_over(table):
    position = table(over=OVER, hidden=HIDDEN, ending=1, turn=1, powers={0: 0, 1: 0})
    assert position.mask(0).setup.tobytes() != position.setup.tobytes()
    ended = position.apply_action(1, rules.STOP)
    assert ended.is_over
    assert ended.is_open
    assert masking.unseen(ended.state) == len(HIDDEN)
    masked = ended.mask(None)
    assert masked.to_bytes() == (ended.setup.tobytes(), ended.state.tobytes())
    world = masked.determinize(generator(1))
    assert (world.setup.tobytes(), world.state.tobytes()) == masked.to_bytes()


def test_before_the_box_masking_and_determinizing_change_nothing():
    start = GAME.start(3)
    masked = start.mask(None)
    assert masked.to_bytes() == (start.setup.tobytes(), start.state.tobytes())
    world = masked.determinize(generator(1))
    assert (world.setup.tobytes(), world.state.tobytes()) == masked.to_bytes()


@pytest.mark.rule("P-13")
def test_the_visible_part_of_the_scene(deep):
    """Outlines of seen pieces, the size where the box says it; nothing of what hides what. Every byte is written."""
    for size in (True, False):
        position = deep(size=size)
        seen = members(position.state.seen)
        scene = np.full(rules.SCENE.itemsize, 0xA5, np.uint8).view(rules.SCENE)[0]
        masking.visible_part(position.scene, position.state, scene)
        assert not scene.sight.any()
        assert not scene.sight_from.any()
        assert scene.extent.tolist() == position.scene.extent.tolist()
        assert scene.extent.any() == size
        for field in ("outlines", "faces", "outline_corners", "face_corners"):
            assert not scene[field][~seen].any()
            assert np.array_equal(scene[field][seen], position.scene[field][seen])


def told(position, seat):
    """All that leaves a table: the view, the picture, legal actions with previews, and why anything is refused."""
    masked = position.mask(seat)
    refusals = []
    if position.to_act[0] == seat:
        for word in ("take", "discard", "steal"):
            for piece in range(PIECES):
                refusal = position.illegal_reason(seat, f"{word} {piece}")
                refusals.append(None if refusal is None else [refusal.code, refusal.message, refusal.detail])
    return json.dumps([masked.view(), position.picture(), masked.legal_with_previews(), refusals])


@pytest.mark.rule("P-13")
def test_nothing_about_a_hidden_piece_leaks(deep):
    """Each hidden piece gets another kind and another outline, lies under everything seen, and nothing lies on it any
    longer but what keeps it hidden: nobody can tell."""
    position = deep(seed=4).play(Event("chance", "first 0"))
    seen, accessible = members(position.state.seen), members(position.state.accessible)
    setup, scene = copy_record(GAME.start(2).setup), copy_record(position.scene)
    hidden = np.flatnonzero(~seen)
    kinds = position.setup.kinds.copy()
    kinds[hidden] = np.roll(kinds[hidden], 1)
    above = members(position.setup.above) & seen & seen[:, None]
    above[hidden] = accessible
    for piece in range(PIECES):
        rules.put_kind(setup, piece, int(kinds[piece]))
        for upper in np.flatnonzero(above[piece]).tolist():
            rules.put_over(setup, upper, piece)
    for piece in hidden.tolist():
        scene.outlines[piece], scene.faces[piece] = 12345, 54321
        scene.sight[scene.sight_from[piece] : scene.sight_from[piece + 1]] = position.state.accessible
    other = Position(GAME, setup, position.state, scene)
    assert not np.array_equal(setup.above, position.setup.above)
    assert not np.array_equal(setup.kinds, position.setup.kinds)
    for seat in watchers(position):
        assert told(other, seat) == told(position, seat)


@pytest.mark.rule("P-13")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_masked_state_suffices_to_act(deep, seats, options):
    for position in positions(deep(seats, seed=5, **options), seed=5, every=9):
        if running(position) and position.to_act != ("chance",):
            (seat,) = position.to_act
            masked = position.mask(seat)
            assert masked.legal_actions == position.legal_actions(seat)
            for action in range(-1, rules.ACTIONS, 11):
                truth = rules.illegal_reason(position.setup, position.state, seat, action)
                assert rules.illegal_reason(masked.setup, masked.state, seat, action) == truth


# -- Coming to light --------------------------------------------------------------------------------------------------


@pytest.mark.rule("P-13")
def test_a_piece_becomes_visible_when_what_hides_it_is_gone_and_stays_so(table):
    position = table(over={"green square": ["yellow square", "pink square"]}, hidden=("green square",))
    green, yellow, pink = (rules.TAKE + number for number in (20, 25, 30))
    assert not rules.has(position.state.seen, 20)
    once = position.apply_action(0, yellow)
    assert not rules.has(once.state.seen, 20)
    assert not position.reveals(once, 0)
    twice = once.apply_action(0, pink)
    assert rules.has(twice.state.seen, 20)
    assert once.reveals(twice, 0)
    assert once.reveals(twice, 1)
    last = twice.apply_action(0, green)
    assert rules.has(last.state.seen, 20)
    assert not twice.reveals(last, 0)


@pytest.mark.rule("P-13")
def test_a_discard_makes_pieces_visible_too(table):
    over = {"green square": ["yellow square"], "blue octagon": ["green square"]}
    position = table(over=over, hidden=("green square", "blue octagon"))
    after = position.apply_action(0, rules.DISCARD + 25)
    assert position.reveals(after, 0)
    assert rules.has(after.state.seen, 20)
    assert masking.unseen(after.state) == 1


@pytest.mark.rule("P-13")
def test_accessible_pieces_are_visible_without_a_scene_too(deep):
    """Determinizations are played without a scene."""
    world = deep(seed=6).mask(0).determinize(generator(6))
    for position in positions(world, seed=6):
        accessible, box, seen = (members(position.state[name]) for name in ("accessible", "box", "seen"))
        assert not (accessible & ~seen).any()
        assert not (~box & ~seen).any()


def test_only_the_box_is_hidden(read_record):
    steps = read_record("1a")
    for step in steps[:-1]:
        hidden = step.position.hidden_from(step.event)
        assert hidden == ({None, 0, 1} if step.event.do == "box" else frozenset())
        assert step.position.is_open == step.position.is_over
    assert GAME.notation.OUTCOMES.masked_text(rules.BOX) == "box"


# -- Worlds that fit --------------------------------------------------------------------------------------------------


def check_determinization(world, masked):
    """A whole heap without circles, in which exactly what is known to be accessible is."""
    setup, state = world.setup, world.state
    above, box, accessible = members(setup.above), members(state.box), members(state.accessible)
    assert state.tobytes() == masked.state.tobytes()
    assert np.array_equal(above.T, members(setup.below))
    assert np.array_equal(accessible, box & ~(above & box).any(axis=1))
    left = box.copy()
    while left.any():
        free = left & ~(above & left).any(axis=1)
        assert free.any(), "pieces lie over each other in a circle"
        left &= ~free
    assert np.bincount(setup.kinds, minlength=KINDS).tolist() == [5] * KINDS
    every = np.arange(KINDS)[:, None]
    assert np.array_equal(members(setup.alike), setup.kinds == every)
    shares = (setup.kinds // 4 == every // 4) | (setup.kinds % 4 == every % 4)
    assert np.array_equal(members(setup.linked), shares)


@pytest.mark.rule("P-12", "P-13")
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_a_determinization_fits_the_masked_state(deep, seats, options):
    rng = generator(7)
    for position in positions(deep(seats, seed=7, **options), seed=7, every=5):
        for seat in watchers(position):
            masked = position.mask(seat)
            world = masked.determinize(rng)
            assert world.mask(seat).to_bytes() == masked.to_bytes()
            if position.scene is not None:
                check_determinization(world, masked)


@pytest.mark.rule("P-13")
def test_pieces_covered_only_by_hidden_ones_stay_covered_in_every_determinization(table):
    position = table(over=OVER, hidden=HIDDEN)
    masked = position.mask(0)
    blue = 35
    assert not members(masked.setup.above[blue]).any()
    assert not rules.has(masked.state.accessible, blue)
    rng = generator(8)
    covers = set()
    for _ in range(50):
        world = masked.determinize(rng)
        check_determinization(world, masked)
        assert world.mask(0).to_bytes() == masked.to_bytes()
        covers |= {number for number in (20, 21) if rules.has(world.setup.above[blue], number)}
    assert covers == {20, 21}


@pytest.mark.rule("P-13")
def test_determinizations_differ_in_kinds_and_places(deep):
    position = deep(seed=9).play(Event("chance", "first 1"))
    hidden = ~members(position.state.seen)
    rng = generator(9)
    worlds = [position.mask(1).determinize(rng) for _ in range(200)]
    kinds = np.array([world.setup.kinds[hidden] for world in worlds])
    assert (np.sort(kinds) == np.sort(position.setup.kinds[hidden])).all()  # by counting
    assert all(len(set(column)) > 5 for column in kinds.T)
    over = np.array([members(world.setup.above)[hidden].sum(axis=1) for world in worlds])
    assert over.min() >= 1
    assert (over.std(axis=0) > 0.5).all()
    assert any(members(world.setup.below)[hidden][:, ~hidden].any() for world in worlds)  # some lie over seen pieces


@pytest.mark.rule("P-13")
def test_determinizations_can_be_played_to_the_end(deep):
    rng = generator(10)
    for position in filter(running, positions(deep(seed=10), seed=10, every=9)):
        world = position.mask(None).determinize(rng)
        state = copy_record(world.state)
        random_playout(world.setup, state, rng)
        assert rules.to_act(world.setup, state) == 0


def test_a_determinization_depends_on_the_masked_state_and_the_generator_only(deep):
    position = deep(seed=11)
    masked = position.mask(0)
    other = masked.determinize(generator(1)).mask(0)
    one, two = (some.determinize(generator(2)) for some in (masked, other))
    assert one.setup.tobytes() == two.setup.tobytes()
    setup, state = (np.full(kind.itemsize, 0xA5, np.uint8).view(kind)[0] for kind in (rules.SETUP, rules.STATE))
    masking.determinize(masked.setup, masked.state, 0, generator(2), setup, state)
    assert (setup.tobytes(), state.tobytes()) == (one.setup.tobytes(), one.state.tobytes())


def test_the_setup_that_search_copies_is_small():
    assert new_record(rules.SETUP).nbytes + new_record(rules.STATE).nbytes < 4500
