"""Ctrl-C, a closed pipe, a full disk, unreadable files: a clear sentence, no traceback, nothing half-written."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludotheque.files import write_atomically

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


@pytest.fixture
def long_record(call, tmp_path):
    """A record whose rows are more than a pipe holds."""
    call("record", "take_it_easy", "--seats", 8, "--seed", 1, "--out", tmp_path / "records")
    (file,) = (tmp_path / "records").iterdir()
    return file


# -- Ctrl-C -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("library", [b"_multiarray_umath", b"linux-x86_64"])
def test_ctrl_c_ends_a_long_simulation(start, library):
    """Also while it is still importing: as soon as NumPy or the compiled rules are loaded."""
    process = start("simulate", "take_it_easy", "--games", 4_000_000_000)
    while library not in Path(f"/proc/{process.pid}/maps").read_bytes():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err


def test_ctrl_c_ends_a_game_and_leaves_complete_records(start, tmp_path):
    process = start("play", "take_it_easy")
    assert process.stdout.read(30)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"\nludotheque: Stopped.\n")

    process = start("record", "take_it_easy", "--seed", 1, "--games", 100_000, "--out", tmp_path)
    while not list(tmp_path.glob("*-0003.jsonl")):
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    names = sorted(file.name for file in tmp_path.iterdir() if file.name != "data")
    assert names == [f"take_it_easy-1-{number:04}.jsonl" for number in range(1, len(names) + 1)]
    assert all((tmp_path / name).read_bytes().endswith(b"}}\n") for name in names)


# -- Output that cannot be written ------------------------------------------------------------------------------------


def test_closed_pipe_is_reported(start, long_record):
    process = start("replay", long_record, "--json")
    assert process.stdout.readline().startswith(b'{"line": 2,')
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(60) == 2
    assert err == b"ludotheque: The output was closed before everything was written.\n"


def test_closed_pipe_is_reported_by_commands_with_text_output(start):
    process = start("games", "--lang", "fr")
    process.stdout.close()
    err = process.stderr.read().decode()
    assert process.wait(60) == 2
    assert err == "ludotheque: La sortie a été fermée avant que tout soit écrit.\n"


@needs_full
@pytest.mark.parametrize("line", ["record take_it_easy --seed 1", "games", "--help"])
def test_full_disk_is_reported(run, line):
    with FULL.open("wb") as full:
        code, _, err = run(*line.split(), stdout=full)
    assert code == 2
    assert err == "ludotheque: Cannot write: No space left on device\n"


@needs_full
def test_exit_code_is_right_if_standard_error_cannot_be_written(run, tmp_path):
    """Standard error is full or closed."""
    with FULL.open("wb") as full:
        assert run("replay", tmp_path / "nothing", stderr=full)[0] == 2
    file = tmp_path / "spoilt.jsonl"
    file.write_text('{"record": 1, "game": "take_it_easy", "rules": 1, "seats": 1}\n{"by": "chance", "do": ""}\n')
    program = Path(sys.executable).with_name("ludotheque")
    closed = ["sh", "-c", 'exec "$0" "$@" 0<&- 1>&- 2>&-', program, "replay", file, "--json"]
    assert subprocess.run(closed, check=False).returncode == 3


def test_a_disk_that_fills_up_leaves_nothing_behind(run, tmp_path):
    """The disk is full after 5000 bytes of the file: a game of four rounds does not fit."""

    def small_disk():
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))

    folder = tmp_path / "records"
    code, out, err = run("record", "take_it_easy", "--seed", 1, "--games", 2, "--out", folder, before=small_disk)
    assert (code, out) == (2, "")
    assert err == "ludotheque: Cannot write: File too large\n"
    assert list(folder.iterdir()) == []


def test_folder_that_cannot_be_created_is_reported(run, tmp_path):
    (tmp_path / "file").write_text("")
    code, _, err = run("record", "take_it_easy", "--seed", 1, "--out", tmp_path / "file")
    assert code == 2
    assert err.startswith("ludotheque: Cannot write: File exists")


def test_write_atomically_replaces_a_file_or_leaves_it(tmp_path):
    file = tmp_path / "record.jsonl"
    write_atomically(file, "é\n")
    assert file.read_bytes() == "é\n".encode()
    umask = os.umask(0)
    os.umask(umask)
    assert file.stat().st_mode & 0o777 == 0o666 & ~umask
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "more\n" * 100_000 + "\ud800")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("record.jsonl", "é\n".encode())]


# -- Input that cannot be read ----------------------------------------------------------------------------------------


def test_files_that_cannot_be_read_are_exit_code_2(call, tmp_path):
    nothing = tmp_path / "nothing"
    for file in (nothing, tmp_path, nothing / "in" / "there", "/proc/self/mem", "x" * 5000, ""):
        for language, word in (("en", "file"), ("fr", "fichier")):
            code, out, err = call("replay", file, "--json", "--lang", language)
            assert (code, out) == (2, "")
            assert err.startswith("ludotheque: ")
            assert err.count("\n") == 1
            assert word in err or "read" in err or "lu :" in err


def test_a_terminal_that_lacks_characters_gets_question_marks(run):
    for line in ("--help", "play take_it_easy --seed 1"):
        code, out, _ = run(*line.split(), "--lang", "fr", env={"PYTHONIOENCODING": "ascii"})
        assert code == 0
        assert out.isascii()
        assert "?" in out
