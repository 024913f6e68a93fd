"""Moves of bots at one table, computed in the worker pool from the masked state of their seat."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from ...search.opponents import offered_bot
from ..background import jobs
from ..background.daily_jobs import bot_seed
from ..background.worker_pool import WorkerPool
from ..telemetry import incident
from .inbox import BotMove
from .table import Table


class BotMoves:
    """Asks the bots that are to act, one task per seat; `put` receives each chosen move.

    `budget_ms`: the time for one move while no other waits.
    """

    def __init__(self, pool: WorkerPool, budget_ms: float, put: Callable[[BotMove], None]) -> None:
        self._pool, self._budget_ms, self._put = pool, budget_ms, put
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def start(self, table: Table) -> None:
        """Ask every bot that is to act and has not been asked."""
        for seat in table.to_act():
            if table.seats[seat].by_bot and seat not in self._tasks:
                self._tasks[seat] = asyncio.create_task(self._choose(table, seat))

    def finished(self, seat: int) -> None:
        """The move of this seat has been handled; the bot may be asked again."""
        self._tasks.pop(seat, None)

    async def _choose(self, table: Table, number: int) -> None:
        """Ask the bot of a seat. If it fails, a random legal action is played instead."""
        legal_changed, seat = table.legal_changed[number], table.seats[number]
        bot = offered_bot(table.game, seat.bot)
        masked = table.position.mask(number)
        try:
            ms = self._budget_ms * self._pool.time_share
            setup, state = masked.to_bytes()
            seed = None if table.facts.get("daily") is None else bot_seed(table.chance.key, setup + state)
            action = await self._pool.run(jobs.choose_action, table.game.id, bot, setup, state, number, ms, seed)
            if action not in masked.legal_actions:
                raise ValueError(f"the bot {bot} chose {action!r}, which is not legal")
        except Exception as error:
            incident(f"bot {bot} of {table.game.id}", error)
            action = random.choice(masked.legal_actions)
        self._put(BotMove(number, legal_changed, bot, masked.action_text(number, action)))

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in self._tasks.values():
            task.cancel()
