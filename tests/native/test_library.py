"""The games' compiled libraries: equal to the other modes, complete, careful with what they are given."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque
from ludotheque import all_games
from ludotheque.native.library import fingerprint, library_of, normalised, targets
from ludotheque.search.simulation import simulate

GAMES = list(all_games())
pytestmark = pytest.mark.skipif(not targets(), reason="no library is built for this kind of machine")


def run_in_mode(mode, code, *arguments):
    """Run Python code in a process with the rules in this mode; return what it prints as JSON."""
    environment = {**os.environ, "LUDOTHEQUE_RULES": mode}
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_library_of_its_sources(game):
    library = library_of(all_games()[game].package)
    assert library is not None, "python3 dev.py build --host"
    assert library.target == targets()[0]


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
    if event == "call":
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
        from ludotheque.arena.match import luck_of_chance
        assert luck_of_chance(game) is not None

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
import json
import numpy as np
from ludotheque import game as get_game
from ludotheque.engine.dispatch import fill_legal

one, other = (get_game(name).start() for name in ("micropul", "take_it_easy"))
rules, refused = get_game("micropul").rules, []
for arguments in (
    (other.setup, one.state),
    (one.setup, other.state),
    (one.setup, np.zeros(1, rules.STATE)),
    (one.setup, one.state.tobytes()),
    (None, one.state),
):
    try:
        rules.to_act(*arguments)
    except TypeError as error:
        refused.append(str(error))
try:
    fill_legal(one.setup, one.state, 0, np.zeros(8, np.int64)[::2])
except TypeError as error:
    refused.append(str(error))
try:
    fill_legal(one.setup, one.state, 0, np.zeros(8, np.int32))
except TypeError as error:
    refused.append(str(error))
print(json.dumps(refused))
"""


def test_a_wrong_record_or_array_is_a_type_error():
    assert len(run_in_mode("library", WRONG)) == 7


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
