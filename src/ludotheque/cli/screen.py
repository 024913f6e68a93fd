"""The screen that people look at."""

from __future__ import annotations

from rich.console import Console


class Screen(Console):
    """Rich's console; but when nobody reads any more, the command hears of it like of any other failure to write."""

    def on_broken_pipe(self) -> None:
        """Called by rich while it handles the error; its own answer would be to exit at once, without a word."""
        raise  # the error that is being handled
