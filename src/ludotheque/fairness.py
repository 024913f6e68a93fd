"""Verifiable chance at a live table: commitment, nonces, draws. ``docs/reference/fairness.md`` specifies it.

The protocol: the server publishes the `commitment` to its secret seed *before* it accepts a seat's nonce; when the game
starts the nonces are fixed; each chance event carries its `picks`; after the end the server publishes the seed. A pick
(draw index) reveals its event, so it is hidden from a seat as long as the event is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from .engine.contract import UNLISTABLE
from .engine.errors import Refusal
from .engine.position import Event, Position
from .game_records import Header, Reader, Step

Pick = tuple[int, int]
"""A draw index and the number of possible draws: 0 <= pick[0] < pick[1]."""

WORD = 1 << 53
"""Random words have 53 bits, the integers that JavaScript represents exactly. No range of a pick is larger."""

_SEED = re.compile(r"[0-9a-f]{64}")
_NONCE = re.compile(r"([0-9a-f]{32})?")


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed's text. A seed is 64 lowercase hex digits (``secrets.token_hex(32)``)."""
    return sha256(seed.encode()).hexdigest()


DAILY_START = "0" * 64
"""What the first of a game's daily draws names as the one before it."""


class SealedDraw(NamedTuple):
    """An entry of the published list of a game's daily draws (``docs/reference/fairness.md``, "Daily draws")."""

    game: str
    day: str
    """The date in UTC, ``YYYY-MM-DD``."""
    terms: str
    """JSON text: version of the rules, options, table settings and bots."""
    commitment: str
    previous: str
    """The `link` of the entry before it."""
    link: str
    seed: str | None = None
    """None until the day is over."""


def daily_link(previous: str, game: str, day: str, terms: str, commitment: str) -> str:
    """Return the hash of an entry of the list, which covers the entry before it."""
    return sha256("\n".join(["ludotheque daily 1", previous, game, day, terms, commitment]).encode()).hexdigest()


def verify_daily(draws: Sequence[SealedDraw], known: Mapping[str, str] | None = None) -> list[tuple[str, str]]:
    """Check the published list of a game's draws, oldest first; return the days that are wrong, each with a code.

    ``link_wrong``: the hash does not cover the entry; ``chain_broken``: it does not continue the entry before it;
    ``order_wrong``: its day is not later; ``commitment_wrong``: the revealed seed is another one; ``swapped``: the
    link differs from the one in `known` (links by day, noted from an earlier reading); ``removed``: a day in `known` is
    missing.
    """
    found: list[tuple[str, str]] = []
    before: SealedDraw | None = None
    for draw in draws:
        if draw.link != daily_link(draw.previous, draw.game, draw.day, draw.terms, draw.commitment):
            found.append((draw.day, "link_wrong"))
        if draw.previous != (DAILY_START if before is None else before.link):
            found.append((draw.day, "chain_broken"))
        if before is not None and draw.day <= before.day:
            found.append((draw.day, "order_wrong"))
        if draw.seed is not None and draw.commitment != commitment(draw.seed):
            found.append((draw.day, "commitment_wrong"))
        if known is not None and known.get(draw.day, draw.link) != draw.link:
            found.append((draw.day, "swapped"))
        before = draw
    days = {draw.day for draw in draws}
    return found + [(day, "removed") for day in known or () if day not in days]


def check_nonce(text: object) -> str:
    """Check a nonce: 32 lowercase hex digits, or empty (bots, players who sent none); otherwise raise a ``Refusal``."""
    if not isinstance(text, str) or not _NONCE.fullmatch(text):
        raise Refusal("nonce", "a nonce is 32 lowercase hex digits, or empty")
    return text


