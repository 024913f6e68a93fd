"""Formats Fluent messages that consist of text, variables, plurals and selects.

``fluent.runtime`` could do this and much more, but brings 33 MB of locale data. All that is needed of them is below:
how the languages of `PLURALS` write and classify whole numbers. A test compares the results with those of the page's
Fluent library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fluent.syntax import FluentParser, ast

Value = str | int


def english_plural(number: int) -> str:
    """Return the plural category of a whole number in English, according to CLDR."""
    return "one" if abs(number) == 1 else "other"


def french_plural(number: int) -> str:
    """Return the plural category of a whole number in French, according to CLDR."""
    if abs(number) <= 1:
        return "one"
    return "many" if number % 1_000_000 == 0 else "other"


PLURALS: dict[str, Callable[[int], str]] = {"en": english_plural, "fr": french_plural}
THOUSANDS = {"en": ",", "fr": "\N{NARROW NO-BREAK SPACE}"}
"""What separates groups of three digits."""


class Unformattable(Exception):
    """A message contains something that cannot be formatted; says what."""


def parse(source: str) -> ast.Pattern | None:
    """Return the pattern of the first message in a text; None if it cannot be read or has no text."""
    entry = FluentParser(with_spans=False).parse_entry(source)
    return entry.value if isinstance(entry, ast.Message) else None


def format_pattern(pattern: ast.Pattern, language: str, values: Mapping[str, Value]) -> str:
    """Return the text of a pattern with these values of its variables; raises `Unformattable`."""
    parts = []
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            parts.append(element.value)
        elif isinstance(element.expression, ast.SelectExpression):
            parts.append(format_pattern(_variant(element.expression, language, values).value, language, values))
        else:
            value = _value(element.expression, values)
            parts.append(f"{value:,}".replace(",", THOUSANDS[language]) if isinstance(value, int) else value)
    return "".join(parts)


def _variant(select: ast.SelectExpression, language: str, values: Mapping[str, Value]) -> ast.Variant:
    """Return the first variant that fits the selector's value, or the default."""
    value = _value(select.selector, values)
    for variant in select.variants:
        key = variant.key
        if isinstance(key, ast.NumberLiteral):
            fits = isinstance(value, int) and value == float(key.value)
        else:
            fits = key.name == (PLURALS[language](value) if isinstance(value, int) else value)
        if fits:
            return variant
    return next(variant for variant in select.variants if variant.default)


def _value(expression: ast.SyntaxNode, values: Mapping[str, Value]) -> Value:
    """Return the value of what stands in braces."""
    if isinstance(expression, ast.StringLiteral):
        return str(expression.parse()["value"])
    if not isinstance(expression, ast.VariableReference):
        raise Unformattable(f"a {type(expression).__name__} is not supported")
    if expression.id.name not in values:
        raise Unformattable(f"${expression.id.name} is not given")
    return values[expression.id.name]
