"""Extras stay extras: playing needs none of them."""

import subprocess
import sys

SERVER = (
    "alembic",
    "asyncpg",
    "fastapi",
    "httptools",
    "limits",
    "prometheus_client",
    "segno",
    "sqlalchemy",
    "starlette",
    "structlog",
    "uvicorn",
    "uvloop",
    "websockets",
)
BUILDER = ("llvmlite", "numba", "ziglang")
EXTRAS = (
    "gymnasium",
    "matplotlib",
    "open_spiel",
    "pettingzoo",
    "pyarrow",
    "pyspiel",
    "ray",
    "torch",
    *BUILDER,
    *SERVER,
)
COMMAND_LINE = ("fluent", "prompt_toolkit", "rich", "typer")

WITHOUT = f"""
import sys
sys.modules.update(dict.fromkeys({EXTRAS}))  # as if they were not installed
"""


def run(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_position_needs_only_numpy():
    run(f"""
sys.modules.update(dict.fromkeys({COMMAND_LINE}))
import ludotheque
assert "numpy" not in sys.modules
table = ludotheque.game("take_it_easy").start(seats=1)
table = table.play(ludotheque.Event("chance", "draw 2-9-4")).play(ludotheque.Event(0, "place 2-9-4 c3"))
assert table.to_act == ("chance",)
assert table.view(0)["seats"] == 1
""")


def test_a_database_on_postgresql_needs_an_extra_which_the_command_names():
    code = "import sys; sys.modules['asyncpg'] = None; from ludotheque.cli import main; main()"
    for command in ("serve", "tables list", "restore copy.sqlite"):
        arguments = ("--lang", "en", *command.split(), "--database", "postgresql://localhost/tables")
        done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, encoding="utf-8")
        assert done.returncode == 2, done.stderr
        assert done.stderr == 'ludotheque: This needs the extra postgresql: pip install "ludotheque[postgresql]".\n'


def test_the_terminal_game_needs_no_extra():
    run("""
import io
import ludotheque
from ludotheque.cli import main
sys.stdin = io.StringIO("1\\n" * 19)
sys.argv = ["ludotheque", "play", "take_it_easy", "--seed", "1"]
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
""")


def test_a_batch_of_tables_needs_no_extra():
    run("""
import numpy as np
from ludotheque import game
from ludotheque.envs.batch import Batch
tables = Batch(game("take_it_easy"), 2, 1, {"rounds": 1})
tables.seed(0, 1)
tables.seed(1, 2)
tables.reset()
tables.step(np.array([0, 1]))
assert tables.masks.sum() == 36
""")


def test_a_command_starts_without_what_only_some_need():
    """Each would take a noticeable part of the time of a start."""
    needless = ["rich", "prompt_toolkit", "numba", "fastapi", "sqlalchemy"]
    code = "import sys; from ludotheque.cli.commands import application; application('en'); "
    code += f"print([name for name in {needless} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr
