"""Time budgets of bots in the worker pool."""

import asyncio
from typing import Any

import pytest

from ludotheque.engine.registry import game
from ludotheque.server.background import jobs
from ludotheque.server.background.worker_pool import WorkerPool


def test_time_share_shrinks_with_the_number_of_pending_calls(monkeypatch):
    async def main() -> list[float]:
        two, gate = WorkerPool(2, 1), asyncio.Event()

        async def wait(self: Any, function: Any, *args: Any) -> None:
            await gate.wait()

        monkeypatch.setattr(WorkerPool, "_run", wait)
        shares, calls = [two.time_share], []
        for _ in range(7):  # more than fit in, too
            calls.append(asyncio.create_task(two.run(int)))
            await asyncio.sleep(0)
            shares.append(two.time_share)
        gate.set()
        await asyncio.gather(*calls)
        return [*shares, two.time_share]

    assert asyncio.run(main()) == pytest.approx([1, 1, 2 / 3, 2 / 4, 2 / 5, 2 / 6, 2 / 7, 2 / 8, 1])


def test_bot_gets_the_time_budget_of_the_call(monkeypatch):
    class Thinker:
        budget_ms = 100.0

        def choose(self, masked: Any, rng: Any) -> int:
            return int(masked.legal_actions[0])

    thinker = Thinker()
    monkeypatch.setattr(jobs, "_bot", lambda game_id, name: thinker)
    start = game("take_it_easy").start(1, {"rounds": 1})
    masked = start.apply_action("chance", next(iter(start.chance_outcomes()))).mask(0)
    assert jobs.choose_action("take_it_easy", "club", *masked.to_bytes(), 0, 12.5) == masked.legal_actions[0]
    assert thinker.budget_ms == 12.5
