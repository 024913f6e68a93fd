"""The shared messages and those of the games: the same in every language, all used, none missing."""

import ast
import importlib
import json
import re
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from ludotheque.engine.registry import games
from ludotheque.locale import LANGUAGES, Words, words
from ludotheque.testing.missing import messages_of, missing

SHARED = "ludotheque"
GAMES = {game.package: game for game in games().values()}
HOMES = [SHARED, *GAMES]
SPEAKERS = ("say", "words", "its")
"""Names of functions that format a message."""
PAGE = Path(__file__).parent.parent / "web"
TEXT = re.compile(r'"([^"\n]*)"|`([^`]*)`')
"""A text in the page's code."""
SAYING = re.compile(r'\b(?:say|words)\(\s*(?:"([\w-]+)"|`([^`]+)`)')
"""A call in the page's code that says a message, given as it stands or with parts to be filled in."""
FILLED = re.compile(r"\$\{[^}]*\}")
"""A part of a text in the page's code that is filled in."""


NUMBERS = (0, 1, 2, 21, -1, 1234, 999_999, 1_000_000, 1_234_567)
"""They need every plural, and separators of thousands."""


class Variables(Visitor):
    """The variables of a message."""

    def __init__(self):
        self.names = set()

    def visit_VariableReference(self, node):  # noqa: N802 - the name that fluent looks for
        self.names.add(node.id.name)


@cache
def messages(home, language):
    """The messages of one file, with their variables."""
    text = files(home).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8")
    found: dict[str, set[str]] = {}
    for entry in FluentParser().parse(text).body:
        assert not isinstance(entry, ftl.Junk), f"not readable: {entry.content}"
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} stands there twice"
            variables = Variables()
            variables.visit(entry)
            found[entry.id.name] = variables.names
    return found


@cache
def sources(home):
    """The Python code that belongs to a home: a game's folder, or all that belongs to no game."""
    folder = Path(str(files(home)))
    others = [] if home in GAMES else [Path(str(files(game))) for game in GAMES]
    return [
        ast.parse(file.read_text(encoding="utf-8"))
        for file in sorted(folder.rglob("*.py"))
        if not any(file.is_relative_to(other) for other in others)
    ]


@cache
def literals(home):
    """Every text that stands in the code of a home."""
    nodes = [node for source in sources(home) for node in ast.walk(source)]
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@cache
def page_code(home):
    """The page's code that belongs to a home: a game's board, or all that belongs to no game."""
    folder = Path(str(files(home))) / "web" if home in GAMES else PAGE
    code = [file for ending in ("ts", "svelte") for file in sorted(folder.rglob(f"*.{ending}"))]
    return [file.read_text(encoding="utf-8") for file in code if file.name != "messages.ts"]


@cache
def page_texts(home):
    """Every text that stands in the page's code of a home."""
    return {one or other for code in page_code(home) for one, other in TEXT.findall(code)}


@cache
def page_patterns(home):
    """What the page's texts with parts to be filled in can become."""
    filled = [text for text in page_texts(home) if "${" in text]
    parts = [[re.escape(part) for part in FILLED.split(text)] for text in filled]
    return [re.compile("(.+)".join(part)) for part in parts if any(re.search(r"\w{3}", fixed) for fixed in part)]


def pattern_of(text):
    """What an f-string can become, with what is filled in as a group."""
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)" for part in text.values]
    return re.compile("".join(parts))


@cache
def said(home):
    """Every call in the code of a home that says a message: the first argument, and the names of the others."""
    calls = []
    for source in sources(home):
        for node in ast.walk(source):
            if isinstance(node, ast.Call) and node.args:
                speaker = node.func.func if isinstance(node.func, ast.Call) else node.func
                if ast.unparse(speaker).split(".")[-1] in SPEAKERS:
                    calls.append((node.args[0], {keyword.arg for keyword in node.keywords}))
    return calls


def dynamic(home):
    """The messages that generic code requests from a game, by ids built from the game's names."""
    return set(messages_of(GAMES[home]))


def test_calls_that_say_a_message_are_found():
    """Otherwise the tests below could not fail."""
    assert len(said(SHARED)) > 50
    assert all(said(home) for home in GAMES)


