"""Options of a game: what changes its rules and stands in the header of a game record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from .errors import Refusal

OptionValue = bool | int | str


@dataclass(frozen=True)
class Option:
    """One option: its type, its default and the values it takes."""

    type: Literal["boolean", "integer", "choice"]
    default: OptionValue
    values: tuple[OptionValue, ...]
    """For an integer the smallest and the largest value, otherwise every value."""

    def check(self, name: str, value: object) -> OptionValue:
        """Return the value if the option takes it; otherwise raise a ``Refusal`` with the code ``header``."""
        if self.type == "boolean":
            fits = isinstance(value, bool)
        elif self.type == "integer":
            low, high = cast("tuple[int, int]", self.values)
            fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        else:
            fits = isinstance(value, str) and value in self.values
        if not fits:
            raise Refusal("header", f"option {name} is {self.describe()}, not {value!r:.40}")
        return cast("OptionValue", value)

    def parse(self, name: str, text: str) -> OptionValue:
        """Return the value that a person typed on the command line."""
        if self.type == "boolean" and text in ("true", "false"):
            return text == "true"
        if self.type == "integer" and text.isascii() and text.isdigit() and len(text) < 10:
            return self.check(name, int(text))
        return self.check(name, text)

    def describe(self) -> str:
        """Say in words which values the option takes."""
        if self.type == "boolean":
            return "true or false"
        if self.type == "integer":
            return f"a whole number from {self.values[0]} to {self.values[1]}"
        return "one of " + ", ".join(map(str, self.values))

    def encode(self, value: OptionValue) -> int:
        """Return the value as the number that the setup record holds."""
        return self.values.index(value) if self.type == "choice" else int(value)

    def decode(self, number: int) -> OptionValue:
        """Return the value that a number of the setup record stands for."""
        if self.type == "choice":
            return self.values[number]
        return bool(number) if self.type == "boolean" else number


def flag() -> Option:
    """Declare an option that is off by default."""
    return Option("boolean", False, (False, True))


def whole(default: int, low: int, high: int) -> Option:
    """Declare an option that is a whole number from `low` to `high`."""
    return Option("integer", default, (low, high))


def choice(*values: str) -> Option:
    """Declare an option that takes one of several words, by default the first."""
    return Option("choice", values[0], values)
