"""Libraries for machines other than this one: run by an emulator, or at least examined."""

import os
import re
import shutil
import struct
import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

import ludotheque
from ludotheque import all_games
from ludotheque.game_records import read
from ludotheque.native.library import file_of, runs_v3, targets

HERE = Path(__file__).parent
GAMES = list(all_games())
GREEDY = {"polygons": "choose_greedily"}
"""The function by which a game's greedy bot chooses, if it has a special one."""
ARM_LIBC = Path("/usr/aarch64-linux-gnu")
WINE = "/usr/lib/wine/wine64"
MACHINES: dict[str, tuple[str, list[str]]] = {
    # the name of the machine for zig, and the command that runs a program for it
    "linux-x86_64-v2": ("x86_64-linux-gnu.2.31", []),
    "linux-aarch64": ("aarch64-linux-gnu.2.31", ["qemu-aarch64", "-L", str(ARM_LIBC)]),
    "windows-x86_64": ("x86_64-windows-gnu", [WINE]),
}


def native_folder(game):
    return Path(ludotheque.__file__).parent / "games" / game / "native"


def zig():
    """Return the path of zig, which compiles C for every machine."""
    found, package = os.environ.get("LUDOTHEQUE_ZIG"), find_spec("ziglang")
    if found is None and package is not None and package.origin is not None:
        found = str(Path(package.origin).with_name("zig"))
    return found or pytest.skip("there is no zig, which compiles the test program; dev.py test has it")


