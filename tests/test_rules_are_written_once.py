"""Rules are written once, in a game's rules.py and masking.py, and texts of actions come only from its notation.
Whatever shows or explains a move reads effects: it compares no two views, and counts nothing again."""

import ast
import re
from pathlib import Path
from typing import Any, cast

import pytest

from ludotheque import all_games

pytestmark = pytest.mark.quick

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ludotheque"
RULES = {"rules.py", "masking.py", "effects.py", "pieces.py"}
"""The modules that state rules: what changes, what is hidden, what is reported, and what is in the box."""
RULE_ID = re.compile(r"\b[A-Z]-\d{2}\b")
CODE = {".py", ".ts", ".svelte", ".css", ".mjs"}
FILES = [
    file
    for folder in (SOURCE, ROOT / "web")
    for file in sorted(folder.rglob("*"))
    if file.suffix in CODE and not {"node_modules", "__pycache__", "page"} & set(file.relative_to(ROOT).parts)
]


def test_the_files_are_found():
    assert len(FILES) > 150
    names = {file.name for file in FILES}
    assert names >= {"rules.py", "masking.py", "Board.svelte", "words.ts", "table_task.py"}


def test_no_rule_is_cited_outside_the_rules():
    """Code that cites a rule is about to repeat it: call the rules instead."""
    cited = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in FILES
        if file.name not in RULES
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if RULE_ID.search(line)
    ]
    assert not cited


# -- What shows or explains a move ------------------------------------------------------------------------------------

SHOWING = [
    *(file for folder in (SOURCE / "games").glob("*/web") for file in sorted(folder.iterdir())),
    *(file for name in ("text", "svg", "preview", "view") for file in sorted((SOURCE / "games").glob(f"*/{name}.py"))),
    *sorted((SOURCE / "analysis").glob("*.py")),
    SOURCE / "terminal.py",
    SOURCE / "cli" / "play.py",
    *(ROOT / "web" / path for path in ("table/narration.ts", "table/table_narration.svelte.ts", "table/standing.ts")),
    *(ROOT / "web" / path for path in ("table/end_sequence.svelte.ts", "table/EventList.svelte", "table/Coach.svelte")),
    *(ROOT / "web" / path for path in ("analysis/advice.ts", "hint/hint.svelte.ts", "rules/Lesson.svelte")),
    *(ROOT / "web" / path for path in ("games/effects.ts", "games/fallback.ts", "replay/replay.svelte.ts")),
]
SHOWING = [file for file in SHOWING if file.suffix in {".py", ".ts", ".svelte"} and ".test." not in file.name]

MORE = {"state", "layout", "stage", "chain"}  # fields of views that other things have too, by which views are known
VIEWS = [cast("Any", game.viewer.VIEW).fields for game in all_games().values()]
VIEW_FIELDS = sorted({field for fields in VIEWS for field in fields} | {"view", *MORE})
TWICE = rf"\b(?P<one>\w+)[?!]?\.(?P<field>{'|'.join(VIEW_FIELDS)})\b"
EARLIER = "before|after|earlier|former|later|previous|was"

