"""The console on which commands print."""

from __future__ import annotations

from rich.console import Console


class Screen(Console):
    """Rich's console, except that a broken pipe is raised like any other failure to write."""

    def on_broken_pipe(self) -> None:
        """Called by rich while it handles the error; rich itself would exit at once without a message."""
        raise  # the error that is being handled
