"""The games' compiled libraries: equal to the other modes, complete, careful with what they are given."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import ludotheque
from ludotheque import all_games
from ludotheque.native.library import fingerprint, library_of, normalised, targets
from ludotheque.search.simulation import simulate
from ludotheque.wasm import ENVIRONMENT

GAMES = list(all_games())
pytestmark = pytest.mark.skipif(not targets(), reason="no library is built for this kind of machine")


def run_in_mode(mode, code, *arguments):
    """Run Python code in a process with the rules in this mode; return what it prints as JSON."""
    return run_with({"LUDOTHEQUE_RULES": mode}, code, *arguments)


def run_with(variables, code, *arguments):
    """Run Python code in a process with these environment variables; return what it prints as JSON."""
    environment = {**os.environ, **variables}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_library_of_its_sources(game):
    library = library_of(all_games()[game].package)
    assert library is not None, "python3 dev.py build --host"
    assert library.target == targets()[0]


STALE = """
import json, logging, sys
from ludotheque import game

said = []
handler = logging.Handler()
handler.emit = lambda record: said.append(record.getMessage())
logging.getLogger().addHandler(handler)
for _ in range(2):
    position = game("micropul").start()
print(json.dumps([said, position.game.rules.to_act.__module__, hasattr(position.game.rules.to_act, "py_func")]))
"""


@pytest.fixture
def copied(tmp_path):
    """A copy of the package, and the environment of a process that uses it."""
    package = Path(ludotheque.__file__).parent
    shutil.copytree(package, tmp_path / "ludotheque", ignore=shutil.ignore_patterns("page", "web", "__pycache__"))
    return tmp_path / "ludotheque", {"PYTHONPATH": str(tmp_path), "LUDOTHEQUE_RULES": "library"}


def test_a_stale_library_is_not_used_and_the_log_says_once_how_to_build_it(copied):
    package, environment = copied
    with (package / "games" / "micropul" / "rules.py").open("a") as rules:
        rules.write("MORE = 1\n")
    said, module, compiled = run_with(environment, STALE)
    assert [text for text in said if "micropul" in text] == [
        "ludotheque.games.micropul runs as plain Python, because it has changed since it was compiled: "
        "python3 dev.py build micropul --host"
    ]
    assert module == "ludotheque.games.micropul.rules"
    assert not compiled


@pytest.mark.parametrize("left", [[], ["exports.json"], ["exports.json", "macos-x86_64.dylib"]])
def test_without_a_library_the_log_says_once_how_to_build_it(copied, left):
    package, environment = copied
    for file in (package / "games" / "micropul" / "native").iterdir():
        if file.name not in left:
            file.unlink()
    said, _, compiled = run_with(environment, STALE)
    assert [text for text in said if "micropul" in text] == [
        "ludotheque.games.micropul runs as plain Python, because it has not been compiled for this machine: "
        "python3 dev.py build micropul --host"
    ]
    assert not compiled


BOTS = """
import json, sys
from ludotheque import game as get_game
from ludotheque.engine.rng import generator
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.bots import Random
from ludotheque.search.simulation import simulate

game = get_game(sys.argv[1])
seats, options = game.simulated["seats"], game.simulated["options"]
position = game.start(seats, options)
players = [bot(game, name) for name in ("greedy", "club", "expert-bold")]
for one in players[1:]:
    one.budget_ms = 60_000.0
said = []
for number, (event, position) in enumerate(play_on(position, [Random()] * seats, seed=3)):
    for seat in position.to_act:
        if seat != "chance" and number % 7 == 0:
            masked = position.mask(seat)
            said.append([masked.view_json(), masked.legal_with_previews_json()])
            said.append([player.choose(masked, generator(number)) for player in players])
simulation = simulate(game, 50, seats, options, seed=5)
print(json.dumps([said, simulation.steps, simulation.mean_score]))
"""


@pytest.mark.long  # Numba compiles for minutes
@pytest.mark.parametrize("game", GAMES)
def test_bots_views_and_playouts_equal_those_of_numba(game):
    assert run_in_mode("library", BOTS, game) == run_in_mode("jit", BOTS, game)


COVERAGE = """
import ast, json, sys
from pathlib import Path
import numpy as np
import pyspiel
import ludotheque
from ludotheque import game as get_game
from ludotheque.analysis import Analyst, has_value
from ludotheque.engine.rng import generator
from ludotheque.envs import openspiel
from ludotheque.envs.batch import Batch
from ludotheque.search.bots import Random, bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.simulation import simulate

