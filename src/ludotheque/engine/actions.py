"""Actions: a verb with named parts. Converts between an action's number, its text and its parts.

A game's ``notation.py`` declares the verbs of seats and those of chance::

    ACTIONS = Verbs(
        Verb("pass", PASS),
        Verb("lay", LAY, "{tile} r{turns} {x},{y}", (Part("tile", 64, high=47), Part("turns", 4), ...)),
    )

The number of an action is the verb's base plus a mixed-radix number with one digit per part, the first part the least
significant. With the verb above, ``tile`` 5 and ``turns`` 2 contribute 5 + 64 * 2. The text is the verb's word and the
filled template. The page reads the same declaration as JSON (``Verbs.declaration``).
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
"""The values of an action's parts by name; the first key is ``verb``."""

_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Part:
    """A named part of an action: an integer from `low` to `high`, or one of `names`."""

    name: str
    radix: int
    """The radix of its digit: at least the number of its values."""
    low: int = 0
    high: int | None = None
    """The largest integer; by default ``low + radix - 1``."""
    names: Sequence[str] = ()
    code: str = "unknown_action"
    """Refusal code for a text with a value that does not exist."""
    optional: bool = False
    """Whether the part may be missing: digit 0 then means "missing", and digit n the n-th name, counted from 1."""

    @property
    def last(self) -> int:
        """The largest value: an integer, or the index of the last name."""
        if self.names:
            return len(self.names) - 1
        return self.low + self.radix - 1 if self.high is None else self.high

    def read(self, text: str) -> int | None:
        """Parse a value (for a name, its index); None if it does not exist or the spelling is not canonical."""
        if self.names:
            return list(self.names).index(text) if text in self.names else None
        if not re.fullmatch(r"0|-?[1-9][0-9]{0,8}", text):
            return None
        return int(text) if self.low <= int(text) <= self.last else None

    def missing(self, text: str) -> str:
        """Return why a text is no value of this part, and what to write instead."""
        sentence = f"there is no {self.name} {text!r:.20}"
        return sentence if self.names else f"{sentence}; write {self.low} to {self.last}, without leading zeros"


@dataclass(frozen=True)
class Verb:
    """A kind of action or chance outcome: a word, its parts, and the template of its text."""

    word: str
    base: int
    """The smallest action number of this verb."""
    template: str = ""
    """The text after the word, with the parts' names in braces. An optional part must be the last."""
    parts: tuple[Part, ...] = ()
    digits: tuple[tuple[str, int, int], ...] = ()
    """Only if a part needs several digits: for each digit, the least significant first, the name of its part, its
    radix, and its weight in the part's value. By default each part has one digit."""
    masked: str | None = None
    """Template of the text shown to seats from which it is hidden; None: they are not shown the event at all."""

    @cached_property
    def all_digits(self) -> tuple[tuple[str, int, int], ...]:
        """Each digit, the least significant first: the name of its part, its radix, its weight in the part's value."""
        return self.digits or tuple((part.name, part.radix, 1) for part in self.parts)

    @cached_property
    def written(self) -> tuple[Part, ...]:
        """The parts in the order of the template."""
        by_name = {part.name: part for part in self.parts}
        return tuple(by_name[name] for name in _HOLE.findall(self.template))

    @cached_property
    def room(self) -> int:
        """The size of the verb's range of action numbers: the product of all radices."""
        room = 1
        for _, radix, _ in self.all_digits:
            room *= radix
        return room

    def values(self, number: int) -> dict[str, int] | None:
        """Return the value of each part; None if a digit stands for a value that does not exist."""
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
        """Return the number of the action with these values; -1 is the value of a missing optional part."""
        number, place = self.base, 1
        left = {part.name: values[part.name] + (1 if part.optional else -part.low) for part in self.parts}
        for name, radix, worth in self.all_digits:
            number += left[name] // worth % radix * place
            place *= radix
        return number

    def pattern(self) -> re.Pattern[str]:
        """Return a regular expression that matches the verb's texts; it does not check the values."""
        optional = {part.name for part in self.parts if part.optional}
        pattern = re.escape(self.word)
        for literal, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", f" {self.template}" if self.template else ""):
            value = f"{re.escape(literal)}(?P<{name}>[^ ,]+)" if name else re.escape(literal)
            pattern += f"(?:{value})?" if name in optional else value
        return re.compile(pattern)

    def form(self) -> str:
        """Return a usage line: ``lay TILE rTURNS X,Y``."""
        return " ".join([self.word, _HOLE.sub(lambda hole: hole[1].upper(), self.template)]).strip()


