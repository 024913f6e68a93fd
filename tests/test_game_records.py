"""Reading game records: everything that ``docs/reference/game-records.md`` says is read or refused."""

import copy
import json
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludotheque.engine.errors import Refusal
from ludotheque.engine.registry import game, games
from ludotheque.game_records import Header, Reader, read, read_event, read_line, write_event, write_header, write_result
from ludotheque.search.bots import Random
from ludotheque.search.game_loop import play_on
from ludotheque.store import log

pytestmark = pytest.mark.quick

HEADER = {
    "record": 1,
    "game": "take_it_easy",
    "rules": 1,
    "seats": 2,
    "options": {"rounds": 1},
    "players": ["Ada", "Émilie"],
}
DRAW = {"by": "chance", "do": "draw 2-9-4"}
PLACE = {"by": 0, "do": "place 2-9-4 c3"}


def text(*lines):
    """A record of these lines: objects as JSON, texts and bytes as they are."""

    def raw(line):
        if isinstance(line, bytes):
            return line
        return (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)).encode()

    return b"".join(raw(line) + b"\n" for line in lines)


def verdict(data):
    """How a record is refused: the code and the line. None if it is good."""
    try:
        read(data)
    except Refusal as refusal:
        return refusal.code, refusal.line
    return None


@cache
def random_record(name, seats, options=(), seed=1, box="dropped"):
    """The lines of a whole record that random bots played."""
    chosen = game(name)
    header = Header(chosen, seats, dict(options), [f"random {seat}" for seat in range(seats)])
    lines = [write_header(header)]
    choices = {"box": box} if chosen.table_settings else {}
    for event, position in play_on(header.start(), [Random()] * seats, seed, choices=choices):  # noqa: B007
        lines.append(write_event(event))
    assert position.result is not None
    return (*lines, write_result(position.result))


WHOLE = random_record("take_it_easy", 2, (("rounds", 1),), seed=3)
RESULT = json.loads(WHOLE[-1])["result"]
TABLES = [
    ("take_it_easy", 1, (("rounds", 1),)),
    ("take_it_easy", 3, (("rounds", 2), ("pairs", True), ("adjacent", True))),
    ("micropul", 1, ()),
    ("micropul", 2, (("single_double", True),)),
    ("polygons", 2, ()),
    ("polygons", 4, (("edition", "fr-give"), ("teams", True), ("expert", True))),
]


# -- Versions of the rules --------------------------------------------------------------------------------------------


@pytest.fixture
def newer(monkeypatch):
    """Take It Easy with a version 2 of its rules, whose default is three rounds instead of four."""
    old = game("take_it_easy")
    rounds = replace(old.options["rounds"], default=3)
    new = replace(old, rules_version=2, options={**old.options, "rounds": rounds}, older_versions={1: {"rounds": 4}})
    monkeypatch.setitem(games(), "take_it_easy", new)
    return new


def test_a_game_reads_the_records_of_its_older_rules(newer):
    usual = json.dumps({"record": 1, "game": "take_it_easy", "rules": 1, "seats": 1})
    (step,) = read(text(usual))
    assert step.position.options()["rounds"] == 4, "as it was when it was played"
    steps = read(text(*WHOLE))
    assert steps[-1].position.is_over
    assert json.loads(write_header(Header(newer, 1, step.position.options(), ["a"])))["options"] == {"rounds": 4}
    with pytest.raises(Refusal, match="version 1 and 2 of the rules, not 3") as info:
        read(text(usual.replace('"rules": 1', '"rules": 3')))
    assert (info.value.code, info.value.line) == ("header", 1)


def test_a_table_of_older_rules_goes_on(newer):
    facts = {"game": "take_it_easy", "seats": 1}
    assert log.start_position({**facts, "rules": 1}).options()["rounds"] == 4
    assert log.start_position({**facts, "rules": 2}).options()["rounds"] == 3


# -- Lines ------------------------------------------------------------------------------------------------------------


def test_a_whole_record_is_good():
    steps = read(text(*WHOLE))
    assert [step.line for step in steps] == list(range(2, len(WHOLE) + 1))
    assert steps[-1].position.is_over
    assert steps[-1].event is None


