"""Action and observation spaces of fixed size, for reinforcement learning.

An *index* is the number of an action in the action space of a table. It means the same throughout a game, and each
legal action has exactly one. An *observation* is a row of numbers made from the masked state of a seat.

By default, indices follow from the declared verbs (``engine.actions``): one for each combination of a verb's parts; and
an observation is the bytes of the masked setup and state. A game that wants better ones has a module ``spaces`` with
the functions of `GameSpaces`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .engine import dispatch
from .engine.actions import Verbs
from .engine.contract import Setup, State
from .engine.game import Game
from .native.compiled import JIT, rule

Numbers = NDArray[Any]
"""A one-dimensional array into which rows are written, one after the other."""
Mask = NDArray[np.uint8]
"""The same for masks of legal indices: a byte per index, or a bit if packed."""


@dataclass(frozen=True)
class Field:
    """A named part of an observation."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    means: str
    """What its numbers mean, for the documentation."""


class GameSpaces(Protocol):
    """What a game's ``spaces.py`` may hold. It may leave out the indices (the first three functions), ``mark_legal`` or
    observations (the last three names). "Compiled" functions are marked with ``@rule``."""

    VERSION: int
    """Incremented when an index or a number of an observation changes its meaning."""

    def index_count(self, setup: Setup) -> int:
        """Return the number of indices of a table."""

    def index_of(self, setup: Setup, state: State, seat: int, action: int) -> int:
        """Return the index of a legal action. Compiled."""

    def action_at(self, setup: Setup, state: State, seat: int, index: int) -> int:
        """Return the action at an index; if there is none now, any number that is illegal. Compiled."""

    def mark_legal(self, setup: Setup, state: State, seat: int, mask: Mask, at: int, packed: bool) -> None:
        """Mark the legal actions of a seat that is to act, faster than one by one. Compiled."""

    OBSERVED: str
    """The NumPy type of the numbers of an observation."""

    def observed(self, setup: Setup) -> Sequence[Field]:
        """Return the fields of an observation."""

    def observe(self, setup: Setup, state: State, seat: int, into: Numbers, at: int) -> None:
        """Write an observation from the true or the masked state: the numbers must be the same. Compiled."""


# -- Questions --------------------------------------------------------------------------------------------------------


@dispatch.question("spaces")
def index_of(setup: Setup, state: State, seat: int, action: int) -> int:
    """Return the index of a legal action."""
    return dispatch.answer("index_of", state.dtype)(setup, state, seat, action)


@dispatch.question("spaces")
def action_at(setup: Setup, state: State, seat: int, index: int) -> int:
    """Return the action at an index, or an illegal number."""
    return dispatch.answer("action_at", state.dtype)(setup, state, seat, index)


@dispatch.question("spaces")
def mark_legal(setup: Setup, state: State, seat: int, mask: Mask, at: int, packed: bool) -> None:
    """Mark the legal actions of a seat that is to act, in a row of zeros that begins at `at`."""
    dispatch.answer("mark_legal", state.dtype)(setup, state, seat, mask, at, packed)


@dispatch.question("spaces")
def observe(setup: Setup, state: State, seat: int, into: Numbers, at: int) -> None:
    """Write the custom observation of a game that has one."""
    dispatch.answer("observe", state.dtype)(setup, state, seat, into, at)


@dispatch.question("spaces")
def observe_masked(
    setup: Setup,
    state: State,
    seat: int,
    into_setup: Setup,
    into_state: State,
    into: Numbers,
    at: int,
) -> None:
    """Write the observation of any game. `into_setup` and `into_state` are scratch records, which are overwritten."""
    dispatch.answer("observe_masked", state.dtype)(setup, state, seat, into_setup, into_state, into, at)


# -- Writing rows -----------------------------------------------------------------------------------------------------


def put(into: Numbers, at: int, number: int) -> None:
    """Write one number. (Compiled, without the check for negative indices, which would prevent vectorisation.)"""
    into[at] = number


def clear(into: Numbers, at: int, count: int) -> None:
    """Write zeros."""
    into[at : at + count] = 0


def put_members(into: Numbers, at: int, members: int, count: int) -> None:
    """Write the first `count` bits of a set as ones and zeros. `count` must be a constant."""
    for member in range(count):
        into[at + member] = (members >> member) & 1


def put_bytes(record: Any, into: Numbers, at: int) -> int:
    """Write the bytes of a record into an array of bytes; return where they end."""
    end = at + record.dtype.itemsize
    into[at:end] = np.frombuffer(record.tobytes(), np.uint8)
    return end


