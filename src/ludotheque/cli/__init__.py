"""The command line: parse, call one function, print. The only room that prints.

What is heavy is imported by the command that needs it, so that ``--help`` answers at once and ``play`` shows its first
screen without waiting for a compiler.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path


def main() -> None:
    """Run a command and exit: 0 done, 2 wrong usage or a file problem, 3 a record is refused, 130 stopped by Ctrl-C,
    143 ended by another program once it had saved what it had."""
    try:
        gc.disable()  # what is loaded stays: to look for garbage among it takes a fifth of the time
        # Imported here, so that Ctrl-C is met from the first moment on.
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
    """Make the standard streams fit for any input and output: a stream that is closed is nothing to read or to write,
    and a character that a terminal does not have becomes a question mark, not an error."""
    nothing = Path(os.devnull)
    sys.stdin = sys.stdin or nothing.open()
    sys.stdout = sys.stdout or nothing.open("w")
    sys.stderr = sys.stderr or nothing.open("w")
    for stream in (sys.stdin, sys.stdout):
        reconfigure = getattr(stream, "reconfigure", None)  # what replaces a stream in a test may not have it
        if reconfigure is not None:
            reconfigure(errors="replace")
