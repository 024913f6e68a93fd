"""What is shown of a table, how the box is drawn, and what the terminal shows."""

import io
from collections import Counter

import numpy as np
import pytest
from rich.console import Console

from ludotheque.engine.position import Event
from ludotheque.engine.registry import game
from ludotheque.games.polygons import rules
from ludotheque.games.polygons.pieces import COLOURS, PIECES, SHAPES
from ludotheque.games.polygons.text import narrate
from ludotheque.locale import words
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from tests.games.polygons.boxes import MANY, hidden_box

GAME = game("polygons")
HOME = GAME.package


def box_event(steps):
    return steps[0].event.more["box"]


def in_box(position):
    return set(np.flatnonzero(rules.as_truths(position.state.box)[0]).tolist())


def kind(entry):
    return entry["shape"], entry["colour"]


def check_seen(position, box):
    """What is shown of the box is what has come to light, against the box as the event has it."""
    inside = in_box(position)
    seen = {piece for piece in range(PIECES) if any(not inside & set(hiding) for hiding in box["sight"][piece])}
    view, picture = position.view(0)["box"], position.picture()
    assert {entry["id"] for entry in view["pieces"]} == seen & inside
    assert view["unseen"] == PIECES - len(seen)
    assert view["left"] == len(inside)
    by_counting = Counter(kind(box["pieces"][piece]) for piece in set(range(PIECES)) - seen)
    assert {kind(entry): entry["count"] for entry in view["unseen_kinds"]} == by_counting
    for entry in view["pieces"]:
        assert kind(entry) == kind(box["pieces"][entry["id"]])
        assert entry["above"] == [other for other in box["above"][entry["id"]] if other in seen & inside]
        assert entry["accessible"] == (not inside & set(box["above"][entry["id"]]))
    assert [entry["id"] for entry in picture["pieces"]] == sorted(seen)
    for entry in picture["pieces"]:
        assert entry["outline"] == box["pieces"][entry["id"]]["outline"]
        assert entry["face"] == box["pieces"][entry["id"]].get("face", entry["outline"])
    return PIECES - len(seen)


@pytest.mark.rule("P-13")
@pytest.mark.parametrize("name", ["1b", "2b", "6a"])
def test_a_piece_is_seen_once_a_set_that_hid_it_is_gone(read_record, name):
    steps = read_record(name)
    unseen = [check_seen(step.position, box_event(steps)) for step in steps[1:]]
    assert unseen[0] > 0
    assert unseen == sorted(unseen, reverse=True)


@pytest.mark.rule("P-13")
def test_many_pieces_come_to_light_one_after_the_other(deep):
    box = hidden_box()
    unseen = [check_seen(position, box) for _, position in play_on(deep(), [Random()] * 2, seed=3)]
    assert unseen[0] >= MANY
    assert len(set(unseen)) > MANY / 2


def check_painting(position):
    """What lies over a piece is painted after it; each layer lies on the one before."""
    pieces = {entry["id"]: entry for entry in position.view(None)["box"]["pieces"]}
    for entry in pieces.values():
        assert all(pieces[other]["level"] > entry["level"] for other in entry["above"])
        assert entry["level"] == 1 or any(
            entry["id"] in other["above"] and other["level"] == entry["level"] - 1 for other in pieces.values()
        )


@pytest.mark.rule("P-13")
def test_the_order_of_painting_puts_what_lies_over_later(read_record, deep):
    for step in read_record("6a")[1::30]:
        check_painting(step.position)
    check_painting(deep())


@pytest.mark.rule("P-13")
def test_what_a_take_would_free_is_counted_on_seen_pieces(read_record):
    for step in read_record("6a")[1::30]:
        pieces = step.position.view(None)["box"]["pieces"]
        for entry in pieces:
            freed = [other["id"] for other in pieces if other["above"] == [entry["id"]]]
            assert entry["frees"] == (freed if entry["accessible"] else [])