@dataclass(frozen=True)
class Chance:
    """The draws of one table. Stateless: pick number n depends only on the seed, the nonces and n."""

    seed: str
    nonces: tuple[str, ...]
    """One per seat; if seats are drawn, one per place before the draw (see `fair_field`)."""

    @cached_property
    def key(self) -> str:
        """Seed and nonces combined; all picks are derived from it."""
        return sha256("\n".join(["ludotheque fair 1", self.seed, *self.nonces]).encode()).hexdigest()

    def pick(self, number: int, size: int) -> int:
        """Return pick `number`, a uniform integer from 0 to size - 1. Picks are counted from 0 over the whole table."""
        if not 1 <= size <= WORD:
            raise ValueError(f"a range is from 1 to 2**53, not {size}")
        attempt = 0
        while True:
            digest = sha256(f"{self.key}\n{number}\n{attempt}".encode()).digest()
            word = int.from_bytes(digest[:8], "big") >> 11
            if word < WORD - WORD % size:  # larger words would bias the result towards small numbers
                return word % size
            attempt += 1

    def shuffle(self, number: int, size: int) -> tuple[list[int], list[Pick]]:
        """Return 0 to size - 1 in random order (Fisher-Yates), and the size - 1 picks used, from `number` on."""
        order = list(range(size))
        picks: list[Pick] = []
        for last in range(size - 1, 0, -1):
            at = self.pick(number + len(picks), last + 1)
            picks.append((at, last + 1))
            order[at], order[last] = order[last], order[at]
        return order, picks

    def draw(self, position: Position, number: int, choices: Mapping[str, str]) -> Event:
        """Return the next chance event, drawn with pick `number`; its `picks` hold that one pick."""
        size = position.chance_count
        if size == UNLISTABLE:
            sampler = position.game.sampler
            seed = self.pick(number, WORD)
            sampled = sampler.sample(position.setup, seed, choices)
            return Event("chance", position.action_text("chance", 0), {sampler.FIELD: sampled, "picks": [[seed, WORD]]})
        pick = self.pick(number, size)
        outcome = int(position.game.rules.chance_nth(position.setup, position.state, pick))
        return Event("chance", position.action_text("chance", outcome), {"picks": [[pick, size]]})


def picks_of(event: Event) -> Sequence[Pick]:
    """Return the picks of an event. The number of a table's next pick is the count of all picks before it."""
    return [(pick, size) for pick, size in event.more.get("picks", ())]