def test_the_last_line_may_lack_its_end():
    assert verdict(text(*WHOLE)[:-1]) is None
    assert verdict(text(HEADER, DRAW)[:-1]) is None
    assert verdict(text(HEADER)[:-1]) is None


def test_a_running_record_may_stop_after_any_event():
    for length in range(1, len(WHOLE) - 1):
        steps = read(text(*WHOLE[:length]))
        assert steps[-1].line == length + 1
        assert not steps[-1].position.is_over


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "header"),
        (b"\n", "malformed"),
        (b" \n", "malformed"),
        (b"\x00", "malformed"),
        (b"\xff\xfe{}", "malformed"),
        (b"[]\n", "malformed"),
        (b"null\n", "malformed"),
        (b'"record"\n', "malformed"),
        (b"{}\n", "header"),
        (b"\xef\xbb\xbf" + text(HEADER), "malformed"),
        (text(HEADER).replace(b"\n", b"\r\n"), "malformed"),
        (text(HEADER).replace(b"\n", b"\r"), "malformed"),
        (b"\n" + text(HEADER), "malformed"),
        (text(HEADER).decode().encode("utf-16"), "malformed"),
        (text(HEADER).decode().encode("latin-1"), "malformed"),
        (text(DRAW), "header"),
        (bytes(range(256)) * 10, "malformed"),
    ],
    ids=repr,
)
def test_invalid_data_is_refused_at_line_1(data, code):
    assert verdict(data) == (code, 1)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"   ",
        b"\t",
        text(DRAW)[:-1] + b"\r",
        b'{"by": "chance",\r"do": "draw 2-9-4"}',
        b"\xef\xbb\xbf" + text(DRAW)[:-1],
        text(DRAW)[:-1] + b"\x00",
        b'{"by": "chance", "do": "draw 2-9-4\xff"}',
        b'{"by": "chance", "do": "draw 2-9-4", "x": "\xed\xa0\x80"}',  # half a surrogate pair is not UTF-8
        '{"by": "chance", "do": "draw 2-9-4"',
        '{"by": "chance", "do": "draw 2-9-4"} {}',
        '{"by": "chance", "do": "draw 2-9-4",}',
        "{'by': 'chance', 'do': 'draw 2-9-4'}",
        '["chance", "draw 2-9-4"]',
        "draw 2-9-4",
        "17",
        '{"by": "chance", "do": "draw 2-9-4", "do": "draw 2-9-4"}',
        '{"by": "chance", "by": "chance", "do": "draw 2-9-4"}',
        '{"by": "chance", "do": "draw 2-9-4", "x": 1, "x": 1}',
        '{"by": "chance", "do": "draw 2-9-4", "x": {"deep": [{"y": 1, "y": 2}]}}',
        '{"by": "chance", "do": "draw 2-9-4", "x": 1, "\\u0078": 1}',  # the same name, spelt otherwise
        '{"by": "chance", "do": "draw 2-9-4", "x": NaN}',
        '{"by": "chance", "do": "draw 2-9-4", "x": [Infinity]}',
        '{"by": "chance", "do": "draw 2-9-4", "x": {"y": -Infinity}}',
        '{"by": "chance", "do": "draw 2-9-4", "x": 1e999}',
        '{"by": "chance", "do": "draw 2-9-4", "x": -1.5E+400}',
        '{"by": "chance", "do": "draw 2-9-4", "x": ' + "9" * 5000 + "}",
        '{"by": "chance", "do": "draw 2-9-4", "x": 01}',
        '{"by": "chance", "do": "draw 2-9-4", "x": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"by": "chance", "do": "draw 2-9-4", "x": ' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}",
        "[" * 100_000,
        '{"by": "chance", "do": "a\tb"}',
        {"by": "chance"},
        {"do": "draw 2-9-4"},
        {"x": 1},
        {},
        {"by": True, "do": "draw 2-9-4"},
        {"by": False, "do": "draw 2-9-4"},
        '{"by": 2.0, "do": "draw 2-9-4"}',
        '{"by": 0e0, "do": "draw 2-9-4"}',
        {"by": "0", "do": "draw 2-9-4"},
        {"by": "1", "do": "draw 2-9-4"},
        {"by": "Chance", "do": "draw 2-9-4"},
        {"by": "", "do": "draw 2-9-4"},
        {"by": None, "do": "draw 2-9-4"},
        {"by": ["chance"], "do": "draw 2-9-4"},
        {"by": {}, "do": "draw 2-9-4"},
        {"by": "chance", "do": None},
        {"by": "chance", "do": 17},
        {"by": "chance", "do": True},
        {"by": "chance", "do": ["draw", "2-9-4"]},
        {"by": "chance", "do": {"draw": "2-9-4"}},
        {**DRAW, "result": RESULT},
        {"by": 0, "result": RESULT},
        {"do": "draw 2-9-4", "result": None},
    ],
    ids=lambda line: str(line)[:60],
)
def test_a_malformed_line_is_refused_at_its_number(line):
    assert verdict(text(HEADER, line)) == ("malformed", 2)
    assert verdict(text(*WHOLE[:9], line, *WHOLE[9:])) == ("malformed", 10)


