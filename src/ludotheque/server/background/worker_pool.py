"""The processes in which bots think and boxes are shaken, and others in which records are checked: bounded, and never
in a table's way.

What runs there is one of the plain functions at the end of this module. A bot is given what its seat knows, as bytes.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from typing import Any, ParamSpec, TypeVar

from ...codec.records import record_from_bytes
from ...engine.contract import UNLISTABLE
from ...engine.errors import Refusal
from ...engine.position import Event, MaskedState, Position
from ...engine.registry import game
from ...engine.rng import generator
from ...fairness import Chance, verify
from ...game_records import Header, Reader
from ...native.compiled import COMPILED
from ...search.bots import Bot, bot
from ...search.opponents import names
from ..messages import encode
from ..telemetry import POOL, log
from .imported_games import judge

P = ParamSpec("P")
T = TypeVar("T")


KINDNESS = 10
"""By how much processes that check records are nicer than those of play."""


class Pool:
    """A bounded pool of processes, made when first needed and again when one of them died. One that is `kind` lets all
    other processes go first."""

    def __init__(self, processes: int, waiting: int, *, kind: bool = False) -> None:
        self._processes = processes
        self._room = asyncio.Semaphore(processes + waiting)
        self._kind = kind
        self._executor: ProcessPoolExecutor | None = None
        self._asked = 0

    @property
    def share(self) -> float:
        """How much of its time a thought that is asked for now may take, so that nobody waits the longer the more
        wait: all of it while a process is free, and as much less as there are more thoughts than processes."""
        return min(1.0, self._processes / (self._asked + 1))

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in one of the processes. It is tried once more if its process dies."""
        assert not kwargs, "arguments are given by place"
        self._asked += 1
        try:
            async with self._room:
                POOL.inc()
                try:
                    return await self._run(function, *args)
                finally:
                    POOL.dec()
        finally:
            self._asked -= 1

    async def _run(self, function: Callable[..., T], *args: Any) -> T:
        loop = asyncio.get_running_loop()
        executor = self._started()
        try:
            return await loop.run_in_executor(executor, function, *args)
        except BrokenProcessPool:
            log.warning("a process of the pool died")
            if self._executor is executor:
                self._executor = None
            return await loop.run_in_executor(self._started(), function, *args)

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            # Spawned: a fork would carry the loop, the sockets and the database's lock along.
            context = multiprocessing.get_context("spawn")
            self._executor = ProcessPoolExecutor(
                self._processes, mp_context=context, initializer=_begin, initargs=(self._kind,)
            )
        return self._executor

    def kill(self) -> None:
        """End the processes in the middle of what they do. What else they did is begun again in new ones."""
        if self._executor is not None:
            for process in list(self._executor._processes.values()):
                process.kill()
            self._executor = None

    def close(self) -> None:
        """Let go of the processes; what they are thinking is lost."""
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)