@pytest.mark.parametrize("home", HOMES)
def test_languages_have_the_same_messages_with_the_same_variables(home):
    assert messages(home, LANGUAGES[0])
    for language in LANGUAGES[1:]:
        assert messages(home, language) == messages(home, LANGUAGES[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("home", HOMES)
def test_every_message_can_be_formatted(home, language):
    say = words(language, None if home == SHARED else home)
    for message, variables in messages(home, language).items():
        for value in NUMBERS:
            text = say(message, **dict.fromkeys(variables, value))
            assert text.strip() or message.startswith("effect-"), "only an effect may need no words"
            assert "{" not in text


@pytest.mark.parametrize("home", HOMES)
def test_french_puts_no_word_that_elides_before_a_name(home):
    """Names may begin with a vowel ("de Opale", "de Azul" would be wrong): such sentences are worded differently, or
    select by the name."""
    text = files(home).joinpath("locale", "fr.ftl").read_text(encoding="utf-8")
    names = "bot|game|names?|other|player|kind|piece|theirs"
    assert re.findall(rf"(?i)\b(?:de|le|la|que|si) \{{ \$(?:{names}) \}}", text) == []


@pytest.mark.parametrize("home", HOMES)
def test_every_message_that_is_said_exists_and_gets_its_variables(home):
    own = {**messages(SHARED, "en"), **({} if home == SHARED else messages(home, "en"))}
    of_every_game = set.intersection(*(set(messages(game, "en")) for game in GAMES))
    of_some_game = set.union(*(set(messages(game, "en")) for game in GAMES))
    for argument, given in said(home):
        if isinstance(argument, ast.Constant):
            message = str(argument.value)
            if message in own:
                assert given == own[message], f"{message} is said with {given}"
            else:
                assert home == SHARED, f"{message} does not exist"
                assert message in of_every_game, f"{message} does not exist in every game"
        elif isinstance(argument, ast.JoinedStr):
            everywhere = own.keys() | of_some_game if home == SHARED else own.keys()
            pattern = pattern_of(argument)
            assert any(map(pattern.fullmatch, everywhere)), f"no message is like {ast.unparse(argument)}"


@pytest.mark.parametrize("home", HOMES)
def test_every_message_that_the_page_says_exists(home):
    """Variables are not checked here: the browser tests format every message on the screens."""
    of_games = [set(messages(game, "en")) for game in GAMES]
    masked = {*messages(SHARED, "en"), *(set.intersection(*of_games) if home == SHARED else messages(home, "en"))}
    somewhere = masked | set().union(*of_games) if home == SHARED else masked
    calls = [call for code in page_code(home) for call in SAYING.findall(code)]
    assert len(calls) > 10
    for plain, filled in calls:
        if plain:
            assert plain in masked, f"{plain} does not exist"
        else:
            pattern = re.compile(".+".join(map(re.escape, FILLED.split(filled))))
            assert any(map(pattern.fullmatch, somewhere)), f"no message is like {filled}"


@pytest.mark.parametrize("home", GAMES)
def test_no_game_lacks_anything(home):
    assert missing(GAMES[home]) == []


def filled_in(home, masked):
    """The messages that f-strings in the code of a home become, filled with a name that stands in that code too."""
    patterns = [pattern_of(argument) for argument, _ in said(home) if isinstance(argument, ast.JoinedStr)]
    matches = [(message, pattern.fullmatch(message)) for pattern in patterns for message in masked]
    names = {literal.replace("_", "-") for literal in literals(home)} | literals(home)
    return {message for message, match in matches if match and names.issuperset(match.groups())}


@pytest.mark.parametrize("home", HOMES)
def test_no_message_is_unused(home):
    """A message is used if its id occurs in generic code or in that of its game, or matches a pattern there."""
    masked = messages(home, "en").keys()
    used = set().union(*(dynamic(game) for game in GAMES))
    for reader in HOMES if home == SHARED else [SHARED, home]:
        used |= literals(reader) | filled_in(reader, masked) | page_texts(reader)
        used |= {message for message in masked for pattern in page_patterns(reader) if pattern.fullmatch(message)}
    assert sorted(masked - used) == []


SYNTAX = {
    "count": """count =
    { $value ->
        [0] none
        [one] { $value } tile
        [many] { $value } of tiles
       *[other] { $value } tiles
    } and { "" }{ "\\u00e9\\"" }
""",
    "kind": """kind = { $value ->
    [square] four { $value }
   *[round] else
}
""",
}
"""Messages with everything that they may contain."""


def test_python_and_the_page_format_messages_alike(monkeypatch):
    """Every message of every file, with numbers that choose each plural, by both Fluent libraries."""
    monkeypatch.syspath_prepend(Path(__file__).parent.parent)  # where dev.py is
    asked, expected = [], []
    for home in HOMES:
        for language in LANGUAGES:
            say = words(language, None if home == SHARED else home)
            said = [
                (message, dict.fromkeys(sorted(variables), value))
                for message, variables in messages(home, language).items()
                for value in NUMBERS
            ]
            text = files(home).joinpath("locale", f"{language}.ftl").read_text(encoding="utf-8")
            asked.append({"language": language, "text": text, "said": said})
            expected.append([say(message, **values) for message, values in said])
    for language in LANGUAGES:
        say = Words(SYNTAX, language, None, None)
        values = [(message, {"value": value}) for message in SYNTAX for value in (*NUMBERS, "square", "one", "0")]
        asked.append({"language": language, "text": "\n".join(SYNTAX.values()), "said": values})
        expected.append([say(message, **value) for message, value in values])
    script = Path(__file__).parent / "browser" / "say.mjs"
    node, _ = importlib.import_module("dev").node()
    done = subprocess.run([node, script], input=json.dumps(asked), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == expected


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("greeting", "there is no message greeting in en"),
        ("total", "the message total cannot be said in en: a FunctionReference is not supported"),
        ("name", "the message name cannot be said in en: $name is not given"),
    ],
)
def test_what_cannot_be_said_is_an_error_or_for_a_game_logged_once(message, reason, caplog):
    sources = {"total": "total = { NUMBER($total) }", "name": "name = { $name }"}
    with pytest.raises(LookupError) as raised:
        Words(sources, "en", None, None)(message, total=1)
    assert raised.value.args == (reason,)
    say = Words(sources, "en", "pebbles", Words({message: f"{message} = bonjour"}, "fr", "pebbles", None))
    assert [say(message, total=1) for _ in range(2)] == ["bonjour", "bonjour"]
    assert caplog.messages == [f"the game pebbles lacks words: {reason}"]
    assert Words(sources, "en", "pebbles", None)(message, total=1) == message


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_second_best_action_is_named_by_its_own_sentence(language):
    """Moves are sentences with a full stop, which does not stand in the middle of another."""
    said = words(language)("hint-next-best", action="Take a yellow square.", loss="\N{MINUS SIGN}3")
    assert said.endswith("Take a yellow square.")
    assert said.count(".") == 1
