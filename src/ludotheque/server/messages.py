"""Typed messages and codes of the protocol. ``docs/reference/protocol.md`` describes each under its own heading.

What a client sends is a pydantic model, checked at the door; what the server sends is a ``TypedDict``, so that building
it costs nothing. The JSON Schema of both is made from here (`schema`).
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from typing_extensions import TypedDict

from ..engine.errors import Refusal
from ..engine.position import dumps

PROTOCOL = 2
"""The version of the protocol; raised when a client of an older version would misunderstand something."""

MAX_MESSAGE = 16 * 1024
"""Bytes of one incoming message."""

PHRASES = (
    "hello", "good-luck", "well-played", "thanks", "oops", "thinking", "hurry", "sorry", "good-game", "again",
    "smile", "laugh", "wow", "sad", "heart", "applause",
)  # fmt: skip
"""What players can say to each other: phrases and, from ``smile`` on, emotes. The words are in the locale files."""

CODES: dict[str, str] = {
    "malformed": "The message is not part of the protocol.",
    "hello_first": "The first message on a socket must be hello.",
    "protocol": "The server speaks another version of the protocol.",
    "no_such_guest": "This secret is not valid: its guest was deleted, or it is from another server.",
    "no_such_secret": "You have no such secret.",
    "no_such_table": "There is no table with this id or code.",
    "no_such_game": "There is no such game here.",
    "broken_game": "This game does not work on this server.",
    "no_such_bot": "The game has no such bot.",
    "header": "These seats or options do not fit the game.",
    "choice": "The table has no such option.",
    "rules_version": "The table was started under another version of the rules and cannot continue here.",
    "not_watching": "Watch the table first.",
    "not_seated": "Only players at the table can do this.",
    "not_host": "Only the host of the table can do this.",
    "seated": "You already have a seat at this table.",
    "seat_taken": "The seat is not free.",
    "no_such_seat": "The table has no such seat.",
    "table_full": "No seat is free.",
    "removed": "The host has removed you from this table.",
    "nonce": "A nonce is 32 lowercase hex digits, or empty.",
    "waiting": "The game has not started.",
    "running": "The game has already started.",
    "over": "The game is over.",
    "not_over": "The game is not over.",
    "not_handed": "Only a finished game that a browser has saved can be uploaded to a server.",
    "which_seat": "You have several seats: say which one.",
    "stale": "Your legal actions have changed since the event you saw.",
    "ahead": "The table has not reached this event yet.",
    "not_to_act": "It is not this seat's turn.",
    "bot_seat": "A bot is playing this seat.",
    "no_take_back": "There is nothing to take back.",
    "no_hints": "Hints are off at this table.",
    "no_such_phrase": "There is no such phrase.",
    "too_many": "Too many requests; try again later.",
    "busy": "The table is busy; try again.",
    "origin": "Requests from other sites are not accepted.",
    "host_name": "This server is not known by that name.",
    "not_found": "There is nothing here.",
    "method": "This cannot be done here.",
    "too_large": "This is too large.",
    "guest": "Become a guest first.",
    "incident": "Something went wrong on our side.",
}
"""The codes of the service, each with its usual sentence. A refused action has the code that the game gives it
(``docs/reference/game-records.md``)."""


def refusal(code: str, message: str | None = None, **detail: Any) -> Refusal:
    """A refusal with a code of the service. `message` replaces the code's usual sentence."""
    return Refusal(code, message or CODES[code], detail=detail)


CLOSES: dict[int, str] = {
    1007: "malformed",
    1009: "too_large",
    1012: "stopping",
    4001: "slow",
    4002: "flood",
    4003: "no_hello",
    4004: "too_many",
}
"""With what code a socket is closed by the server, and why."""

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Ref = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]


def _printable(name: str) -> str:
    """Refuse what cannot be seen or turns text around; the joiner of emoji is all right."""
    if any(unicodedata.category(sign)[0] == "C" and sign != "\u200d" for sign in name) or "\u2028" in name:
        raise ValueError("a name must consist of printable characters")
    return name


Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(_printable)]
Number = Annotated[int, Field(ge=0, le=1 << 31)]
SeatNumber = Annotated[int, Field(ge=0, le=63)]


class Incoming(BaseModel):
    """What every message of a client has."""

    # What checks them is made for all at once, in `CLIENT`.
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)
    ref: Ref | None = None
    """Chosen by the client; comes back in the answer. A request sent again with the same ref is done once."""


class AtTable(Incoming):
    """A message about one table."""

    table: Id


class Hello(Incoming):
    """The first message. A browser is known by its cookie; a program gives its secret, or a name to become a guest."""

    type: Literal["hello"]
    protocol: int = PROTOCOL
    secret: Annotated[str, StringConstraints(max_length=128)] | None = None
    name: Name | None = None


