"""The steps of the Containerfile, run one after the other where there is no container engine."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parent.parent
NOT_HERE = ("useradd",)
"""Commands that work only in a container: a test cannot change its user."""


def instructions():
    """The instructions of each stage: a word, and what follows it."""
    stages: list[list[tuple[str, str]]] = []
    for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "FROM":
            stages.append([])
        elif word and word != "#":
            stages[-1].append((word, rest))
    return stages


def ignored():
    lines = (ROOT / ".containerignore").read_text(encoding="utf-8").splitlines()
    return [line.removeprefix("**/") for line in lines if line and not line.startswith("#")]


def test_copied_files_exclude_build_results():
    assert {".venv", ".tools", "node_modules", "src/ludotheque/server/page"} <= set(ignored())


def test_container_stages_are_parsed():
    built, run = instructions()
    assert [word for word, _ in built] == ["WORKDIR", "COPY", "RUN", "RUN"]
    assert dict(run)["CMD"].startswith('["ludotheque", "serve"')


@pytest.mark.long
def test_container_steps_build_a_working_server(tmp_path):
    source, wheels = tmp_path / "src", tmp_path / "wheels"
    built, run = instructions()
    names = {Path(name).name for name in ignored()}

    def leave_out(folder, found):
        return [name for name in found if name in names and (name != "page" or Path(folder).name == "server")]

    shutil.copytree(ROOT, source, ignore=leave_out)
    environment = {**os.environ, "HOME": str(tmp_path)}
    # Compiling takes minutes and is tested elsewhere; the step is run all the same.
    environment |= {"LUDOTHEQUE_RULES": "interpreted"}

    def do(steps, folder, python):
        """Run the steps of a stage with the Python of that stage."""
        path = f"{Path(python).parent}{os.pathsep}{environment['PATH']}"
        for word, step in steps:
            if word == "RUN" and not step.startswith(NOT_HERE):
                here = step.replace("/wheels", str(wheels))
                done = subprocess.run(here, shell=True, cwd=folder, env={**environment, "PATH": path}, text=True)
                assert done.returncode == 0, step

    do(built, source, sys.executable)
    assert len(list(wheels.glob("ludotheque-*.whl"))) == 1
    clean = tmp_path / "clean"
    venv.create(clean, with_pip=True, symlinks=os.name != "nt")
    do(run, tmp_path, clean / "bin" / "python3")
    command = json.loads(dict(run)["CMD"])
    command[command.index("--port") + 1] = "0"
    program = [str(clean / "bin" / command[0]), *command[1:], "--lang", "en"]
    serving = {**environment, "PATH": str(clean / "bin")}
    with subprocess.Popen(program, cwd=tmp_path, env=serving, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            address = next(line.split()[2] for line in server.stderr if line.startswith("Serving on "))
            address = address.replace("0.0.0.0", "127.0.0.1")
            assert httpx.get(address).status_code == 200
            check = dict(run)["HEALTHCHECK"].removeprefix("CMD ").replace("http://127.0.0.1:8000", address)
            assert subprocess.run([clean / "bin" / "python3", *shlex.split(check)[1:]]).returncode == 0
        finally:
            server.terminate()