class Verbs:
    """All verbs of the seats, or all verbs of chance, of a game, ordered by their action numbers."""

    def __init__(self, *verbs: Verb) -> None:
        self.verbs = verbs
        self._patterns = [(verb, verb.pattern()) for verb in verbs]
        self.text_and_parts = lru_cache(maxsize=1 << 14)(self._text_and_parts)
        """Return the text and the parts of an action number. Cached: do not change the parts."""
        self.parse = lru_cache(maxsize=1 << 14)(self._parse)
        """Return the number of an action text, cached; see ``_parse``."""
        self.json_fields = lru_cache(maxsize=1 << 14)(self._json_fields)
        """Return the text and the parts of an action number as the fields of a JSON object, without braces. Cached."""

    def verb_of(self, number: int) -> Verb | None:
        """Return the verb that an action number belongs to; None if there is none."""
        for verb in self.verbs:
            if verb.base <= number < verb.base + verb.room:
                return verb
        return None

    def parts(self, number: int) -> Parts:
        """Return the parts of an action in the order of its text; raise a ``Refusal`` if there is no such action."""
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
        """Return the text of an action. Each action has exactly one."""
        return self.text_and_parts(number)[0]

    def _text_and_parts(self, number: int) -> tuple[str, Parts]:
        verb, parts = self.verb_of(number), self.parts(number)
        assert verb is not None, f"{number} is no action"
        return _fill(f"{verb.word} {verb.template}", parts), parts

    def _json_fields(self, number: int) -> str:
        do, parts = self.text_and_parts(number)
        return json.dumps({"do": do, "parts": parts}, separators=(",", ":"))[1:-1]

    def masked_text(self, number: int) -> str | None:
        """Return the text shown to seats from which an action is hidden; None if they are not shown it at all."""
        verb = self.verb_of(number)
        if verb is None or verb.masked is None:
            return None
        return _fill(verb.masked, self.parts(number))

    def _parse(self, text: str) -> int:
        """Return the number of an action text, whether the action is legal or not. Raises a ``Refusal`` if the text is
        not the canonical spelling of an action."""
        for verb, pattern in self._patterns:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            values = {}
            for part in verb.parts:
                said = match[part.name]
                value = -1 if said is None else part.read(said)
                if value is None:
                    raise Refusal(part.code, part.missing(said))
                values[part.name] = value
            return verb.number(values)
        spellings = " or ".join(dict.fromkeys(verb.form() for verb in self.verbs))
        raise Refusal("unknown_action", f"{text!r:.40} is not an action; write {spellings}")

    def declaration(self) -> list[dict[str, Any]]:
        """Return the declaration as plain data, for programs in other languages."""
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
    """Return the legal actions that end with the typed words; if there are none, those that begin with the text."""
    ends = [action for action in legal if f" {action}".endswith(f" {typed.lower()}")]
    return ends or [action for action in legal if action.startswith(typed.lower())]


def completed(typed: str, legal: Sequence[str]) -> str:
    """Complete the typed end of an action (c3) if all legal actions begin alike (place 2-9-4); else return it as is."""
    words = len(typed.split())
    begins = {tuple(action.split()[:-words]) for action in legal}
    return " ".join([*begins.pop(), typed]) if len(begins) == 1 else typed


def _fill(template: str, parts: Mapping[str, Value]) -> str:
    """Return a template with the parts filled in; a missing part becomes an empty text."""
    return _HOLE.sub(lambda hole: str(parts.get(hole[1], "")), template).strip()
