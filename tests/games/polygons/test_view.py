"""P-13 and P-26: what may be seen, and what the terminal shows."""

import io
import json
from collections import Counter

import numpy as np
import pytest
from rich.console import Console

from ludotheque.core.chance import generator
from ludotheque.core.game import Position, copy
from ludotheque.core.registry import game
from ludotheque.games.polygons import rules
from ludotheque.games.polygons.pieces import COLOURS, PIECES, SHAPES
from ludotheque.games.polygons.sampler import put_relations
from ludotheque.games.polygons.view import redeal, seen_pieces
from ludotheque.locale import words

GAME = game("polygons")
HOME = GAME.home


def box_event(steps):
    return steps[0].event.more["box"]


def in_box(position):
    return set(np.flatnonzero(rules.as_truths(position.state.box)[0]).tolist())


def kind(entry):
    return entry["shape"], entry["colour"]


@pytest.mark.rule("P-13")
@pytest.mark.parametrize("name", ["1b", "2b", "6a"])
def test_a_piece_is_seen_once_a_set_that_hid_it_is_gone(read_record, name):
    """At every step of a game, against the box as the record has it."""
    steps = read_record(name)
    box = box_event(steps)
    hidden_at_first = None
    for step in steps[1:]:
        inside = in_box(step.position)
        seen = {piece for piece in range(PIECES) if any(not inside & set(hiding) for hiding in box["sight"][piece])}
        view = step.position.view(0)["box"]
        hidden_at_first = hidden_at_first or view["unseen"]
        assert {entry["id"] for entry in view["pieces"]} == seen & inside
        assert view["unseen"] == PIECES - len(seen)
        assert view["left"] == len(inside)
        by_counting = Counter(kind(box["pieces"][piece]) for piece in set(range(PIECES)) - seen)
        assert {kind(entry): entry["count"] for entry in view["unseen_kinds"]} == by_counting
        for entry in view["pieces"]:
            assert kind(entry) == kind(box["pieces"][entry["id"]])
            assert entry["outline"] == box["pieces"][entry["id"]]["outline"]
            assert entry["above"] == [other for other in box["above"][entry["id"]] if other in seen & inside]
            assert entry["accessible"] == (not inside & set(box["above"][entry["id"]]))
    assert hidden_at_first


@pytest.mark.rule("P-13")
def test_the_order_of_painting_puts_what_lies_over_later(read_record):
    for step in read_record("6a")[1::30]:
        pieces = {entry["id"]: entry for entry in step.position.view(None)["box"]["pieces"]}
        for entry in pieces.values():
            assert all(pieces[other]["level"] > entry["level"] for other in entry["above"])
            assert entry["level"] == 1 or any(
                entry["id"] in other["above"] and other["level"] == entry["level"] - 1 for other in pieces.values()
            )


@pytest.mark.rule("P-13")
def test_what_a_take_would_free_is_counted_on_seen_pieces(read_record):
    for step in read_record("6a")[1::30]:
        pieces = step.position.view(None)["box"]["pieces"]
        for entry in pieces:
            freed = [other["id"] for other in pieces if other["above"] == [entry["id"]]]
            assert entry["frees"] == (freed if entry["accessible"] else [])


def everything_told(position, seat):
    """All that leaves a table: the view, the legal actions, and why anything is refused."""
    told = [position.view(seat)]
    if position.to_act and position.to_act[0] != "chance":
        told.append(position.legal(position.to_act[0]))
        for word in ("take", "discard", "steal"):
            for piece in range(PIECES):
                refusal = position.why(position.to_act[0], f"{word} {piece}")
                told.append(None if refusal is None else [refusal.code, refusal.message, refusal.detail])
    return json.dumps(told)


@pytest.mark.rule("P-13")
@pytest.mark.parametrize("name", ["2b", "6a"])
def test_redealing_what_is_hidden_changes_nothing_that_is_told(read_record, name):
    rng = generator(13)
    differed = 0
    for step in read_record(name)[1::9]:
        position = step.position
        other = Position(GAME, *redeal(position.setup, position.state, 0, rng))
        differed += not np.array_equal(other.setup.kinds, position.setup.kinds)
        assert sorted(other.setup.kinds) == sorted(position.setup.kinds)
        assert everything_told(other, 0) == everything_told(position, 0)
    assert differed > 3


@pytest.mark.rule("P-13")
def test_nothing_about_a_hidden_piece_is_told(read_record):
    """Each hidden piece gets another outline, lies under everything seen, and nothing lies on it any longer but what
    keeps it hidden: nobody can tell."""
    position = read_record("6a")[2].position
    setup = copy(position.setup)
    seen = seen_pieces(position.setup, position.state)
    accessible = rules.as_truths(position.state.accessible)[0]
    above = rules.as_truths(setup.above)
    for piece in np.flatnonzero(~seen):
        above[:, piece] = False  # it lies over nothing now
        above[piece] = accessible  # and under all that is on top
        setup.outlines[piece] = 12345
        setup.outline_corners[piece] = 3
        setup.faces[piece] = 54321
        begin, end = setup.sight_from[piece], setup.sight_from[piece + 1]
        setup.sight[begin:end] = rules.as_words(accessible)[0]
    put_relations(setup, position.setup.kinds, above)
    other = Position(GAME, setup, position.state)
    assert not np.array_equal(setup.above, position.setup.above)
    for seat in (None, 0, 3):
        assert everything_told(other, seat) == everything_told(position, seat)