@pytest.mark.rule("P-13")
def test_what_hidden_pieces_lie_on_seems_to_be_freed(table):
    """Over the blue square lie a pink one, which is seen, and a green one, which is not."""
    over = {"blue square": ["pink square", "green square"], "green square": ["yellow square"]}
    position = table(over=over, hidden=("green square",))
    entries = {entry["id"]: entry for entry in position.view(0)["box"]["pieces"]}
    blue, pink = rules_piece("blue square"), rules_piece("pink square")
    assert rules_piece("green square") not in entries
    assert entries[blue]["above"] == [pink]
    assert entries[pink]["frees"] == [blue]
    assert position.mask(0).preview(rules.TAKE + pink)["frees"] == [blue]
    after = position.apply_action(0, rules.TAKE + pink)
    assert not has_access(after, blue)


def rules_piece(name):
    """As in conftest: ids go by kind, five copies of each."""
    colour, shape = name.split(" ")
    return (SHAPES.index(shape) * 4 + COLOURS.index(colour)) * 5


def has_access(position, piece):
    return next(entry["accessible"] for entry in position.view(0)["box"]["pieces"] if entry["id"] == piece)


def test_without_a_size_the_box_is_as_large_as_what_is_seen(read_record, deep):
    steps = read_record("6a")
    box = box_event(steps)
    assert "size" not in box
    for position, pieces in ((steps[1].position, box["pieces"]), (deep(size=False), hidden_box()["pieces"])):
        seen = np.flatnonzero(rules.as_truths(position.state.seen)[0])
        corners = np.array([corner for piece in seen for corner in pieces[piece]["outline"]])
        assert position.picture()["size"] == corners.max(axis=0).tolist()
    sized = GAME.start(4, {"teams": True}).play(Event("chance", "box", {"box": {**box, "size": [20000, 19000]}}))
    picture = sized.picture()
    assert picture is not None
    assert picture["size"] == [20000, 19000]


def test_before_the_box_there_is_nothing_to_see():
    view = GAME.start(3).view(0)
    assert (view["stage"], view["box"], view["turn"], view["first"]) == ("box", None, None, None)
    assert GAME.start(3).picture() is None


@pytest.mark.rule("P-50", "P-52")
def test_the_view_tells_partners_and_teams(table):
    position = table(4, teams=True, won={0: (1, 0, 0), 1: (0, 0, 1), 2: (0, 1, 0)}, held={3: ["pink octagon"]})
    view = position.view(None)
    assert [player["partner"] for player in view["players"]] == [2, 3, 0, 1]
    scores = position.scores
    assert view["teams"] == [
        {"seats": [0, 2], "score": scores[0] + scores[2]},
        {"seats": [1, 3], "score": scores[1] + scores[3]},
    ]
    alone = table(4).view(None)
    assert [player["partner"] for player in alone["players"]] == [None] * 4
    assert alone["teams"] == []


@pytest.mark.rule("P-03", "P-31", "P-60", "P-62")
@pytest.mark.parametrize(
    ("options", "first_power"),
    [({}, "exchange"), ({"edition": "fr-give"}, "give"), ({"edition": "fr-give", "expert": True}, "exchange")],
)
def test_the_view_tells_which_powers_there_are(table, options, first_power):
    view = table(2, **options).view(None)
    assert view["powers"] == [first_power, "steal", "discard"]
    kept = [] if "expert" in options else view["powers"]
    assert [player["powers"] for player in view["players"]] == [kept, kept]
    used = table(2, powers={0: 5, 1: 2}, edition=options.get("edition", "en")).view(None)
    first_of = "give" if "edition" in options else "exchange"
    assert [player["powers"] for player in used["players"]] == [[first_of, "discard"], ["steal"]]


