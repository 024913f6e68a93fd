"""Messages and error codes of the protocol. ``docs/reference/protocol.md`` describes each.

Messages of clients are pydantic models, validated on arrival. Messages of the server are ``TypedDict``s, so that
building one needs no validation. `api.json_schema` derives the JSON Schema from both.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter
from typing_extensions import TypedDict

from ..engine.errors import Refusal
from ..engine.position import dumps
from .names import MAX_NAME, check_name

PROTOCOL = 2
"""Version of the protocol; raised when clients of an older version would misunderstand a message."""

MAX_MESSAGE = 16 * 1024
"""Maximum size of an incoming message, in bytes."""

PHRASES = (
    "hello", "good-luck", "well-played", "thanks", "oops", "thinking", "hurry", "sorry", "good-game", "again",
    "smile", "laugh", "wow", "sad", "heart", "applause",
)  # fmt: skip
"""What players can say to each other: phrases and, from ``smile`` on, emotes. Their words are in the locale files."""

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
    "not_resigned": "A game can be ended early only by players who remain after a resignation.",
    "no_such_phrase": "There is no such phrase.",
    "daily": "This cannot be done at the table of a daily draw.",
    "daily_off": "This server has no daily draw.",
    "no_such_draw": "There is no draw of this game and day.",
    "daily_over": "The day of this draw is over.",
    "daily_closed": "Boards of this draw open when you have played it with a handle, or when its day is over.",
    "not_played": "The results of this draw open when you have played it, or when its day is over.",
    "handle_taken": "Another player has this handle, or one that looks like it.",
    "no_handle": "Take a handle first: you come back by handle and passphrase.",
    "wrong_passphrase": "No guest here has this handle and this passphrase.",
    "rankings_off": "This server ranks nobody.",
    "too_many": "Too many requests; try again later.",
    "busy": "The table is busy; try again.",
    "origin": "Requests from other sites are not accepted.",
    "host_name": "This server is not known by that name.",
    "not_found": "There is nothing here.",
    "method": "This cannot be done here.",
    "too_large": "This is too large.",
    "guest": "Become a guest first.",
    "banned": "The host of this server has banned you for a time.",
    "storage_full": "The disk of this server is full; nothing was stored.",
    "incident": "Something went wrong on our side.",
}
"""Error codes of the service, each with its usual sentence. A refused action has a code of the game instead
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
"""Codes with which the server closes a socket, and the reasons."""

Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Ref = Annotated[str, StringConstraints(pattern=r"^[!-~]{1,64}$")]
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME), AfterValidator(check_name)
]
Number = Annotated[int, Field(ge=0, le=1 << 31)]
SeatNumber = Annotated[int, Field(ge=0, le=63)]


class Incoming(BaseModel):
    """Common fields of all messages of clients."""

    # The validator for all messages is built once, in `CLIENT`.
    model_config = ConfigDict(extra="forbid", strict=True, defer_build=True)
    ref: Ref | None = None
    """Chosen by the client and repeated in the answer. A request repeated with the same ref is executed once."""


class AtTable(Incoming):
    """A message about one table."""

    table: Id


class Hello(Incoming):
    """The first message. A browser is identified by its cookie; a program gives its secret, or a name to become a
    guest."""

    type: Literal["hello"]
    protocol: int = PROTOCOL
    secret: Annotated[str, StringConstraints(max_length=128)] | None = None
    name: Name | None = None


class Ping(Incoming):
    """Answered with pong."""

    type: Literal["ping"]


class Watch(AtTable):
    """Follow a table. `after`: the last entry that the client has seen. A client that runs the rules with the same
    `layout` can ask for the form ``record``."""

    type: Literal["watch"]
    after: Number = 0
    form: Literal["view", "record"] = "view"
    layout: Annotated[str, StringConstraints(max_length=64)] = ""


class Unwatch(AtTable):
    """Stop following a table."""

    type: Literal["unwatch"]


class Join(AtTable):
    """Take a free seat."""

    type: Literal["join"]
    seat: SeatNumber | None = None
    nonce: Annotated[str, StringConstraints(max_length=64)] = ""


