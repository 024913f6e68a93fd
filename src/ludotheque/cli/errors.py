"""Whatever goes wrong in a command ends in one clear sentence and an exit code, never in a traceback."""

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
"""What the page says of these speaks of a server."""


class Terminated(KeyboardInterrupt):
    """Another program asked this one to end. It is met as Ctrl-C is, so that what is saved then is saved now too."""


@contextmanager
def heeding_termination() -> Iterator[None]:
    """Meanwhile SIGTERM ends a command as Ctrl-C does: for who has something to save. Else a process dies of it at
    once."""

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # who asks twice does not interrupt the saving
        raise Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def fail(message: str, code: int) -> SystemExit:
    """Say what is wrong on standard error; the exit to raise."""
    try:
        print(message, file=sys.stderr, flush=True)
    except OSError:
        _let_go_of(2)  # nobody is listening
    return SystemExit(code)


def sentence(refusal: Refusal, say: Words) -> str:
    """Why something is refused, in the reader's language. What a refusal says itself is more exact, and English."""
    message = SAID_HERE.get(refusal.code, f"refused-{refusal.code.replace('_', '-')}")
    if say.language == LANGUAGES[0] or message not in say:
        return refusal.message
    return say(message, **{name: value for name, value in refusal.detail.items() if isinstance(value, int | str)})


def guarded(command: Callable[P, object], say: Words) -> Callable[P, None]:
    """The command, with every failure turned into a sentence and an exit code."""

    @functools.wraps(command)
    def guard(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except Failure as failure:
            raise fail(f"ludotheque: {failure}", 2) from None
        except Refusal as refusal:
            why = sentence(refusal, say)
            exactly = "" if why == refusal.message else f" ({refusal.message})"
            raise fail(f"ludotheque: {why}{exactly}", 2) from None
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
    """Python flushes standard output and error once more at exit; what cannot be written there must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)


def _keep_traceback() -> str:
    """Write what happened to a file, for whoever reports it."""
    with tempfile.NamedTemporaryFile("w", prefix="ludotheque-", suffix=".txt", delete=False) as file:
        traceback.print_exc(file=file)
    return file.name