def test_a_blank_line_is_refused_wherever_it_stands():
    assert verdict(text(HEADER, DRAW, "")) == ("malformed", 3)
    assert verdict(text(HEADER, "", DRAW)) == ("malformed", 2)


def test_unknown_fields_are_ignored_everywhere():
    extra = {"x": 1, "note": "é", "deep": [[{"a": None}]], "number": 10**200, "half": 1e308, "lone": "\\ud800"}
    fields = [json.loads(line) for line in WHOLE]
    lines = [{**line, **extra} for line in fields]
    lines[-1] = {"result": {**RESULT, **extra}, **extra}
    lines[0] = {**lines[0], "by": 3, "do": "x", "result": {}, "box": 1, "fair": {"commitment": "x"}}
    assert verdict(text(*lines)) is None
    assert Reader(text(*lines)).header.more["note"] == "é"
    assert verdict(text(HEADER, '{"x": "\\ud800", "by": "chance", "do": "draw 2-9-4"}')) is None


def test_space_between_the_parts_of_a_line_is_json_and_good():
    assert verdict(text('  {"by" :\t"chance" , "do":"draw 2-9-4"} ').join([text(HEADER), b""])) is None


def test_order_of_fields_does_not_matter():
    assert verdict(text(*(dict(reversed(json.loads(line).items())) for line in WHOLE))) is None


# -- The header -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["record", "game", "rules", "seats"])
def test_the_header_needs_four_fields(name):
    assert verdict(text({key: value for key, value in HEADER.items() if key != name})) == ("header", 1)


@pytest.mark.parametrize("name", ["options", "players"])
def test_the_header_can_do_without_the_others(name):
    assert verdict(text({key: value for key, value in HEADER.items() if key != name}, DRAW)) is None


