"""Nobody waits for a compiler: a server whose rules have not been compiled begins with the interpreted law, lets
another process compile, and begins anew with the compiled law once that is done and nobody is connected, or has been
for long: the interpreted law is quick enough for a few tables, not for many.

Which law a process runs is fixed for its life, so it replaces itself. It hands its listening sockets on to what comes
after it: whoever connects in between waits for a moment, and is not turned away.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from .telemetry import log

HANDED_ON = "LUDOTHEQUE_LISTENING"
"""In the environment of a process that comes after another one: its listening sockets."""
KINDNESS = 19
LOOK = 1.0
"""Seconds between two looks at whether anybody is connected."""
PATIENCE = 900.0
"""Seconds for which it waits for that. Then whoever is connected has to come back: clients do so by themselves."""


def hand_on(listening: Iterable[socket.socket]) -> None:
    """Keep the listening sockets open for what comes after this process."""
    kept = [os.dup(one.fileno()) for one in listening]
    for number in kept:
        os.set_inheritable(number, True)
    os.environ[HANDED_ON] = ",".join(map(str, kept))


def handed_on() -> list[socket.socket] | None:
    """The listening sockets of the process before this one, if there was one; asked once."""
    given = os.environ.pop(HANDED_ON, None)
    return None if given is None else [socket.socket(fileno=int(number)) for number in given.split(",")]


async def compiled(command: Sequence[str]) -> bool:
    """Let another process compile, after all others have had their share of the processor; whether it did."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"}
    process = await asyncio.create_subprocess_exec(
        *command, env=environment, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL
    )
    if sys.platform != "win32":
        with suppress(ProcessLookupError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, KINDNESS)
    try:
        return await process.wait() == 0
    finally:
        if process.returncode is None:
            process.terminate()


async def ready(command: Sequence[str], connections: Collection[object]) -> bool:
    """Wait until the rules are compiled and nobody is connected, or too long; False if they could not be compiled."""
    log.info("compiling", rules="interpreted")
    if not await compiled(command):
        log.warning("the rules could not be compiled", rules="interpreted")
        return False
    log.info("compiled", rules="interpreted until nobody is connected", seconds=PATIENCE)
    end = time.monotonic() + PATIENCE
    while connections and time.monotonic() < end:
        await asyncio.sleep(LOOK)
    return True
