"""Exact values of small games by dynamic programming over the rules.

``solve`` returns the values of optimal play, ``evaluate`` those of a fixed policy, ``best_response`` those of the best
policy against others that are fixed. All three visit every state that can be reached from a position, through the same
rule functions as every table, so that they suit games (or ends of games) with up to about two million states.
``known_optimum`` returns positions that ship with the games, with their exact values.

A value is the expected final score ("points") or the expected share of the win ("wins", with two seats the probability
to win plus half that of a draw), and belongs to a seat. The value of a masked state is the mean over the full states
that fit it, each weighted by the probability that chance and the other seats, who follow their policies, bring it
about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from itertools import pairwise
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from ..codec.records import copy_record
from ..engine.bits import win_share
from ..engine.contract import UNLISTABLE
from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.position import MaskedState, Position, TableState
from ..engine.rng import generator
from ..game_records import Reader, Step
from ..search.bots import Bot
from .expansion import CHANCE_ACTS, IS_OVER, Whole, count_edges, follow_edges, mask_states

LIMIT = 2_000_000
"""The largest number of states, unless the caller sets another one."""
Policy = Callable[[MaskedState], Mapping[int, float]]
"""The probabilities with which a seat chooses its legal actions. Those that are left out have probability 0."""
Unit = Literal["points", "wins"]
Floats = NDArray[np.float64]


def uniform(masked: MaskedState) -> dict[int, float]:
    """The policy that chooses each legal action with equal probability."""
    return dict.fromkeys(masked.legal_actions, 1 / len(masked.legal_actions))


def policy_of(bot: Bot, seed: int = 1) -> Policy:
    """Return what a bot does with the generator of this seed, always the same in equal masked states. The policy of a
    bot that makes random choices is therefore one of the deterministic policies that the bot mixes."""
    return lambda masked: {bot.choose(masked, generator(seed)): 1.0}


@dataclass
class Layer:
    """All states that are the same number of events away from the first one. Row k belongs to state k; the edges of
    state k are those from ``begins[k]`` to ``begins[k + 1]`` - 1."""

    start: int
    """The number of its first state."""
    actor: Whole
    """The seat to act, ``CHANCE_ACTS`` or ``IS_OVER``."""
    begins: Whole
    action: Whole
    """Of each edge: the action, or the outcome of chance."""
    child: Whole
    """Of each edge: the state in the next layer."""
    seen_as: Whole
    """For each state and seat: the number of the seat's masked state."""
    payoff: Floats
    """For each state and seat: its final value; 0 while the game goes on."""
    place: dict[bytes, int]
    """The place of each state in the layer, by the key of its bytes."""

    def sums(self, each: Floats) -> Floats:
        """Return the sum over the edges of each state; 0 if it has none."""
        total = np.zeros((len(self.actor), *each.shape[1:]))
        acting = self.actor != IS_OVER
        if len(each):
            total[acting] = np.add.reduceat(each, self.begins[:-1][acting])
        return total

    def of_edges(self, each: NDArray[Any]) -> NDArray[Any]:
        """Return, for each edge, what `each` says of the state in which it begins."""
        return np.repeat(each, np.diff(self.begins), axis=0)


def key_of(data: bytes | memoryview) -> bytes:
    """Return a key that differs for different bytes, but for a chance of less than 1 in 2**90 in a million states."""
    return blake2b(data, digest_size=16).digest()