@pytest.mark.parametrize(
    "change",
    [
        {"record": 0},
        {"record": 2},
        {"record": True},
        {"record": "1"},
        {"record": 1.0},
        {"record": None},
        {"record": [1]},
        {"rules": 0},
        {"rules": 2},
        {"rules": True},
        {"rules": "1"},
        {"rules": 1.0},
        {"rules": -1},
        {"rules": 10**100},
        {"game": "chess"},
        {"game": "Take_It_Easy"},
        {"game": "take_it_easy "},
        {"game": ""},
        {"game": None},
        {"game": 1},
        {"game": ["take_it_easy"]},
        {"game": {}},
        {"seats": 0},
        {"seats": -1},
        {"seats": 9},
        {"seats": 10**100},
        {"seats": True},
        {"seats": 2.0},
        {"seats": "2"},
        {"seats": None},
        {"options": None},
        {"options": []},
        {"options": "rounds"},
        {"options": {"speed": 1}},
        {"options": {"": 1}},
        {"options": {"Rounds": 1}},
        {"options": {"rounds": 0}},
        {"options": {"rounds": 100}},
        {"options": {"rounds": -1}},
        {"options": {"rounds": 10**100}},
        {"options": {"rounds": True}},
        {"options": {"rounds": 2.0}},
        {"options": {"rounds": "2"}},
        {"options": {"rounds": None}},
        {"options": {"rounds": [2]}},
        {"options": {"pairs": 1}},
        {"options": {"pairs": 0}},
        {"options": {"pairs": "true"}},
        {"options": {"pairs": None}},
        {"options": {"edition": "en"}},
        {"players": None},
        {"players": {}},
        {"players": "Ada"},
        {"players": ["Ada"]},
        {"players": ["Ada", "Bob", "Eve"]},
        {"players": ["Ada", 2]},
        {"players": ["Ada", None]},
        {"game": "polygons", "options": {"edition": "de"}},
        {"game": "polygons", "options": {"edition": 1}},
        {"game": "polygons", "options": {"edition": None}},
        {"game": "polygons", "options": {"teams": True}},
        {"game": "polygons", "options": {}, "seats": 1, "players": ["Ada"]},
        {"game": "micropul", "options": {}, "seats": 3, "players": ["a", "b", "c"]},
    ],
    ids=str,
)
def test_a_wrong_header_is_refused_at_line_1(change):
    assert verdict(text({**HEADER, **change})) == ("header", 1)
    assert verdict(text({**HEADER, **change}, b"\xff")) == ("header", 1)


@pytest.mark.parametrize("number", ["9" * 5000, "1e999", "NaN", "Infinity"])
@pytest.mark.parametrize("name", ["record", "rules", "seats", "options"])
def test_no_number_breaks_the_header(name, number):
    line = json.dumps({**HEADER, name: "?"}).replace('"?"', number)
    assert verdict(text(line)) == ("malformed", 1)


def test_repeated_fields_of_the_header_are_malformed():
    for twice in ('"seats": 2, "seats": 2', '"options": {"rounds": 1, "rounds": 1}', '"x": [{"y": 1, "y": 1}]'):
        line = f'{{"record": 1, "game": "take_it_easy", "rules": 1, "seats": 2, {twice}}}'
        assert verdict(text(line)) == ("malformed", 1)


@pytest.mark.parametrize("name", games())
def test_a_default_written_out_is_read_but_not_written(name):
    chosen = game(name)
    defaults = {option: spec.default for option, spec in chosen.options.items()}
    seats = chosen.seats[1]
    line = {"record": 1, "game": name, "rules": chosen.rules_version, "seats": seats, "options": defaults}
    header = Reader(text(line)).header
    assert header.options == defaults
    written = json.loads(write_header(header))
    assert written["options"] == {}
    assert len(written["players"]) == seats


def test_a_header_is_written_as_it_was_read():
    line = json.dumps({**HEADER, "date": "2025-01-01"}, ensure_ascii=False)
    assert write_header(Reader(text(line)).header) == line


# -- Events -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", [-1, 2, 8, 9, 63, 64, 2**31, 2**63, 2**64, 10**200, -(2**63)])
def test_a_seat_that_is_not_there_is_not_to_act(by):
    assert verdict(text(HEADER, DRAW, {"by": by, "do": "place 2-9-4 c3"})) == ("not_to_act", 3)
    assert verdict(text(HEADER, {"by": by, "do": "place 2-9-4 c3"})) == ("not_to_act", 2)


def test_event_of_a_seat_not_to_act_is_refused():
    assert verdict(text(HEADER, DRAW, DRAW)) == ("not_to_act", 3)
    assert verdict(text(HEADER, PLACE)) == ("not_to_act", 2)
    assert verdict(text(HEADER, DRAW, PLACE, PLACE)) == ("not_to_act", 4)


