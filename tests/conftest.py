"""Settings for all tests, and shared fixtures: a real PostgreSQL server, databases of each kind, the command line."""

import asyncio
import itertools
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import asyncpg
import pytest
from hypothesis import settings

from ludotheque.native.compiled import MODE
from ludotheque.testing.__main__ import quicken_records

settings.register_profile("default", deadline=None)  # the time of a case is not tested
settings.load_profile("default")


if MODE == "interpreted":
    quicken_records()


def fail_if_skipped(report):
    """Under CI a skipped test is a failure."""
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped under CI: {report.longrepr[2]}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    return fail_if_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    return fail_if_skipped((yield))


def postgres_program(name: str) -> str | None:
    """The path of a PostgreSQL program; Debian keeps those of the server out of PATH."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(places[-1]) if places else None)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A PostgreSQL server for this test run in a temporary folder: each call creates a database and returns its URL."""
    initdb, pg_ctl = postgres_program("initdb"), postgres_program("pg_ctl")
    if initdb is None or pg_ctl is None:
        pytest.skip("PostgreSQL's server is not installed (Debian, Ubuntu: apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-postgres-"))
    as_server = []
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
        as_server = ["runuser", "-u", "postgres", "--"]

    def run(*command: str) -> None:
        done = subprocess.run([*as_server, *command], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr

    # It listens on a Unix socket only. The data is discarded after the test run, so fsync is off.
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off -c max_connections=200"
    numbers = itertools.count(1)

    def new_database() -> str:
        name = f"test{next(numbers)}"
        asyncio.run(make(name))
        return f"postgresql://postgres@/{name}?host={folder}"

    async def make(name: str) -> None:
        connection = await asyncpg.connect(host=str(folder), user="postgres", database="postgres")
        await connection.execute(f"CREATE DATABASE {name}")
        await connection.close()

    try:
        run(initdb, "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C.UTF-8")
        run(pg_ctl, "-D", f"{folder}/data", "-o", options, "-l", f"{folder}/log", "-w", "start")
        try:
            yield new_database
        finally:
            run(pg_ctl, "-D", f"{folder}/data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database of each kind, as `open_store` takes it."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    new_database: Callable[[], str] = request.getfixturevalue("postgres")
    return new_database()


@pytest.fixture
def environment(tmp_path):
    """An English terminal without colour and with an empty data folder."""
    ours = {"LANG": "C.UTF-8", "COLUMNS": "120", "NO_COLOR": "1", "XDG_DATA_HOME": str(tmp_path / "data")}
    dropped = ("LC_ALL", "LC_MESSAGES", "PYTHONIOENCODING")
    return {**{name: value for name, value in os.environ.items() if name not in dropped}, **ours}


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