class Graph:
    """All states that can be reached from a position, in layers, and the masked states of all seats in them.

    States are numbered through all layers. A masked state has the number of the first state that is seen like this.
    """

    def __init__(self, position: Position, unit: Unit | None, limit: int, policies: Sequence[Policy] | None) -> None:
        """Visit all states. Without policies nothing may be hidden from any seat."""
        self.game, self.seats = position.game, position.seats
        self.unit: Unit = unit or ("points" if self.seats == 1 else "wins")
        self.setup = position.setup
        self.layers: list[Layer] = []
        self.states = 0
        self.masked: list[dict[bytes, int]] = [{} for _ in range(self.seats)]
        """For each seat the numbers of those of its masked states in which something is hidden, by their keys."""
        self.chances: list[dict[int, dict[int, float]]] = [{} for _ in range(self.seats)]
        """For each seat the probabilities of its actions in those masked states in which it acts, by their numbers."""
        self._policies, self._limit = policies, limit
        self._setup_bytes = np.void.tobytes(cast("Any", self.setup))
        states = np.array([position.state], self.game.rules.STATE)
        places = {key_of(states.tobytes()): 0}
        while len(states):
            states, places = self._expand(states, places)

    def _expand(self, states: NDArray[Any], places: dict[bytes, int]) -> tuple[NDArray[Any], dict[bytes, int]]:
        """Append a layer; return the states of the next one and their places."""
        actor, counts = np.empty((2, len(states)), np.int64)
        count_edges(self.setup, states, actor, counts)
        if (counts[actor == CHANCE_ACTS] == UNLISTABLE).any():
            raise Refusal("unlistable", "the outcomes of chance in this position cannot be listed")
        begins = np.concatenate([[0], np.cumsum(counts)])
        payoff = np.zeros((len(states), self.seats))
        for at in np.flatnonzero(actor == IS_OVER).tolist():
            payoff[at] = self._payoff(states[at])
        actions, children = np.empty((2, begins[-1]), np.int64)
        seen_as = np.empty((len(states), self.seats), np.int64)
        after = bytearray()
        found: dict[bytes, int] = {}
        for part in parts_of(begins):
            edges = slice(begins[part.start], begins[part.stop])
            for seat in range(self.seats):
                seen_as[part, seat] = self._see(states[part], actor[part], seat, self.states + part.start)
            then = np.zeros(edges.stop - edges.start, states.dtype)
            follow_edges(self.setup, states[part], actor[part], counts[part], actions[edges], then)
            memory, size = then.view(np.uint8).data, states.dtype.itemsize
            for edge in range(len(then)):
                data = memory[edge * size : (edge + 1) * size]
                new = len(found)
                children[edges.start + edge] = found.setdefault(key_of(data), new)
                if len(found) > new:
                    after += data
            if self.states + len(states) + len(found) > self._limit:
                raise Refusal("too_large", f"more than {self._limit} states can be reached; this is no small game")
        self.layers.append(Layer(self.states, actor, begins, actions, children, seen_as, payoff, places))
        self.states += len(states)
        return np.frombuffer(after, states.dtype), found

    def _payoff(self, state: Any) -> list[float]:
        rules = self.game.rules
        if self.unit == "points":
            return [float(rules.score(self.setup, state, seat)) for seat in range(self.seats)]
        won = rules.winners(self.setup, state)
        return [float(win_share(won, seat)) for seat in range(self.seats)]

    def _see(self, states: NDArray[Any], actor: Whole, seat: int, start: int) -> Whole:
        """Return the numbers of a seat's masked states, for states numbered from `start` on; ask its policy about those
        in which it acts."""
        setups, masked = np.zeros(len(states), self.game.rules.SETUP), np.zeros(len(states), states.dtype)
        mask_states(self.setup, states, seat, setups, masked)
        if setups.tobytes() != self._setup_bytes * len(states):
            raise Refusal("hidden_information", "a part of the setup is hidden, such as pieces in a box")
        numbers = np.arange(start, start + len(states))
        hidden = np.flatnonzero((bytes_of(masked) != bytes_of(states)).any(axis=1))
        if self._policies is None and len(hidden):
            raise Refusal("hidden_information", "optimal play is only computed if every seat knows everything")
        for at in hidden.tolist():
            numbers[at] = self.masked[seat].setdefault(key_of(masked[at].tobytes()), start + at)
        if self._policies is not None:
            for at in np.flatnonzero(actor == seat).tolist():
                if numbers[at] not in self.chances[seat]:
                    known = MaskedState(self.game, self.setup, copy_record(masked[at]), seat)
                    self.chances[seat][int(numbers[at])] = checked(known, self._policies[seat](known))
        return numbers

    def number_of(self, masked: MaskedState) -> tuple[int, int]:
        """Return the seat and the number of a masked state; raise a ``Refusal`` if it cannot be reached."""
        assert masked.seat is not None, "a spectator has no value"
        hidden = self.masked[masked.seat].get(key_of(masked.to_bytes()[1]))
        if hidden is not None:
            return masked.seat, hidden
        depth, at = self.place(masked)
        return masked.seat, self.layers[depth].start + at

    @cached_property
    def _decisions(self) -> list[NDArray[np.int64]]:
        """For each seat its decisions, by masked state: the number of that, the layer and the number of the state."""
        found = []
        for seat in range(self.seats):
            rows = [np.empty((0, 3), np.int64)]
            for depth, layer in enumerate(self.layers):
                at = np.flatnonzero(layer.actor == seat)
                rows.append(np.column_stack([layer.seen_as[at, seat], np.full_like(at, depth), at]))
            every = np.concatenate(rows)
            found.append(every[np.argsort(every[:, 0], kind="stable")])
        return found

    def places_of(self, seat: int, number: int) -> list[tuple[int, int]]:
        """Return the layer and the number of each state in which a seat decides in a masked state."""
        every = self._decisions[seat]
        low, high = np.searchsorted(every[:, 0], (number, number + 1))
        return [(int(depth), int(at)) for _, depth, at in every[low:high]]

    def policy_weights(self, layer: Layer) -> Floats:
        """Return the probability of each edge of a layer under the policies; 0 for those of chance."""
        weights = np.zeros(len(layer.action))
        for at in np.flatnonzero(layer.actor >= 0).tolist():
            seat = int(layer.actor[at])
            chosen = self.chances[seat][int(layer.seen_as[at, seat])]
            edges = slice(layer.begins[at], layer.begins[at + 1])
            weights[edges] = [chosen[action] for action in layer.action[edges].tolist()]
        return weights

    def reach(self, weights: Sequence[Floats]) -> list[Floats]:
        """Return for each layer, by state and seat, how probable chance and the other seats make a state. The seat's
        own probabilities do not count, as if it had come there on purpose."""
        found = [np.ones((1, self.seats))]
        for layer, weight, then in zip(self.layers, weights, self.layers[1:], strict=False):
            before, actor = layer.of_edges(found[-1]), layer.of_edges(layer.actor)
            arrives = np.zeros((len(then.actor), self.seats))
            for seat in range(self.seats):
                np.add.at(arrives[:, seat], layer.child, before[:, seat] * np.where(actor == seat, 1.0, weight))
            found.append(arrives)
        return found

    def place(self, position: TableState) -> tuple[int, int]:
        """Return the layer and the place in it of a full state; raise a ``Refusal`` if it cannot be reached."""
        setup, state = (np.void.tobytes(cast("Any", record)) for record in (position.setup, position.state))
        key = key_of(state)
        for depth, layer in enumerate(self.layers):
            if key in layer.place and setup == self._setup_bytes:
                return depth, layer.place[key]
        raise Refusal("unreachable", "this cannot be reached from the position whose values were computed")


