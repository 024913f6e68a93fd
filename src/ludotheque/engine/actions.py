"""Actions have parts: a verb and named parts, declared once a game. Text, number and parts all come from here.

A game's ``notation.py`` declares the verbs of seats and those of chance::

    ACTIONS = Verbs(
        Verb("pass", PASS),
        Verb("lay", LAY, "{tile} r{turns} {x},{y}", (Part("tile", 64, high=47), Part("turns", 4), ...)),
    )

The number of an action is the verb's base and, above it, one digit for each part, the first part the least significant
(mixed radix; a part's radix is how much room its digit has). Its text is the verb's word and the filled template. The
page holds the same declaration as data (``declaration``), so nobody else takes an action apart or puts one together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from .errors import Refusal

Value = int | str
Parts = dict[str, Value]
"""The parts of an action by their names, ``verb`` the first of them."""

_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Part:
    """A named part: a whole number from `low` to `high`, or one of some names."""

    name: str
    radix: int
    """How many values its digit has room for."""
    low: int = 0
    high: int | None = None
    """The largest number; by default all that there is room for."""
    names: Sequence[str] = ()
    code: str = "unknown_action"
    """The code of the refusal where a text names a value that does not exist."""
    optional: bool = False
    """Whether it may be missing: then the digit 0 stands for nothing, and the names follow."""

    @property
    def last(self) -> int:
        """The largest value; of a name, its place among the names."""
        if self.names:
            return len(self.names) - 1
        return self.low + self.radix - 1 if self.high is None else self.high

    def read(self, text: str) -> int | None:
        """The value that a text says; None if there is no such value, or if it is written otherwise."""
        if self.names:
            return list(self.names).index(text) if text in self.names else None
        if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", text):
            return None
        return int(text) if self.low <= int(text) <= self.last else None


@dataclass(frozen=True)
class Verb:
    """What can be done, or can happen: a word, its parts, and how they are written."""

    word: str
    base: int
    """The smallest number of its actions."""
    template: str = ""
    """What follows the word in the text, the parts' names in braces. An optional part stands last."""
    parts: tuple[Part, ...] = ()
    digits: tuple[tuple[str, int, int], ...] = ()
    """Where a part is spread over several digits: for every digit, the least significant first, the part, the radix and
    what one of it is worth. By default each part is one digit."""
    masked: str | None = None
    """What stands for it in the record of a running game for those from whom it is hidden; None: it is left out."""

    @cached_property
    def all_digits(self) -> tuple[tuple[str, int, int], ...]:
        """Every digit: the part, the radix, and what one of it is worth."""
        return self.digits or tuple((part.name, part.radix, 1) for part in self.parts)

    @cached_property
    def written(self) -> tuple[Part, ...]:
        """The parts in the order in which they are written."""
        by_name = {part.name: part for part in self.parts}
        return tuple(by_name[name] for name in _HOLE.findall(self.template))

    @cached_property
    def room(self) -> int:
        """How many numbers it takes."""
        room = 1
        for _, radix, _ in self.all_digits:
            room *= radix
        return room

    def values(self, number: int) -> dict[str, int] | None:
        """The value of each part; None if the number says something that does not exist."""
        rest = number - self.base
        found = dict.fromkeys((part.name for part in self.parts), 0)
        for name, radix, worth in self.all_digits:
            rest, digit = divmod(rest, radix)
            found[name] += digit * worth
        for part in self.parts:
            found[part.name] += -1 if part.optional else part.low
            if found[part.name] > part.last:
                return None
        return found

    def number(self, values: Mapping[str, int]) -> int:
        """The number of the action with these values; an optional part that is missing is -1."""
        number, place = self.base, 1
        left = {part.name: values[part.name] + (1 if part.optional else -part.low) for part in self.parts}
        for name, radix, worth in self.all_digits:
            number += left[name] // worth % radix * place
            place *= radix
        return number

    def pattern(self) -> re.Pattern[str]:
        """What its texts look like, whether their values exist or not."""
        optional = {part.name for part in self.parts if part.optional}
        pattern = re.escape(self.word)
        for literal, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", f" {self.template}" if self.template else ""):
            value = f"{re.escape(literal)}(?P<{name}>[^ ,]+)" if name else re.escape(literal)
            pattern += f"(?:{value})?" if name in optional else value
        return re.compile(pattern)

    def form(self) -> str:
        """How it is written, for people: ``lay TILE rTURNS X,Y``."""
        return " ".join([self.word, _HOLE.sub(lambda hole: hole[1].upper(), self.template)]).strip()