@pytest.mark.rule("P-26")
def test_the_view_tells_whose_tokens_lie_face_down(table):
    position = table(3, won={0: (2, 0, 1)})
    for seat, down in ((None, [True, True, True]), (0, [False, True, True]), (2, [True, True, False])):
        assert [player["face_down"] for player in position.view(seat)["players"]] == down
    assert position.view(1)["players"][0]["tokens"] == [2, 2, 4]  # who has counted knows them
    ended = table(2, ending=1, turn=1, powers={0: 0, 1: 0}).apply_action(1, rules.STOP)
    assert ended.is_over
    assert [player["face_down"] for player in ended.view(None)["players"]] == [False, False]


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
    return printed(GAME.text_renderer.draw(position.view(seat), words(language, HOME)))


def sheet(position, seat, language="en"):
    return printed(GAME.text_renderer.sheet(position.view(seat), words(language, HOME)))


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
    ended = ended.apply_action(1, rules.STOP)
    assert ended.is_over
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
        earned = earned.apply_action(0, rules.TAKE + number)
    text = drawn(earned, 0)
    assert "a power may be used" in text
    assert "green triangle 0 > green triangle 1" in text
    assert "Power tokens" not in text


def told(position, action, language="en"):
    """What the terminal says of an action, to people who watch."""
    after, buffer = position.play_with_effects(Event(position.to_act[0], action))
    names = ("Ada", "Bob", "Cleo", "Dan")
    return narrate(after.mask_effects(buffer, None), names.__getitem__, words(language, HOME))


@pytest.mark.rule("P-26", "P-27", "P-41")
def test_the_terminal_tells_steps_that_follow_by_themselves(table):
    blues = [f"blue {shape}" for shape in SHAPES]
    position = table(3, powers={0: 0, 1: 0, 2: 0}, box=["green square"], held={1: blues}, piles=(0, 0, 0, 1))
    green = rules_piece("green square")
    assert told(table(powers={0: 0, 1: 0}, held={1: blues}, turn=1), "take 20") == ["Bob took a green square."]
    assert told(position, f"take {green}") == [
        "Ada took a green square.",
        "Last round: the box is empty.",
        "Bob took nothing.",
        "Bob completed the blue set (token 4).",
        "Cleo took nothing.",
        "The game is over: the box is empty.",
    ]
    assert told(position, f"take {green}", "fr")[3] == "Bob a complété la série bleue (jeton 4)."
    waiting = table(powers={0: 0, 1: 0}, held={1: [*blues, "green square"]}, turn=1)
    waiting = waiting.play(Event(1, f"take {rules_piece('pink octagon')}"))
    assert told(waiting, "stop") == ["Bob stopped taking.", "Bob completed the blue set (one token)."]
    power = table(held={0: ["green square"], 1: ["pink octagon"]})
    assert told(power, f"exchange {green} {rules_piece('pink octagon')}", "fr") == [
        "Ada a échangé un carré vert contre un octogone rose avec Bob."
    ]


def test_that_the_box_was_opened_needs_no_words():
    opened, box = GAME.start(2).play_with_effects(Event("chance", "box", {"box": hidden_box()}))
    begun, first = opened.play_with_effects(Event("chance", "first 1"))
    found = [*begun.mask_effects(box, 0), *begun.mask_effects(first, 0)]
    assert narrate(found, str, words("en", HOME)) == ["1 started."]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["3b", "5b", "7b"])
def test_every_event_of_a_record_is_told(read_record, name, language):
    for step in read_record(name)[:-1]:
        after, buffer = step.position.play_with_effects(step.event)
        found = after.mask_effects(buffer, 0)
        lines = narrate(found, str, words(language, HOME))
        silent = ("turn_passed", "box_opened", "freed", *(["uncovered"] if step.event.do == "box" else []))
        assert bool(lines) == any(one["effect"] not in silent for one in found)
        assert not any("polygons-" in line or "{" in line for line in lines)


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
        for reason in rules.END_REASONS:
            assert say(f"reason-{reason}")
        for option in GAME.options:
            assert say(f"option-{option.replace('_', '-')}")
