"""The computer's clock, which can be set while the server runs."""

from __future__ import annotations

import time

from ..telemetry import log

JUMP = 30
"""Seconds by which the clock must move at once to count as set; less is usual synchronisation."""


def wall_clock() -> float:
    """Seconds since 1970 by the computer's clock."""
    return time.time()


class JumpDetector:
    """Detects that the computer's clock was set, by comparing it with the monotonic one."""

    def __init__(self) -> None:
        self._drift = wall_clock() - time.monotonic()
        self._jumped = float("-inf")

    def jumped(self, within: float) -> bool:
        """Whether the clock was set in the last `within` seconds, so that times in the store cannot be compared with
        it.

        Only what happened between two calls is noticed, so call it regularly.
        """
        now = time.monotonic()
        drift = wall_clock() - now
        if abs(drift - self._drift) > JUMP:
            log.warning("the computer's clock was set", seconds=round(drift - self._drift))
            self._jumped = now
        self._drift = drift
        return now - self._jumped < within
