#!/usr/bin/env python3
"""Ludothèque from a fresh clone: needs Python 3.11 or newer with pip, and nothing else.

    python3 dev.py play [GAME ...]              play in the terminal; arguments go to `ludotheque play`
    python3 dev.py test [--long] [PYTEST ...]   lint, types, import contracts and all tests
    python3 dev.py compile                      compile the rules of all games (done at set-up)
    python3 dev.py lock [--upgrade]             remake requirements.lock after a change of dependencies

The first command sets up `.venv` with the packages of requirements.lock, using the uv it puts into `.tools`; later
ones redo that only when something has changed. Nothing is installed outside this folder, but for one thing: the tests
need PostgreSQL's server, and `test` run by root on Debian or Ubuntu installs it where it is missing. `--long` also runs
the tests that prove whole results.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STAMP = VENV / "set-up"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
UV_VERSION = "0.13"
ENVIRONMENT = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1"}


def program(name: str) -> str:
    """The path of a program in the project's virtual environment."""
    return str(BIN / name)


def run(*command: str) -> int:
    """Run a command that talks to the user itself; its exit code."""
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.wait()  # Ctrl-C has reached it too: let it clean up
        raise


def step(label: str, *command: str) -> None:
    """Run a long command behind one line that counts the seconds; its own output is shown only if it fails."""
    started = time.monotonic()
    counting = sys.stderr.isatty()
    print(f"{label} ...", end="", file=sys.stderr, flush=True)
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=output, stderr=subprocess.STDOUT)
        try:
            while True:
                try:
                    process.wait(timeout=1)
                    break
                except subprocess.TimeoutExpired:
                    if counting:
                        seconds = time.monotonic() - started
                        print(f"\r{label} ... {seconds:.0f} s", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            process.wait()
            raise
        seconds = time.monotonic() - started
        ending = f"{seconds:.1f} s" if process.returncode == 0 else f"failed after {seconds:.1f} s"
        print(f"\r{label} ... {ending}" if counting else f" {ending}", file=sys.stderr, flush=True)
        if process.returncode:
            output.seek(0)
            print(output.read().decode(errors="replace"), file=sys.stderr)
            sys.exit(process.returncode)


def uv() -> str:
    """The project's own uv, fetched by pip if need be.

    It goes into a folder because Debian's Python refuses a plain ``pip install`` and may come without ``venv``.
    """
    if not any(TOOLS.glob(f"uv-{UV_VERSION}.*.dist-info")):
        pip = (sys.executable, "-m", "pip")
        if subprocess.run([*pip, "--version"], capture_output=True).returncode:
            sys.exit(f"{sys.executable} has no pip. On Debian or Ubuntu: apt-get install python3-pip")
        step("Fetching uv", *pip, "install", "--upgrade", "--target", str(TOOLS), f"uv=={UV_VERSION}.*")
    return str(TOOLS / "bin" / "uv")


def set_up() -> bool:
    """Make ``.venv`` hold exactly the packages of the lock and this source tree; whether there was anything to do."""
    # Scripts in a virtual environment know its path and its Python: with another of either it is made anew.
    made_for = [sys.version.split()[0], str(ROOT)]
    wanted = [*made_for, hashlib.sha256(LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()]
    present = STAMP.read_text().splitlines() if STAMP.exists() else []
    usable = PYTHON.exists() and present[:2] == made_for
    if usable and present == wanted:
        return False
    STAMP.unlink(missing_ok=True)
    if not usable:
        step("Making .venv", uv(), "venv", "--clear", "--python", sys.executable, str(VENV))
    step("Installing the packages", uv(), "pip", "sync", "--python", str(VENV), str(LOCK))
    this = ("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    step("Installing Ludothèque", uv(), "pip", "install", "--python", str(VENV), *this)
    STAMP.write_text("\n".join(wanted))
    return True


def play(arguments: list[str]) -> int:
    """Open the terminal game."""
    if set_up():
        step("Compiling the rules", program("ludotheque"), "compile")
    command = [program("ludotheque"), "play", *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # the game has the terminal, and Ctrl-C, to itself
    return run(*command)


def get_postgresql() -> None:
    """Have PostgreSQL's server, which the tests start in a temporary folder; or say how to get it."""
    if shutil.which("initdb") or any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        step("Finding PostgreSQL", "apt-get", "update")
        step("Installing PostgreSQL", "apt-get", "install", "-y", "--no-install-recommends", "postgresql")
    else:
        print(
            "PostgreSQL's server is not installed: its tests are skipped, and fail where CI=true.\n"
            "On Debian or Ubuntu: sudo apt-get install postgresql",
            file=sys.stderr,
        )


def test(arguments: list[str]) -> int:
    """Run every check, also after one has failed, and sum up."""
    set_up()
    get_postgresql()
    selection = []
    if "--long" in arguments:
        arguments.remove("--long")
        selection = ["-m", ""]  # takes back the `-m "not long"` of pyproject.toml
    checks = {
        "lint": ("ruff", "check"),
        "format": ("ruff", "format", "--check"),
        "types": ("mypy",),
        "imports": ("lint-imports", "--no-logo"),
        # Before the tests, so that their parallel processes do not each compile the same rules.
        "compile": ("ludotheque", "compile"),
        "tests": ("pytest", "-n", "2", *selection, *arguments),
    }
    summary = []
    failed = False
    for name, (command, *options) in checks.items():
        print(f"\n--- {name}: {' '.join([command, *options])}", flush=True)
        started = time.monotonic()
        code = run(program(command), *options)
        failed |= code != 0
        verdict = "ok" if code == 0 else f"FAILED (exit code {code})"
        summary.append(f"{name:8} {time.monotonic() - started:6.1f} s  {verdict}")
    print("\n---", *summary, sep="\n", flush=True)
    return int(failed)


def compile_rules(arguments: list[str]) -> int:
    """Compile the rules of all games."""
    set_up()
    return run(program("ludotheque"), "compile", *arguments)


def lock(arguments: list[str]) -> int:
    """Choose the exact version of every package, for all systems and Python versions."""
    made_by = ("--custom-compile-command", "python3 dev.py lock", "--no-annotate", "--quiet")
    what = ("pyproject.toml", "--group", "dev", "--universal", "--generate-hashes")
    return run(uv(), "pip", "compile", *what, *made_by, "--output-file", LOCK.name, *arguments)


COMMANDS = {"play": play, "test": test, "compile": compile_rules, "lock": lock}


def main(arguments: list[str]) -> int:
    """Run one command; its exit code."""
    if sys.version_info < (3, 11):
        print(f"Ludothèque needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    command = COMMANDS.get(arguments[0])
    if command is None:
        print(f"dev.py: there is no command {arguments[0]!r}.\n\n{__doc__}", file=sys.stderr)
        return 2
    try:
        return command(arguments[1:])
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