@pytest.mark.parametrize(
    "do",
    [
        "",
        " ",
        "place",
        "PLACE 2-9-4 c3",
        "Place 2-9-4 c3",
        "place 2-9-4 C3",
        "place  2-9-4 c3",
        "place 2-9-4  c3",
        " place 2-9-4 c3",
        "place 2-9-4 c3 ",
        "place 2-9-4 c3\n",
        "place\t2-9-4 c3",
        "place\u00a02-9-4 c3",
        "place 2-9-4 c03",
        "place 2-9-4 c+3",
        "place 02-9-4 c3",
        "place +2-9-4 c3",
        "place 2-9-4 c\u0663",
        "place 2-9-4 c\uff13",
        "place 2-9-4 c3 c3",
        "place 2-9-4",
        "place c3",
        "c3",
        "draw 2-9-4",
        "place 2-9-4 c6",
        "place 2-9-4 f1",
        "place 4-9-2 c3",
        "place 2-9-4 c3\u0000",
        "place " * 10_000,
    ],
    ids=lambda do: repr(do)[:40],
)
def test_non_canonical_action_text_is_refused(do):
    code, line = verdict(text(HEADER, DRAW, {"by": 0, "do": do}))
    assert line == 3
    assert code in ("unknown_action", "no_such_tile", "no_such_cell")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
def test_non_canonical_action_text_is_refused_in_every_game(name, seats, options):
    """Each event of a game in another spelling is refused with a code at its line."""
    lines = random_record(name, seats, options)
    position = Reader(text(lines[0])).header.start()
    for line in lines[1:-1]:
        fields = json.loads(line)
        by, do = fields["by"], fields["do"]
        words = do.split(" ")
        others = [do.upper(), do.title(), f" {do}", f"{do} ", f"{do}\n", do.replace(" ", "  "), f"{do} x", do[:-1]]
        for at, word in enumerate(words):
            if word.lstrip("-").isdigit():
                others += [" ".join([*words[:at], other, *words[at + 1 :]]) for other in (f"0{word}", f"+{word}")]
            if "," in word:
                x, y = word.split(",")
                places = (f"{x},0{y}", f"+{x},{y}", f"{x}, {y}", f"{x};{y}", f"{x},{y}.0", f"-{x},{y}" * (x == "0"))
                others += [" ".join([*words[:at], other, *words[at + 1 :]]) for other in places]
        for other in others:
            if other != do and not (
                other == do[:-1] and other in (position.legal_texts(by) if by != "chance" else [other])
            ):
                assert position.illegal_reason(by, other) is not None, other
        position = position.play(read_event(read_line(line.encode())))


# -- The result -------------------------------------------------------------------------------------------------------


def test_a_result_before_the_end_is_early():
    for length in (1, 2, 3, len(WHOLE) - 2):
        assert verdict(text(*WHOLE[:length], WHOLE[-1])) == ("result_early", length + 1)
    assert verdict(text(HEADER, {"result": None})) == ("result_early", 2)


def test_a_finished_game_needs_its_result():
    assert verdict(text(*WHOLE[:-1])) == ("no_result", len(WHOLE))
    assert verdict(text(*WHOLE[:-1])[:-1]) == ("no_result", len(WHOLE))


def test_nothing_follows_the_end():
    end = len(WHOLE)
    assert verdict(text(*WHOLE[:-1], DRAW)) == ("over", end)
    assert verdict(text(*WHOLE[:-1], PLACE)) == ("over", end)
    assert verdict(text(*WHOLE[:-1], {"by": 77, "do": ""})) == ("over", end)
    for more in (WHOLE[-1], DRAW, PLACE, "", "nonsense", b"\xff", "{}"):
        assert verdict(text(*WHOLE, more)) == ("after_result", end + 1)


def test_steps_before_a_refused_line_are_not_lost():
    def lines_read(data):
        seen = []
        try:
            for step in Reader(data).steps():
                seen.append(step.line)
        except Refusal as refusal:
            return seen, refusal.line
        return seen, None

    for at in range(2, len(WHOLE) + 2):
        spoilt = text(*WHOLE[: at - 1], "nonsense", *WHOLE[at - 1 :])
        assert lines_read(spoilt) == (list(range(2, at)), at)
    assert lines_read(text(*WHOLE[:-1])) == (list(range(2, len(WHOLE))), len(WHOLE))