if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

    _POINTER, _SIZE, _FLAG = ir.IntType(8).as_pointer(), ir.IntType(64), ir.IntType(1)

    def _place(context: Any, builder: Any, signature: Any, args: Any) -> tuple[Any, int]:
        """The address of item `args[1]` of the array `args[0]`, and the size of an item."""
        array = context.make_array(signature.args[0])(context, builder, args[0])
        place = builder.gep(array.data, [args[1]])
        return place, context.get_abi_sizeof(context.get_data_type(signature.args[0].dtype))

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _put(typing, into, at, number):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            place, _ = _place(context, builder, signature, args)
            number = context.cast(builder, args[2], signature.args[2], into.dtype)
            builder.store(number, place)
            return context.get_dummy_value()

        return types.none(into, types.int64, number), codegen

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _clear(typing, into, at, count):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            place, size = _place(context, builder, signature, args)
            fill = builder.module.declare_intrinsic("llvm.memset", [_POINTER, _SIZE])
            length = builder.mul(args[2], _SIZE(size))
            builder.call(fill, [builder.bitcast(place, _POINTER), ir.IntType(8)(0), length, _FLAG(0)])
            return context.get_dummy_value()

        return types.none(into, types.int64, types.int64), codegen

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator,unused-ignore]
    def _put_members(typing, into, at, members, count):  # type: ignore[no-untyped-def]
        """One lane of a vector per bit, as many at once as a number has bits."""
        if not isinstance(count, types.IntegerLiteral):
            return None

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            place, _ = _place(context, builder, signature, args)
            lane = context.get_value_type(into.dtype)
            for start in range(0, count.literal_value, lane.width):
                lanes = min(lane.width, count.literal_value - start)
                vector = ir.VectorType(lane, lanes)
                part = builder.trunc(builder.lshr(args[2], _SIZE(start)), lane)
                first = builder.insert_element(ir.Constant(vector, ir.Undefined), part, ir.IntType(32)(0))
                everywhere = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
                spread = builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), everywhere)
                own_bits = ir.Constant(vector, [1 << bit for bit in range(lanes)])
                found = builder.icmp_unsigned("!=", builder.and_(spread, own_bits), ir.Constant(vector, [0] * lanes))
                there = builder.bitcast(builder.gep(place, [_SIZE(start)]), vector.as_pointer())
                builder.store(builder.zext(found, vector), there, align=1)
            return context.get_dummy_value()

        return types.none(into, types.int64, types.int64, count), codegen

    @intrinsic  # type: ignore[untyped-decorator,unused-ignore]
    def _put_bytes(typing, into, at, record):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            place, _ = _place(context, builder, signature, args)
            copy = builder.module.declare_intrinsic("llvm.memcpy", [_POINTER, _POINTER, _SIZE])
            source = builder.bitcast(args[2], _POINTER)
            builder.call(copy, [builder.bitcast(place, _POINTER), source, _SIZE(record.size), _FLAG(0)])
            return builder.add(args[1], _SIZE(record.size))

        return types.int64(into, types.int64, record), codegen

    overload(put)(lambda into, at, number: lambda into, at, number: _put(into, at, number))
    overload(clear)(lambda into, at, count: lambda into, at, count: _clear(into, at, count))
    overload(put_members, prefer_literal=True)(
        lambda into, at, members, count: lambda into, at, members, count: _put_members(into, at, members, count)
    )
    overload(put_bytes)(lambda record, into, at: lambda record, into, at: _put_bytes(into, at, record))


@rule
def mark(mask: Mask, at: int, packed: bool, index: int) -> None:
    """Mark an index as legal in a row. Packed, index 0 is the lowest bit of the first byte."""
    if packed:
        mask[at + (index >> 3)] |= 1 << (index & 7)
    else:
        put(mask, at + index, 1)


@rule
def mark_row(mask: Mask, at: int, packed: bool, index: int, members: int, count: int) -> None:
    """Mark which of `count` consecutive indices are legal, given as bits. `count` must be a constant of at most 48.
    Unlike `mark` this has no unpredictable branches."""
    if packed:
        shifted = members << (index & 7)
        place = at + (index >> 3)
        for byte in range(((index & 7) + count + 7) >> 3):
            mask[place + byte] |= (shifted >> 8 * byte) & 255
    else:
        put_members(mask, at + index, members, count)


# -- Defaults ---------------------------------------------------------------------------------------------------------


@rule
def mark_one_by_one(setup: Setup, state: State, seat: int, mask: Mask, at: int, packed: bool) -> None:
    """Mark the legal actions one by one."""
    for k in range(dispatch.legal_count(setup, state, seat)):
        mark(mask, at, packed, index_of(setup, state, seat, dispatch.legal_nth(setup, state, seat, k)))


@rule
def observe_custom(
    setup: Setup,
    state: State,
    seat: int,
    into_setup: Setup,
    into_state: State,
    into: Numbers,
    at: int,
) -> None:
    """Write the game's custom observation."""
    observe(setup, state, seat, into, at)


@rule
def observe_record_bytes(
    setup: Setup,
    state: State,
    seat: int,
    into_setup: Setup,
    into_state: State,
    into: Numbers,
    at: int,
) -> None:
    """Write the bytes of the masked setup and state."""
    dispatch.mask(setup, state, seat, into_setup, into_state)
    put_bytes(into_state, into, put_bytes(into_setup, into, at))