TWO_VIEWS = {
    "reads a view of an earlier or later moment": rf"\b(?:{EARLIER})[?!]?\.(?:{'|'.join(VIEW_FIELDS)})\b",
    "takes two views": r"\([^()]*:\s*(?:View|Game\[.view.\])[^()]*:\s*(?:View|Game\[.view.\])",
    "keeps a view": r"\$state(?:\.raw)?<View\b|\blet \w+(?:: View)? = (?:untrack\(\(\) => )?view\b(?!\.)",
    "compares a field of two views": (
        rf"{TWICE}[^;\n]*?(?:-|[!=]==?|[<>]=?)[^;\n]*?\b(?!(?P=one)\b)\w+[?!]?\.(?P=field)\b"
    ),
}
COUNTS_AGAIN = {
    "what a line is worth": r"\bdigit\b[^,;\n]*\* *\w*[^,;\n]*\blength\b|\blength\b[^,;\n]*\*[^,;\n]*\bdigit\b",
    "which line a cell is in": r"\bcells\.includes\(",
    "whose a group is": r"\bopen\b[^;\n]*\bowner ===|\blen\(\w+\[.stones.\]\) >|\bstones\.length [>=]=?=? [12]",
    "where a group is open": r"\blayout\.map\(keyOf\)",
    "which pieces are a set": r"\.every\(\(\{ (?:colour|shape) \}\) =>",
    "which pile pays": r"\bpiles\[\w+\]\.(?:slice|length [-<>])",
    "who wins a tie": r"\bscores?\b[^;\n]*===[^;\n]*\bwinners\.includes",
    "why a power cannot be used": r"\bpowers\.includes\(|return [^;\n]*\bpower_(?:used|earned) \?",
}
ALLOWED = {
    # The finished round stays on screen until the player goes on; it is compared with nothing.
    ("take_it_easy/web/Board.svelte", "keeps a view"),
}


def restatements(text: str) -> list[tuple[str, str]]:
    """Places of TypeScript or Python code that compare views or restate a rule: what each does, and its line."""
    found = []
    for what, pattern in {**TWO_VIEWS, **COUNTS_AGAIN}.items():
        for match in re.finditer(pattern, text):
            if match.groupdict().get("one") in {"one", "other"}:
                continue  # two items of one view, which are sorted
            found.append((what, text[text.rfind("\n", 0, match.start()) + 1 :].partition("\n")[0].strip()))
    return found


