"""The documentation names everything that exists, and nothing else."""

import ast
import json
import random
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import get_type_hints

from ludotheque.locale import LANGUAGES, words
from ludotheque.server import messages as m
from ludotheque.server.api.app import application
from ludotheque.server.api.json_schema import schema
from ludotheque.server.settings import Settings
from ludotheque.server.tables.table import PUBLIC_FIELDS

ROOT = Path(__file__).parents[2]
PROTOCOL = (ROOT / "docs/reference/protocol.md").read_text()


def headings(section):
    """The headings of level 3 under one of level 2."""
    text = PROTOCOL.split(f"\n## {section}\n")[1].split("\n## ")[0]
    return re.findall(r"^### `?([a-z0-9_]+)`?$", text, re.MULTILINE)


def types_of(direction):
    """The types of the messages in one direction."""
    defs = schema()["$defs"]
    messages = defs[direction].get("oneOf") or defs[direction]["anyOf"]
    return [defs[message["$ref"].rpartition("/")[2]]["properties"]["type"]["const"] for message in messages]


def test_every_message_and_code_has_its_heading():
    assert sorted(headings("Client messages")) == sorted(types_of("ClientMessage"))
    assert sorted(headings("Server messages")) == sorted(types_of("ServerMessage"))
    assert headings("Error codes") == list(m.CODES)
    assert headings("Close codes") == [str(code) for code in m.CLOSES]


def test_every_path_is_listed():
    no_store: Any = None  # nothing is asked of it
    paths = application(Settings(), no_store).app.openapi()["paths"]
    there = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    listed = set(re.findall(r"^\| `((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`", PROTOCOL, re.MULTILINE))
    assert there == listed


def test_every_field_of_an_update_is_documented():
    section = PROTOCOL.split("### `update`")[1].split("### `presence`")[0]
    for name in (*get_type_hints(m.Update), *get_type_hints(m.SeatState)):
        assert f"`{name}`" in section or name in ("type", "table", "n"), name
    for kind in PUBLIC_FIELDS:
        assert f"`{kind}`" in section


def test_used_and_documented_codes_are_the_same():
    used = set()
    for file in (ROOT / "src/ludotheque/server").rglob("*.py"):
        text = file.read_text()
        used |= set(re.findall(r'(?:refusal|error_body)\(\s*"([a-z_]+)"', text))
    indirect = {"waiting", "running", "over", "no_such_game", "header", "nonce", "rules_version", "not_to_act"}
    indirect |= {"origin", "host_name", "too_large", "not_found", "method", "malformed", "guest", "no_such_guest"}
    indirect |= {"broken_game"}  # a game says it of itself
    assert used <= set(m.CODES)
    assert set(m.CODES) <= used | indirect


def test_every_setting_is_documented():
    page = (ROOT / "docs/reference/settings.md").read_text()
    for field in fields(Settings):
        assert f"`{field.name}`" in page, field.name


def test_every_test_named_on_the_security_page_exists():
    promised = re.findall(r"`(server/\w+\.py)::(\w+)`", (ROOT / "docs/explanation/security.md").read_text())
    assert len(promised) > 15
    for file, name in promised:
        tree = ast.parse((ROOT / "tests" / file).read_text())
        assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}, f"{file}::{name}"


def test_every_phrase_has_words():
    for language in LANGUAGES:
        for phrase in m.PHRASES:
            assert words(language)(f"phrase-{phrase}")


def test_the_example_bot_is_short_and_plays(server, players):
    example = ROOT / "examples/bot.py"
    assert len(example.read_text().splitlines()) < 60
    ann = players("Ann")
    seats = [{"who": "here"}, {"who": "open"}]
    body = {"game": "take_it_easy", "seats": seats, "options": {"rounds": 1}}
    made = ann.http.post("/api/tables", json=body).json()
    ann.join(made["table"])
    command = [sys.executable, str(example), made["link"], "Marvin"]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    ann.play(made["table"], random.Random(1))
    output, _ = bot.communicate(timeout=60)
    assert output.strip() == "complete"
    assert ann.updates[made["table"]]["seats"][1]["name"] == "Marvin"


def test_the_schema_is_served_and_printed_and_names_every_body(server):
    served = server.http.get("/api/schema").json()
    command = [sys.executable, "-m", "ludotheque.server.api.json_schema"]
    printed = subprocess.run(command, capture_output=True, check=True).stdout
    assert json.loads(printed) == served
    over_http = server.http.get("/api/openapi.json").json()["components"]["schemas"]
    assert set(over_http) <= set(served["$defs"])


UNIT = re.compile(r"^```ini\n# /etc/systemd/system/(\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_systemd_accepts_the_units_of_the_documentation(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed (Debian, Ubuntu: apt-get install systemd)")
    pages = [(ROOT / "docs/how-to/host" / name).read_text(encoding="utf-8") for name in ("systemd.md", "backups.md")]
    units = {name: text for page in pages for name, text in UNIT.findall(page)}
    assert {"ludotheque.service", "ludotheque-backup.service", "ludotheque-backup.timer"} <= units.keys()
    program = Path(sys.executable).with_name("ludotheque")
    for name, text in units.items():
        (tmp_path / name).write_text(text.replace("/opt/ludotheque/bin/ludotheque", str(program)), encoding="utf-8")
    for name in units:
        verify = ["systemd-analyze", "verify", "--man=no", tmp_path / name]
        done = subprocess.run(verify, capture_output=True, text=True)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")