def by_declaration(verbs: Verbs) -> SimpleNamespace:
    """Return the index functions that follow from declared verbs: verb after verb, one index for each combination of
    the parts' values, the first part the least significant."""
    of_verbs = []  # base, room, first index, indices, first digit, digits
    # Of each digit: radix; what 1 adds to the index; the stride of its part in the index and its number of values; what
    # 1 is worth in the part; its place value in the action's number.
    of_digits: list[tuple[int, ...]] = []
    total = 0
    for verb in verbs.verbs:
        strides: dict[str, tuple[int, int]] = {}
        indices = 1
        for part in verb.parts:
            values = part.last + 2 if part.optional else part.last - part.low + 1
            strides[part.name] = (indices, values)
            indices *= values
        of_verbs.append((verb.base, verb.room, total, indices, len(of_digits), len(verb.all_digits)))
        place = 1
        for name, radix, worth in verb.all_digits:
            stride, values = strides[name]
            of_digits.append((radix, worth * stride, stride, values, worth, place))
            place *= radix
        total += indices
    verb_table = np.array(of_verbs, np.int64)
    digit_table = np.array(of_digits or [(1, 0, 1, 1, 1, 1)], np.int64)

    def index_count(setup: Setup) -> int:
        return total

    @rule
    def index_of(setup: Setup, state: State, seat: int, action: int) -> int:
        for verb in range(len(verb_table)):
            rest = action - verb_table[verb, 0]
            if 0 <= rest < verb_table[verb, 1]:
                index = verb_table[verb, 2]
                first = verb_table[verb, 4]
                for digit in range(first, first + verb_table[verb, 5]):
                    index += rest % digit_table[digit, 0] * digit_table[digit, 1]
                    rest //= digit_table[digit, 0]
                return index
        return -1

    @rule
    def action_at(setup: Setup, state: State, seat: int, index: int) -> int:
        for verb in range(len(verb_table)):
            rest = index - verb_table[verb, 2]
            if 0 <= rest < verb_table[verb, 3]:
                action = verb_table[verb, 0]
                first = verb_table[verb, 4]
                for digit in range(first, first + verb_table[verb, 5]):
                    value = rest // digit_table[digit, 2] % digit_table[digit, 3]
                    action += value // digit_table[digit, 4] % digit_table[digit, 0] * digit_table[digit, 5]
                return action
        return -1

    return SimpleNamespace(index_count=index_count, index_of=index_of, action_at=action_at)


# -- The spaces of a table --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spaces:
    """The action space and the observation space of a table."""

    version: int
    actions: int
    """The number of indices."""
    fields: tuple[Field, ...]
    dtype: np.dtype[Any]

    @cached_property
    def width(self) -> int:
        """The number of numbers in an observation."""
        return sum(prod(field.shape) for field in self.fields)

    def bounds(self) -> tuple[Numbers, Numbers]:
        """Return the smallest and the largest value of each number."""
        lows = [np.full(prod(field.shape), field.low, self.dtype) for field in self.fields]
        highs = [np.full(prod(field.shape), field.high, self.dtype) for field in self.fields]
        return np.concatenate(lows), np.concatenate(highs)

    def named(self, observations: Numbers) -> dict[str, Numbers]:
        """Return observations (in the last axis) split into their fields, as views of the array."""
        found, at = {}, 0
        for field in self.fields:
            end = at + prod(field.shape)
            found[field.name] = observations[..., at:end].reshape(*observations.shape[:-1], *field.shape)
            at = end
        return found


def answers(game: Game) -> SimpleNamespace:
    """Return a game's functions for the questions above, with defaults, and register them."""
    own: Mapping[str, Any] = {} if game.spaces is None else vars(game.spaces)
    found = SimpleNamespace(VERSION=own.get("VERSION", 0), mark_legal=mark_one_by_one)
    if "index_of" not in own:
        vars(found).update(vars(by_declaration(game.notation.ACTIONS)))
    if "observe" in own:
        found.observe_masked = observe_custom
    else:
        size = game.rules.SETUP.itemsize + game.rules.STATE.itemsize
        means = "the bytes of the setup and of the state that the seat knows"
        found.observe_masked, found.OBSERVED = observe_record_bytes, "u1"
        found.observed = lambda setup: [Field("known", (size,), 0, 255, means)]
    for name in ("index_count", "index_of", "action_at", "mark_legal", "observe", "OBSERVED", "observed"):
        if name in own:
            setattr(found, name, own[name])
    dispatch.register(game.rules, spaces=found)
    return found


def spaces(game: Game, setup: Setup) -> Spaces:
    """Return the spaces of a table."""
    found = answers(game)
    observed: Callable[[Setup], Sequence[Field]] = found.observed
    return Spaces(
        version=found.VERSION,
        actions=int(found.index_count(setup)),
        fields=tuple(observed(setup)),
        dtype=np.dtype(found.OBSERVED),
    )
