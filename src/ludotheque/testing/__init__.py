"""The contract suite: checks that every game must pass, third-party games included.

Each check takes a `Table` (game, seats, options), plays random games and raises ``AssertionError`` if something is
wrong. In a test file::

    import pytest
    from ludotheque import game
    from ludotheque.testing import CHECKS, missing, tables

    @pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
    @pytest.mark.parametrize("table", tables(game("my_game")), ids=str)
    def test_contract(check, table):
        check(table)

    def test_nothing_is_missing():
        assert missing(game("my_game")) == []

`missing` lists what a game lacks besides its rules: messages, guide, or something that its declaration names.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from .. import spaces
from ..codec.records import copy_record, new_record
from ..codec.schema import Struct
from ..engine import dispatch
from ..engine.contract import UNLISTABLE, By, Effects
from ..engine.effects import NO_EFFECTS, clear
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
    "compiled_and_interpreted_rules_agree",
    "count",
    "missing",
    "pieces_are_conserved",
    "tables",
    "trace",
    "views_follow_from_effects",
]

MOST_EVENTS = 20_000
"""A random game with more events than this counts as endless."""
ENOUGH_EVENTS = 40
"""Checks of hidden information use games with at least this many events in total."""


@dataclass(frozen=True)
class Table:
    """A game with its seats and options."""

    game: Game
    seats: int
    options: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return " ".join([self.game.id, str(self.seats), *(f"{name}={value}" for name, value in self.options.items())])

    def start(self) -> Position:
        """Return the first position."""
        return self.game.start(self.seats, self.options)

    def random_game(self, seed: int) -> Iterator[tuple[Position, Event, Position]]:
        """Play a random game; yield each event with the positions before and after it."""
        before = self.start()
        for number, (event, after) in enumerate(play_on(before, [Random()] * self.seats, seed)):
            assert number < MOST_EVENTS, "the game does not end"
            yield before, event, after
            before = after

    def random_games(self, seed: int) -> Iterator[tuple[Position, Event, Position]]:
        """Play random games until they have ``ENOUGH_EVENTS`` events in total."""
        events = 0
        while events < ENOUGH_EVENTS:
            for step in self.random_game(seed):
                events += 1
                yield step
            seed += 1


def tables(game: Game) -> list[Table]:
    """Return tables that cover a game: the default one; every number of seats; and with the fewest and the most seats
    every value of each option, and all flags at once.

    Except in the default table, whole numbers have their smallest value, so that games stay short; the largest values
    are tested by a check (`games_end_with_the_largest_options`).
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
    """Return setup and state of a position as bytes."""
    return bytes(position.setup.tobytes() + position.state.tobytes())


def legal_of(position: Position) -> dict[By, list[int]]:
    """Return the legal actions of each seat to act, or the outcomes of chance, as numbers."""
    return {
        by: list(position.chance_outcomes()) if by == "chance" else position.legal_actions(by)
        for by in position.to_act
        if by != "chance" or position.chance_count != UNLISTABLE
    }


def positions_are_immutable(table: Table) -> None:
    """Queries and moves do not change a position."""
    for before, event, _ in table.random_game(seed=1):
        kept = bytes_of(before)
        before.play(event)
        legal_of(before)
        before.mask(None).view()
        _ = before.scores
        before.illegal_reason(0, "no such thing")
        assert bytes_of(before) == kept


def legal_actions_are_exact(table: Table) -> None:
    """Legal actions are ascending and unique, and can be applied; every other number is refused, also actions that were
    legal earlier."""
    rng = generator(2)
    earlier: set[int] = set()
    for before, _, _ in table.random_game(seed=2):
        rules = before.game.rules
        for by, actions in legal_of(before).items():
            assert actions, "a seat to act has a legal action"
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
                        "only seats to act can act"
                    )


def action_texts_round_trip(table: Table) -> None:
    """Parsing the text of an action gives the action; no two actions have the same text, and no text has a variant."""
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


def replays_are_exact(table: Table) -> None:
    """A game record replays to exactly the same positions, complete or cut off."""
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
    """Return the masked state of a seat, written into records full of garbage."""
    rules = position.game.rules
    setup, state = (np.full(dtype.itemsize, 0xA5, np.uint8).view(dtype)[0] for dtype in (rules.SETUP, rules.STATE))
    dispatch.mask(position.setup, position.state, -1 if seat is None else seat, setup, state)
    return MaskedState(position.game, setup, state, seat)


