"""The bots that can play in the arena: the game's by name, a Python class, or a program.

A third-party bot that answers something illegal, crashes or does not answer in time forfeits the game.
"""

from __future__ import annotations

import inspect
import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from functools import partial
from pathlib import Path
from threading import Event, Timer
from typing import Any

import numpy as np

from ..engine.errors import Refusal
from ..engine.game import Game
from ..engine.position import MaskedState, dumps
from ..engine.rng import Generator, word
from ..search.bots import Bot, FromView, ViewBot, bot

PROGRAM = "protocol:"
"""Prefix of a bot that is a program; its command follows."""
LONGEST_ANSWER = 1 << 16
"""The largest number of characters of a program's answer."""
ENDING = 1.0
"""Seconds to wait for the exit code of a program that closed its output."""


class Forfeit(Exception):
    """A bot has lost the game by what it did: `illegal`, `died` or `slow`."""

    def __init__(self, how: str, detail: str) -> None:
        super().__init__(detail)
        self.how = how


class Checked:
    """A bot that reads views, whose answers are checked."""

    def __init__(self, reader: ViewBot) -> None:
        self.reader = reader

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """See `ViewBot`."""
        do = self.reader.choose(view, legal, rng)
        if do not in legal:
            raise Forfeit("illegal", repr(do))
        return do


class Program:
    """A program that reads one JSON line per decision from standard input and answers on standard output:
    ``{"view": ..., "legal": [...], "ms": ..., "random": ...}``, then ``{"do": ...}``."""

    def __init__(self, command: Sequence[str], ms: int | None, limit: float) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            process_group=None if sys.platform == "win32" else 0,
        )
        self.ms = ms
        self.limit = limit

    def choose(self, view: Mapping[str, Any], legal: Sequence[str], rng: Generator) -> str:
        """See `ViewBot`."""
        asked = dumps({"view": view, "legal": legal, "ms": self.ms, "random": int(word(rng))})
        answer, late = self._answer(asked)
        if late:
            raise Forfeit("slow", f"more than {self.limit:g} s")
        if not answer:
            try:
                how = f"exit code {self.process.wait(ENDING)}"
            except subprocess.TimeoutExpired:
                how = "closed its output"
            raise Forfeit("died", how)
        try:
            return json.loads(answer)["do"]
        except (ValueError, TypeError, KeyError):
            raise Forfeit("illegal", repr(answer)) from None

    def _answer(self, asked: str) -> tuple[str, bool]:
        """Return the program's line (empty if none came) and whether it was too late."""
        late = Event()

        def stop() -> None:
            late.set()
            end_group(self.process.pid)

        assert self.process.stdin is not None
        assert self.process.stdout is not None
        timer = Timer(self.limit, stop)
        timer.start()
        try:
            self.process.stdin.write(asked + "\n")
            self.process.stdin.flush()
            return self.process.stdout.readline(LONGEST_ANSWER), late.is_set()
        except OSError:
            return "", late.is_set()
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the program."""
        end_group(self.process.pid)
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError):  # what it no longer read
                pipe.close()  # type: ignore[union-attr]
        self.process.wait()


def end_group(leader: int) -> None:
    """Kill a program and all processes that it has started."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            os.kill(leader, signal.SIGTERM)
        else:
            os.killpg(leader, signal.SIGKILL)


class Player:
    """A bot at a seat for one game. Its moves are checked and timed by `clock`."""

    def __init__(self, made: Any, bot: Bot, limit: float, clock: Callable[[], float]) -> None:
        self.made = made
        """The bot itself; `bot` may be an adapter around it."""
        self.bot = bot
        self.limit = limit
        self.clock = clock
        self.times: list[float] = []
        """Milliseconds of each move."""
        self.cuts = 0
        """Searches that time cut short."""

    def move(self, masked: MaskedState, rng: Generator) -> int:
        """Return a legal action; raise ``Forfeit`` otherwise."""
        began, worked = time.monotonic(), self.clock()
        try:
            action = self.bot.choose(masked, rng)
        except Forfeit:
            raise
        except (Exception, SystemExit) as error:
            raise Forfeit("died", repr(error)) from error
        self.times.append(1000 * (self.clock() - worked))
        self.cuts += bool(getattr(self.made, "cut", False))
        if time.monotonic() - began > self.limit:
            raise Forfeit("slow", f"more than {self.limit:g} s")
        whole = isinstance(action, int | np.integer) and abs(action) < 1 << 62
        if not whole or masked.game.rules.illegal_reason(masked.setup, masked.state, masked.seat or 0, action):
            raise Forfeit("illegal", repr(action))
        return int(action)

    @property
    def program(self) -> int:
        """The id of its process if it is a program, otherwise 0."""
        return self.made.process.pid if isinstance(self.made, Program) else 0

    def close(self) -> None:
        """End its program, if it is one."""
        if isinstance(self.made, Program):
            self.made.close()


def find(game: Game, name: str) -> list[str] | Callable[[], Any]:
    """Return a program's command or a factory of the bot with this name; raise a ``Refusal`` if there is none."""
    if name.startswith(PROGRAM):
        try:
            command = shlex.split(name.removeprefix(PROGRAM))
        except ValueError:  # an unclosed quotation
            command = []
        if not command or shutil.which(command[0]) is None:
            raise Refusal("no_such_bot", f"there is no program for the bot {name!r:.80}")
        return command
    if game.has_bot(name):
        return partial(bot, game, name)
    if ":" not in name:
        bot(game, name)  # raises a Refusal
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # third-party bots are found in the working directory
    try:
        with redirect_stdout(sys.stderr):  # a bot's output must not mix with the command's
            return game.load(name)
    except (Exception, SystemExit) as error:
        raise Refusal("no_such_bot", f"the bot {name!r:.80} cannot be loaded: {error!r:.200}") from None


def sit_down(game: Game, name: str, ms: int | None, limit: float) -> Player:
    """Return a new player for one game; raise ``Forfeit`` if the bot cannot be created."""
    try:
        found = find(game, name)
        if isinstance(found, list):
            program = Program(found, ms, limit)
            return Player(program, FromView(Checked(program)), limit, time.monotonic)
        made = found()
        if ms is not None and hasattr(made, "budget_ms"):
            made.budget_ms = ms
        parameters = inspect.signature(made.choose).parameters.values()
        reads_views = sum(one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) for one in parameters) == 3
    except (Exception, SystemExit) as error:
        raise Forfeit("died", repr(error)) from error
    return Player(made, FromView(Checked(made)) if reads_views else made, limit, time.process_time)
