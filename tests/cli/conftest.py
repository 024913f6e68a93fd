"""The real ``ludotheque``, started as a person or a program starts it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).with_name("ludotheque"))


@pytest.fixture
def start(environment):
    """Start the program; what is still running at the end is ended."""
    started = []

    def begin(*arguments, env=None, before=None, **how):
        def restore():
            signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where tests run in the background
            if before is not None:
                before()

        for stream in ("stdin", "stdout", "stderr"):
            how.setdefault(stream, subprocess.PIPE)
        process = subprocess.Popen(
            [PROGRAM, *map(str, arguments)], env={**environment, **(env or {})}, preexec_fn=restore, **how
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                stream.close()


@pytest.fixture
def run(start):
    """Run the program to its end: exit code, output, errors. No run may show a traceback."""

    def whole(*arguments, text="", **how):
        process = start(*arguments, **how)
        given = text if isinstance(text, bytes) else text.encode()
        out, err = process.communicate(given, timeout=120)
        assert b"Traceback" not in (err or b""), err.decode()
        return process.returncode, (out or b"").decode(), (err or b"").decode()

    return whole
