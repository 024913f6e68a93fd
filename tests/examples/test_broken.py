"""A game that is broken breaks nothing else: each part of the example is broken in turn, and all such games are
installed at once beside the good one."""

import json
import shutil
from contextlib import ExitStack, closing

import pytest

from tests.examples.conftest import LUDOTHEQUE, run_with
from tests.server.conftest import ServerProcess

OURS = {"take_it_easy", "micropul", "polygons"}
COMMAND = 'package=__name__, commands={"deal": f"{__name__}.rules:nothing"},'

BROKEN = {
    "declaration": ("__init__.py", "raise ImportError('no such card')"),
    "other_id": ("__init__.py", lambda text: text.replace('id="other_id"', 'id="kuhn"')),
    "no_game": ("__init__.py", "GAME = None"),
    "rules": ("rules.py", "def ("),
    "missing_rules": ("rules.py", None),
    "masking": ("masking.py", "1 / 0"),
    "view": ("view.py", "1 / 0"),
    "notation": ("notation.py", "1 / 0"),
    "bots": ("bots.py", "1 / 0"),
    "text": ("text.py", "1 / 0"),
    "english": ("locale/en.ftl", None),
    "french": ("locale/fr.ftl", None),
    "garbled": ("locale/en.ftl", b"game-name = Kuhn\n\xff\xfe {"),
    "wordless": ("locale/en.ftl", lambda text: text.replace("game-tagline", "tagline")),
    "guide": ("guide/reference.en.md", None),
    "command": ("__init__.py", lambda text: text.replace("package=__name__,", COMMAND)),
}
"""The name of each game, the file that is broken, and what becomes of it: other text, or nothing."""

NOT_LISTED = {"declaration", "other_id", "no_game"}
NOT_PLAYABLE = {"rules", "missing_rules", "masking", "view", "notation"}


def break_file(file, how):
    if how is None:
        file.unlink()
    elif isinstance(how, bytes):
        file.write_bytes(how)
    else:
        file.write_text(how if isinstance(how, str) else how(file.read_text(encoding="utf-8")), encoding="utf-8")


@pytest.fixture(scope="module")
def broken(kuhn, tmp_path_factory):
    """The example as it should be, and once for each way to break it."""
    folder = tmp_path_factory.mktemp("broken") / "installed"
    shutil.copytree(kuhn, folder)
    (info,) = kuhn.glob("*.dist-info")
    for name, (file, how) in BROKEN.items():
        package = folder / f"broken_{name}"
        shutil.copytree(kuhn / "ludotheque_kuhn", package, ignore=shutil.ignore_patterns("__pycache__"))
        declared = (package / "__init__.py").read_text(encoding="utf-8").replace('id="kuhn"', f'id="{name}"')
        (package / "__init__.py").write_text(declared, encoding="utf-8")
        break_file(package / file, how)
        own = folder / f"broken_{name}-1.dist-info"
        own.mkdir()
        (own / "METADATA").write_text(f"Metadata-Version: 2.1\nName: broken-{name}\nVersion: 1\n", encoding="utf-8")
        entry = (info / "entry_points.txt").read_text(encoding="utf-8").replace("ludotheque_kuhn", package.name)
        (own / "entry_points.txt").write_text(entry.replace("kuhn =", f"{name} ="), encoding="utf-8")
    return folder


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_list_of_games_names_what_is_broken_once_and_tells_the_others(broken, tmp_path, language):
    done = run_with(broken, *LUDOTHEQUE, "games", "--json", "--lang", language, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    listed = {game["game"]: game["name"] for game in json.loads(done.stdout)}
    assert set(listed) == OURS | {"kuhn"} | BROKEN.keys() - NOT_LISTED
    assert "Traceback" not in done.stderr
    for name in NOT_LISTED:
        assert done.stderr.count(f"the game {name} cannot be loaded") == 1
    assert "no such card" in done.stderr
    assert listed["french"] == "Kuhn poker", "in the other language rather than not at all"
    missing = {"en": ("english", "garbled"), "fr": ("french",)}[language]
    for name in missing:
        assert done.stderr.count(f"broken_{name} lacks words: locale/{language}.ftl") == 1
    people = run_with(broken, *LUDOTHEQUE, "games", "--lang", language, folder=tmp_path)
    assert people.returncode == 0, people.stderr


def test_a_broken_game_says_why_when_it_is_played_and_the_good_one_is_played(broken, tmp_path):
    done = run_with(broken, *LUDOTHEQUE, "record", "rules", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "rules cannot be played" in done.stderr
    assert "SyntaxError" in done.stderr
    assert run_with(broken, *LUDOTHEQUE, "record", "kuhn", "--seed", "1", folder=tmp_path).returncode == 0
    assert run_with(broken, *LUDOTHEQUE, "record", "bots", "--bot", "random", folder=tmp_path).returncode == 0


def test_a_broken_command_says_why_and_only_that_one(broken, tmp_path):
    listed = run_with(broken, *LUDOTHEQUE, "command", "--help", folder=tmp_path)
    assert listed.returncode == 0, listed.stderr
    done = run_with(broken, *LUDOTHEQUE, "command", "deal", folder=tmp_path)
    assert done.returncode == 2
    assert "nothing" in done.stderr
    assert run_with(broken, *LUDOTHEQUE, "polygons", "box", "--json", "--seed", "1", folder=tmp_path).returncode == 0


def test_what_is_missing_is_said_in_a_sentence_each(broken, tmp_path):
    script = (
        "import json; from ludotheque import all_games; from ludotheque.testing import missing\n"
        "print(json.dumps({name: missing(game) for name, game in all_games().items()}))"
    )
    done = run_with(broken, "-c", script, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert {name for name, sentences in told.items() if not sentences} == OURS | {"kuhn"}
    assert told["view"] == ["view cannot be played: its view is broken, ZeroDivisionError('division by zero')."]
    assert told["guide"] == ["guide/reference.en.md is missing: the rules in writing."]
    assert "locale/fr.ftl is missing: the game's words." in told["french"]
    assert any("extra_bots names" in sentence for sentence in told["bots"])
    wordless = "locale/en.ftl has no message game-tagline: what it is like, in a sentence."
    assert wordless in told["wordless"]


def test_the_server_serves_all_that_is_good(broken, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(broken))
    server = ServerProcess(tmp_path / "tables.sqlite")
    with ExitStack() as stack:
        stack.callback(server.stop)
        listed = server.http.get("/api/games")
        assert listed.status_code == 200
        assert {game["game"] for game in listed.json()} >= OURS | {"kuhn"}
        for path in ("/", "/rules/wordless", "/rules/english", "/rules/guide"):
            assert server.http.get(path).status_code in (200, 404, 503), path
        ann = stack.enter_context(closing(server.guest("Ann")))
        seats = [{"who": "here"}, {"who": "bot", "bot": "random"}]
        for game in ("take_it_easy", "kuhn", "wordless", "guide", "french"):
            made = ann.post("/api/tables", json={"game": game, "seats": seats})
            assert made.status_code == 201, (game, made.text)
        for game in NOT_PLAYABLE:
            made = ann.post("/api/tables", json={"game": game, "seats": seats})
            assert (made.status_code, made.json()["error"]["code"]) == (503, "broken_game"), (game, made.text)
        assert server.http.get("/api/tables").status_code == 200
        assert not server.incidents()
