"""``ludotheque arena``: what it prints, in which form, and how it fails."""

import json
import signal
import time
from pathlib import Path

import pytest

from ludotheque.cli.arena import show
from ludotheque.locale import words as words_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "arena_bot.py"
PLAY = ("arena", "take_it_easy", "--seed", 4)
FIGURES = {
    "bot",
    "games",
    "win_rate",
    "low",
    "high",
    "mean_score",
    "score_error",
    "ms_per_move",
    "worst_ms",
    "forfeits",
}


@pytest.fixture
def environment(environment):
    """The many processes of these tests interpret the rules."""
    return {**environment, "LUDOTHEQUE_RULES": "interpreted"}


def test_help_exists_in_both_languages(call):
    code, english, _ = call("arena", "--help")
    assert code == 0
    code, french, _ = call("arena", "--help", "--lang", "fr")
    assert code == 0
    for option in ("--bot", "--games", "--seats", "--option", "--ms", "--seed", "--sprt", "--file", "--json"):
        assert option in english
        assert option in french
    assert "Have bots play matches" in english
    assert "Faire jouer des matchs" in french


def test_a_match_for_programs(call):
    code, out, err = call(*PLAY, "--bot", "greedy", "--bot", "random", "--games", 6, "--json", "--processes", 2)
    assert (code, err) == (0, "")
    report = json.loads(out)
    assert {"game": "take_it_easy", "seats": 2, "games": 6}.items() <= report.items()
    assert (report["options"]["rounds"], report["seed"]) == (1, 4)
    strong, weak = report["bots"]
    assert (strong["bot"], weak["bot"]) == ("greedy", "random")
    for bot in report["bots"]:
        assert bot.keys() >= FIGURES
        assert bot["games"] == 6
        assert 0 <= bot["low"] <= bot["win_rate"] <= bot["high"] <= 1
        assert bot["elo_low"] < bot["elo"] < bot["elo_high"]
        assert 0 < bot["ms_per_move"] <= bot["worst_ms"]
        assert bot["score_error"] > 0
    assert strong["win_rate"] + weak["win_rate"] == pytest.approx(1)
    assert strong["mean_score"] > weak["mean_score"]
    _, out, _ = call(*PLAY, "--bot", "greedy", "--bot", "random", "--games", 6, "--json", "--processes", 1)
    again = json.loads(out)
    for bot in (*report["bots"], *again["bots"]):
        del bot["ms_per_move"], bot["worst_ms"]
    assert again == report, "one process or two"


def test_unequal_or_unreproducible_conditions_are_reported(call):
    """An incomplete deal, and searches cut by time; a narrow terminal cuts no number."""
    code, out, err = call(*PLAY, "--bot", "greedy", "--bot", "random", "--games", 3)
    assert (code, "divisible by 2" in err) == (0, True)
    hurried = ("--bot", "tests.arena.bots:Hurried", "--bot", "random", "--games", 2)
    code, out, err = call(*PLAY, *hurried, "--lang", "fr", COLUMNS="40")
    assert (code, err) == (0, "")
    assert "le temps imparti a interrompu" in " ".join(out.split())
    assert out.count("(") == out.count(")") > 4


def test_single_seat_match_compares_scores_only(call):
    code, out, err = call("arena", "take_it_easy", "--bot", "greedy", "--games", 3, "--json")
    assert code == 0
    assert err.startswith("seed ")
    report = json.loads(out)
    (bot,) = report["bots"]
    assert (report["seats"], report["games"], bot["games"]) == (1, 3, 3)
    assert "win_rate" not in bot
    assert bot["mean_score"] > 50


def test_a_field_a_program_a_class_and_a_sequential_test_for_people(run, tmp_path):
    (tmp_path / "mine.py").write_text(
        "class First:\n    def choose(self, view, legal, rng):\n        print('hello')\n        return legal[0]\n"
    )
    bots = ("--bot", "greedy", "--bot", "mine:First", "--bot", f"protocol:python3 {EXAMPLE}")
    code, out, err = run(*PLAY, *bots, "--games", 6, "--seats", 2, "--file", "field.jsonl", cwd=tmp_path)
    assert code == 0
    assert (err.count("hello"), "hello" in out) == (19 * 4, False), "what a bot prints is not the answer"
    assert "mine:First" in out
    assert out.count("100.0%") == 3, "greedy wins all its games, by bot and by pair"
    code, report, _ = run(
        *PLAY, *bots, "--games", 6, "--seats", 2, "--file", "field.jsonl", "--lang", "fr", cwd=tmp_path
    )
    assert code == 0
    assert "robot" in report
    for language, words in (("en", "lost 2 games by forfeit"), ("fr", "perdu 2 parties par forfait")):
        code, out, _ = run(*PLAY, "--bot", "protocol:false", "--bot", "random", "--games", 2, "--lang", language)
        assert code == 0
        assert words in out
    two = ("--bot", "greedy", "--bot", "mine:Nothing")
    assert run(*PLAY, *two, "--games", 2, cwd=tmp_path)[0] == 2
    tested = ("--bot", "greedy", "--bot", "random", "--games", 1000, "--sprt", "0,400")
    code, out, _ = run(*PLAY, *tested, "--json")
    assert code == 0
    test = json.loads(out)["sprt"]
    assert (test["accepted"], test["alpha"], test["beta"]) == ("elo1", 0.05, 0.05)
    assert test["llr"] > test["upper"] > 0 > test["lower"]
    assert 2 * sum(test["deals"].values()) == json.loads(out)["games"] < 100
    assert "decided" in run(*PLAY, *tested)[1]