def wrong_results():
    scores, winners, reason = RESULT["scores"], RESULT["winners"], RESULT["reason"]
    yield {}
    for name in RESULT:
        yield {key: value for key, value in RESULT.items() if key != name}
        anything: list[object] = [None, True, 0, "", [], {}, [None], [[]]]
        for wrong in anything:
            yield {**RESULT, name: wrong}
    yield {**RESULT, "scores": scores[:1]}
    yield {**RESULT, "scores": [*scores, 0]}
    yield {**RESULT, "scores": [scores[0] + 1, scores[1]]}
    yield {**RESULT, "scores": [float(score) for score in scores]}
    yield {**RESULT, "scores": [str(score) for score in scores]}
    yield {**RESULT, "scores": dict(enumerate(scores))}
    yield {**RESULT, "winners": [1 - seat for seat in winners]}
    yield {**RESULT, "winners": winners + winners}
    yield {**RESULT, "winners": [0, 1]}
    yield {**RESULT, "winners": [float(seat) for seat in winners]}
    yield {**RESULT, "winners": [bool(seat) for seat in winners]}
    yield {**RESULT, "winners": winners[0]}
    yield {**RESULT, "reason": reason.upper()}
    yield {**RESULT, "reason": f"{reason} "}
    yield {**RESULT, "reason": [reason]}
    yield from (None, True, 1, "complete", [], [RESULT])


@pytest.mark.parametrize("result", list(wrong_results()), ids=str)
def test_a_wrong_result_is_refused(result):
    assert RESULT["scores"][0] != RESULT["scores"][1], "one seat wins here"
    assert verdict(text(*WHOLE[:-1], {"result": result})) == ("result_wrong", len(WHOLE))


def test_a_score_that_is_a_truth_value_is_refused():
    """0 and false are equal in Python, but not in a record."""
    lines = random_record("take_it_easy", 2, (("rounds", 1),), seed=1)
    result = {"scores": [0, 0], "winners": [0, 1], "reason": "complete"}
    for right in ('{"scores": [0, -0], "winners": [0, 1], "reason": "complete"}', json.dumps(result)):
        assert verdict(text(*lines[:-1], f'{{"result": {right}}}')) is None
    for wrong in ({"scores": [False, 0]}, {"scores": [0, 0.0]}, {"winners": [False, True]}, {"winners": [1, 0]}):
        assert verdict(text(*lines[:-1], {"result": {**result, **wrong}})) == ("result_wrong", len(lines))


# -- Any record -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), TABLES, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_records_of_bot_games_replay(name, seats, options, seed):
    lines = random_record(name, seats, options, seed)
    steps = read(text(*lines))
    assert [step.line for step in steps] == list(range(2, len(lines) + 1))
    rewritten = [write_event(step.event) for step in steps if step.event is not None]
    assert rewritten == list(lines[1:-1])


def judge(data):
    """A mutated record is valid, or refused at one of its lines; if valid, its result follows from its events."""
    lines = data.split(b"\n")
    refused = verdict(data)
    if refused is not None:
        code, line = refused
        assert 1 <= line <= len(lines) + 1
        assert code
        return
    steps = read(data)
    last = steps[-1].position
    if last.is_over:
        result = json.loads(lines[steps[-1].line - 1])["result"]
        assert last.result is not None
        assert [result["scores"], result["winners"]] == [last.scores, last.result.winners]
        assert all(type(number) is int for number in result["scores"] + result["winners"])
    else:
        assert b'"result"' not in data.split(b"\n", 1)[1], "a result is read only after the end"


def chosen_record(draw):
    name, seats, options = draw(st.sampled_from(TABLES[:4]))
    return random_record(name, seats, options)


FUZZ = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], database=None
)


@FUZZ
@given(st.binary(max_size=300))
def test_fuzz_random_bytes(data):
    judge(data)
    judge(text(HEADER) + data)
    judge(text(*WHOLE[:8]) + data)


@FUZZ
@given(st.data())
def test_fuzz_changed_bytes(data):
    lines = chosen_record(data.draw)
    raw = bytearray(text(*lines))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at] = data.draw(st.integers(0, 255))
    judge(bytes(raw))


