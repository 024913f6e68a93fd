"""A built wheel holds everything and works outside the repository."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement

from ludotheque.native.library import file_of, targets

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    (file,) = folder.glob("*.whl")
    return file


def install(wheel: Path, folder: Path) -> tuple[Path, Path]:
    """Install the wheel without its dependencies into a fresh virtual environment: its programs and its packages."""
    builder = venv.EnvBuilder(symlinks=os.name != "nt")
    builder.create(folder)
    context = builder.ensure_directories(folder)
    pip = [sys.executable, "-m", "pip", "--python", context.env_exe]
    subprocess.run([*pip, "install", "--no-index", "--no-deps", wheel], check=True)
    (packages,) = folder.rglob("site-packages")
    return Path(context.bin_path), packages


@pytest.fixture(scope="module")
def ludotheque(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command as pip installs it, with everything that is installed in this environment."""
    programs, packages = install(wheel, tmp_path_factory.mktemp("venv"))
    # A path in a .pth file does not run the .pth files found there, so the editable install of the repository stays
    # out of sight.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return programs / "ludotheque"


def requirements(name: str, found: set[str]) -> set[str]:
    """The distributions that one needs without extras, those of its dependencies included."""
    if name not in found:
        found.add(name)
        for text in distribution(name).requires or ():
            wanted = Requirement(text)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                requirements(wanted.name, found)
    return found


@pytest.fixture(scope="module")
def without_extras(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel and its dependencies, but no extra."""
    programs, packages = install(wheel, tmp_path_factory.mktemp("base"))
    (metadata,) = packages.glob("ludotheque-*.dist-info/METADATA")
    needed: set[str] = set()
    for line in metadata.read_text(encoding="utf-8").splitlines():
        if line.startswith("Requires-Dist: "):
            wanted = Requirement(line.removeprefix("Requires-Dist: "))
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                requirements(wanted.name, needed)
    for name in needed:
        for file in distribution(name).files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not (packages / top).exists():
                (packages / top).symlink_to(Path(str(distribution(name).locate_file(top))))
    return programs


def test_without_extras_a_position_is_played(without_extras: Path, tmp_path: Path) -> None:
    code = (
        "import ludotheque, sys; table = ludotheque.game('take_it_easy').start(1);"
        "table = table.play(ludotheque.Event('chance', 'draw 2-9-4')).play(ludotheque.Event(0, 'place 2-9-4 c3'));"
        "print(table.to_act, 'fastapi' in sys.modules)"
    )
    assert run(without_extras / "python3", "-c", code, folder=tmp_path).strip() == "('chance',) False"


def test_without_extras_the_terminal_game_works(without_extras: Path, tmp_path: Path) -> None:
    lines = "".join(f"{number}\n" for number in [1] * 19)
    assert run(without_extras / "ludotheque", "play", "take_it_easy", folder=tmp_path, text=lines)


@pytest.mark.parametrize("command", [["serve"], ["check"], ["backup", "copy.sqlite"]])
def test_without_the_extra_the_service_says_what_to_install(without_extras: Path, tmp_path: Path, command) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    program = [without_extras / "ludotheque", "--lang", "en", *command]
    done = subprocess.run(program, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == 'ludotheque: This needs the extra serve: pip install "ludotheque[serve]".\n'


def run(command: Path, *arguments: str, folder: Path, text: str = "") -> str:
    environment = {**os.environ}
    environment.pop("PYTHONPATH", None)
    done = subprocess.run(
        [command, *arguments],
        cwd=folder,
        env=environment,
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


LIBRARIES = (".so", ".dylib", ".dll")


def test_wheel_contains_every_package_file_and_the_licence(wheel: Path) -> None:
    source = ROOT / "src"
    files = {
        file.relative_to(source).as_posix()
        for file in source.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts and not file.name.endswith(".generated.ts")
    }
    names = set(zipfile.ZipFile(wheel).namelist())
    own = {file_of(target) for target in targets()}
    files = {name for name in files if not name.endswith(LIBRARIES) or Path(name).name in own}
    assert {name for name in names if ".dist-info/" not in name} == files
    assert any(name.endswith(".ftl") for name in files)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)


def test_installed_command_lists_the_games(ludotheque: Path, tmp_path: Path) -> None:
    assert "play" in run(ludotheque, "--help", folder=tmp_path)
    games = json.loads(run(ludotheque, "games", "--json", folder=tmp_path))
    assert "take_it_easy" in {game["game"] for game in games}


def test_wheel_contains_the_webassembly_rules(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for game in ("take_it_easy", "micropul", "polygons"):
        for file in ("law.wasm", "law.json", "bots.wasm"):
            assert f"ludotheque/games/{game}/web/{file}" in names


@pytest.mark.parametrize(
    ("machine", "tag", "libraries"),
    [
        ("linux-x86_64", "manylinux_2_17_x86_64.musllinux_1_1_x86_64", {"linux-x86_64-v2.so", "linux-x86_64-v3.so"}),
        ("windows-x86_64", "win_amd64", {"windows-x86_64.dll"}),
        ("any", "any", set()),
    ],
)
def test_a_wheel_carries_the_libraries_of_its_own_machine(machine: str, tag: str, libraries, tmp_path: Path) -> None:
    environment = {**os.environ, "LUDOTHEQUE_WHEEL": machine}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, env=environment, check=True)
    (file,) = tmp_path.glob(f"*-py3-none-{tag}.whl")
    inside = zipfile.ZipFile(file)
    for game in ("take_it_easy", "micropul", "polygons"):
        folder = f"ludotheque/games/{game}/native/"
        found = {name.removeprefix(folder) for name in inside.namelist() if name.startswith(folder)}
        assert {name for name in found if name.endswith(LIBRARIES)} == libraries
    (metadata,) = (name for name in inside.namelist() if name.endswith(".dist-info/WHEEL"))
    pure = "Root-Is-Purelib: true" in inside.read(metadata).decode()
    assert pure is (machine == "any")


def test_building_a_wheel_without_the_page_fails(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    leave_out = shutil.ignore_patterns("page", "web", "__pycache__", "data")
    shutil.copytree(ROOT / "src", clone / "src", ignore=leave_out)
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, clone)
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(build, cwd=clone, capture_output=True, text=True)
    assert done.returncode != 0
    assert "build the page first, by python3 dev.py page" in done.stderr
    assert not list(tmp_path.glob("*.whl"))


def test_the_installed_server_serves_the_page_without_node(ludotheque: Path, tmp_path: Path) -> None:
    environment = {**os.environ, "PATH": str(ludotheque.parent)}
    environment.pop("PYTHONPATH", None)
    command = [str(ludotheque), "--lang", "en", "serve", "--port", "0", "--database", str(tmp_path / "tables.sqlite")]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            address = next(line.split()[2] for line in server.stderr if line.startswith("Serving on "))
            page = httpx.get(address)
            assert page.status_code == 200
            assert "<script" in page.text
            assert {game["game"] for game in httpx.get(f"{address}/api/games").json()} >= {"take_it_easy", "micropul"}
        finally:
            server.terminate()


def test_the_installed_command_plays_a_game(ludotheque: Path, tmp_path: Path) -> None:
    lines = "".join(f"{number}\n" for number in [1] * 19)
    assert run(ludotheque, "play", "take_it_easy", folder=tmp_path, text=lines)