class Ping(Incoming):
    """Is anybody there?"""

    type: Literal["ping"]


class Watch(AtTable):
    """Follow a table from here on; `after` is the last entry that the client has seen. Who holds the law of the game,
    in the `layout` that the table has, can have what a seat knows as a record."""

    type: Literal["watch"]
    after: Number = 0
    form: Literal["view", "record"] = "view"
    layout: Annotated[str, StringConstraints(max_length=64)] = ""


class Unwatch(AtTable):
    """Follow it no longer."""

    type: Literal["unwatch"]


class Join(AtTable):
    """Take a free seat."""

    type: Literal["join"]
    seat: SeatNumber | None = None
    nonce: Annotated[str, StringConstraints(max_length=64)] = ""


class Leave(AtTable):
    """Give the seat up before the game begins; after that a bot plays it until its player returns."""

    type: Literal["leave"]


class Return(AtTable):
    """Take one's seats back from the bot that stood in."""

    type: Literal["return"]


class Act(AtTable):
    """Do one of the legal actions. `seq` is the last entry that the client has seen."""

    type: Literal["act"]
    seq: Number
    action: Annotated[str, StringConstraints(max_length=200)]
    seat: SeatNumber | None = None


class Why(AtTable):
    """Ask why an action is not legal, without doing it."""

    type: Literal["why"]
    action: Annotated[str, StringConstraints(max_length=200)]
    seat: SeatNumber | None = None


class TakeBack(AtTable):
    """Take back one's last action, where nothing was revealed since and no other person plays."""

    type: Literal["take_back"]
    seq: Number


class Hint(AtTable):
    """Say that one looks at a hint: it is counted, once a move, and everybody may see how many there were. The hint
    itself is the page's own thought. Where several people play, only if that was agreed when the table was made."""

    type: Literal["hint"]
    seat: SeatNumber | None = None


class Resign(AtTable):
    """Give up."""

    type: Literal["resign"]
    seat: SeatNumber | None = None


class Phrase(AtTable):
    """Say one of the phrases."""

    type: Literal["phrase"]
    phrase: Annotated[str, StringConstraints(max_length=40)]


class Place(AtTable):
    """Host, before the game: an empty seat is for a bot from now on, or open again."""

    type: Literal["place"]
    seat: SeatNumber
    bot: Annotated[str, StringConstraints(max_length=40)] | None


class Swap(AtTable):
    """Host, before the game: two seats change places."""

    type: Literal["swap"]
    seats: tuple[SeatNumber, SeatNumber] = Field(strict=False)


class Draw(AtTable):
    """Host, before the game: whether the seats are drawn when it begins."""

    type: Literal["draw"]
    on: bool


class Remove(AtTable):
    """Host: a guest leaves the table for good."""

    type: Literal["remove"]
    seat: SeatNumber


class Start(AtTable):
    """Host: begin now, with this bot in the empty seats."""

    type: Literal["start"]
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None


class Close(AtTable):
    """Host: end the table without a result."""

    type: Literal["close"]


class Rematch(AtTable):
    """The same table once more, the seats moved on by one."""

    type: Literal["rematch"]


Request = (
    Join
    | Leave
    | Return
    | Act
    | Why
    | TakeBack
    | Hint
    | Resign
    | Phrase
    | Place
    | Swap
    | Draw
    | Remove
    | Start
    | Close
    | Rematch
)
"""What is asked of a table, and goes through its queue."""

Client = Annotated[Hello | Ping | Watch | Unwatch | Request, Field(discriminator="type")]
"""Everything that a client can send."""

CLIENT: TypeAdapter[Any] = TypeAdapter(Client)


def encode(message: object) -> bytes:
    """A message as it is sent: JSON without spaces. Half a sign, which no UTF-8 has, becomes a question mark."""
    return dumps(message).encode("utf-8", "replace")


# -- What the server sends ---------------------------------------------------------------------------------------------


class Welcome(TypedDict):
    """The answer to hello. `secret` only for a guest that this hello has made: keep it."""

    type: Literal["welcome"]
    protocol: int
    guest: str
    name: str | None
    secret: NotRequired[str]
    ref: NotRequired[str]


class Pong(TypedDict):
    """Somebody is there."""

    type: Literal["pong"]
    ref: NotRequired[str]


class Clock(TypedDict):
    """Clocks, in seconds: a bank for the game, time a move before it is touched, a grace for lost connections."""

    bank: int
    move: int
    grace: int