def test_ctrl_c_keeps_finished_games_and_a_rerun_needs_no_seed(start, run, tmp_path):
    file = tmp_path / "results.jsonl"
    bots = ("arena", "take_it_easy", "--bot", "greedy", "--bot", "random", "--file", file)
    process = start(*bots, "--games", 1_000_000)
    while not (file.exists() and file.read_bytes().count(b"\n") > 4):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert err.decode().endswith("\nludotheque: Stopped.\n")
    assert b"Traceback" not in err
    code, out, err = run(*bots, "--games", 4, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["games"] == 4
    code, _, err = run(*bots, "--games", 4, "--seed", 1, "--lang", "fr")
    assert code == 2
    assert err.startswith(f"ludotheque: {file} contient les parties")
    assert err.endswith("différences : seed\n")
    for text in ("hello\n", '{"arena": 1, "seed": "x"}\n'):
        file.write_text(text)
        code, _, err = run(*bots, "--games", 4)
        assert code == 2
        assert err.count("\n") == 1
        assert file.read_text() == text


def processes_below(number: int) -> set[Path]:
    """The descendants of a process."""
    below = {Path("/proc", one) for one in Path(f"/proc/{number}/task/{number}/children").read_text().split()}
    return below.union(*(processes_below(int(one.name)) for one in below))


@pytest.mark.parametrize(
    ("bot", "below"),
    [("tests.arena.bots:NeverAnswers", 2), ("protocol:sh -c 'read line; echo asked >&2; sleep 600; true'", 4)],
)
def test_terminated_arena_leaves_no_processes(start, bot, below):
    """A bot that never answers would otherwise run for ever in its worker, or as an external program."""
    bots = ("--bot", bot, "--bot", "random")
    process = start("arena", "take_it_easy", *bots, "--games", 4, "--limit", 600, "--processes", 1)
    while (line := process.stderr.readline()) != b"asked\n":
        assert line, "it ended"
    while len(children := processes_below(process.pid)) < below:
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    assert process.returncode == 143
    end = time.monotonic() + 20  # one child ends only after all others
    while any(child.exists() for child in children):
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "chess --bot random --games 2",
        "take_it_easy --games 2",
        "take_it_easy --bot random",
        "take_it_easy --bot random --games 0",
        "take_it_easy --bot random --games 1000000000",
        "take_it_easy --bot random --games two",
        "take_it_easy --bot clever --games 2",
        "take_it_easy --bot nothing:Bot --games 2",
        "take_it_easy --bot protocol: --games 2",
        "take_it_easy --bot random --games 2 --seats 9",
        "take_it_easy --bot random --games 2 --seats 0",
        "take_it_easy --bot random --games 2 --option speed=1",
        "take_it_easy --bot random --games 2 --option rounds=0",
        "take_it_easy --bot random --games 2 --option rounds",
        "take_it_easy --bot random --games 2 --box dropped",
        "take_it_easy --bot random --games 2 --ms 0",
        "take_it_easy --bot random --games 2 --limit 0",
        "take_it_easy --bot random --games 2 --processes 0",
        "take_it_easy --bot random --games 2 --seed x",
        "take_it_easy --bot random --games 2 --file no/such/folder/file",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 5",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 5,x",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 5,nan",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 5,0",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 0,5,10",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 0,9999",
        "take_it_easy --bot random --games 2 --sprt 0,5",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 0,5 --seats 1",
        "take_it_easy --bot random --bot greedy --games 2 --sprt 0,5 --seats 3",
    ],
)
def test_wrong_usage_is_exit_code_2_and_one_sentence(call, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for language in ("en", "fr"):
        code, out, err = call("arena", *line.split(), "--lang", language)
        assert (code, out) == (2, "")
        assert err.strip()
    assert list(tmp_path.iterdir()) == [], "nothing is written"
    if "--sprt" in line:
        assert "test séquentiel" in err


def test_luck_that_cannot_be_taken_out_is_refused(call):
    ask = ("arena", "polygons", "--bot", "random", "--bot", "greedy", "--games", 2, "--luck")
    code, out, err = call(*ask)
    assert (code, out) == (2, "")
    assert "chance only fills the box" in err
    assert "le hasard ne fait que remplir la boîte" in call(*ask, "--lang", "fr")[2]


def test_wins_without_luck_stand_beside_what_they_save(capsys):
    bot = {
        "bot": "club", "games": 8, "win_rate": 0.625, "low": 0.3, "high": 0.8, "adjusted_win_rate": 0.5,
        "adjusted_low": 0.4, "adjusted_high": 0.6, "win_variance_saved": 0.31, "mean_score": 29.0, "score_error": 2.0,
        "ms_per_move": 0.1, "worst_ms": 0.3, "cut": 0, "forfeits": 0, "elo": 39.0, "elo_low": 10.0, "elo_high": 60.0,
    }  # fmt: skip
    figures = {"bots": [bot, {**bot, "bot": "other", "win_variance_saved": None}], "failures": [], "value": "6b9c"}
    for language, expected in (("en", "wins, luck removed"), ("fr", "victoires sans la chance")):
        show(figures, words_of(language))
        shown = capsys.readouterr().out
        assert expected in shown
        assert "50.0% (40.0…60.0)" in shown
        assert "\N{MINUS SIGN}31 %" in shown
        assert "?" in shown
        assert "6b9c" in shown
    show({**figures, "bots": [{**bot, "score_variance_saved": 0.9}], "value": "6b9c"}, words_of("en"))
    assert "\N{MINUS SIGN}90 %" in capsys.readouterr().out