def _begin(kind: bool) -> None:
    """A process of the pool: Ctrl-C is for the server, which ends it then; it does not outlive a server that dies."""
    if kind and sys.platform != "win32":
        os.nice(KINDNESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None, "runs in a process of the pool"
    parent.join()
    os._exit(1)


@cache
def _bot(game_id: str, name: str) -> Bot:
    """A bot; where nothing is compiled, characters think in the WebAssembly that is shipped for the page."""
    found = game(game_id)
    if COMPILED:
        return bot(found, name)
    from ...wasm.run import portable  # only processes that need it load what runs it

    return portable(found, name) or bot(found, name)


def think(game_id: str, name: str, setup: bytes, state: bytes, seat: int, ms: float) -> int:
    """What a bot does: the number of a legal action. It is given what its seat knows, as bytes, and a time."""
    masked = MaskedState.from_bytes(game(game_id), setup, state, seat)
    thinker = _bot(game_id, name)
    if hasattr(thinker, "budget_ms"):
        thinker.budget_ms = ms
    return thinker.choose(masked, generator(secrets.randbits(64)))


def warm(game_id: str) -> None:
    """Load what a game needs to be thought about and sampled, so that the first who plays it need not wait for that."""
    chosen = game(game_id)
    position = chosen.start()
    if position.chance_count == UNLISTABLE:
        chosen.sampler.sample(position.setup, 0, {})
    rng = generator(0)
    while position.to_act == ("chance",):
        position = position.play(position.draw(rng))
    masked = position.mask(0)
    if masked.legal_actions:
        _bot(game_id, "random").choose(masked, rng)


def sample(
    game_id: str, setup: bytes, state: bytes, chance: Chance, number: int, choices: Mapping[str, str]
) -> tuple[str, dict[str, Any]]:
    """What chance brings where it cannot be listed: the event's text and fields."""
    found = game(game_id)
    position = Position(found, record_from_bytes(found.rules.SETUP, setup), record_from_bytes(found.rules.STATE, state))
    event = chance.draw(position, number, choices)
    return event.do, dict(event.more)


def check_record(data: bytes) -> bytes:
    """Whether a record's chance was fair, as `ludotheque verify --json` says it: a `bodies.Verdict` as JSON."""
    report = verify(data)
    return encode(
        {
            "good": report.good,
            "picks": report.picks,
            "sampled": report.sampled,
            "chosen": report.chosen,
            "by_page": report.by_page,
            "findings": [
                {"code": one.code, "line": one.line, "message": one.message, "detail": {}} for one in report.findings
            ],
        }
    )


def judge_record(data: bytes) -> bytes:
    """What table a record makes that is handed in, as JSON: facts and entries, or why it is refused."""
    try:
        facts, entries = judge(data)
    except Refusal as refused:
        told = {"code": refused.code, "message": refused.message, "line": refused.line}
        return encode({"refused": told})
    return encode({"facts": facts, "entries": entries})


def bots_of(header: Header) -> list[str | None]:
    """Which bot had each seat, as far as a record's header says."""
    bots = header.more.get("bots")
    if not isinstance(bots, list) or len(bots) != header.seats:
        return [None] * header.seats
    return [bot if isinstance(bot, str) else None for bot in bots]


def players_of(header: Header) -> list[str]:
    """Who had each seat: in records from before bots had names, those names were the bots' kinds."""
    bots = bots_of(header)
    named = zip(header.players, bots, names(header.game, bots), strict=True)
    return [name if name is not None and player == bot else player for player, bot, name in named]


def told_event(masked: MaskedState, event: Event) -> dict[str, Any]:
    """An event as it is told."""
    return {"by": event.by, "do": event.do, "parts": masked.parts(event.by, event.do)}


def replay_record(data: bytes, seat: int | None, first: int, count: int) -> bytes:
    """A record step by step, a `bodies.Replay` as JSON: `count` steps from number `first` on, each with its event and
    the view before it.

    A line that is refused ends it; `refused` says why and where. If that is the first, there is nothing else.
    """
    steps: list[dict[str, Any]] = []
    picture = None
    total = 0
    refused = None
    try:
        reader = Reader(data)
    except Refusal as refusal:
        return encode({"refused": {"code": refusal.code, "message": refusal.message, "line": refusal.line}})
    header = reader.header
    date = header.more.get("date")
    if seat is not None and seat >= header.seats:
        seat = None
    try:
        for number, step in enumerate(reader.steps()):
            total = number + 1
            if first <= number < first + count:
                masked = step.position.mask(seat)
                steps.append(
                    {
                        "number": number,
                        "line": step.line,
                        "view": masked.view(),
                        "legal": masked.legal_with_previews(),
                        "event": None if step.event is None else told_event(masked, step.event),
                    }
                )
                picture = step.position.picture()
    except Refusal as refusal:
        refused = {
            "code": refusal.code,
            "message": refusal.message,
            "line": refusal.line,
            "detail": refusal.detail,
        }
    told = {
        "game": header.game.id,
        "rules": header.game.rules_version,
        "seats": header.seats,
        "options": header.options,
        "players": players_of(header),
        "bots": bots_of(header),
        "date": date if isinstance(date, str) else None,
        "total": total,
        "steps": steps,
        "picture": picture,
        "refused": refused,
    }
    return encode(told)
