"""Failures of a command end in one sentence and an exit code, never in a traceback."""

from __future__ import annotations

import functools
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import ParamSpec

import typer

from ..engine.errors import Failure, Refusal
from ..locale import LANGUAGES, Words

P = ParamSpec("P")

SAID_HERE = {"malformed": "error-malformed", "no_such_game": "error-no-such-game"}
"""Codes whose messages for the page mention a server, and the messages used here instead."""


class Terminated(KeyboardInterrupt):
    """SIGTERM was received. It is handled like Ctrl-C, so that unfinished work is saved."""


@contextmanager
def sigterm_as_interrupt() -> Iterator[None]:
    """Within this context SIGTERM raises ``Terminated``, so that a command can save its work."""

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second signal must not interrupt the saving
        raise Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def fail(message: str, code: int) -> SystemExit:
    """Print what is wrong to standard error; return the exit to raise."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _let_go_of(2)  # standard error is closed
    return SystemExit(code)


def sentence(refusal: Refusal, say: Words) -> str:
    """Return why something is refused, in the user's language. The refusal's own sentence is English and exact."""
    message = SAID_HERE.get(refusal.code, f"refused-{refusal.code.replace('_', '-')}")
    if say.language == LANGUAGES[0] or message not in say:
        return refusal.message
    return say(message, **{name: value for name, value in refusal.detail.items() if isinstance(value, int | str)})


def guarded(command: Callable[P, object], say: Words) -> Callable[P, None]:
    """Return the command with every failure turned into a sentence and an exit code."""

    @functools.wraps(command)
    def guard(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except Failure as failure:
            raise fail(f"ludotheque: {failure}", 2) from None
        except Refusal as refusal:
            translated = sentence(refusal, say)
            exact = "" if translated == refusal.message else f" ({refusal.message})"
            raise fail(f"ludotheque: {translated}{exact}", 2) from None
        except KeyboardInterrupt as stop:
            code = 128 + (signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT)
            raise fail(f"\nludotheque: {say('error-stopped')}", code) from None
        except BrokenPipeError:
            _let_go_of(1)
            raise fail(f"ludotheque: {say('error-pipe')}", 2) from None
        except OSError as error:
            _let_go_of(1)
            where = f" ({error.filename})" if error.filename else ""
            raise fail(f"ludotheque: {say('error-write', reason=f'{error.strerror or error}{where}')}", 2) from None
        except typer.Exit:
            raise
        except Exception:
            raise fail(f"ludotheque: {say('error-incident', file=_keep_traceback())}", 1) from None

    return guard


def _let_go_of(stream: int) -> None:
    """Redirect a stream to the null device: Python flushes it again at exit, and that must not fail a second time."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _keep_traceback() -> str:
    """Write the traceback to a file for a bug report; return the file's name."""
    with tempfile.NamedTemporaryFile("w", prefix="ludotheque-", suffix=".txt", delete=False) as file:
        traceback.print_exc(file=file)
    return file.name
