"""How long bots think in the pool."""

import asyncio
from typing import Any

import pytest

from ludotheque.engine.registry import game
from ludotheque.server.background import worker_pool as pool
from ludotheque.server.background.worker_pool import Pool


def test_the_more_thoughts_wait_the_shorter_each_is(monkeypatch):
    async def main() -> list[float]:
        two, gate = Pool(2, 1), asyncio.Event()

        async def wait(self: Any, function: Any, *args: Any) -> None:
            await gate.wait()

        monkeypatch.setattr(Pool, "_run", wait)
        shares, thoughts = [two.share], []
        for _ in range(7):  # more than fit in, too
            thoughts.append(asyncio.create_task(two.run(int)))
            await asyncio.sleep(0)
            shares.append(two.share)
        gate.set()
        await asyncio.gather(*thoughts)
        return [*shares, two.share]

    assert asyncio.run(main()) == pytest.approx([1, 1, 2 / 3, 2 / 4, 2 / 5, 2 / 6, 2 / 7, 2 / 8, 1])


def test_a_bot_with_a_budget_gets_the_time_that_the_host_allows(monkeypatch):
    class Thinker:
        budget_ms = 100.0

        def choose(self, masked: Any, rng: Any) -> int:
            return int(masked.legal_actions[0])

    thinker = Thinker()
    monkeypatch.setattr(pool, "_bot", lambda game_id, name: thinker)
    start = game("take_it_easy").start(1, {"rounds": 1})
    masked = start.apply_action("chance", next(iter(start.chance_outcomes()))).mask(0)
    assert pool.think("take_it_easy", "club", *masked.to_bytes(), 0, 12.5) == masked.legal_actions[0]
    assert thinker.budget_ms == 12.5