def fair_field(
    commitment: str,
    nonces: Sequence[str],
    *,
    seed: str | None = None,
    choices: Mapping[str, str] | None = None,
    seats: Sequence[int] | None = None,
    picks: Sequence[Pick] = (),
    chosen: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the field ``fair`` of a record's header. `seed` only after the end; `choices` are the table settings.

    `seats` and `picks`, if the seats were drawn by `shuffle(0, n)`: for each seat the place (index of the nonce) that
    its player had before, and the picks used; the first event then has pick n - 1. `chosen`: the verbs of chance events
    that were set by the table instead of drawn (``first``).
    """
    fair: dict[str, Any] = {"commitment": commitment, "nonces": list(nonces)}
    if seed is not None:
        fair["seed"] = seed
    if choices:
        fair["choices"] = dict(choices)
    if seats is not None:
        fair["seats"], fair["picks"] = list(seats), [list(pick) for pick in picks]
    if chosen:
        fair["chosen"] = list(chosen)
    return fair


@dataclass(frozen=True)
class Finding:
    """A problem with a record; ``docs/reference/fairness.md`` lists the codes."""

    code: str
    line: int
    message: str


@dataclass
class Report:
    """The result of `verify`. The record is correct if there are no findings."""

    findings: list[Finding] = field(default_factory=list)
    picks: int = 0
    """The number of correct picks."""
    sampled: int = 0
    """The number of those whose outcomes cannot be listed."""
    chosen: int = 0
    """The number of chance events set by the table, as its header declares."""
    by_page: bool = False
    """Whether the player's page held the seed, as its header declares. Then the seed was not changed after the start,
    but the player may have known it."""

    @property
    def good(self) -> bool:
        """Whether there are no findings."""
        return not self.findings

    def find(self, code: str, line: int, message: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(code, line, message))


def verify(data: bytes) -> Report:
    """Check a record from a live table: the record itself, its commitment, every pick, and the event of each pick."""
    report = Report()
    terms = None
    try:
        reader = Reader(data)
        try:
            terms = _read_terms(reader.header, report)
        except Refusal as refusal:
            report.find(refusal.code, 1, refusal.message)
        for step in reader.steps():
            if terms is not None and step.event is not None:
                terms.check(step, step.event, report)
    except Refusal as refusal:
        report.find(refusal.code, refusal.line or 1, refusal.message)
    return report


@dataclass
class _Terms:
    """What a header declares about chance, and the number of the next pick."""

    chance: Chance
    choices: Mapping[str, str]
    chosen: Sequence[str]
    number: int
    """The number of the next pick."""

    def check(self, step: Step, event: Event, report: Report) -> None:
        """Compare a chance event with the one that its pick gives; add findings to the report."""
        picks = event.more.get("picks")
        if event.by != "chance":
            if picks is not None:
                report.find("picks_form", step.line, "a seat's event has no picks")
            return
        if picks is None and step.position.parts("chance", event.do)["verb"] in self.chosen:
            report.chosen += 1
            return
        right = self.chance.draw(step.position, self.number, self.choices)
        self.number += 1
        if picks is None:
            report.find("picks_missing", step.line, "this chance event shows no pick")
        elif not _same(picks, right.more["picks"]):
            report.find("pick_wrong", step.line, f"seed and nonces give {right.more['picks']} here")
        elif event.do != right.do:
            report.find("outcome_wrong", step.line, f"this pick means {right.do}, not {event.do:.60}")
        elif not all(_same(event.more.get(name), value) for name, value in right.more.items()):
            report.find("sampled_wrong", step.line, f"this pick makes another {event.do:.60}")
        else:
            report.picks += 1
            report.sampled += len(right.more) > 1


def _read_terms(header: Header, report: Report) -> _Terms:
    """Return what the header declares about chance; raise a ``Refusal`` if that is not enough to check anything."""
    fair = header.more.get("fair")
    if not isinstance(fair, dict):
        raise Refusal("fair_missing", "the header has no field fair: this record does not come from a live table")
    nonces, choices, chosen = fair.get("nonces"), fair.get("choices", {}), fair.get("chosen", [])
    if not isinstance(nonces, list) or len(nonces) != header.seats:
        raise Refusal("fair_form", f"nonces must be {header.seats} strings, one per seat")
    if not isinstance(choices, dict) or not choices.keys() <= header.game.table_settings.keys():
        raise Refusal("fair_form", f"choices are those of {header.game.id}")
    if not isinstance(chosen, list):
        raise Refusal("fair_form", "chosen must be a list of strings")
    try:
        nonces = [check_nonce(nonce) for nonce in nonces]
        choices = {name: str(header.game.table_settings[name].check(name, value)) for name, value in choices.items()}
    except Refusal as refusal:
        raise Refusal("fair_form", refusal.message) from None
    seed = fair.get("seed")
    if seed is None:
        raise Refusal("not_revealed", "the seed is not revealed: nothing can be verified before the end")
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise Refusal("fair_form", "a seed is 64 lowercase hex digits")
    if fair.get("commitment") != commitment(seed):
        report.find("commitment_wrong", 1, "this seed is not the one that the table committed to")
    report.by_page = fair.get("by") == "page"
    terms = _Terms(Chance(seed, tuple(nonces)), choices, chosen, 0)
    if "seats" in fair:
        order, picks = terms.chance.shuffle(0, header.seats)
        terms.number = len(picks)
        if _same(fair["seats"], order) and _same(fair.get("picks"), picks):
            report.picks += len(picks)
        else:
            report.find("seats_wrong", 1, f"the seed gives the seats to the places {order}")
    return terms


def _same(given: object, right: object) -> bool:
    """Return whether two values are written as the same JSON: 1, 1.0 and true differ."""
    try:
        return json.dumps(given, sort_keys=True) == json.dumps(right, sort_keys=True)
    except RecursionError:  # no valid value is nested this deeply
        return False