def test_without_a_size_the_box_is_as_large_as_what_is_seen(read_record):
    steps = read_record("6a")
    box = box_event(steps)
    assert "size" not in box
    position = steps[1].position
    seen = np.flatnonzero(seen_pieces(position.setup, position.state))
    corners = np.array([corner for piece in seen for corner in box["pieces"][piece]["outline"]])
    assert position.view(None)["box"]["size"] == corners.max(axis=0).tolist()
    sized = GAME.start(4, {"teams": True}).play(
        type(steps[0].event)("chance", "box", {"box": {**box, "size": [20000, 19000]}})
    )
    assert sized.view(None)["box"]["size"] == [20000, 19000]


def test_all_pieces_are_somewhere(read_record):
    """No piece is lost or doubled: in the box, on the stack, in one collection, or out of the game."""
    for name in ("4b", "7b"):
        left_before = set(range(PIECES))
        for step in read_record(name)[1:]:
            view = step.position.view(None)
            places = [in_box(step.position), {entry["id"] for entry in view["chain"]}]
            places += [{entry["id"] for entry in player["collection"]} for player in view["players"]]
            here = set().union(*places)
            assert len(here) == sum(map(len, places))
            assert here <= left_before  # what is out of the game stays out
            left_before = here


# -- The terminal -----------------------------------------------------------------------------------------------------


def printed(what):
    page = io.StringIO()
    Console(width=140, no_color=True, file=page).print(what)
    return page.getvalue()


def drawn(position, seat, language="en"):
    return printed(GAME.drawer.draw(position.view(seat), words(language, HOME)))


def sheet(position, seat, language="en"):
    return printed(GAME.drawer.sheet(position.view(seat), words(language, HOME)))


@pytest.mark.rule("P-26")
def test_tokens_of_others_lie_face_down_until_the_end(table):
    position = table(won={0: (2, 0, 1), 1: (0, 3, 0)}, powers={0: 0, 1: 0})
    own, other = "2 + 2 + 4", "3 + 3 + 3"
    for show in (drawn, sheet):
        assert own in show(position, 0)
        assert other not in show(position, 0)
        assert "3 face down" in show(position, 0)
        assert own not in show(position, None)
        assert other not in show(position, None)
    ended = table(won={0: (2, 0, 1), 1: (0, 3, 0)}, powers={0: 0, 1: 0}, ending=1, turn=1)
    ended = ended.do(1, rules.STOP)
    assert ended.over
    for show in (drawn, sheet):
        assert own in show(ended, 0)
        assert other in show(ended, 0)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["1b", "3b", "5b", "7b"])
def test_every_position_can_be_drawn(read_record, name, language):
    steps = read_record(name)
    for step in [*steps[::17], steps[-1]]:
        for seat in (None, 0):
            assert drawn(step.position, seat, language).strip()
            assert sheet(step.position, seat, language).strip()


def test_the_drawing_tells_what_can_be_taken(read_record):
    position = read_record("6a")[2].position
    view = position.view(0)["box"]
    text = drawn(position, 0)
    assert f"{view['unseen']} pieces unseen" in text
    for shape in SHAPES:
        row = next(line for line in text.splitlines() if line.startswith(shape))
        shown = {int(word) for word in row.split() if word.isdigit()}
        assert shown == {entry["id"] for entry in view["pieces"] if entry["accessible"] and entry["shape"] == shape}


def test_the_drawing_tells_the_last_round_and_an_earned_power(table):
    assert "Last round" in drawn(table(ending=1), 0)
    earned = table(expert=True)
    for number in (0, 1):
        earned = earned.do(0, rules.TAKE + number)
    text = drawn(earned, 0)
    assert "a power may be used" in text
    assert "green triangle 0 > green triangle 1" in text
    assert "Power tokens" not in text


def test_team_sums_are_on_the_sheet(read_record):
    position = read_record("6a")[-1].position
    text = sheet(position, None)
    scores = position.scores
    for team in (0, 1):
        row = next(line for line in text.splitlines() if f"Players {team + 1} and {team + 3}" in line)
        assert row.rstrip("│ ").endswith(str(scores[team] + scores[team + 2]))


def test_every_kind_has_words():
    for language in ("en", "fr"):
        say = words(language, HOME)
        for word in (*SHAPES, *COLOURS, "exchange", "give", "steal", "discard"):
            assert say(f"polygons-{word}")
        for reason in rules.REASONS:
            assert say(f"reason-{reason}")
        for option in GAME.options:
            assert say(f"option-{option.replace('_', '-')}")