@FUZZ
@given(st.data())
def test_fuzz_changed_lines(data):
    """Lines lost, doubled, swapped, cut or taken from another game."""
    lines = list(chosen_record(data.draw))
    for _ in range(data.draw(st.integers(1, 2))):
        one, two = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match data.draw(st.sampled_from(["lose", "double", "swap", "cut", "other"])):
            case "lose" if len(lines) > 1:
                del lines[one]
            case "double":
                lines.insert(two, lines[one])
            case "swap":
                lines[one], lines[two] = lines[two], lines[one]
            case "cut":
                lines[one] = lines[one][: data.draw(st.integers(0, len(lines[one])))]
            case "other":
                lines[one] = data.draw(st.sampled_from(random_record("micropul", 2, (("single_double", True),))))
    judge(text(*lines))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
    | st.sampled_from(["chance", 0, 1, -1, 2**63, "take", "pass", "lay 0 r0 0,0", "stone 0,0 tl", "place 2-9-4 c3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def replace_somewhere(draw, value):
    """The value with one of its parts replaced by something else."""
    if isinstance(value, dict | list) and value and draw(st.booleans()):
        changed = copy.copy(value)
        key = draw(st.sampled_from(list(value) if isinstance(value, dict) else list(range(len(value)))))
        changed[key] = replace_somewhere(draw, value[key])
        return changed
    return draw(JSON)


@FUZZ
@given(st.data())
def test_fuzz_changed_values(data):
    lines = list(chosen_record(data.draw))
    at = data.draw(st.sampled_from([0, len(lines) - 1]) | st.integers(0, len(lines) - 1))
    lines[at] = json.dumps(replace_somewhere(data.draw, json.loads(lines[at])))
    judge(text(*lines))


WORDS = [
    *("lay", "take", "reveal", "deal", "stone", "pass", "r0", "r1", "r3", "r4", "tl", "br"),
    *("place", "draw", "c3", "a1", "2-9-4", "6-1-3"),
    *("stop", "gift", "end", "steal", "discard", "give", "exchange", "validate", "colour", "shape", "green"),
    *("triangle", "first", "box"),
]


def texts(draw):
    """Actions nearly as the games write them, with numbers and words that are not quite right."""
    number = st.sampled_from(["0", "1", "7", "-1", "-0", "00", "47", "48", "63", "64", "79", "80", "99", "1" * 30])
    place = st.builds("{},{}".format, number, number)
    word = st.sampled_from(WORDS)
    return " ".join(draw(st.lists(word | number | place, min_size=1, max_size=4)))


@pytest.mark.slow
@FUZZ
@given(st.data())
def test_fuzz_actions(data):
    """Any text at any position of any game is a legal action, or refused with a code and a message."""
    name, seats, options = data.draw(st.sampled_from(TABLES))
    steps = steps_of(name, seats, options)
    step = steps[data.draw(st.integers(0, len(steps) - 1))]
    by = data.draw(st.sampled_from(["chance", *range(seats)]))
    do = texts(data.draw)
    refusal = step.position.illegal_reason(by, do)
    if refusal is None and by != "chance":
        assert do in step.position.legal_texts(by)
    if refusal is not None:
        assert refusal.code
        assert refusal.message
        assert by == "chance" or do not in step.position.legal_texts(by)


@cache
def steps_of(name, seats, options):
    return read(text(*random_record(name, seats, options)))


@settings(FUZZ, max_examples=40)
@given(st.data())
def test_fuzz_boxes(data):
    """The first event of Polygons carries the largest data; no change in it may crash the reader."""
    lines = random_record("polygons", 2, ())
    event = json.loads(lines[1])
    event["box"] = replace_somewhere(data.draw, event["box"])
    judge(text(lines[0], json.dumps(event), *lines[2:]))


@pytest.mark.slow
@settings(FUZZ, max_examples=8)
@given(st.integers(0, 2**64 - 1), st.sampled_from(TABLES[:4]))
def test_records_of_random_bot_games_replay(seed, table):
    lines = random_record.__wrapped__(*table, seed=seed)
    assert verdict(text(*lines)) is None
    for length in range(1, len(lines) - 1, 9):
        assert verdict(text(*lines[:length])) is None
