"""The terminal game: whole games through a pipe, as people and screen readers play them, and one in a real terminal."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludotheque.engine.registry import game

PROGRAM = str(Path(sys.executable).with_name("ludotheque"))
SOLO = ("play", "take_it_easy", "--seed", "1", "--option", "rounds=1")


def lines(*typed):
    return "".join(f"{line}\n" for line in typed)


def test_a_whole_game_alone(run, tmp_path):
    """Every way to enter an action, invalid input, the end of the game, and the personal best."""
    kept = tmp_path / "data" / "ludotheque" / "bests.json"
    typed = lines(
        *("?", "l", "s", "", "   ", "nonsense", "place", "place 2-9-4 c3 c3", "place 2-9-4 z9", "z9", "0", "20", "#20"),
        *("9" * 5000, "x" * 5000, "[bold]", ":-)", "#", "#x"),
        *("c3", "c3", "place 2-1-8 c4", "C4", "  A1  ", "1", "#1", *["1"] * 20),
    )
    code, out, err = run(*SOLO, text=typed)
    assert (code, err) == (0, "")
    assert "19 legal actions" in out
    assert "#1 place" in out
    assert "There is no such action: nonsense" in out
    assert "There is no such action: [bold]" in out
    assert "place could mean 19 actions" in out
    assert "there is already a tile on c3 (occupied)" in out
    assert "2-1-8 is not among the tiles to place (tile_not_drawn)" in out
    assert "(no_such_cell)" in out
    assert "There is no such action: z9" in out
    assert "The game is over." in out
    assert "A new personal best!" in out
    (score,) = json.loads(kept.read_text()).values()
    assert f"Your score: {score}" in out


def test_illegal_action_is_explained_in_the_chosen_language(run):
    """The exact problem of a wrong line is added in brackets."""
    code, out, err = run(*SOLO, "--lang", "fr", text=lines("c3", "place 2-1-8 c3", "place 2-1-8 c4", "q"))
    assert (code, err) == (0, "")
    assert "Vous n\N{RIGHT SINGLE QUOTATION MARK}avez pas cette carte à poser. (tile_not_drawn)" in out
    code, out, err = run("play", "micropul", "--bot", "clever", "--lang", "fr")
    assert (code, out) == (2, "")
    assert "Ce jeu n\N{RIGHT SINGLE QUOTATION MARK}a pas ce robot. (micropul has no bot 'clever'; it has" in err


@pytest.mark.parametrize("nonsense", [b"\xff", b"[1]", b'{"%s": "x", "other": 7}', b'{"%s": Infinity}', b"[" * 100_000])
def test_invalid_personal_best_is_ignored(call, tmp_path, monkeypatch, nonsense):
    kept = tmp_path / "data" / "ludotheque" / "bests.json"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(nonsense.replace(b"%s", b"take_it_easy rounds=1"))
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    code, out, _ = call(*SOLO, "--lang", "fr")
    assert code == 0
    assert "Nouveau record personnel" in out
    bests = json.loads(kept.read_text())
    assert bests["take_it_easy rounds=1"] >= 0
    assert bests.get("other", 7) == 7
    assert f"Votre record : {bests['take_it_easy rounds=1']}" in call(*SOLO, "--lang", "fr")[1], "no new one"


def test_invalid_utf8_is_no_action(run):
    code, out, _ = run(*SOLO, text=b"\xff\xfe\x00\nq\n")
    assert code == 0
    assert "There is no such action" in out


def test_the_end_of_the_input_leaves_the_game(run):
    code, out, err = run(*SOLO, text="c3")
    assert (code, err) == (0, "")
    assert "The game was left before the end." in out


def test_two_people_and_a_bot_at_one_keyboard(run):
    """A curtain separates two players; placements are hidden until all have chosen (T-12)."""
    seats = ("--seats", "3", "--people", "2", "--bot", "random")
    table = ("play", "take_it_easy", *seats, "--seed", "2", "--option", "rounds=2")
    step = ["", "1"] * 2
    typed = lines(*step * 19, "", *step * 19)
    code, out, err = run(*table, text=typed)
    assert (code, err) == (0, "")
    assert out.count("take the keyboard and press Enter") == 2 * 2 * 19
    assert "Player 1, your turn." in out
    assert "Player 2, your turn." in out
    assert out.count("Player 3 (bot) has chosen.") == 2 * 19
    assert "Player 3 (bot): place" not in out
    assert out.count("Press Enter to continue.") == 1
    assert "The game is over." in out
    assert "Player 3: " in out
    french = run(*table, "--lang", "fr", text=lines(*step))[1]
    assert french.count("prenez le clavier") == 3
    assert "Joueur 3 (robot) a choisi." in french


def test_bots_default_to_amateur_and_characters_have_names(run):
    names = game("take_it_easy").characters
    table = ("play", "take_it_easy", "--seats", "3", "--seed", "2")
    _, out, err = run(*table, text=lines("c3", "q"))
    assert err == ""
    assert f"{names['amateur']} (bot) has chosen." in out
    assert f"{names['amateur-cautious']} (bot) has chosen." in out
    out = run(*table, "--bot", "novice-bold", "--bot", "random", text=lines("q"))[1]
    assert f"{names['novice-bold']} (bot) has chosen." in out
    assert "Player 3 (bot) has chosen." in out


def test_the_table_is_large_enough_for_the_people_and_their_bots(run):
    _, out, _ = run("play", "take_it_easy", "--people", "3", text="")
    assert "3 people at 3 seats" in out
    _, out, _ = run("play", "take_it_easy", "--bot", "random", "--bot", "greedy", text="")
    assert "1 person at 3 seats" in out
    code, _, err = run("play", "take_it_easy", "--seats", "1", "--bot", "random", text="")
    assert (code, "none left for a bot" in err) == (2, True)


def test_another_game_is_played_to_its_end(run):
    """Enter alone hands over the keyboard and is no action, so this input works for any game."""
    typed = lines("", "?", "s", *["", "#1"] * 500)
    code, out, err = run("play", "micropul", "--people", "2", "--seed", "3", text=typed)
    assert (code, err) == (0, "")
    assert "The game is over." in out


def test_a_game_with_a_box_is_played(run):
    typed = lines("?", "l", "s", *["#1"] * 8, "q")
    code, out, err = run("play", "polygons", "--box", "dropped", "--seed", "3", text=typed)
    assert (code, err) == (0, "")
    assert "80 pieces" in out
    assert "Fenn took a " in out


def test_choosing_a_game(run):
    code, out, err = run("play", text=lines("", "7", "chess", "3", "q"))
    assert (code, err) == (0, "")
    assert "Which game?" in out
    assert "Take It Easy" in out
    code, out, err = run("play", text="")
    assert code == 2
    assert "no more input" in err


def test_first_screen_appears_without_compiling(environment):
    command = [sys.executable, "-X", "importtime", PROGRAM, *SOLO]
    done = subprocess.run(command, input="q\n", env=environment, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "ludotheque.games.take_it_easy.pieces" in loaded
    assert not {name for name in loaded if name.partition(".")[0] in ("numba", "llvmlite")}
    assert "Round 1 of 1" in done.stdout


class Terminal:
    """A real terminal with the program in it."""

    def __init__(self, environment):
        self.child, self.screen = pty.fork()
        if self.child == 0:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            os.execve(PROGRAM, [PROGRAM, *SOLO], {**environment, "TERM": "xterm"})
        self.shown = ""

    def wait_for(self, text, since=0):
        deadline = time.monotonic() + 60
        while text not in self.shown[since:]:
            assert time.monotonic() < deadline, self.shown[-2000:]
            if select.select([self.screen], [], [], 1)[0]:
                try:
                    data = os.read(self.screen, 65536)
                except OSError:
                    data = b""
                assert data, self.shown[-2000:]
                self.shown += data.decode(errors="replace")
                if "\x1b[6n" in data.decode(errors="replace"):
                    os.write(self.screen, b"\x1b[1;1R")  # where the cursor is
        return len(self.shown)

    def type(self, text):
        os.write(self.screen, text.encode())

    def end(self):
        """The exit code, once the program has ended."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                if select.select([self.screen], [], [], 0.1)[0]:
                    self.shown += os.read(self.screen, 65536).decode(errors="replace")
            except OSError:
                pass
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                os.close(self.screen)
                return os.waitstatus_to_exitcode(status)
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        raise AssertionError("the program did not end")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # forking is safe here: the child does nothing but exec
def test_a_real_terminal_completes_and_stops_at_ctrl_c(environment):
    terminal = Terminal(environment)
    seen = terminal.wait_for("action>")
    terminal.type("d4")  # the end of one action: completion offers the whole
    seen = terminal.wait_for(" d4", seen)
    terminal.type("\t")
    seen = terminal.wait_for("place ", seen)
    terminal.type("\r")
    seen = terminal.wait_for("tile 2 of 19", seen)
    seen = terminal.wait_for("action>", seen)
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "Stopped." in terminal.shown
    assert "Traceback" not in terminal.shown
