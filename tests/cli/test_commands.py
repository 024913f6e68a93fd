"""The commands that programs call: what they print, in which form, and how they fail."""

import json
import sys
from pathlib import Path

import pytest

from ludotheque.engine.registry import game, games
from ludotheque.game_records import read

COMMANDS = ("play", "games", "record", "replay", "simulate", "solve", "box", "arena", "analyse")
PROGRAM = str(Path(sys.executable).with_name("ludotheque"))


def unwrapped(text):
    """The words of a text in a frame, however its lines are wrapped."""
    return " ".join(text.replace("│", " ").split())


# -- Help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_in_both_languages(call, command):
    code, english, _ = call(command, "--help")
    assert code == 0
    assert "Show this message and exit." in unwrapped(english)
    for code, french, _ in (
        call("--lang", "fr", command, "--help"),
        call(command, "--help", "--lang=fr"),
        call(command, "-h", LANG="fr_FR.UTF-8"),
        call(command, "-h", LANG="en_GB.UTF-8", LC_ALL="fr_CA.UTF-8"),
    ):
        assert code == 0
        assert "Afficher cette aide et quitter." in unwrapped(french)
        assert "Show this" not in french
        assert french != english
    assert call("--lang", "en", command, "--help", LANG="fr_FR.UTF-8")[1] == english


def test_program_help_lists_the_commands(call):
    code, english, _ = call("--help")
    assert code == 0
    assert all(f" {command} " in english for command in COMMANDS)
    common, own = english.split(" Polygons ─")
    assert " box " in own
    assert "box" not in common, "a game's words stand with its own commands"
    code, french, _ = call("--help", "--lang", "fr")
    assert "Commandes" in french
    assert call("--version")[1].startswith("ludotheque ")