marked = {}
for file in Path(ludotheque.__file__).parent.rglob("*.py"):
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef):
            names = [mark.id for mark in node.decorator_list if isinstance(mark, ast.Name)]
            if "rule" in names or "routine" in names:
                marked[str(file), node.decorator_list[0].lineno] = f"{file.stem}.{node.name}"
reached = set()

def note(frame, event, argument):
    # The indices of chance outcomes are computed without a state, for OpenSpiel only: no library is asked.
    if event == "call" and not isinstance(frame.f_locals.get("state"), int):
        reached.add((frame.f_code.co_filename, frame.f_code.co_firstlineno))

def play_a_game(game):
    seats, options, rng = game.simulated["seats"], game.simulated["options"], generator(1)
    simulate(game, 1, seats, options, seed=1)
    untried = [bot(game, name) for name in game.bots]
    before = game.start(seats, options)
    for event, after in play_on(before, [Random()] * seats, seed=1):
        before.hidden_from(event)
        before.reveals(after, 0)
        for seat in (None, *after.to_act):
            if seat == "chance":
                continue
            masked = after.mask(seat)
            masked.view_json()
            masked.legal_with_previews_json()
            masked.legal_with_previews()
            masked.illegal_reason("nothing")
            masked.determinize(rng)
            while masked.legal_actions and untried:
                untried.pop().choose(masked, rng)
            if not untried and has_value(game) and seat is not None and masked.legal_actions:
                Analyst(game, seat, 1).compare_actions(masked, None)
                untried = [bot(game, "random")]
        _ = after.is_open, after.picture()
        before = after
    if "luck" in vars(game.bots_module):
        from ludotheque.arena.luck import luck_in_points
        assert luck_in_points(game) is not None

def step_environments(game):
    for packed in (False, True):
        tables = Batch(game, 3, game.simulated["seats"], game.simulated["options"], same_step=True, packed=packed)
        for number in range(3):
            tables.seed(number, number)
        tables.reset()
        actions = np.zeros(3, np.int64)
        for _ in range(50):
            tables.choose_any(generator(1), actions)
            tables.step(actions)
        for seat in tables.to_act(0):
            tables.observe(0, seat)
            tables.legal(0, seat)
            tables.index(0, seat, tables.mask(0, seat).legal_actions[0])
    state = pyspiel.load_game(openspiel.short_name(game)).new_initial_state()
    for _ in range(12):
        if state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        else:
            state.observation_tensor(0)
            state.apply_action(state.legal_actions()[0])

def use_everything(game):
    play_a_game(game)
    step_environments(game)
    if game.id == "take_it_easy":
        from ludotheque.games.take_it_easy.ceiling import new_tally, solve_part
        from ludotheque.games.take_it_easy.solver import WORKSPACE, best_board
        from ludotheque.games.take_it_easy.pieces import TILE_NAMES
        best_board(",".join(TILE_NAMES[:19]))
        solve_part((1 << 8) - 1, 2, new_tally(), np.zeros(1, WORKSPACE)[0])

chosen = get_game(sys.argv[1])
use_everything(chosen)  # loads everything: constants are computed when modules are imported
sys.setprofile(note)
use_everything(chosen)
sys.setprofile(None)
print(json.dumps(sorted(marked[place] for place in reached if place in marked)))
"""


@pytest.mark.parametrize("game", GAMES)
def test_everything_that_runs_hot_is_in_the_library(game):
    """A function that is missing would run interpreted, a hundred times slower, and nobody would notice."""
    assert run_in_mode("library", COVERAGE, game) == []


def test_a_c_program_plays_the_same_random_games(tmp_path):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    example = Path(__file__).parents[2] / "examples" / "random_games.c"
    assert len(example.read_text().splitlines()) <= 60
    folder = Path(ludotheque.__file__).parent / "games" / "micropul" / "native"
    program = tmp_path / "random_games"
    command = [compiler, "-Wall", "-Werror", f"-I{folder}", "-o", program, example, folder / f"{targets()[0]}.so"]
    subprocess.run(command, check=True)
    said = subprocess.run([program, "200", "7"], capture_output=True, text=True, check=True).stdout
    game = all_games()["micropul"]
    simulation = simulate(game, 200, 2, {}, seed=7)
    assert said == f"200 games, {simulation.steps} actions, mean score {simulation.mean_score:.2f}\n"


WRONG = """
import importlib, json, pkgutil, sys
import numpy as np
from ludotheque import game as get_game
from ludotheque.codec.records import Record
from ludotheque.native.library import layout_of, library_of
from ludotheque.spaces import answers

