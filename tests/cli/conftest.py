"""The real ``ludotheque``, started as a person or a program starts it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = str(Path(sys.executable).with_name("ludotheque"))


@pytest.fixture
def environment(tmp_path):
    """An English terminal without colour and with an empty data folder."""
    ours = {"LANG": "C.UTF-8", "COLUMNS": "120", "NO_COLOR": "1", "XDG_DATA_HOME": str(tmp_path / "data")}
    dropped = ("LC_ALL", "LC_MESSAGES", "PYTHONIOENCODING")
    return {**{name: value for name, value in os.environ.items() if name not in dropped}, **ours}


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


@pytest.fixture
def call(monkeypatch, capfd, environment):
    """Run the program inside this process, which is faster: exit code, output, errors."""
    from ludotheque.cli import main

    # Rich keeps the environment in which it was imported, which may be this one or that of a call.
    monkeypatch.setenv("COLUMNS", environment["COLUMNS"])

    def here(*arguments, **env):
        with monkeypatch.context() as patch:
            patch.setattr(os, "environ", os.environ.copy())  # commands may change it
            for name, value in {**environment, **env}.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["ludotheque", *map(str, arguments)])
            with pytest.raises(SystemExit) as end:
                main()
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        code = end.value.code
        return (0 if code is None else code), out, err

    return here