def compile_driver(game, machine, folder):
    """Compile ``replay.c`` for a game and a machine; return the program."""
    program = folder / f"replay-{game}-{machine}.exe"
    kinds = [f"-D{kind.upper()}=struct {game}_{kind}" for kind in ("setup", "state", "rng")]
    if hasattr(all_games()[game].rules, "SCENE"):
        kinds.append(f"-DSCENE=struct {game}_scene")
    kinds.append(f"-DGREEDY={GREEDY.get(game, 'best_by_heuristic')}")
    include = ["-include", native_folder(game) / f"{game}.h"]
    command = [zig(), "cc", "-target", machine, "-O1", "-Wall", "-Werror", *kinds, *include, "-o", program]
    environment = {**os.environ, "ZIG_LOCAL_CACHE_DIR": str(folder / "zig")}
    done = subprocess.run([*command, HERE / "replay.c"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return program


def events_of(record):
    """Return a golden record as the program's input, and its last position."""
    steps = read(record.read_bytes())
    setup = steps[0].position.setup.tobytes()
    lines, scene = [setup.hex()], b""
    for before, after in pairwise(steps):
        event = before.event
        assert event is not None
        seat = -1 if event.by == "chance" else event.by
        if after.position.setup.tobytes() != setup:
            setup = after.position.setup.tobytes()
            lines += ["-2 0", setup.hex()]
        if after.position.scene is not None and after.position.scene.tobytes() != scene:
            scene = after.position.scene.tobytes()
            lines += ["-3 0", scene.hex()]
        lines.append(f"{seat} {before.position.parse_action(event.by, event.do)}")
    return "\n".join(lines), steps[-1].position


def records_of(game):
    folder = HERE.parent / "games" / game / "records"
    return sorted(file for file in folder.glob("*.jsonl") if not file.name.endswith(".legal.jsonl"))


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", MACHINES)
def test_golden_records_replay_to_the_same_bytes_on_another_machine(game, target, tmp_path):
    machine, emulator = MACHINES[target]
    if (emulator and shutil.which(emulator[0]) is None) or (target == "linux-aarch64" and not ARM_LIBC.is_dir()):
        pytest.skip("the emulator is not installed: apt-get install qemu-user libc6-arm64-cross wine64")
    programs = {
        target: [*emulator, compile_driver(game, machine, tmp_path)],
        targets()[0]: [compile_driver(game, "x86_64-linux-gnu.2.31", tmp_path)],
    }
    environment = {**os.environ, "WINEDEBUG": "-all", "WINEPREFIX": str(tmp_path / "wine")}
    assert records_of(game)
    for record in records_of(game):
        events, last = events_of(record)
        said = []
        for name, command in programs.items():
            library = native_folder(game) / file_of(name)
            done = subprocess.run(
                [*command, library], input=events, env=environment, capture_output=True, text=True, timeout=600
            )
            assert done.returncode == 0, (record.name, name, done.stderr)
            said.append(done.stdout.strip())
        assert said[0] == said[1], record.name
        state, *scores = said[0].partition(" to act ")[0].split()
        assert state == last.state.tobytes().hex(), record.name
        assert [int(score) for score in scores] == last.scores, record.name


@pytest.mark.long
def test_contract_holds_for_the_library_of_older_processors():
    environment = {**os.environ, "LUDOTHEQUE_RULES": "library", "LUDOTHEQUE_TARGET": "linux-x86_64-v2"}
    code = "import sys; from ludotheque.native.library import library_of; "
    code += "print(*(library_of(f'ludotheque.games.{game}').target for game in sys.argv[1:]))"
    done = subprocess.run([sys.executable, "-c", code, *GAMES], env=environment, capture_output=True, text=True)
    assert done.stdout.split() == ["linux-x86_64-v2"] * len(GAMES), done.stderr
    contract = ("-m", "pytest", "-q", "-p", "no:cacheprovider", HERE.parent / "contract")
    done = subprocess.run([sys.executable, *contract], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_a_library_for_another_machine_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("LUDOTHEQUE_TARGET", "commodore-64")
    with pytest.raises(ValueError, match="LUDOTHEQUE_TARGET is 'commodore-64'; here it can be linux-x86_64"):
        targets()


PDEP = re.compile(
    rb"\xc4[\x02\x22\x42\x62\x82\xa2\xc2\xe2][\x83\x8b\x93\x9b\xa3\xab\xb3\xbb\xc3\xcb\xd3\xdb\xe3\xeb\xf3\xfb]\xf5"
)


@pytest.mark.parametrize("game", GAMES)
def test_only_libraries_for_fast_processors_use_pdep(game):
    """Without it random games are a third slower."""
    found = {
        name: len(PDEP.findall((native_folder(game) / file_of(f"linux-x86_64-{name}")).read_bytes()))
        for name in ("v2", "v3")
    }
    assert found["v2"] == 0
    assert found["v3"] > 10


def load_commands(data):
    """Return the load commands of a Mach-O file for a 64-bit processor: the kind and the bytes of each."""
    magic, _, _, _, count = struct.unpack_from("<5I", data)
    assert magic == 0xFEEDFACF
    found, at = [], 32
    for _ in range(count):
        kind, size = struct.unpack_from("<2I", data, at)
        found.append((kind, data[at : at + size]))
        at += size
    return found


SYMBOLS, LOADED, SIGNATURE = 0x2, 0xC, 0x1D
UNDEFINED, EXTERNAL = 0x0, 0x1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("target", ["macos-aarch64", "macos-x86_64"])
def test_a_library_for_macos_is_signed_and_needs_nothing_else(game, target):
    """No one runs it here: only its structure is checked."""
    data = (native_folder(game) / file_of(target)).read_bytes()
    commands = load_commands(data)
    _, _, symbols_at, count, texts_at, _ = struct.unpack(
        "<6I", next(body for kind, body in commands if kind == SYMBOLS)
    )
    names: dict[int, set[str]] = {UNDEFINED: set(), EXTERNAL: set()}
    for k in range(count):
        text, kind, _, _, _ = struct.unpack_from("<IBBHQ", data, symbols_at + 16 * k)
        if kind & EXTERNAL:
            name = data[texts_at + text : data.index(b"\0", texts_at + text)].decode()
            names[EXTERNAL if kind & 0xE else UNDEFINED].add(name)
    assert names[UNDEFINED] <= {"dyld_stub_binder"}
    assert {"_apply", "_py_apply", "_ludotheque_fingerprint"} <= names[EXTERNAL]
    assert not {"_memcpy", "_memset", "_bzero"} & names[EXTERNAL]
    loaded = [body[24:].rstrip(b"\0").decode() for kind, body in commands if kind == LOADED]
    assert loaded == ["/usr/lib/libSystem.B.dylib"]
    if target == "macos-aarch64":
        assert SIGNATURE in [kind for kind, _ in commands]


FAST = "processor\t: 0\nvendor_id\t: {}\ncpu family\t: {}\nflags\t\t: fpu avx2 bmi1 bmi2 f16c fma movbe abm\n\n"


@pytest.mark.parametrize(
    ("description", "fast"),
    [
        (FAST.format("GenuineIntel", 6), True),
        (FAST.format("AuthenticAMD", 25), True),
        (FAST.format("AuthenticAMD", 23), False),  # Zen 1 and 2: PDEP takes long
        (FAST.format("AuthenticAMD", 25).replace("bmi2 ", ""), False),
        ("", False),
    ],
)
def test_the_processor_decides_which_library_is_loaded(description, fast, tmp_path):
    file = tmp_path / "cpuinfo"
    file.write_text(description)
    assert runs_v3(file) is fast
