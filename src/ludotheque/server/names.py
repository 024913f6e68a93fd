"""Names of people: the one check for all names that enter the server, and telling similar ones apart. Pure."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

MAX_NAME = 40
"""Maximum length of a name, in characters."""
MAX_MARKS = 2
"""Maximum number of combining marks on one letter."""

JOINER = "\u200d"
"""Zero-width joiner: allowed between two emoji."""
EMOJI_STYLE = "\ufe0f"
"""Variation selector 16: allowed after an emoji."""
KEYCAP = "\u20e3"
INVISIBLE = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE0F)))
) | frozenset(map(chr, range(0xE0000, 0xE1000)))
"""Characters that show nothing and are not in a category that is refused as a whole: default-ignorable ones, and the
empty Braille pattern."""

LOOKALIKES = str.maketrans(
    "авеѕіјкмнорстухԁһԛԝґгпαβεηικνορτυχγωµɑɡı0135$@|!",  # noqa: RUF001
    "abesijkmhopctyxdhqwrrnabenikvoptuxywuagiolessall",
)
"""Letters and digits that look like a Latin letter, after folding of case. Not all that exist: the usual ones of
Cyrillic and Greek, and digits."""


@lru_cache(4096)
def skeleton(name: str) -> str:
    """What a name looks like: two names with the same skeleton are easily confused.

    Case, accents, spaces and punctuation do not count; compatible forms and letters that look alike are the same (I, l
    and 1; rn and m; vv and w; Cyrillic and Greek letters that look Latin).
    """
    plain = "".join(one for one in unicodedata.normalize("NFKD", name) if unicodedata.category(one)[0] != "M")
    letters = plain.casefold().translate(LOOKALIKES).replace("i", "l")
    letters = "".join(one for one in letters if unicodedata.category(one)[0] in "LNS")
    return letters.replace("rn", "m").replace("vv", "w")


def distinct_names(names: Sequence[str | None], taken: Iterable[str]) -> list[str | None]:
    """The names with a number after each that looks like an earlier one or like one that is taken: ``Ann (2)``."""
    used = set(map(skeleton, taken))
    shown = []
    for name in names:
        one, number = name, 2
        while one is not None and skeleton(one) in used:
            one, number = f"{name} ({number})", number + 1
        used |= set() if one is None else {skeleton(one)}
        shown.append(one)
    return shown


def check_name(name: str) -> str:
    """The name in Unicode normal form C, without spaces at its ends.

    ValueError unless it has 1 to 40 characters, all of them visible, with at most two combining marks per letter. The
    zero-width joiner and variation selector 16 are allowed inside emoji.
    """
    name = unicodedata.normalize("NFC", name).strip()
    if not 0 < len(name) <= MAX_NAME:
        raise ValueError(f"a name has 1 to {MAX_NAME} characters")
    marks = MAX_MARKS  # a name cannot begin with a mark
    for at, character in enumerate(name):
        category = unicodedata.category(character)
        if character in (JOINER, EMOJI_STYLE):
            if not _inside_emoji(name, at):
                raise ValueError("a name must consist of printable characters")
        elif category[0] == "C" or category in ("Zl", "Zp") or character in INVISIBLE:
            raise ValueError("a name must consist of printable characters")
        elif category in ("Mn", "Me"):
            marks += 1
            if marks > MAX_MARKS:
                raise ValueError(f"a letter of a name has at most {MAX_MARKS} combining marks")
        else:
            marks = 0
    return name


@lru_cache(1024)
def valid_name(name: str | None) -> str | None:
    """A stored name, or None if `check_name` refuses it: earlier versions did not check the names in records."""
    try:
        return None if name is None else check_name(name)
    except ValueError:
        return None


def forget_cached_names() -> None:
    """Empty the caches of this module: a guest was deleted."""
    skeleton.cache_clear()
    valid_name.cache_clear()


def _inside_emoji(name: str, at: int) -> bool:
    """Whether a joiner or selector stands where emoji have one."""
    before, after = name[at - 1 : at], name[at + 1 : at + 2]
    if name[at] == JOINER:
        return (_may_be_emoji(before) or before == EMOJI_STYLE) and _may_be_emoji(after)
    return _may_be_emoji(before) or after == KEYCAP


def _may_be_emoji(character: str) -> bool:
    """Whether a character is an emoji, a skin tone or at least a symbol that no keyboard has."""
    if "\U0001f3fb" <= character <= "\U0001f3ff" or character in ("\u00a9", "\u00ae"):
        return True
    return character > "\u2000" and unicodedata.category(character) in ("So", "Sm")
