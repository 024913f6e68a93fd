"""Show the doctests of docstrings as code blocks on the documentation site.

Griffe recognises a doctest only in an "Examples:" section. This extension fences those that stand anywhere else.
"""

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"(?:^|(?<=\n\n))>>> .*?(?=\n\n|\Z)", re.DOTALL)


class FenceDoctests(Extension):
    """Changes every docstring as soon as Griffe has read it."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Put each paragraph that begins with a prompt between fences."""
        if obj.docstring:
            obj.docstring.value = DOCTEST.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
