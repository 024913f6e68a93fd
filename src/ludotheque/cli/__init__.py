"""The command line: parse, call one function, print. No other package prints.

A command imports what it needs when it runs, so that ``--help`` starts at once.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path


def main() -> None:
    """Run a command and exit with its code (``docs/reference/cli.md`` lists the codes)."""
    try:
        gc.disable()  # importing modules makes no garbage; collecting takes a fifth of the start-up time
        # Imported here, so that Ctrl-C is handled from the start.
        from ..locale import words
        from .commands import application, split_language
        from .errors import guarded

        open_streams()
        language, arguments = split_language(sys.argv[1:])
        run = application(language)
        gc.enable()
        guarded(lambda: run(args=arguments, prog_name="ludotheque"), words(language))()
    except KeyboardInterrupt:
        sys.exit(130)


def open_streams() -> None:
    """Make the standard streams safe to use: closed streams are replaced by the null device, and characters that a
    terminal cannot encode are replaced by question marks."""
    nothing = Path(os.devnull)
    sys.stdin = sys.stdin or nothing.open()
    sys.stdout = sys.stdout or nothing.open("w")
    sys.stderr = sys.stderr or nothing.open("w")
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)  # a stream replaced by a test may not have it
        if reconfigure is not None:
            reconfigure(errors="replace")
