"""Typed bodies and responses of the HTTP API. ``docs/reference/protocol.md`` lists the paths."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from . import messages as m

Seconds = Annotated[int, Field(ge=0, le=7 * 86_400)]
Word = Annotated[str, StringConstraints(max_length=64)]


class Strict(BaseModel):
    """A request's body: nothing unknown, nothing guessed."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGuest(Strict):
    """Who somebody is."""

    name: m.Name


class Secret(Strict):
    """The secret of a resume link."""

    secret: Annotated[str, StringConstraints(max_length=128)]


class SecretFacts(BaseModel):
    """Something that opens a guest's seats: a device, or a link that makes one. `here`: what this request came with."""

    id: str
    kind: Literal["device", "link"]
    made: str
    here: bool


class OpenPlace(Strict):
    """A seat for whoever comes."""

    who: Literal["open"]


class HerePlace(Strict):
    """A seat for who makes the table, or for somebody else at the same device."""

    who: Literal["here"]
    name: m.Name | None = None


class BotPlace(Strict):
    """A bot's seat."""

    who: Literal["bot"]
    bot: Word


class ClockChoice(Strict):
    """Clocks, in seconds: a bank for the game, time a move before it is touched, a grace for lost connections."""

    bank: Seconds
    move: Seconds = 0
    grace: Seconds = 10


class NewTable(Strict):
    """A table to be made."""

    game: Word
    seats: Annotated[
        list[Annotated[OpenPlace | HerePlace | BotPlace, Field(discriminator="who")]], Field(max_length=64)
    ]
    options: dict[Word, bool | int | Annotated[str, StringConstraints(max_length=64)]] = {}
    choices: dict[Word, bool | int | Annotated[str, StringConstraints(max_length=64)]] = {}
    listed: bool = False
    clock: ClockChoice | None = None
    start: Literal["full", "host"] = "full"
    draw: bool = False
    hints: bool = False
    """Whether players may look at hints also where several people play."""


class Me(BaseModel):
    """A guest, as told to the guest; null for who is none yet."""

    guest: str | None
    name: str | None


class Link(BaseModel):
    """A link, and the same as a picture."""

    link: str
    qr: str
    """SVG."""


class Made(BaseModel):
    """A new table."""

    table: str
    link: str
    code: str | None


class Found(BaseModel):
    """The table that a short code stands for."""

    table: str


class OptionFacts(BaseModel):
    """An option or choice of a game."""

    type: str
    default: bool | int | str
    values: list[bool | int | str]


Level = Literal["novice", "amateur", "club", "expert", "master"]
Temper = Literal["cautious", "even", "bold"]


class CharacterFacts(BaseModel):
    """An opponent that a game offers: the bot to name at a seat, and who that is."""

    bot: str
    name: str
    level: Level
    temper: Temper


class WinRate(BaseModel):
    """How often somebody wins, with a 95 % interval, in how many games."""

    rate: float
    low: float
    high: float
    games: int


class MeasuredFacts(BaseModel):
    """How strong a bot is on its game's scale, with one standard error, by how many games; its mean time for a move in
    milliseconds; how often it beats the level below."""

    value: float
    error: float
    games: int
    ms: float
    beats_below: WinRate | None


class StrengthFacts(BaseModel):
    """How strong the characters of a game are, by the name of the bot: in points a round, or as a rating of which 400
    are odds of ten to one."""

    unit: Literal["points", "rating"]
    measured: str
    """The day."""
    bots: dict[str, MeasuredFacts]


class Unfit(BaseModel):
    """A value of an option that does not fit a number of seats."""

    seats: int
    option: str
    value: bool | int | str


class Brings(BaseModel):
    """A game's files for the page (``docs/how-to/write-a-board.md``): the address of each file by its path in the
    game's folder, and the addresses of styles and modules that a module needs."""

    files: dict[str, str]
    needs: dict[str, list[str]]


class GameFacts(BaseModel):
    """A game, as one chooses it. `older`: the earlier versions of the rules whose games can still be read, and the
    options by which the law gives their answers. `quick`: the options of a short game that starts at once.
    `usual`: the bot where nobody has chosen one. `reserves`: names for bots whose own name is taken at the table."""

    game: str
    rules: int
    older: dict[str, dict[str, bool | int | str]]
    seats: tuple[int, int]
    options: dict[str, OptionFacts]
    choices: dict[str, OptionFacts]
    quick: dict[str, bool | int | str]
    bots: list[str]
    usual: str
    characters: list[CharacterFacts]
    reserves: list[str]
    strength: StrengthFacts | None
    secret: bool
    unfit: list[Unfit]
    brings: Brings


class ListedSeat(BaseModel):
    """Who has a seat of a table in a list."""

    who: Literal["open", "guest", "bot"]
    name: str | None
    bot: str | None
    you: bool


class Listed(BaseModel):
    """A table in a list."""

    table: str
    game: str
    options: dict[str, Any]
    status: Literal["waiting", "running", "over"]
    seats: int
    players: list[ListedSeat]
    open: int
    host: str | None
    code: str | None
    created: str
    last_at: str
    to_act: list[int]
    your_turn: bool
    ending: str | None
    scores: list[int] | None
    winners: list[int] | None


class Best(BaseModel):
    """The best that a guest has reached alone, with a game's options, and in how many games."""

    game: str
    options: dict[str, Any]
    score: int
    table: str
    games: int


class MyLevel(BaseModel):
    """Which level suits a guest in a game, by how many of their last games; and where that is on the scale of the
    game's strength, with one standard error, where that was measured."""

    game: str
    level: Level
    games: int
    value: float | None
    error: float | None


class Finding(BaseModel):
    """What is wrong at a line of a record."""

    code: str
    line: int
    message: str
    detail: dict[str, Any] = {}
    """What a front end needs to show the reason where it applies."""


class Verdict(BaseModel):
    """Whether a record's chance was fair."""

    good: bool
    picks: int
    sampled: int
    chosen: int
    by_page: bool
    """The player's own page held the seed."""
    findings: list[Finding]


class StepEvent(BaseModel):
    """The event of a step."""

    by: int | Literal["chance"]
    do: str
    parts: dict[str, int | str]


class StepChoice(BaseModel):
    """A legal action: its text, its parts, and what it would have brought."""

    do: str
    parts: dict[str, int | str]
    preview: dict[str, Any]


class StepFacts(BaseModel):
    """A step of a record: what a seat saw before the event, what it could do then, and the event."""

    number: int
    line: int
    view: dict[str, Any]
    legal: list[StepChoice]
    event: StepEvent | None


class Replay(BaseModel):
    """A record, step by step. `bots`: which bot had a seat, as far as the record says. `picture`: how what is seen in
    the last of these steps is drawn, where a game tells that apart from its views."""

    game: str
    rules: int
    seats: int
    options: dict[str, bool | int | str]
    players: list[str]
    bots: list[str | None]
    date: str | None
    total: int
    steps: list[StepFacts]
    picture: dict[str, Any] | None
    refused: Finding | None


class Problem(BaseModel):
    """What went wrong."""

    code: str
    message: str
    detail: dict[str, Any] = {}
    incident: str | None = None


class ProblemBody(BaseModel):
    """Every answer that is no success."""

    error: Problem