def compared_records(text: str) -> list[str]:
    """Expressions of Python code in which the same field of two records is compared or subtracted."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Compare | ast.BinOp):
            continue
        sides = [node.left, *(node.comparators if isinstance(node, ast.Compare) else [node.right])]
        fields = [
            {
                (part.attr, part.value.id)
                for part in ast.walk(side)
                if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name)
            }
            for side in sides
        ]
        same = {name for name, _ in fields[0]} & {name for name, _ in fields[-1]}
        records = {record for side in fields for name, record in side if name in same}
        if len(records & {"state", "into_state", "before", "after"}) > 1:
            found.append(ast.unparse(node))
    return found


def test_whatever_shows_a_move_reads_effects():
    """(This finds the usual ways to break that. In Python it finds comparisons, but not every rule stated again.)"""
    assert len(SHOWING) > 60
    wrong = []
    for file in SHOWING:
        name, text = str(file.relative_to(SOURCE if SOURCE in file.parents else ROOT)), "\n".join(in_code(file))
        found = restatements(text)
        found += [("compares two records", line) for line in compared_records(text)] if file.suffix == ".py" else []
        wrong += [
            f"{name}: {what}: {line}" for what, line in found if (name.removeprefix("games/"), what) not in ALLOWED
        ]
    assert not wrong


def test_the_page_gives_narration_no_view():
    """What a game says of events, and how it animates them, cannot depend on views: it is given none."""
    text = "\n".join(in_code(ROOT / "web" / "games" / "board.ts"))
    members = re.search(r"export interface GameWeb<.*?\n\}", text, re.DOTALL)
    assert members
    views = {name: given.count('Game["view"]') for name, given in re.findall(r"(\w+)\??\(([^()]*)\):", members[0])}
    assert views.keys() >= {"narrate", "narrateTurn", "motions", "coach", "mistake", "hint", "explain", "inWords"}
    assert {name for name, count in views.items() if count == 0} >= {"narrate", "narrateTurn", "motions"}
    assert max(views.values()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "before.piles[pile].slice(0, Math.max(0, before.piles[pile].length - after.piles[pile].length))",
        "(player, seat) => player.tokens.length > (before.players[seat]?.tokens.length ?? 0)",
        "sets.push(left.every(({ colour }) => colour === first.colour) ? `colour ${first.colour}` : name)",
        "if (winners.includes(seat) && scores.some((score, at) => score === scores[seat] && !winners.includes(at)))",
        "return !view.options.expert && me !== null && !view.players[me]?.powers.includes(which);",
        'return view.power_used ? say("polygons-power-used") : say("polygons-power-targetless");',
        '.filter((line, at) => line.state === "complete" && before.lines[by]?.[at]?.state !== "complete")',
        ".filter((line) => line.cells.includes(parts.cell) && last(line.cells) === n)",
        "const most = (lines: Line[]): number => Math.max(...lines.map((one) => (one.digit ?? 0) * one.cells.length));",
        "lines.toSorted((one, other) => other.digit * other.length - one.digit * one.length);",
        "const drawn = (after.supplies[by] ?? 0) - (before.supplies[by] ?? 0);",
        "view.groups.filter((group) => !group.open && group.owner === seat).map((group) => group.size);",
        "const laid = new Set(layout.map(keyOf));",
        "const gained = roundPoints(now, seat) - held.round_points[seat] > now.round_points[seat];",
        "function gone(was: View, is: View): Piece[] {",
        "let shown = $state.raw<View | null>(null);",
        "let held = view;",
    ],
)
def test_the_guard_finds_what_once_restated_rules(text: str):
    """Lines of former code that worked out again what the rules had done, shortened, and other ways to do so."""
    assert restatements(text)


@pytest.mark.parametrize(
    "text",
    [
        "told.draws = state.core - into_state.core",
        "into_state.worth[group] != state.worth[group]",
        "a = after.n > before.n",
    ],
)
def test_the_guard_finds_compared_records(text: str):
    assert compared_records(text)


# -- Texts of actions -------------------------------------------------------------------------------------------------

WORDS = sorted({verb.word for game in all_games().values() for verb in game.notation.ACTIONS.verbs})
TAKES_APART = re.compile(r"\.split\(|startsWith\(|startswith\(|\.partition\(|\.rpartition\(|RegExp|re\.compile\(")
ON_AN_ACTION = re.compile(rf"\b(action|do|done|legal|pending)\b[^\n]*(?:{TAKES_APART.pattern})")
PUTS_TOGETHER = re.compile(rf"""[`"'](?:{"|".join(WORDS)}) (?:\$\{{|\{{)""")


def in_code(file: Path) -> list[str]:
    """The lines of a file that are code or text in code, without docstrings and comments."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                node.value.value = ""
        return ast.unparse(tree).splitlines()
    return re.sub(r"/\*.*?\*/|//[^\n]*|<!--.*?-->", "", text, flags=re.DOTALL).splitlines()


def test_only_the_notation_parses_and_writes_actions():
    """Text, number and parts of an action come from its declaration. (This finds only the usual ways to break that.)"""
    wrong = []
    for file in FILES:
        if file == SOURCE / "engine" / "actions.py" or file.name in ("actions.ts", "actions.test.ts"):
            continue
        for line in in_code(file):
            if ON_AN_ACTION.search(line) or (PUTS_TOGETHER.search(line) and file.name != "notation.py"):
                wrong.append(f"{file.relative_to(ROOT)}: {line.strip()}")
    assert not wrong


GENERIC = ("analysis", "arena", "cli", "codec", "engine", "envs", "native", "testing", "wasm")
"""Packages that work for every game and name none."""
GAME_WORDS = {"box", "boxes", "round_over", "tile", "tiles", "supply", "catalyst", "token", "tokens"}
"""Words of single games that once stood in generic code."""


def names_in(file: Path) -> set[str]:
    """The words of a Python file that name something at run time: names, attributes, keywords and whole strings."""
    found: set[str] = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in docstrings:
            found.add(node.value.strip("-"))
    return found


def test_generic_code_names_no_game_and_no_word_of_one():
    ids = set(all_games())
    wrong = []
    for package in GENERIC:
        for file in sorted((SOURCE / package).rglob("*.py")):
            if "template" in file.parts:
                continue
            wrong += [f"{file.relative_to(SOURCE)}: {word}" for word in sorted(names_in(file) & (ids | GAME_WORDS))]
    assert not wrong
