"""Everything in the README is executed: its commands run, its Python is a doctest, its links lead somewhere."""

import doctest
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


def commands() -> list[str]:
    return [line.removeprefix("$ ") for kind, text in BLOCKS if kind == "console" for line in text.splitlines()]


def run(command: str, folder: Path, **more) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "XDG_DATA_HOME": str(folder)}
    return subprocess.run(
        command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False, **more
    )


def test_the_commands_of_ludotheque_run_one_after_the_other(tmp_path):
    ours = [command for command in commands() if command.startswith("ludotheque ")]
    assert len(ours) >= 5
    for command in ours:
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert done.stdout or ">" in command or "--out" in command, f"{command} says nothing"


def test_the_two_commands_of_the_first_screen(tmp_path):
    first, second = commands()[:2]
    assert (first, second) == ("python3 dev.py play", "python3 dev.py test")
    # `dev.py test` is what runs this test; `dev.py play` serves the page, on a port and a database of the test's own.
    here = ["--no-open", "--port", "0", "--database", str(tmp_path / "tables.sqlite")]
    command = [sys.executable, str(ROOT / "dev.py"), "play", *here]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        address = next(found[0] for line in process.stderr if (found := re.search(r"http://\S+", line)))
        try:
            with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(
                urllib.request.Request(address, headers={"accept": "text/html"})
            ) as answer:
                assert '<script type="module"' in answer.read().decode()
        finally:
            process.terminate()
            process.stderr.read()
    assert process.returncode == 0


@pytest.mark.parametrize("name", ["explanation/masked-states.md", "how-to/compute-exact-values.md"])
def test_the_python_of_pages(name):
    page = ROOT / "docs" / name
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (results.failed, results.attempted > 8) == (0, True)


def test_the_python_of_the_readme():
    examples = "\n".join(text for kind, text in BLOCKS if kind == "python")
    test = doctest.DocTestParser().get_doctest(examples, {}, "README", "README.md", 0)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted >= 5
    assert results.failed == 0


def test_the_python_of_the_package():
    import ludotheque

    results = doctest.testmod(ludotheque)
    assert results.attempted >= 3
    assert results.failed == 0


def without_code(text: str) -> str:
    return re.sub(r"^(`{3,})[^\n]*\n.*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as the site generator makes them."""
    headings = re.findall(r"^#+ (.+)$", without_code(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower()) for heading in headings}


def test_links_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]:
        text = without_code(page.read_text(encoding="utf-8"))
        for target, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)]*)\)", text):
            if "://" not in target:
                there = page.parent / target if target else page
                assert there.exists(), f"{page.relative_to(ROOT)} links to {target}"
                assert not anchor or anchor in anchors(there), f"{page.relative_to(ROOT)} links to {target}#{anchor}"