class Leave(AtTable):
    """Give up the seat. In a running game a bot plays it until the player returns."""

    type: Literal["leave"]


class Return(AtTable):
    """Take the seats back from the bot that stands in."""

    type: Literal["return"]


class Act(AtTable):
    """Perform a legal action. `seq`: the last entry that the client has seen."""

    type: Literal["act"]
    seq: Number
    action: Annotated[str, StringConstraints(max_length=200)]
    seat: SeatNumber | None = None


class Why(AtTable):
    """Ask why an action is not legal."""

    type: Literal["why"]
    action: Annotated[str, StringConstraints(max_length=200)]
    seat: SeatNumber | None = None


class TakeBack(AtTable):
    """Take back the own last action, if nothing was revealed since and no other person plays."""

    type: Literal["take_back"]
    seq: Number


class Hint(AtTable):
    """Announce that the player looks at a hint. Counted once per move and shown to everybody; the page computes the
    hint itself. With several people, only if the table allows hints."""

    type: Literal["hint"]
    seat: SeatNumber | None = None


class Resign(AtTable):
    """Resign."""

    type: Literal["resign"]
    seat: SeatNumber | None = None


class End(AtTable):
    """After a resignation: agree to end the game here, ranked by the scores now. It ends when all players who are
    present and have not resigned agree."""

    type: Literal["end"]
    seat: SeatNumber | None = None


class Phrase(AtTable):
    """Say a phrase."""

    type: Literal["phrase"]
    phrase: Annotated[str, StringConstraints(max_length=40)]


class Place(AtTable):
    """Host, before the start: give an empty seat to a bot, or open it again (`bot`: null)."""

    type: Literal["place"]
    seat: SeatNumber
    bot: Annotated[str, StringConstraints(max_length=40)] | None


class Swap(AtTable):
    """Host, before the start: swap two seats."""

    type: Literal["swap"]
    seats: tuple[SeatNumber, SeatNumber] = Field(strict=False)


class Draw(AtTable):
    """Host, before the start: whether the seats are shuffled at the start."""

    type: Literal["draw"]
    on: bool


class Remove(AtTable):
    """Host: remove a guest from the table for good."""

    type: Literal["remove"]
    seat: SeatNumber


class Start(AtTable):
    """Host: start now, with this bot in the empty seats."""

    type: Literal["start"]
    bot: Annotated[str, StringConstraints(max_length=40)] | None = None


class Close(AtTable):
    """Host: end the table without a result."""

    type: Literal["close"]


class Rematch(AtTable):
    """Create a table with the same settings, the seats rotated by one."""

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
    | End
    | Phrase
    | Place
    | Swap
    | Draw
    | Remove
    | Start
    | Close
    | Rematch
)
"""Requests to a table, which go through its queue."""

Client = Annotated[Hello | Ping | Watch | Unwatch | Request, Field(discriminator="type")]
"""All messages of clients."""

CLIENT: TypeAdapter[Any] = TypeAdapter(Client)


def encode(message: object) -> bytes:
    """A message as compact JSON. Lone surrogates, which UTF-8 cannot encode, become question marks."""
    return dumps(message).encode("utf-8", "replace")


# -- Messages of the server -------------------------------------------------------------------------------------------


class Welcome(TypedDict):
    """Answer to hello. `secret` is only sent to a guest that this hello has created: keep it."""

    type: Literal["welcome"]
    protocol: int
    guest: str
    name: str | None
    secret: NotRequired[str]
    ref: NotRequired[str]


class Pong(TypedDict):
    """Answer to ping."""

    type: Literal["pong"]
    ref: NotRequired[str]


class Clock(TypedDict):
    """Clocks, in seconds: a bank for the whole game, time per move before the bank is used, extra time after a lost
    connection."""

    bank: int
    move: int
    grace: int


class DailyMark(TypedDict):
    """A table at which the draw of a day is played. Archive: when its ranking was closed."""

    day: str
    kind: Literal["ranked", "unranked", "archive"]