PART = 8192
"""Edges that are followed at a time, which bounds the memory."""


def parts_of(begins: Whole) -> Iterator[slice]:
    """Divide the states of a layer into parts with about ``PART`` edges."""
    at, last = 0, len(begins) - 1
    while at < last:
        end = max(at + 1, int(np.searchsorted(begins, begins[at] + PART, side="right")) - 1)
        yield slice(at, end)
        at = end


def bytes_of(records: NDArray[Any]) -> NDArray[np.uint8]:
    """Return records as rows of bytes."""
    return records.view(np.uint8).reshape(len(records), -1)


def checked(masked: MaskedState, chosen: Mapping[int, float]) -> dict[int, float]:
    """Return the probabilities of all legal actions; raise a ``ValueError`` if they do not add up to 1."""
    full = {action: float(chosen.get(action, 0.0)) for action in masked.legal_actions}
    if abs(sum(full.values()) - 1) > 1e-9 or min(full.values()) < 0:
        raise ValueError(f"the policy's probabilities of the legal actions are {sorted(full.values())}")
    return full


@dataclass(frozen=True)
class ExactStep:
    """The change of a seat's value in one step of a game, split by cause."""

    line: int
    value: float
    """The value after the step."""
    luck: float = 0.0
    """What chance, or what the step revealed, changed."""
    decision: float = 0.0
    """The value of the seat's action less that of the best one: zero or negative."""
    improvement: float = 0.0
    """The value of the best action less that of what the policy does: zero or positive, and zero if the policy is
    optimal. The start and this term say what the policy expects, so that no fixed policy but an optimal one lets
    luck and decisions alone add up."""
    opponents: float = 0.0
    """What an action of another seat changed."""


