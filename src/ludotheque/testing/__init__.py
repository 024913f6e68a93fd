"""The contract suite: what must hold for every game, shipped so that a stranger's game can run it too.

Each check takes a game and a table (seats, options) and plays random games with it; it returns nothing and fails by an
assertion. In a test file::

    import pytest
    from ludotheque import game
    from ludotheque.testing import CHECKS, owed, tables

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    @pytest.mark.parametrize("table", tables(game("my_game")), ids=str)
    def test_contract(check, table):
        check(table)

    def test_it_owes_nothing():
        assert owed(game("my_game")) == []

``testing.owing`` tells what a game owes besides: words, guide, and that everything it names is there.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import spaces
from ..codec.records import copy_record, new_record
from ..engine import dispatch
from ..engine.contract import UNLISTABLE, By
from ..engine.errors import Refusal
from ..engine.game import LEVELS, STYLES, Game
from ..engine.position import Event, MaskedState, Position, dumps
from ..engine.rng import below, generator
from ..game_records import Header, Reader, write_event, write_header, write_result
from ..search.bots import Random
from ..search.game_loop import play_on
from ..search.levels import Character
from ..search.simulation import random_playout
from .missing import missing

__all__ = [
    "CHECKS",
    "Table",
    "both_speeds_agree",
    "count",
    "missing",
    "pieces_are_conserved",
    "tables",
    "trace",
]

MOST_EVENTS = 20_000
"""A random game that has not ended by then never will."""
ENOUGH_EVENTS = 40
"""In fewer, what is hidden in a game may not have come up by chance."""


@dataclass(frozen=True)
class Table:
    """A game with its seats and options."""

    game: Game
    seats: int
    options: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.game.id, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])

    def start(self) -> Position:
        """The first position."""
        return self.game.start(self.seats, self.options)

    def random_game(self, seed: int) -> Iterator[tuple[Position, Event, Position]]:
        """A random game: each event with the positions before and after it."""
        before = self.start()
        for number, (event, after) in enumerate(play_on(before, [Random()] * self.seats, seed)):
            assert number < MOST_EVENTS, "the game does not end"
            yield before, event, after
            before = after

    def random_games(self, seed: int) -> Iterator[tuple[Position, Event, Position]]:
        """The same, and further games as long as they have been short: what may happen has then happened."""
        events = 0
        while events < ENOUGH_EVENTS:
            for step in self.random_game(seed):
                events += 1
                yield step
            seed += 1


def tables(game: Game) -> list[Table]:
    """Tables that cover a game: the usual one; every number of seats; with the fewest and the most of them every value
    of each option, and all flags at once.

    But for the usual table, a whole number is as small as it may be, so that games stay short; that games end with the
    largest too is a check (`options_end_somewhere`).
    """
    low, high = game.seats
    short: dict[str, object] = {
        name: option.values[0] for name, option in game.options.items() if option.type == "integer"
    }
    flags: dict[str, object] = {name: True for name, option in game.options.items() if option.type == "boolean"}
    wanted = [Table(game, seats, short) for seats in range(low, high + 1)]
    wanted.append(Table(game, low))
    for seats in (low, high):
        for name, option in game.options.items():
            values = option.values[:1] if option.type == "integer" else option.values[1:]
            wanted += [Table(game, seats, {**short, name: value}) for value in values[-2:]]
        wanted.append(Table(game, seats, {**short, **flags}))
    seen: dict[str, Table] = {}
    for table in wanted:
        try:
            game.check(table.seats, table.options)
        except Refusal:
            continue
        seen.setdefault(str(table), table)
    return list(seen.values())


def bytes_of(position: Position) -> bytes:
    """All that a position is."""
    return bytes(position.setup.tobytes() + position.state.tobytes())


def legal_of(position: Position) -> dict[By, list[int]]:
    """What each seat to act, or chance, may do, as numbers."""
    return {
        by: list(position.chance_outcomes()) if by == "chance" else position.legal_actions(by)
        for by in position.to_act
        if by != "chance" or position.chance_count != UNLISTABLE
    }


def nothing_harms_a_position(table: Table) -> None:
    """Asking and playing leave a position as it was."""
    for before, event, _ in table.random_game(seed=1):
        kept = bytes_of(before)
        before.play(event)
        legal_of(before)
        before.mask(None).view()
        _ = before.scores
        before.illegal_reason(0, "no such thing")
        assert bytes_of(before) == kept


def legal_actions_are_exact(table: Table) -> None:
    """Legal actions ascend, none comes twice, each applies; nothing else does: not what was legal before, nor any other
    number."""
    rng = generator(2)
    earlier: set[int] = set()
    for before, _, _ in table.random_game(seed=2):
        rules = before.game.rules
        for by, actions in legal_of(before).items():
            assert actions, "whoever is to act can do something"
            assert by == "chance" or actions == sorted(set(actions)), "legal actions ascend, without repetition"
            masked = set(actions)
            if by != "chance":
                earlier |= masked
            strange = {below(rng, 1 << 30) - (1 << 29) for _ in range(5)} | {-1, 0, max(actions) + 1, 1 << 40}
            near = {action + shift for action in actions[:: max(1, len(actions) // 8)] for shift in (-1, 1)}
            for action in masked | strange | near | set(list(earlier)[-300:]):
                if by == "chance":
                    wrong = rules.chance_illegal_reason(before.setup, before.state, action)
                else:
                    wrong = rules.illegal_reason(before.setup, before.state, by, action)
                assert (wrong == 0) == (action in masked), f"{by} {action}: {rules.ILLEGAL_REASONS[wrong]}"
                assert 0 <= wrong < len(rules.ILLEGAL_REASONS)
            for action in actions[:: max(1, len(actions) // 8)]:
                before.apply_action(by, action)
        for seat in range(-1, table.seats + 2):
            if seat not in before.to_act:
                assert before.legal_actions(seat) == []
                for action in list(earlier)[-10:]:
                    assert rules.illegal_reason(before.setup, before.state, seat, action) != 0, (
                        "only who is to act can act"
                    )


def text_and_number_are_one(table: Table) -> None:
    """What is written is read back as itself, no two actions are written alike, and the parts are those that the text
    names."""
    for before, _, _ in table.random_game(seed=3):
        for by, actions in legal_of(before).items():
            texts = [before.action_text(by, action) for action in actions]
            assert len(set(texts)) == len(texts)
            for action, text in list(zip(actions, texts, strict=True))[:: max(1, len(actions) // 40)]:
                assert before.parse_action(by, text) == action
                parts = before.parts(by, text)
                assert parts["verb"] == text.split(" ")[0]
                assert all(str(value) in text for value in parts.values())
                for other in (text.upper(), text + " ", f" {text}", text.replace(" ", "  "), f"{text} 0"):
                    if other != text:
                        assert before.illegal_reason(by, other) is not None, (
                            f"{other!r} is another spelling of {text!r}"
                        )


def replay_is_exact(table: Table) -> None:
    """A record replays to the very same positions, whole or cut after any event."""
    header = Header(table.game, table.seats, table.options, [f"player {seat}" for seat in range(table.seats)])
    lines = [write_header(header)]
    positions = [table.start()]
    for _, event, after in table.random_game(seed=4):
        positions.append(after)
        lines.append(write_event(event))
    outcome = positions[-1].result
    assert outcome is not None
    lines.append(write_result(outcome))
    steps = list(Reader("\n".join(lines).encode()).steps())
    assert [bytes_of(step.position) for step in steps] == [bytes_of(position) for position in positions]
    assert [step.line for step in steps] == list(range(2, len(lines) + 1))
    half = len(lines) // 2
    running = list(Reader(("\n".join(lines[:half]) + "\n").encode()).steps())
    assert bytes_of(running[-1].position) == bytes_of(positions[half - 1])


def with_garbage(position: Position, seat: int | None) -> MaskedState:
    """What a seat knows, written into records that were full of something else."""
    rules = position.game.rules
    setup, state = (np.full(dtype.itemsize, 0xA5, np.uint8).view(dtype)[0] for dtype in (rules.SETUP, rules.STATE))
    dispatch.mask(position.setup, position.state, -1 if seat is None else seat, setup, state)
    return MaskedState(position.game, setup, state, seat)


def masked_states_hide_everything_unknown(table: Table) -> None:
    """Non-interference: at every table that fits what a seat knows it knows the same, byte for byte. So nothing that is
    computed from it - view, legal actions, previews, what a bot does - depends on what is hidden. At the end all is
    known."""
    differed = False
    rng = generator(5)
    watchers: list[int | None] = [None, *range(table.seats)]
    for at, (_, _, position) in enumerate(table.random_games(seed=5)):
        # Two watchers in turn at each position: over a game everyone is asked often.
        for seat in {watchers[at % len(watchers)], watchers[at // 2 % len(watchers)]}:
            masked = position.mask(seat)
            assert with_garbage(position, seat).to_bytes() == masked.to_bytes(), "every byte is written"
            for _ in range(2):
                world = masked.determinize(rng)
                differed |= bytes_of(world) != bytes_of(position)
                assert world.mask(seat).to_bytes() == masked.to_bytes()
            if position.is_over:
                assert b"".join(masked.to_bytes()) == bytes_of(position)
    assert differed or not (table.game.hidden_information and table.seats > 1), (
        "nothing was imagined anew: this check is idle"
    )


def masked_states_suffice_to_act(table: Table) -> None:
    """For a seat to act, the law says the same of what it knows as of the truth: what is legal, and of any number why
    it is not. Its own actions can be stepped there."""
    rng = generator(15)
    earlier: set[int] = set()
    for position, _, _ in table.random_game(seed=15):
        rules = position.game.rules
        for seat in position.to_act:
            if seat == "chance":
                continue
            masked = position.mask(seat)
            actions = position.legal_actions(seat)
            assert masked.legal_actions == actions
            earlier |= set(actions)
            strange = {below(rng, 1 << 24) for _ in range(20)} | {-1, 0, 1 << 40}
            for action in set(list(earlier)[-100:]) | strange:
                truth = rules.illegal_reason(position.setup, position.state, seat, action)
                assert rules.illegal_reason(masked.setup, masked.state, seat, action) == truth
            for action in actions[:: max(1, len(actions) // 4)]:
                rules.step(masked.setup, copy_record(masked.state), seat, action)


def determinizations_can_be_played(table: Table) -> None:
    """Every imagined world can be played to its end by the law."""
    rng = generator(16)
    for at, (_, _, position) in enumerate(table.random_game(seed=16)):
        if at % 9 or position.is_over or position.chance_count == UNLISTABLE:
            continue
        seat = None if at % 2 else at % table.seats
        world = position.mask(seat).determinize(rng)
        state = copy_record(world.state)
        random_playout(world.setup, state, rng)
        assert position.game.rules.to_act(world.setup, state) == 0


def views_are_plain_data(table: Table) -> None:
    """What is told survives JSON unchanged, so it can be sent anywhere; each legal action has its parts and preview."""
    for _, _, position in table.random_game(seed=6):
        for seat in (None, 0):
            masked = position.mask(seat)
            told = [masked.view(), masked.legal_with_previews(), position.picture()]
            assert json.loads(json.dumps(told, allow_nan=False)) == told
            assert [choice["do"] for choice in masked.legal_with_previews()] == masked.legal_texts
            assert masked.view_json() == dumps(masked.view()), "the compiled writer and the reader agree"
            assert masked.legal_with_previews_json() == dumps(masked.legal_with_previews())


def hidden_events_stay_hidden(table: Table) -> None:
    """An event is never hidden from who did it. From whom it is hidden, nobody can tell it from another of its kind:
    neither by the view, nor the legal actions, nor by what stands for it in a record. At the end all is open."""
    compared = 0
    rng = generator(13)
    for before, event, after in table.random_games(seed=13):
        hidden = before.hidden_from(event)
        assert event.by not in hidden
        assert after.is_open or not after.is_over
        actions = legal_of(before).get(event.by, [])
        if not hidden or after.is_open or not actions:
            continue
        for seat in hidden:
            other = actions[below(rng, len(actions))]
            text, instead = before.action_text(event.by, other), before.apply_action(event.by, other)
            assert before.hides(Event(event.by, text), seat)
            verbs = before.verbs(event.by)
            assert verbs.masked_text(other) == verbs.masked_text(verbs.parse(event.do))
            if not instead.is_open:
                compared += text != event.do
                assert instead.mask(seat).to_bytes() == after.mask(seat).to_bytes(), f"{event.do} or {text}"
    sampled = table.start().chance_count == UNLISTABLE  # such an event has no other of its kind to compare it with
    assert compared or sampled or not (table.game.hidden_information and table.seats > 1), (
        "nothing was hidden: this check is idle"
    )


def what_reveals_nothing_was_known(table: Table) -> None:
    """Where a seat's own action reveals nothing to it, what it knows afterwards follows from what it knew before: it is
    the same at every table that fits and where nothing is revealed either. Whether all is open does not depend on what
    is hidden."""
    differed = False
    rng = generator(14)
    for before, event, after in table.random_games(seed=19):
        if event.by == "chance":
            continue
        other = before.mask(event.by).determinize(rng)
        assert other.is_open == before.is_open
        differed |= bytes_of(other) != bytes_of(before)
        instead = other.play(event)
        if not before.reveals(after, event.by) and not other.reveals(instead, event.by):
            assert instead.mask(event.by).to_bytes() == after.mask(event.by).to_bytes(), event.do
    assert differed or not (table.game.hidden_information and table.seats > 1), (
        "nothing was imagined anew: this check is idle"
    )


BUDGET = 1_500
"""How many simulations a character makes here: enough to come to every part of its thinking."""
PORTIONS = 100_000
"""A character that has thought in so many portions never comes to an end."""


def thought(masked: MaskedState, level: str, temper: str, filled: int) -> int:
    """What a character does without a clock, thinking in a record full of some byte."""
    playing = masked.game.bots_module
    workspace = np.full(playing.WORKSPACE.itemsize, filled, np.uint8).view(playing.WORKSPACE)[0]
    character = Character(level, temper, BUDGET).character
    assert masked.seat is not None
    asked = (masked.setup, masked.state, masked.seat, character, generator(9), playing.weights(), workspace)
    playing.init_search(*asked)
    portions = 0
    while playing.search_slice(*asked) > 0:
        portions += 1
        assert portions < PORTIONS, "its budget never ends"
    return int(playing.choose_action(*asked))


def characters_play_fair(table: Table) -> None:
    """Where a game has characters, each level in each temper has a name of its own, and what they do is legal; it
    follows from what the seat knows and from their chance alone: not from what is hidden, imagined anew, nor from what
    was in the record in which they think. They change nothing of what they are given."""
    names = table.game.characters
    if not names:
        return
    assert set(names) == {level if temper == "even" else f"{level}-{temper}" for level in LEVELS for temper in STYLES}
    assert len(set(names.values())) == len(names)
    rng = generator(17)
    asked = 0
    for at, (_, _, position) in enumerate(table.random_game(seed=17)):
        seats = [seat for seat in position.to_act if seat != "chance"]
        if not seats or at % 7:
            continue
        seat = seats[at % len(seats)]
        masked, world = position.mask(seat), position.mask(seat).determinize(rng)
        before = masked.to_bytes()
        for number, level in enumerate(LEVELS):
            temper = STYLES[(asked + number) % len(STYLES)]
            action = thought(masked, level, temper, 0)
            assert action in masked.legal_actions, f"{level} {temper}: {action}"
            assert masked.to_bytes() == before
            assert thought(world.mask(seat), level, temper, 0xA5) == action, f"{level} {temper}"
        asked += 1
    assert asked, "nobody was asked: this check is idle"


def told_in_numbers(position: Position | MaskedState, seat: int) -> bytes:
    """What a seat is told as an observation, written into an array that was full of something else."""
    own = spaces.spaces(position.game, position.setup)
    told = np.full(own.width * own.dtype.itemsize + 2, 0xA5, np.uint8)[: own.width * own.dtype.itemsize].view(own.dtype)
    scratch = new_record(position.game.rules.SETUP), new_record(position.game.rules.STATE)
    spaces.tell(position.setup, position.state, seat, *scratch, told, 0)
    low, high = own.bounds()
    assert (low <= told).all(), "a number is smaller than the space says"
    assert (told <= high).all(), "a number is larger than the space says"
    return told.tobytes()


def marked(position: Position, seat: int, packed: bool) -> list[int]:
    """The indices that are marked as legal."""
    count = spaces.spaces(position.game, position.setup).actions
    mask = np.zeros(-(-count // 8) if packed else count, np.uint8)
    spaces.mark_legal(position.setup, position.state, seat, mask, 0, packed)
    assert packed or mask.max() == 1
    return list(np.flatnonzero(np.unpackbits(mask, bitorder="little") if packed else mask))


def numbers_for_learning_are_exact(table: Table) -> None:
    """Each legal action has one index, that of no other, under the number of them that the table has; no other index
    stands for anything that the law allows. What is told in numbers follows from what the seat knows."""
    rng = generator(17)
    for at, (_, _, position) in enumerate(table.random_game(seed=17)):
        if at % 3:
            continue
        count = spaces.spaces(position.game, position.setup).actions
        for seat in position.to_act:
            if seat == "chance":
                continue
            here = position.setup, position.state, seat
            actions = position.legal_actions(seat)
            indices = [int(spaces.index_of(*here, action)) for action in actions]
            assert sorted(set(indices)) == sorted(indices), "two actions have one index"
            assert all(0 <= index < count for index in indices)
            assert [spaces.action_at(*here, index) for index in indices] == actions
            for packed in (False, True):
                assert marked(position, seat, packed) == sorted(indices)
            for index in {int(below(rng, count)) for _ in range(20)} - set(indices):
                assert position.game.rules.illegal_reason(*here, spaces.action_at(*here, index)) != 0
        if position.chance_count != UNLISTABLE or position.to_act != ("chance",):
            for seat in range(table.seats):
                masked = position.mask(seat)
                told = told_in_numbers(position, seat)
                assert told == told_in_numbers(masked, seat)
                assert told == told_in_numbers(masked.determinize(rng), seat)


def chance_weights_sum_to_one(table: Table) -> None:
    """The weights of chance's outcomes sum to one."""
    for before, _, _ in table.random_game(seed=7):
        if before.to_act == ("chance",) and before.chance_count != UNLISTABLE:
            assert sum(before.chance_outcomes().values()) == 1