game = get_game(sys.argv[1])
kinds = {layout_of(np.dtype(code)): np.dtype(code) for code in ("i8", "u1", "f8")}
kinds[layout_of(np.dtype(answers(game).OBSERVED))] = np.dtype(answers(game).OBSERVED)
for name in (game.package, "ludotheque.search", "ludotheque.envs", "ludotheque.analysis", "ludotheque.engine"):
    package = importlib.import_module(name)
    for found in pkgutil.walk_packages(package.__path__, f"{name}."):
        if "openspiel" in found.name:
            continue
        for value in vars(importlib.import_module(found.name)).values():
            dtype = getattr(value, "dtype", value)
            if isinstance(dtype, np.dtype):
                kinds[layout_of(dtype)] = dtype

def as_records(dtype):
    return np.dtype((np.record, dtype)) if dtype.names else dtype

def given(kind, layout, dimensions, writeable=True):
    array = np.zeros((3,) * max(1, dimensions), as_records(kinds[layout]))
    array.flags.writeable = writeable
    return array[0] if kind == "record" else array

def wrong(kind, layout, dimensions):
    strange = np.zeros(3, as_records(np.dtype([("other", "i8", 700)])))
    right = given(kind, layout, dimensions)
    yield from (None, 0, 1.5, b"\\0" * 9000, "state", [right], object(), strange, strange[0], strange[:0])
    if kind == "record":
        plain = np.zeros(1, kinds[layout])
        yield from (plain, plain[:0], plain[0].tobytes(), memoryview(plain.tobytes()), plain[0].item())
        yield np.zeros(1, kinds[layout].base.str[1:] if not kinds[layout].names else "V1")[0]
    else:
        for other in ("i1", "i4", "f4", "c16", "O", ">i8", "V1"):
            yield np.zeros(right.shape, other)
        yield from (right[::2], right[..., None], right[0], np.zeros((), right.dtype), right[None].T)

library = library_of(game.package)
tried, accepted, fixed = 0, [], []
for place, described in library._functions.items():
    function = library.function(place)
    parameters = [parameter[1:] for parameter in described["parameters"]]

    def refuses(replaced):
        arguments = [0 if kind == "int" else given(kind, layout, n) for kind, layout, n in parameters]
        for at, value in replaced.items():
            arguments[at] = value
        before = [value.tobytes() for value in arguments if isinstance(value, (np.ndarray, np.record))]
        try:
            function(*arguments)
        except TypeError:
            return before == [value.tobytes() for value in arguments if isinstance(value, (np.ndarray, np.record))]
        return False

    buffers = [at for at, (kind, *_) in enumerate(parameters) if kind in ("record", "array")]
    for at in buffers:
        for value in wrong(*parameters[at]):
            tried += 1
            if not refuses({at: value}):
                accepted.append([place, described["parameters"][at][0], repr(value)[:80]])
    if buffers and place.rpartition(":")[2] not in sys.argv[2:]:
        if not refuses({at: given(*parameters[at], writeable=False) for at in buffers}):
            fixed.append(place)