class Exact:
    """The exact values of all states of a small game: of optimal play, or under a policy for each seat."""

    def __init__(self, graph: Graph, optimal: bool) -> None:
        self.unit, self.states = graph.unit, graph.states
        self._graph, self._optimal = graph, optimal
        self._compute()

    # -- Passes over all states ---------------------------------------------------------------------------------------

    def _compute(self) -> None:
        """Compute the values of all states from the last layer to the first, then those of masked states."""
        values: list[Floats] = []
        weights: list[Floats] = []
        behind: Floats = np.zeros((0, self._graph.seats))
        for layer in reversed(self._graph.layers):
            ahead = behind[layer.child]
            chance = layer.of_edges(layer.actor) == CHANCE_ACTS
            draws = layer.of_edges(np.diff(layer.begins))
            chosen = best_edges(layer, ahead) if self._optimal else self._graph.policy_weights(layer)
            weights.append(np.where(chance, 1 / draws, chosen))
            behind = layer.sums(ahead * weights[-1][:, None]) + layer.payoff
            values.append(behind)
        self._values: list[Floats] = values[::-1]
        """For each layer, by state and seat."""
        self._reach = self._graph.reach(weights[::-1])
        self._masked_values = [self._masked_means(seat) for seat in range(self._graph.seats)]

    def _masked_means(self, seat: int) -> Floats:
        """Return the mean value over the states of each masked state of a seat."""
        weight, total, states, plain = np.zeros((4, self.states))
        for layer, reach, values in zip(self._graph.layers, self._reach, self._values, strict=True):
            seen_as = layer.seen_as[:, seat]
            np.add.at(weight, seen_as, reach[:, seat])
            np.add.at(total, seen_as, reach[:, seat] * values[:, seat])
            np.add.at(states, seen_as, 1.0)
            np.add.at(plain, seen_as, values[:, seat])
        # If the others' policies never lead to a masked state, its states count the same.
        return np.where(weight > 0, total / np.where(weight > 0, weight, 1.0), plain / np.maximum(states, 1))

    # -- Answers ------------------------------------------------------------------------------------------------------

    def values(self, position: Position) -> list[float]:
        """Return the value of a full state for each seat."""
        depth, number = self._graph.place(position)
        return cast("list[float]", self._values[depth][number].tolist())

    def value(self, masked: MaskedState) -> float:
        """Return the value of a masked state for its seat."""
        seat, number = self._graph.number_of(masked)
        return float(self._masked_values[seat][number])

    def action_values(self, masked: MaskedState) -> dict[int, float]:
        """Return the value of each legal action of a masked state's seat, if all go on as their policies say; empty if
        the seat is not to act."""
        return self._action_values(*self._graph.number_of(masked))

    def _action_values(self, seat: int, number: int) -> dict[int, float]:
        places = self._graph.places_of(seat, number)
        whole = sum(self._reach[depth][at, seat] for depth, at in places)
        totals: dict[int, float] = {}
        for depth, at in places:
            layer = self._graph.layers[depth]
            edges = slice(layer.begins[at], layer.begins[at + 1])
            share = self._reach[depth][at, seat] / whole if whole > 0 else 1 / len(places)
            ahead = share * self._values[depth + 1][layer.child[edges], seat]
            for action, value in zip(layer.action[edges].tolist(), ahead.tolist(), strict=True):
                totals[action] = totals.get(action, 0.0) + value
        return totals

    def policy(self, masked: MaskedState) -> dict[int, float]:
        """Return the probabilities with which the seat of a masked state acts: what its policy says, or, if these are
        the values of optimal play, an optimal action. It is a `Policy`."""
        seat, number = self._graph.number_of(masked)
        if not self._optimal:
            return dict(self._graph.chances[seat][number])
        values = self._action_values(seat, number)
        return {max(values, key=values.__getitem__): 1.0}

    def explain(self, steps: Sequence[Step], seat: int) -> list[ExactStep]:
        """Split the steps of a game by cause. It may begin anywhere in the small game; the value before its first step
        and all parts add up to the value after the last one."""
        found = []
        value = self.value(steps[0].position.mask(seat))
        for step, then in pairwise(steps):
            event = step.event
            assert event is not None, "only the last step has none"
            after = self.value(then.position.mask(seat))
            if event.by == "chance":
                found.append(ExactStep(step.line, after, luck=after - value))
            elif event.by == seat:
                actions = self.action_values(step.position.mask(seat))
                played, best = actions[step.position.verbs(seat).parse(event.do)], max(actions.values())
                found.append(ExactStep(step.line, after, after - played, played - best, best - value))
            else:
                found.append(ExactStep(step.line, after, opponents=after - value))
            value = after
        return found

    def improve(self, seat: int) -> bool:
        """Let a seat take the best action in every masked state where it does not; return whether anything changed."""
        chances = self._graph.chances[seat]
        changed = False
        for number in chances:
            values = self._action_values(seat, number)
            best = max(values, key=values.__getitem__)
            if values[best] > sum(chances[number][action] * values[action] for action in values) + 1e-12:
                chances[number] = {action: float(action == best) for action in values}
                changed = True
        if changed:
            self._compute()
        return changed