def test_help_is_quick_because_it_loads_no_compiler(start, environment):
    """Neither help nor a whole table of `games` imports Numba."""
    import subprocess

    for arguments in (["simulate", "--help"], ["games"]):
        done = subprocess.run(
            [sys.executable, "-X", "importtime", PROGRAM, *arguments], env=environment, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
        assert "typer" in loaded
        assert not {name for name in loaded if name.partition(".")[0] in ("numba", "llvmlite")}


# -- games ------------------------------------------------------------------------------------------------------------


def test_games_for_programs(call):
    code, out, err = call("games", "--json")
    assert (code, err) == (0, "")
    listed = json.loads(out)
    assert [entry["game"] for entry in listed] == list(games())
    for entry in listed:
        assert list(entry) == ["game", "rules", "name", "seats", "options", "bots", "characters"]
        assert isinstance(entry["rules"], int)
        assert len(entry["seats"]) == 2
        assert {"random", "amateur"} <= {*entry["bots"]}
        assert entry["characters"]["club-bold"] == game(entry["game"]).characters["club-bold"]
        for option in entry["options"].values():
            assert list(option) == ["type", "default", "values"]
    easy = next(entry for entry in listed if entry["game"] == "take_it_easy")
    assert easy["name"] == "Take It Easy"
    assert easy["seats"] == [1, 8]
    assert easy["options"] == {
        "rounds": {"type": "integer", "default": 4, "values": [1, 99]},
        "adjacent": {"type": "boolean", "default": False, "values": [False, True]},
        "pairs": {"type": "boolean", "default": False, "values": [False, True]},
    }


def test_games_for_people(call):
    _, english, _ = call("games")
    _, french, _ = call("games", "--lang", "fr")
    assert "1 to 8 players" in english
    assert "1 à 8 joueurs" in french


# -- record -----------------------------------------------------------------------------------------------------------


def test_record_writes_one_game_to_standard_output(run):
    """In UTF-8 with LF, whatever the terminal's encoding."""
    table = ("take_it_easy", "--seed", 7, "--option", "rounds=1", "--seats", 2, "--bot", "random")
    code, out, err = run("record", *table, env={"PYTHONIOENCODING": "utf-16"})
    assert (code, err) == (0, "")
    assert read(out.encode())[-1].position.is_over
    header = json.loads(out.splitlines()[0])
    assert header["options"] == {"rounds": 1}
    assert (header["seats"], len(header["players"])) == (2, 2)


def test_without_a_seed_a_random_one_is_printed_and_gives_the_game_again(call):
    code, one, err = call("record", "take_it_easy", "--option", "rounds=1")
    assert code == 0
    word, seed = err.split()
    assert word == "seed"
    assert call("record", "take_it_easy", "--option", "rounds=1", "--seed", seed) == (0, one, "")
    assert call("record", "take_it_easy", "--option", "rounds=1")[1] != one


@pytest.mark.parametrize("name", games())
def test_record_writes_many_games_to_files(call, tmp_path, name):
    box = ("--box", "dropped") if name == "polygons" else ()
    folder = tmp_path / "new" / "folder"
    code, out, err = call("record", name, "--seed", 11, "--games", 2, "--out", folder, *box)
    assert (code, out) == (0, "")
    assert "2 records" in err
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{name}-11-{number:04}.jsonl" for number in (1, 2)]
    written = [file.read_bytes() for file in files]
    assert len(set(written)) == 2
    for data in written:
        assert read(data)[-1].position.is_over
    # the same seed, the same bytes; the first game alone is the first of many
    assert call("record", name, "--seed", 11, *box)[1].encode() == written[0]
    # existing files are overwritten
    files[0].write_bytes(b"old")
    assert call("record", name, "--seed", 11, "--games", 2, "--out", folder, *box)[0] == 0
    assert [file.read_bytes() for file in files] == written


def test_bots_are_given_once_or_per_seat(call):
    table = ("record", "take_it_easy", "--seats", 3, "--seed", 1, "--option", "rounds=1")
    every = call(*table)
    assert every[0] == 0
    assert call(*table, "--bot", "random") == every
    assert call(*table, *["--bot", "random"] * 3) == every
    for number in (2, 4):
        code, out, err = call(*table, *["--bot", "random"] * number)
        assert (code, out) == (2, "")
        assert "--bot" in err


# -- replay -----------------------------------------------------------------------------------------------------------

RUNNING = """\
{"record": 1, "game": "take_it_easy", "rules": 1, "seats": 2, "options": {"rounds": 1}, "players": ["a", "b"]}
{"by": "chance", "do": "draw 2-9-4"}
{"by": 1, "do": "place 2-9-4 c3"}
"""


def test_replay_prints_every_state(call, tmp_path):
    file = tmp_path / "running.jsonl"
    file.write_text(RUNNING)
    code, out, err = call("replay", file, "--json")
    assert (code, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    cells = [f"{column}{row + 1}" for column, rows in zip("abcde", (3, 4, 5, 4, 3), strict=True) for row in range(rows)]
    places = [f"place 2-9-4 {cell}" for cell in cells]
    assert rows == [
        {"line": 2, "to_act": ["chance"], "legal": {}, "scores": [0, 0]},
        {"line": 3, "to_act": [0, 1], "legal": {"0": places, "1": places}, "scores": [0, 0]},
        {"line": 4, "to_act": [0], "legal": {"0": places}, "scores": [0, 0]},
    ]


@pytest.mark.parametrize("name", games())
def test_replay_of_whole_games(call, tmp_path, name):
    box = ("--box", "dropped") if name == "polygons" else ()
    call("record", name, "--seed", 5, "--out", tmp_path, *box)
    (file,) = tmp_path.glob("*.jsonl")
    lines = file.read_text().splitlines()
    code, out, err = call("replay", file, "--json")
    assert (code, err) == (0, "")
    rows = [json.loads(line) for line in out.splitlines()]
    assert [row["line"] for row in rows] == list(range(2, len(lines) + 1))
    for row, line in zip(rows, lines[1:], strict=True):
        assert list(row) == ["line", "to_act", "legal", "scores"]
        event = json.loads(line)
        if "result" in event:
            assert (row["to_act"], row["legal"]) == ([], {})
            assert row["scores"] == event["result"]["scores"]
        elif event["by"] == "chance":
            assert (row["to_act"], row["legal"]) == (["chance"], {})
        else:
            assert sorted(row["legal"]) == [str(seat) for seat in row["to_act"]]
            assert event["do"] in row["legal"][str(event["by"])]
            for legal in row["legal"].values():
                assert legal == sorted(set(legal))
    for lang, good in (("en", "A valid record"), ("fr", "Enregistrement valide")):
        code, out, err = call("replay", file, "--lang", lang)
        assert (code, err) == (0, "")
        assert good in out


def test_replay_refuses_with_one_line_of_json_and_keeps_the_rows_before(call, tmp_path):
    file = tmp_path / "spoilt.jsonl"
    file.write_text(RUNNING + '{"by": 0, "do": "place 2-9-4 z9"}\n{"by": 0, "do": "place 2-9-4 a1"}\n')
    code, out, err = call("replay", file, "--json")
    assert code == 3
    assert [json.loads(line)["line"] for line in out.splitlines()] == [2, 3]
    assert err.endswith("}\n")
    assert err.count("\n") == 1
    refusal = json.loads(err)
    assert list(refusal) == ["error", "line", "message"]
    assert (refusal["error"], refusal["line"]) == ("no_such_cell", 4)
    code, out, again = call("replay", file)
    assert (code, out, again) == (3, "", err)


def test_rows_are_kept_up_to_the_result_when_something_follows_it(call, tmp_path):
    call("record", "take_it_easy", "--seed", 5, "--option", "rounds=1", "--out", tmp_path)
    (file,) = tmp_path.glob("*.jsonl")
    file.write_bytes(file.read_bytes() + b"\n")
    code, out, err = call("replay", file, "--json")
    assert code == 3
    assert json.loads(err)["error"] == "after_result"
    assert [json.loads(line)["line"] for line in out.splitlines()] == list(range(2, json.loads(err)["line"]))


@pytest.mark.parametrize(
    "garbage",
    [b"", b"\n", b"\x00" * 5000, b"\xff\xfe" * 100, b"[" * 100_000, b'{"record": ' * 50_000, b"\x7fELF\x02", b"{}"],
    ids=lambda garbage: repr(garbage[:12]),
)
def test_a_file_of_garbage_is_refused_at_line_1(call, tmp_path, garbage):
    file = tmp_path / "garbage"
    file.write_bytes(garbage)
    code, out, err = call("replay", file, "--json")
    assert (code, out) == (3, "")
    assert json.loads(err)["line"] == 1
    assert json.loads(err)["error"] in ("header", "malformed")


def test_replay_reads_standard_input_and_needs_no_end_of_line(run):
    code, out, err = run("replay", "-", "--json", text=RUNNING.rstrip())
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 3


# -- simulate and solve -----------------------------------------------------------------------------------------------


def test_simulate_is_the_same_for_any_number_of_threads(run):
    """Issue: the mean of random play is 10.69."""
    means = []
    for threads in (1, 2):
        code, out, err = run(
            "simulate", "take_it_easy", "--games", 200_000, "--seed", 1, "--threads", threads, "--json"
        )
        assert (code, err) == (0, "")
        figures = json.loads(out)
        assert list(figures) == ["games", "steps", "seconds", "games_per_second", "steps_per_second", "mean_score"]
        assert figures["games"] == 200_000
        assert figures["steps"] == 19 * 200_000
        assert figures["seconds"] > 0
        assert figures["games_per_second"] == pytest.approx(200_000 / figures["seconds"], rel=1e-3)
        assert figures["steps_per_second"] == pytest.approx(19 * 200_000 / figures["seconds"], rel=1e-3)
        means.append(figures["mean_score"])
    assert means[0] == means[1] == pytest.approx(10.69, abs=0.12)


def test_simulate_obeys_seats_options_and_seed(call):
    def figures(*arguments):
        return json.loads(call("simulate", *arguments, "--json")[1])

    table = ("take_it_easy", "--games", 20, "--seats", 3, "--option", "rounds=2", "--option", "pairs=true")
    one = figures(*table, "--seed", 2)
    assert one["steps"] == 20 * 3 * 2 * 19
    assert figures(*table, "--seed", 2)["mean_score"] == one["mean_score"]
    assert figures(*table, "--seed", 3)["mean_score"] != one["mean_score"]
    assert figures("micropul", "--games", 3)["games"] == 3
    code, out, _ = call("simulate", "take_it_easy", "--games", 5, "--lang", "fr")
    assert code == 0
    assert "parties par seconde" in out


def test_solve(run):
    code, out, err = run("solve", "take_it_easy", "--perfect", "--json")
    assert (code, err) == (0, "")
    solved = json.loads(out)
    assert list(solved) == ["maximum", "boards", "list", "seconds"]
    assert (solved["maximum"], solved["boards"], len(solved["list"])) == (307, 16, 16)
    tiles = list(solved["list"][0].values())
    code, out, err = run("solve", "take_it_easy", "--tiles", ",".join(sorted(tiles)), "--json")
    assert (code, err) == (0, "")
    solved = json.loads(out)
    assert list(solved) == ["optimum", "board", "seconds"]
    assert solved["optimum"] == 307
    assert list(solved["board"])[:4] == ["a1", "a2", "a3", "b1"]
    assert sorted(solved["board"].values()) == sorted(tiles)


# -- Wrong usage ------------------------------------------------------------------------------------------------------

TILES = "2-1-3,2-1-4,2-1-8,2-5-3,2-5-4,2-5-8,2-9-3,2-9-4,2-9-8,6-1-3,6-1-4,6-1-8,6-5-3,6-5-4,6-5-8,6-9-3,6-9-4,6-9-8"


@pytest.mark.parametrize(
    "line",
    [
        "chess",
        "--no-such-option",
        "--lang de games",
        "games --no-such-option",
        "games more",
        "play chess",
        "play take_it_easy --seats 0",
        "play take_it_easy --seats 9",
        "play take_it_easy --people 0",
        "play take_it_easy --seats 2 --people 3",
        "play take_it_easy --bot clever --seats 2",
        "play take_it_easy --seats 2 --people 2 --bot random --bot random",
        "play take_it_easy --seed x",
        "play take_it_easy --option rounds=x",
        "record",
        "record chess",
        "record take_it_easy --seats two",
        "record take_it_easy --seats 9",
        "record take_it_easy --seats -1",
        "record take_it_easy --option rounds",
        "record take_it_easy --option speed=1",
        "record take_it_easy --option rounds=0",
        "record take_it_easy --option rounds=100",
        "record take_it_easy --option rounds=1.0",
        "record take_it_easy --option rounds=",
        "record take_it_easy --option pairs=yes",
        "record take_it_easy --bot clever",
        "record take_it_easy --box dropped",
        "record take_it_easy --seed -1",
        "record take_it_easy --seed 1.5",
        "record take_it_easy --seed 18446744073709551616",
        "record take_it_easy --seed ٣",
        "record take_it_easy --games 0",
        "record take_it_easy --games 2",
        "record polygons --box square",
        "record polygons --option teams=true",
        "record polygons --option edition=de",
        "replay",
        "simulate take_it_easy",
        "simulate take_it_easy --games 0",
        "simulate take_it_easy --games -5",
        "simulate take_it_easy --games 1e6",
        "simulate take_it_easy --games 1000000000000000000000000000000",
        "simulate take_it_easy --games 5 --threads 0",
        "simulate take_it_easy --games 5 --option rounds=0",
        "simulate chess --games 5",
        "solve take_it_easy",
        "solve micropul --perfect",
        f"solve take_it_easy --perfect --tiles {TILES},7-1-3",
        f"solve take_it_easy --tiles {TILES}",
        f"solve take_it_easy --tiles {TILES},7-1-3,7-1-4",
        f"solve take_it_easy --tiles {TILES},6-9-8",
        f"solve take_it_easy --tiles {TILES},6-9-9",
        "solve take_it_easy --tiles x",
        "solve take_it_easy --tiles ,",
        "box",
        "box --out box.svg --kind square",
        "box --out box.svg --seed x",
    ],
)
def test_wrong_usage_is_exit_code_2_and_one_sentence(call, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = call(*line.split())
    assert code == 2
    assert out == ""
    assert err.strip()
    assert list(tmp_path.iterdir()) == [], "nothing is written"


def test_the_largest_seed_is_good(call):
    assert call("record", "take_it_easy", "--option", "rounds=1", "--seed", 2**64 - 1)[0] == 0


def test_game_adds_its_own_commands(call, run):
    code, help_text, _ = call("take_it_easy", "--help")
    assert code == 0
    assert all(command in help_text for command in ("solve", "ceiling", "bound"))
    asked = ("--json", "--text", "--seed", 3, "--kind", "dropped")
    assert call("polygons", "box", *asked)[:2] == call("box", *asked)[:2]
    tiles = ("--tiles", f"{TILES},7-1-3", "--json")
    own, short = (
        json.loads(run(*names, *tiles)[1]) for names in (("take_it_easy", "solve"), ("solve", "take_it_easy"))
    )
    assert own["board"] == short["board"]
    for wrong in (
        "take_it_easy ceiling",
        "take_it_easy bound --draws 0",
        "take_it_easy solve",
        "polygons box",
        "polygons solve",
        "micropul box",
    ):
        assert call(*wrong.split())[0] == 2, wrong


def test_a_box_is_drawn(call, tmp_path):
    code, _, err = call("box", "--out", tmp_path / "box.svg", "--seed", 3, "--kind", "dropped")
    assert code == 0
    assert "3" in err
    assert (tmp_path / "box.svg").read_text().startswith("<svg")