def options_end_somewhere(table: Table) -> None:
    """A game also ends where its whole numbers are as large as they may be, and says then what they are."""
    most = {name: option.values[1] for name, option in table.game.options.items() if option.type == "integer"}
    options = {**table.options, **most}
    try:
        table.game.check(table.seats, options)
    except Refusal:
        return  # these do not go together
    position = table.game.start(table.seats, options)
    assert position.options() == {**position.options(), **options}
    if position.to_act == ("chance",) and position.chance_count == UNLISTABLE:
        position = position.play(position.draw(generator(18)))
    state = copy_record(position.state)
    random_playout(position.setup, state, generator(18))
    assert position.game.rules.to_act(position.setup, state) == 0


def games_end(table: Table) -> None:
    """Random games end with an outcome that fits the seats, and nobody can go on."""
    for seed in range(8, 12):
        *_, (_, _, position) = table.random_game(seed)
        outcome = position.result
        assert outcome is not None
        assert len(outcome.scores) == table.seats
        assert outcome.winners == sorted(set(outcome.winners))
        assert all(0 <= seat < table.seats for seat in outcome.winners)
        assert outcome.reason in table.game.rules.END_REASONS
        for by in ("chance", *range(table.seats)):
            refusal = position.illegal_reason(by, "anything")
            assert refusal is not None
            assert refusal.code == "over"


def both_speeds_agree(table: Table) -> None:
    """The law interpreted and the law compiled give the same states, bit for bit."""
    traces = []
    for interpreted in ("0", "1"):
        arguments = [table.game.id, str(table.seats), json.dumps(table.options)]
        command = [sys.executable, "-m", "ludotheque.testing", *arguments]
        environment = {**os.environ, "NUMBA_DISABLE_JIT": interpreted}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        traces.append(json.loads(done.stdout))
    assert [one["compiled"] for one in traces] == [True, False]
    assert traces[0]["states"] == traces[1]["states"]


CHECKS: tuple[Callable[[Table], None], ...] = (
    nothing_harms_a_position,
    legal_actions_are_exact,
    text_and_number_are_one,
    replay_is_exact,
    masked_states_hide_everything_unknown,
    masked_states_suffice_to_act,
    determinizations_can_be_played,
    views_are_plain_data,
    hidden_events_stay_hidden,
    what_reveals_nothing_was_known,
    characters_play_fair,
    numbers_for_learning_are_exact,
    chance_weights_sum_to_one,
    options_end_somewhere,
    games_end,
)
"""The quick checks. `both_speeds_agree` starts two processes: run it for fewer tables. `pieces_are_conserved` needs to
be told what the pieces are."""


def pieces_are_conserved(table: Table, census: Callable[[Position], Any]) -> None:
    """No piece is lost or doubled: what `census` counts is the same throughout a game."""
    position = table.start()
    for before, event, after in table.random_game(seed=12):
        if before.chance_count == UNLISTABLE:
            position = after  # the pieces are there from here on
            continue
        assert census(after) == census(position), f"after {event.do}"


def count(position: Position, length: int) -> int:
    """How many sequences of events of a length there are from a position, outcomes of chance counted one each.

    A number that any engine can be checked by (chess programmers call it perft).
    """
    if length == 0:
        return 1
    moves = [(by, action) for by, actions in legal_of(position).items() for action in actions]
    if length == 1:
        return len(moves)
    return sum(count(position.apply_action(by, action), length - 1) for by, action in moves)


def trace(table: Table, games: int = 2) -> list[str]:
    """A hash of every state of random games, for comparing two ways of running the law."""
    hashes = []
    for seed in range(games):
        for _, _, position in table.random_game(seed):
            own = [position.legal_actions(seat) for seat in range(table.seats)]
            masked = position.mask(0)
            told = json.dumps([own, position.scores, masked.view(), masked.legal_with_previews()[:40]])
            told += told_in_numbers(position, 0).hex()
            told += str([marked(position, seat, packed=True) for seat in position.to_act if seat != "chance"])
            hashes.append(hashlib.sha256(bytes_of(position) + told.encode()).hexdigest()[:16])
    return hashes