def masked_states_hide_everything_unknown(table: Table) -> None:
    """Non-interference: every determinization of a masked state masks to the same bytes. So nothing computed from it
    (view, legal actions, previews, a bot's choice) depends on what is hidden. At the end everything is known."""
    differed = False
    rng = generator(5)
    observers: list[int | None] = [None, *range(table.seats)]
    for at, (_, _, position) in enumerate(table.random_games(seed=5)):
        # Two observers per position, in turn, so that over a game each is tested often.
        for seat in {observers[at % len(observers)], observers[at // 2 % len(observers)]}:
            masked = position.mask(seat)
            assert with_garbage(position, seat).to_bytes() == masked.to_bytes(), "every byte is written"
            for _ in range(2):
                world = masked.determinize(rng)
                differed |= bytes_of(world) != bytes_of(position)
                assert world.mask(seat).to_bytes() == masked.to_bytes()
            if position.is_over:
                assert b"".join(masked.to_bytes()) == bytes_of(position)
    assert differed or not (table.game.hidden_information and table.seats > 1), (
        "no determinization differed: this check tested nothing"
    )


def masked_states_suffice_to_act(table: Table) -> None:
    """For a seat to act, the rules answer the same for its masked state as for the true one: the legal actions, and why
    any other number is illegal. Its actions can be stepped on the masked state."""
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
    """Every determinization can be played to its end."""
    rng = generator(16)
    for at, (_, _, position) in enumerate(table.random_game(seed=16)):
        if at % 9 or position.is_over or position.chance_count == UNLISTABLE:
            continue
        seat = None if at % 2 else at % table.seats
        world = position.mask(seat).determinize(rng)
        state = copy_record(world.state)
        random_playout(world.setup, state, rng)
        assert position.game.rules.to_act(world.setup, state) == 0


def views_are_json(table: Table) -> None:
    """Views, previews and pictures survive JSON unchanged; each legal action has its parts and preview."""
    for _, _, position in table.random_game(seed=6):
        for seat in (None, 0):
            masked = position.mask(seat)
            data = [masked.view(), masked.legal_with_previews(), position.picture()]
            assert json.loads(json.dumps(data, allow_nan=False)) == data
            assert [choice["do"] for choice in masked.legal_with_previews()] == masked.legal_texts
            assert masked.view_json() == dumps(masked.view()), "the compiled JSON writer and the schema's reader agree"
            assert masked.legal_with_previews_json() == dumps(masked.legal_with_previews())


def hidden_events_stay_hidden(table: Table) -> None:
    """An event is never hidden from the seat that did it. A seat from which it is hidden cannot distinguish it from
    another legal one: not by its masked state, nor by its text in a game record. At the end everything is open."""
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
    sampled = table.start().chance_count == UNLISTABLE  # such an event has no alternatives to compare with
    assert compared or sampled or not (table.game.hidden_information and table.seats > 1), (
        "nothing was hidden: this check tested nothing"
    )


def masked_states_change_only_by_known_facts(table: Table) -> None:
    """If a seat's own action reveals nothing, its masked state afterwards follows from the one before: it is the same
    in every determinization in which nothing is revealed either. ``is_open`` does not depend on hidden facts."""
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
        "no determinization differed: this check tested nothing"
    )


BUDGET = 1_500
"""Simulations per choice of a bot here: enough to reach every part of the search."""
MOST_SLICES = 100_000
"""A search with more slices than this counts as endless."""


def chosen_action(masked: MaskedState, level: str, style: str, filled: int) -> int:
    """Return the action that a level chooses without a clock, in a workspace filled with some byte."""
    bots = masked.game.bots_module
    workspace = np.full(bots.WORKSPACE.itemsize, filled, np.uint8).view(bots.WORKSPACE)[0]
    character = Character(level, style, BUDGET).record_for(masked.game)
    assert masked.seat is not None
    asked = (masked.setup, masked.state, masked.seat, character, generator(9), bots.weights(), workspace)
    bots.init_search(*asked)
    slices = 0
    while bots.search_slice(*asked) > 0:
        slices += 1
        assert slices < MOST_SLICES, "the search does not end"
    return int(bots.choose_action(*asked))


Chooser = Callable[[Position, int, str, str, int], int]
"""Returns the action of a seat, level and style in a position; the last argument fills the workspace."""


def action_from_mask(position: Position, seat: int, level: str, style: str, filled: int) -> int:
    """Return the action that a character chooses, which is shown only the masked state of its seat."""
    return chosen_action(position.mask(seat), level, style, filled)


def levels_use_only_the_masked_state(table: Table, choose: Chooser = action_from_mask) -> None:
    """If a game has bots of the levels, each level in each style has a unique name, and its choices are legal. A choice
    depends only on the masked state and the generator, not on hidden facts or on garbage in the workspace, and the
    masked state is not changed. `choose` is replaced by tests of this check."""
    names = table.game.characters
    if not names:
        return
    levels = table.game.levels
    assert set(LEVELS) - set(levels) <= {"champion"}
    assert set(names) == {level if style == "even" else f"{level}-{style}" for level in levels for style in STYLES}
    assert len(set(names.values())) == len(names)
    rng = generator(17)
    asked = 0
    differed = False
    for at, (_, _, position) in enumerate(table.random_game(seed=17)):
        seats = [seat for seat in position.to_act if seat != "chance"]
        if not seats or at % 7:
            continue
        seat = seats[at % len(seats)]
        masked, world = position.mask(seat), position.mask(seat).determinize(rng)
        differed |= bytes_of(world) != bytes_of(position)
        before = masked.to_bytes()
        for number, level in enumerate(levels):
            style = STYLES[(asked + number) % len(STYLES)]
            action = choose(position, seat, level, style, 0)
            assert action in masked.legal_actions, f"{level} {style}: {action}"
            assert masked.to_bytes() == before
            assert choose(world, seat, level, style, 0xA5) == action, f"{level} {style}: hidden facts change its choice"
        asked += 1
    assert asked, "no bot was asked: this check tested nothing"
    assert differed or not (table.game.hidden_information and table.seats > 1), (
        "no determinization differed: this check tested nothing"
    )


def observation_of(position: Position | MaskedState, seat: int) -> bytes:
    """Return the observation of a seat as bytes, written into an array full of garbage; check its bounds."""
    own = spaces.spaces(position.game, position.setup)
    observation = np.full(own.width * own.dtype.itemsize + 2, 0xA5, np.uint8)[: own.width * own.dtype.itemsize].view(
        own.dtype
    )
    scratch = new_record(position.game.rules.SETUP), new_record(position.game.rules.STATE)
    spaces.observe_masked(position.setup, position.state, seat, *scratch, observation, 0)
    low, high = own.bounds()
    assert (low <= observation).all(), "a number is smaller than the space says"
    assert (observation <= high).all(), "a number is larger than the space says"
    return observation.tobytes()


def marked(position: Position, seat: int, packed: bool) -> list[int]:
    """Return the indices that are marked as legal."""
    count = spaces.spaces(position.game, position.setup).actions
    mask = np.zeros(-(-count // 8) if packed else count, np.uint8)
    spaces.mark_legal(position.setup, position.state, seat, mask, 0, packed)
    assert packed or mask.max() == 1
    return list(np.flatnonzero(np.unpackbits(mask, bitorder="little") if packed else mask))


def spaces_are_exact(table: Table) -> None:
    """Each legal action has a unique index within the action space, and no other index is legal. Observations depend
    only on the masked state."""
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
                observation = observation_of(position, seat)
                assert observation == observation_of(masked, seat)
                assert observation == observation_of(masked.determinize(rng), seat)


def effects_are_complete_reports(table: Table) -> None:
    """Reporting changes nothing else. The buffer never overflows, and each report writes every field of its kind."""
    schema = table.game.effects
    for before, event, after in table.random_games(seed=19):
        played, effects = before.play_with_effects(event)
        assert bytes_of(played) == bytes_of(after), "the rules do the same with and without a buffer"
        assert not effects.overflow, f"{event.do} has more effects than EFFECTS has room for"
        garbage: Any = np.full(schema.dtype.itemsize, 0xA5, np.uint8).view(schema.dtype)[0]
        clear(garbage)
        before.play_into(event, garbage)
        plain = table.game.read_effects(effects.tobytes(), 0)
        assert table.game.read_effects(garbage.tobytes(), 0) == plain, "every field is written"
        assert json.loads(json.dumps(plain)) == plain
        assert schema is NO_EFFECTS or plain, f"{event.do} changes the state, and nothing is reported"
        for seat in (None, 0):
            kept = effects.tobytes()
            assert after.mask_effects_json(effects, seat) == dumps(after.mask_effects(effects, seat))
            assert effects.tobytes() == kept
            if after.is_over:
                assert after.mask_effects(effects, seat) == plain, "at the end everything is known"


def effects_hide_everything_unknown(table: Table) -> None:
    """Non-interference: if a seat cannot distinguish two states before an event nor those after it, the effects are the
    same to it. A hidden event has the same effects as another one that is hidden too."""
    if table.game.effects is NO_EFFECTS:
        return
    compared = 0
    rng = generator(20)
    observers: list[int | None] = [None, *range(table.seats)]
    for at, (before, event, after) in enumerate(table.random_games(seed=20)):
        effects = before.play_with_effects(event)[1]
        actions = legal_of(before).get(event.by, [])
        for seat in {observers[at % len(observers)], observers[at // 2 % len(observers)]}:
            seen, told = after.mask(seat).to_bytes(), after.mask_effects(effects, seat)
            others = [(before.mask(seat).determinize(rng), event) for _ in range(2)]
            if seat in before.hidden_from(event) and actions:
                hidden = before.action_text(event.by, actions[below(rng, len(actions))])
                others.append((before, Event(event.by, hidden)))
            for world, instead in others:
                if instead.more or world.illegal_reason(instead.by, instead.do) is not None:
                    continue
                result, reported = world.play_with_effects(instead)
                if result.mask(seat).to_bytes() == seen:
                    compared += bytes_of(result) != bytes_of(after)
                    assert result.mask_effects(reported, seat) == told, f"{event.do} or {instead.do}"
    assert compared or not (table.game.hidden_information and table.seats > 1), (
        "no states that look alike: this check tested nothing"
    )


Follow = Callable[[dict[str, Any], list[dict[str, Any]], list[dict[str, Any]]], None]
"""Changes a view, given the effects of an event, and those of earlier events that were hidden and are open now."""


def without(value: Any, paths: Set[str], here: str = "") -> Any:
    """Return plain data without the parts at these paths; the items of a list have the path of the list."""
    if isinstance(value, list):
        return [without(one, paths, here) for one in value]
    if not isinstance(value, dict):
        return value
    named = [(f"{here}.{name}" if here else name, name, part) for name, part in value.items()]
    return {name: without(part, paths, path) for path, name, part in named if path not in paths}


def views_follow_from_effects(table: Table, follow: Follow) -> None:
    """The effects of an event say everything that changed: `follow` makes a view of the one before and the effects, as
    far as the viewer may know them. Of the game's fields only those are not compared that ``DERIVED`` in its
    ``view.py`` names, each with the function that derives it from the others. A part of a field is named by its path:
    ``players.score``."""
    derived = set(getattr(table.game.viewer, "DERIVED", {}))
    fields = set(cast("Struct", table.game.viewer.VIEW).fields)
    assert {path.partition(".")[0] for path in derived} <= fields, "DERIVED names fields that the view does not have"
    for seat in (None, 0, table.seats - 1):
        hidden: list[Effects] = []
        for before, event, after in table.random_games(seed=21):
            effects = before.play_with_effects(event)[1]
            opened = [one for one in hidden if after.is_open]
            hidden = [] if after.is_open else hidden
            if before.hides(event, seat) and not after.is_open:
                hidden.append(effects)
            view = json.loads(json.dumps(before.view(seat)))
            told = after.mask_effects(effects, seat)
            follow(view, told, [told for one in opened for told in after.mask_effects(one, seat)])
            view, shown = without(view, derived), without(after.view(seat), derived)
            for name in fields - derived:
                assert view[name] == shown[name], f"{event.do}, {name}: {view[name]} follows from {told}"


def chance_weights_sum_to_one(table: Table) -> None:
    """The probabilities of chance outcomes sum to 1."""
    for before, _, _ in table.random_game(seed=7):
        if before.to_act == ("chance",) and before.chance_count != UNLISTABLE:
            assert sum(before.chance_outcomes().values()) == 1


def games_end_with_the_largest_options(table: Table) -> None:
    """Games end also with the largest values of whole-number options, and report these options."""
    most = {name: option.values[1] for name, option in table.game.options.items() if option.type == "integer"}
    options = {**table.options, **most}
    try:
        table.game.check(table.seats, options)
    except Refusal:
        return  # not allowed together
    position = table.game.start(table.seats, options)
    assert position.options() == {**position.options(), **options}
    if position.to_act == ("chance",) and position.chance_count == UNLISTABLE:
        position = position.play(position.draw(generator(18)))
    state = copy_record(position.state)
    random_playout(position.setup, state, generator(18))
    assert position.game.rules.to_act(position.setup, state) == 0


def games_end(table: Table) -> None:
    """Random games end with a result that fits the seats, and nobody can act afterwards."""
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


def compiled_and_interpreted_rules_agree(table: Table, modes: Sequence[str] = ("library", "interpreted")) -> None:
    """Rules give the same states, bit for bit, in every one of these modes (see ``native.compiled``). A game without a
    library, or with a stale one, is interpreted in the mode ``library``; ``jit`` needs Numba and takes minutes."""
    traces = []
    for mode in modes:
        arguments = [table.game.id, str(table.seats), json.dumps(table.options)]
        command = [sys.executable, "-m", "ludotheque.testing", *arguments]
        environment = {**os.environ, "LUDOTHEQUE_RULES": mode}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        traces.append(json.loads(done.stdout))
    assert [one["rules"] for one in traces] == list(modes)
    assert all(one["states"] == traces[0]["states"] for one in traces)


CHECKS: tuple[Callable[[Table], None], ...] = (
    positions_are_immutable,
    legal_actions_are_exact,
    action_texts_round_trip,
    replays_are_exact,
    masked_states_hide_everything_unknown,
    masked_states_suffice_to_act,
    determinizations_can_be_played,
    views_are_json,
    hidden_events_stay_hidden,
    masked_states_change_only_by_known_facts,
    levels_use_only_the_masked_state,
    spaces_are_exact,
    effects_are_complete_reports,
    effects_hide_everything_unknown,
    chance_weights_sum_to_one,
    games_end_with_the_largest_options,
    games_end,
)
"""The quick checks. Not among them: `compiled_and_interpreted_rules_agree`, which starts a process for each mode, so
run it for few tables; `pieces_are_conserved`, which must be given a function that counts the pieces; and
`views_follow_from_effects`, which must be given one that applies effects to a view."""


def pieces_are_conserved(table: Table, census: Callable[[Position], Any]) -> None:
    """No piece is lost or duplicated: what `census` returns is the same throughout a game."""
    pieces = census(table.start())
    for before, event, after in table.random_game(seed=12):
        if before.chance_count == UNLISTABLE:
            pieces = census(after)  # the pieces exist from here on
            continue
        assert census(after) == pieces, f"after {event.do}"


def count(position: Position, length: int) -> int:
    """Return the number of event sequences of a length from a position (perft), each chance outcome counted once."""
    if length == 0:
        return 1
    moves = [(by, action) for by, actions in legal_of(position).items() for action in actions]
    if length == 1:
        return len(moves)
    return sum(count(position.apply_action(by, action), length - 1) for by, action in moves)


def trace(table: Table, games: int = 2) -> list[str]:
    """Return a hash of every state of random games, to compare two ways of running the rules."""
    hashes = []
    for seed in range(games):
        for before, event, position in table.random_game(seed):
            own = [position.legal_actions(seat) for seat in range(table.seats)]
            masked = position.mask(0)
            data = json.dumps([own, position.scores, masked.view(), masked.legal_with_previews()[:40]])
            data += observation_of(position, 0).hex()
            data += position.mask_effects_json(before.play_with_effects(event)[1], None)
            data += str([marked(position, seat, packed=True) for seat in position.to_act if seat != "chance"])
            hashes.append(hashlib.sha256(bytes_of(position) + data.encode()).hexdigest()[:16])
    return hashes