class Verbs:
    """All that seats, or chance, can do in a game, ordered by their numbers."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self._patterns = [(verb, verb.pattern()) for verb in verbs]
        self.text_and_parts = lru_cache(maxsize=1 << 14)(self._text_and_parts)
        """The text of an action and its parts (not to be changed); tables name the same ones again and again."""
        self.parse = lru_cache(maxsize=1 << 14)(self._parse)
        """The other way round: see ``_read``."""
        self.json_fields = lru_cache(maxsize=1 << 14)(self._json_fields)
        """Both as fields of a JSON object."""

    def verb_of(self, number: int) -> Verb | None:
        """The verb that a number belongs to."""
        for verb in self.verbs:
            if verb.base <= number < verb.base + verb.room:
                return verb
        return None

    def parts(self, number: int) -> Parts:
        """The parts of an action, in the order in which they are written; a refusal if the number is none."""
        verb = self.verb_of(number)
        values = None if verb is None else verb.values(number)
        if verb is None or values is None:
            raise Refusal("unknown_action", f"{number} is no action")
        found: Parts = {"verb": verb.word}
        for part in verb.written:
            value = values[part.name]
            if not part.optional or value >= 0:
                found[part.name] = part.names[value] if part.names else value
        return found

    def text(self, number: int) -> str:
        """The one spelling of an action."""
        return self.text_and_parts(number)[0]

    def _text_and_parts(self, number: int) -> tuple[str, Parts]:
        verb, parts = self.verb_of(number), self.parts(number)
        assert verb is not None, f"{number} is no action"
        return _fill(f"{verb.word} {verb.template}", parts), parts

    def _json_fields(self, number: int) -> str:
        do, parts = self.text_and_parts(number)
        return json.dumps({"do": do, "parts": parts}, separators=(",", ":"))[1:-1]

    def masked_text(self, number: int) -> str | None:
        """What stands for an action that is hidden, in the record of a running game; None if it is left out."""
        verb = self.verb_of(number)
        if verb is None or verb.masked is None:
            return None
        return _fill(verb.masked, self.parts(number))

    def _parse(self, text: str) -> int:
        """The number of what a text says, whether possible or not; a refusal if it says nothing in this notation, or
        says it in another spelling."""
        for verb, pattern in self._patterns:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            values = {}
            for part in verb.parts:
                said = match[part.name]
                value = -1 if said is None else part.read(said)
                if value is None:
                    raise Refusal(part.code, f"there is no {part.name} {said!r:.20}")
                values[part.name] = value
            return verb.number(values)
        spellings = " or ".join(dict.fromkeys(verb.form() for verb in self.verbs))
        raise Refusal("unknown_action", f"{text!r:.40} is not an action; write {spellings}")

    def declaration(self) -> list[dict[str, Any]]:
        """The whole declaration as plain data, for readers in other languages."""
        return [
            {
                "word": verb.word,
                "base": verb.base,
                "room": verb.room,
                "template": verb.template,
                "parts": [
                    {
                        "name": part.name,
                        "low": -1 if part.optional else part.low,
                        "names": list(part.names) or None,
                        "optional": part.optional,
                    }
                    for part in verb.written
                ],
                "digits": [list(digit) for digit in verb.all_digits],
            }
            for verb in self.verbs
        ]


def meant_by(typed: str, legal: Sequence[str]) -> list[str]:
    """The legal actions that end with what was typed; if there are none, those that begin with it."""
    ends = [action for action in legal if f" {action}".endswith(f" {typed.lower()}")]
    return ends or [action for action in legal if action.startswith(typed.lower())]


def completed(typed: str, legal: Sequence[str]) -> str:
    """What was typed as the end of an action (c3), made whole where all legal actions begin alike (place 2-9-4)."""
    words = len(typed.split())
    begins = {tuple(action.split()[:-words]) for action in legal}
    return " ".join([*begins.pop(), typed]) if len(begins) == 1 else typed


def _fill(template: str, parts: Mapping[str, Value]) -> str:
    """A template with the parts in it; what is missing leaves no gap."""
    return _HOLE.sub(lambda hole: str(parts.get(hole[1], "")), template).strip()