print(json.dumps([tried, accepted, fixed]))
"""
READERS = (
    "to_act", "legal_count", "legal_nth", "illegal_reason", "chance_count", "chance_nth", "chance_illegal_reason",
    "score", "winners", "end_reason", "hides", "is_open", "reveals", "why_power", "clash_at", "candidate", "index_of",
    "action_at",
)  # fmt: skip
"""Functions that write into none of their records."""


@pytest.mark.parametrize("game", GAMES)
def test_what_a_function_cannot_use_is_a_type_error(game):
    """A wrong record would be read and written beyond its end, and read-only memory end the process."""
    tried, accepted, written = run_in_mode("library", WRONG, game, *READERS)
    assert accepted == written == []
    assert tried > 1000


READ_ONLY = """
import json
import numpy as np
from ludotheque import game as get_game

position = get_game("micropul").start()
rules = position.game.rules
frozen = np.frombuffer(position.state.tobytes(), np.dtype((np.record, rules.STATE)))[0]
try:
    rules.apply(position.setup, frozen, 0, 0)
except TypeError as error:
    same = rules.to_act(position.setup, frozen) == rules.to_act(position.setup, position.state)
    print(json.dumps([same, str(error)]))
"""


def test_a_read_only_record_can_be_read_and_not_written():
    same, error = run_in_mode("library", READ_ONLY)
    assert same
    assert error.endswith("read-only memory: state")


FAILING = """
import ctypes, json, sys
from numba import njit, types
from ludotheque.native.library import caller, targets
from ludotheque.wasm.library import TARGETS, Export, build_library, description

@njit
def root(of):
    if of < 0:
        raise ValueError("negative")
    return of // 2

@njit
def share(of):
    if of < 0:
        raise ValueError("negative")
    return of / 2

target, said = TARGETS[targets()[0]], []
exports = [Export(name, f"m:{name}", one, (types.int64,), ("of",)) for name, one in (("root", root), ("share", share))]
with open(sys.argv[1], "wb") as file:
    file.write(build_library(exports, {}, target))
library = ctypes.CDLL(sys.argv[1])
for export in exports:
    symbol, described = getattr(library, f"py_{export.name}"), description(export)
    function = caller(export.place, symbol, described["parameters"], described["returns"])
    said.append(function(7))
    try:
        function(-7)
    except RuntimeError as error:
        said.append(str(error))
print(json.dumps(said))
"""


HAS_LINKER = "LUDOTHEQUE_ZIG" in os.environ or find_spec("ziglang") is not None


@pytest.mark.skipif(not HAS_LINKER, reason="there is no zig, the linker")
def test_an_exception_in_compiled_code_is_one_in_python(tmp_path):
    found = run_with(ENVIRONMENT, FAILING, str(tmp_path / "failing.so"))
    assert found == [3, "m:root failed in compiled code", 3.5, "m:share failed in compiled code"]


def test_the_fingerprint_changes_with_the_code_and_not_with_words(tmp_path):
    file = tmp_path / "rules.py"
    found = []
    for source in (
        'def double(k):\n    """Twice."""\n    return 2 * k\n',
        '"""New."""\n\n\ndef double(k):\n    # by a shift?\n    return 2 * k\n',
        "def double(k):\n    return 3 * k\n",
    ):
        file.write_text(source)
        found.append(fingerprint([file]))
    assert found[0] == found[1] != found[2]


def test_the_fingerprint_is_the_same_in_every_version_of_python():
    """Python 3.12 and 3.13 describe the same source by other syntax trees than 3.11, which builds the libraries."""
    source = (
        'class Box(list):\n    def size(self, *, unit="cm"):\n        return f"{len(self):{unit}}", {**self}, None\n'
    )
    assert normalised(source) == (
        "Module(body=[ClassDef(name='Box', bases=[Name(id='list', ctx=Load())], body=[FunctionDef(name='size', "
        "args=arguments(args=[arg(arg='self')], kwonlyargs=[arg(arg='unit')], kw_defaults=[Constant(value='cm')]), "
        "body=[Return(value=Tuple(elts=[JoinedStr(values=[FormattedValue(value=Call(func=Name(id='len', ctx=Load()), "
        "args=[Name(id='self', ctx=Load())]), conversion=-1, format_spec=JoinedStr(values=[FormattedValue("
        "value=Name(id='unit', ctx=Load()), conversion=-1)]))]), Dict(keys=[None], values=[Name(id='self', "
        "ctx=Load())]), Constant()], ctx=Load()))])])])"
    )