class TableFacts(TypedDict):
    """What does not change about a table; the first answer to watch. `hints`: whether hints were agreed on."""

    type: Literal["table"]
    table: str
    game: str
    rules: int
    options: dict[str, bool | int | str]
    choices: dict[str, bool | int | str]
    clock: Clock | None
    listed: bool
    hints: bool
    code: str | None
    commitment: str
    phrases: list[str]
    bots: list[str]
    form: Literal["view", "record"]
    layout: str
    ref: NotRequired[str]


class Entry(TypedDict):
    """One numbered entry of the log. A game event has `by` and `do` (None while it is hidden from the reader, else with
    its `parts`), and what an outcome of chance carries (`picks`, and in `more` what was sampled); any other entry has
    `entry`, its kind."""

    n: int
    at: NotRequired[int]
    by: NotRequired[int | Literal["chance"]]
    do: NotRequired[str | None]
    parts: NotRequired[dict[str, int | str]]
    bot: NotRequired[str]
    picks: NotRequired[list[list[int]]]
    more: NotRequired[dict[str, Any]]
    entry: NotRequired[str]
    seat: NotRequired[int]
    seats: NotRequired[list[int]]
    on: NotRequired[bool]
    to: NotRequired[int]
    why: NotRequired[str]
    phrase: NotRequired[str]
    table: NotRequired[str]
    nonces: NotRequired[list[str]]


class SeatState(TypedDict):
    """A seat as everybody may see it."""

    who: Literal["open", "guest", "bot"]
    name: str | None
    bot: str | None
    you: bool
    host: bool
    here: bool
    away: bool
    resigned: bool
    bank: float | None
    reserved: bool
    hints: NotRequired[int]
    """At how many moves its player looked at a hint; left out if at none."""


class Choice(TypedDict):
    """A legal action: its text, its parts, and what it would bring as far as the seat can know."""

    do: str
    parts: dict[str, int | str]
    preview: dict[str, Any]


class SeatView(TypedDict):
    """What a seat (None: a spectator) sees, and what it may do."""

    seat: int | None
    view: dict[str, Any] | None
    legal: list[Choice]


class SeatKnown(TypedDict):
    """What has changed in what a seat (None: a spectator) knows: in the bytes of its setup followed by its state, which
    are zeros at first, the new ones at each offset, in base64."""

    seat: int | None
    changes: list[tuple[int, str]]


class Fair(TypedDict):
    """What makes chance checkable; `seed` after the end only."""

    commitment: str
    nonces: list[str]
    seed: NotRequired[str]
    choices: NotRequired[dict[str, Any]]
    seats: NotRequired[list[int]]
    picks: NotRequired[list[list[int]]]
    chosen: NotRequired[list[str]]


class Update(TypedDict):
    """A table as it is after entry `n`. `entries` are those after `after`, and earlier ones made public since.

    `picture`: how what may be seen is drawn, where a game tells that apart from its views; left out while it is the
    same as this socket was told before. In the form ``record`` there are no `views` and no `picture`, but `known` (once
    the game has begun; of the seats for which something has changed) and, as things come to light, `scene`."""

    type: Literal["update"]
    table: str
    n: int
    after: int
    entries: list[Entry]
    phase: Literal["waiting", "running", "over"]
    ending: str | None
    host: bool
    draw: bool
    seats: list[SeatState]
    watchers: int
    views: NotRequired[list[SeatView]]
    picture: NotRequired[dict[str, Any] | None]
    known: NotRequired[list[SeatKnown]]
    scene: NotRequired[list[tuple[int, str]]]
    take_back: bool
    hint: bool
    fair: Fair
    rematch: str | None


class Presence(TypedDict):
    """Who is here has changed."""

    type: Literal["presence"]
    table: str
    here: list[bool]
    watchers: int


class Done(TypedDict):
    """A request is done and stored; `n` is the number of its first entry (the table's last, if it made none)."""

    type: Literal["done"]
    table: NotRequired[str]
    n: NotRequired[int]
    new_table: NotRequired[str]
    ref: NotRequired[str]


class Because(TypedDict):
    """The answer to why: `code` is None if the action is legal."""

    type: Literal["because"]
    table: str
    action: str
    code: str | None
    message: str
    detail: dict[str, Any]
    ref: NotRequired[str]


class Refused(TypedDict):
    """A request is not granted, and nothing was changed."""

    type: Literal["refused"]
    code: str
    message: str
    detail: dict[str, Any]
    incident: NotRequired[str]
    table: NotRequired[str]
    ref: NotRequired[str]


Server = Welcome | Pong | TableFacts | Update | Presence | Done | Because | Refused
"""Everything that the server can send."""

# Needed for the schema and by tests: not made where a server starts.
SERVER: TypeAdapter[Any] = TypeAdapter(Server, config=ConfigDict(defer_build=True))