def best_edges(layer: Layer, ahead: Floats) -> Floats:
    """Return 1 for the first of each state's best edges, 0 for the others. Each seat maximises its own value."""
    actor = layer.of_edges(layer.actor)
    own = ahead[np.arange(len(actor)), np.maximum(actor, 0)]
    weights = np.zeros(len(own))
    acting = layer.actor != IS_OVER
    if acting.any():
        best = np.maximum.reduceat(own, layer.begins[:-1][acting])
        those = np.flatnonzero(own == np.repeat(best, np.diff(layer.begins)[acting]))
        state = layer.of_edges(np.arange(len(layer.actor)))[those]
        weights[those[np.unique(state, return_index=True)[1]]] = 1.0
    return weights


def solve(position: Position, limit: int = LIMIT) -> Exact:
    """Return the values of optimal play from a position: with one seat the highest expected score, with two the minimax
    value (each seat maximises its share of the win, and the shares add up to 1).

    Raises a ``Refusal``: ``hidden_information`` if a seat does not know everything at any time, ``too_many_seats``
    with more than two seats (best play has no unique value then), ``too_large`` if more than `limit` states can be
    reached, ``unlistable`` if the outcomes of chance cannot be listed.
    """
    if position.seats > 2:
        raise Refusal("too_many_seats", f"with {position.seats} seats the value of best play is not unique")
    return Exact(Graph(position, None, limit, None), optimal=True)


def evaluate(
    position: Position, policy: Policy | Sequence[Policy], limit: int = LIMIT, unit: Unit | None = None
) -> Exact:
    """Return the values of fixed policies: one for each seat, or one for all. `unit` says what values count, by default
    points with one seat, otherwise wins. Raises a ``Refusal`` like ``solve`` (``too_large``, ``unlistable``)."""
    policies = [policy] * position.seats if callable(policy) else policy
    return Exact(Graph(position, unit, limit, policies), optimal=False)


def best_response(
    position: Position,
    policy: Policy | Sequence[Policy],
    seat: int,
    limit: int = LIMIT,
    unit: Unit | None = None,
) -> Exact:
    """Return the values if a seat plays as well as possible against the policies of the others, found by policy
    iteration from its own: in each masked state it takes the best action, until nothing improves.

    That is exact if the seat's masked states tell apart all that it has seen and done, as far as that matters.
    """
    exact = evaluate(position, policy, limit, unit)
    while exact.improve(seat):
        pass
    return exact


@dataclass(frozen=True)
class KnownOptimum:
    """A position that ships with a game, and its exact value."""

    name: str
    position: Position
    unit: Unit
    value: float
    """The value of optimal play for seat 0; in a game with hidden information that of an equilibrium."""
    states: int
    """The number of states that can be reached: what ``solve`` must visit."""


def known_optimum(game: Game) -> list[KnownOptimum]:
    """Return the positions of a game whose exact value is known, the smallest first.

    They are the ends of the game records in the folder ``data/optima`` of the game, whose headers have one more field:
    ``"optimum": {"unit": "points" or "wins", "value": ..., "states": ...}``.
    """
    folder = files(game.package).joinpath("data", "optima")
    found = []
    for file in folder.iterdir() if folder.is_dir() else ():
        reader = Reader(file.read_bytes())
        *_, last = reader.steps()
        found.append(KnownOptimum(file.name.removesuffix(".jsonl"), last.position, **reader.header.more["optimum"]))
    return sorted(found, key=lambda one: one.states)