class TableFacts(TypedDict):
    """What never changes about a table; the first answer to watch. `hints`: whether the table allows hints. `start`:
    whether it starts when every seat is taken, or when the host says so."""

    type: Literal["table"]
    table: str
    game: str
    rules: int
    options: dict[str, bool | int | str]
    choices: dict[str, bool | int | str]
    clock: Clock | None
    listed: bool
    hints: bool
    start: Literal["full", "host"]
    code: str | None
    commitment: str
    daily: NotRequired[DailyMark | None]
    """The draw of a day that is played here; null at other tables."""
    phrases: list[str]
    bots: list[str]
    form: Literal["view", "record"]
    layout: str
    ref: NotRequired[str]


class Entry(TypedDict):
    """One numbered entry of the log. A game event has `by` and `do` (null while it is hidden from the client, otherwise
    with its `parts`), in a game that declares effects also what it changed (`effects`; not after it was taken back),
    and for chance `picks` and, in `more`, what was sampled. Any other entry has `entry`, its kind.
    """

    n: int
    at: NotRequired[int]
    by: NotRequired[int | Literal["chance"]]
    do: NotRequired[str | None]
    parts: NotRequired[dict[str, int | str]]
    effects: NotRequired[list[dict[str, Any]]]
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
    """Number of moves for which the player looked at a hint; omitted if 0."""


class Choice(TypedDict):
    """A legal action: its text, its parts, and a preview of its effects as far as the seat can know them."""

    do: str
    parts: dict[str, int | str]
    preview: dict[str, Any]


class SeatView(TypedDict):
    """The view of a seat (null: spectators), and its legal actions."""

    seat: int | None
    view: dict[str, Any] | None
    legal: list[Choice]


class SeatKnown(TypedDict):
    """Changed bytes in the masked state of a seat (null: spectators): pairs of offset and base64, in the bytes of its
    setup followed by its state, which start as zeros."""

    seat: int | None
    changes: list[tuple[int, str]]


class Fair(TypedDict):
    """What is needed to verify chance. `seed` is only sent after the end."""

    commitment: str
    nonces: list[str]
    seed: NotRequired[str]
    choices: NotRequired[dict[str, Any]]
    seats: NotRequired[list[int]]
    picks: NotRequired[list[list[int]]]
    chosen: NotRequired[list[str]]


class Standing(TypedDict):
    """How a table ended for its players, resignations included."""

    scores: list[int]
    winners: list[int]


class Update(TypedDict):
    """A table after entry `n`. `entries`: those after `after`, and earlier ones that have become public since.

    `picture`: data for drawing what is visible, for games that separate it from their views; omitted while it is the
    same as in the last update of this socket. In the form ``record`` there are no `views` and no `picture`, but `known`
    (once the game has started; for seats whose masked state has changed) and `scene` (when more of it becomes visible).
    """

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
    standing: NotRequired[Standing]
    ending_wanted: NotRequired[list[int]]


class Presence(TypedDict):
    """Who is connected has changed."""

    type: Literal["presence"]
    table: str
    here: list[bool]
    watchers: int


class Done(TypedDict):
    """A request was executed and stored. `n`: number of its first entry (of the table's last one if it made none)."""

    type: Literal["done"]
    table: NotRequired[str]
    n: NotRequired[int]
    new_table: NotRequired[str]
    ref: NotRequired[str]


class Because(TypedDict):
    """Answer to why. `code` is null if the action is legal."""

    type: Literal["because"]
    table: str
    action: str
    code: str | None
    message: str
    detail: dict[str, Any]
    ref: NotRequired[str]


class Refused(TypedDict):
    """A request was refused; nothing has changed."""

    type: Literal["refused"]
    code: str
    message: str
    detail: dict[str, Any]
    incident: NotRequired[str]
    table: NotRequired[str]
    ref: NotRequired[str]


Server = Welcome | Pong | TableFacts | Update | Presence | Done | Because | Refused
"""All messages of the server."""

# Only needed for the schema and tests, so it is not built when a server starts.
SERVER: TypeAdapter[Any] = TypeAdapter(Server, config=ConfigDict(defer_build=True))
