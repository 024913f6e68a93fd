"""Request and response bodies of the HTTP API. ``docs/reference/protocol.md`` lists the paths."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from .. import messages as m
from ..auth import MAX_PASSPHRASE, check_passphrase

Seconds = Annotated[int, Field(ge=0, le=7 * 86_400)]
Word = Annotated[str, StringConstraints(max_length=64)]
Passphrase = Annotated[str, StringConstraints(max_length=MAX_PASSPHRASE), AfterValidator(check_passphrase)]


class Strict(BaseModel):
    """A request body: no unknown fields, no type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGuest(Strict):
    """The name of a guest."""

    name: m.Name


class Secret(Strict):
    """The secret of a resume link."""

    secret: Annotated[str, StringConstraints(max_length=128)]


class NewPassphrase(Strict):
    """A guest's new passphrase."""

    passphrase: Passphrase


class HandleAndPassphrase(Strict):
    """What opens a guest's seats on another device."""

    handle: Annotated[str, StringConstraints(max_length=m.MAX_NAME)]
    passphrase: Annotated[str, StringConstraints(max_length=MAX_PASSPHRASE)]


class SecretFacts(BaseModel):
    """A device that can use a guest's seats, or the link or passphrase that adds one. `here`: whether this request used
    it."""

    id: str
    kind: Literal["device", "link", "passphrase"]
    made: str
    here: bool


class OpenPlace(Strict):
    """A seat for anybody."""

    who: Literal["open"]


class HerePlace(Strict):
    """A seat for the guest who creates the table, or for another person at the same device."""

    who: Literal["here"]
    name: m.Name | None = None


class BotPlace(Strict):
    """A seat for a bot."""

    who: Literal["bot"]
    bot: Word


class ClockChoice(Strict):
    """Clocks, in seconds: a bank for the whole game, time per move before the bank is used, extra time after a lost
    connection."""

    bank: Seconds
    move: Seconds = 0
    grace: Seconds = 10


class NewTable(Strict):
    """A table to create."""

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
    """Whether players may look at hints even if several people play."""


class Me(BaseModel):
    """The current guest; both fields are null without one."""

    guest: str | None
    name: str | None


class Link(BaseModel):
    """A link, and its QR code."""

    link: str
    qr: str
    """SVG."""


class Made(BaseModel):
    """A new table."""

    table: str
    link: str
    code: str | None


class Found(BaseModel):
    """A table that was found or imported."""

    table: str


class OptionFacts(BaseModel):
    """An option or choice of a game."""

    type: str
    default: bool | int | str
    values: list[bool | int | str]


Level = Literal["novice", "amateur", "club", "expert", "champion", "master"]
Style = Literal["cautious", "even", "bold"]


class CharacterFacts(BaseModel):
    """A character of a game: the bot to name for a seat, its display name, level and style."""

    bot: str
    name: str
    level: Level
    temper: Style


class WinRate(BaseModel):
    """A win rate with its 95 % interval and the number of games."""

    rate: float
    low: float
    high: float
    games: int


class MeasuredFacts(BaseModel):
    """The strength of a bot on its game's scale with its standard error and number of games; its mean time for a move
    in milliseconds; how often it beats the level below."""

    value: float
    error: float
    games: int
    ms: float
    beats_below: WinRate | None


class StrengthFacts(BaseModel):
    """The strength of a game's characters, by bot: in points per round, or as a rating (400 points are odds of 10 to
    1)."""

    unit: Literal["points", "rating"]
    measured: str
    """Date of the measurement."""
    version: str | None
    """A fingerprint of the bots that were measured."""
    bots: dict[str, MeasuredFacts]


class Unfit(BaseModel):
    """A value of an option that is not allowed with a number of seats."""

    seats: int
    option: str
    value: bool | int | str


class Brings(BaseModel):
    """A game's files for the page (``docs/how-to/write-a-board.md``): the URL of each file by its path in the game's
    package, and the URLs of styles and modules that a module needs."""

    files: dict[str, str]
    needs: dict[str, list[str]]


class DailyForm(BaseModel):
    """The table of a game's daily draw: its options, and the bots in the seats after the player's."""

    options: dict[str, bool | int | str]
    bots: list[str]


class GameFacts(BaseModel):
    """A game in the catalogue. `older`: earlier versions of the rules whose games can still be read, with the options
    that reproduce them. `quick`: the options of a short game that starts at once. `daily`: null for games without a
    daily draw, and on a server without them. `usual`: the default bot. `withheld`: levels that would be too slow on
    this server, because it runs the game uncompiled. `reserves`: names for bots whose own name is taken at the
    table."""

    game: str
    rules: int
    older: dict[str, dict[str, bool | int | str]]
    seats: tuple[int, int]
    options: dict[str, OptionFacts]
    choices: dict[str, OptionFacts]
    quick: dict[str, bool | int | str]
    daily: DailyForm | None
    bots: list[str]
    usual: str
    withheld: list[Level]
    characters: list[CharacterFacts]
    reserves: list[str]
    strength: StrengthFacts | None
    level_model: dict[str, Any] | None
    """What players of each level do (``ludotheque.analysis.level``); null if it was not measured with these bots."""
    secret: bool
    unfit: list[Unfit]
    brings: Brings


class ListedSeat(BaseModel):
    """A seat of a table in a list."""

    who: Literal["open", "guest", "bot"]
    name: str | None
    bot: str | None
    you: bool


class Team(BaseModel):
    """Seats that play together, and their common score."""

    seats: list[int]
    score: int


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
    teams: list[Team] | None
    """The teams of a game that is over; None if everybody played alone."""
    hints: bool
    """Whether hints are allowed among several people."""
    daily: str | None = None
    """The day of the draw that is played here; null at other tables."""
    saved_as: str | None = None
    """The id of the game in the browser that uploaded it; null for games played at the server."""


class Best(BaseModel):
    """The best score of a guest in games alone, by game and options, and the number of games."""

    game: str
    options: dict[str, Any]
    score: int
    table: str
    games: int


class RatedFacts(BaseModel):
    """What a table says about a guest's level: points per round, or results against opponents with a level."""

    table: str
    at: str | None
    rivals: list[tuple[float, float, float, float]]
    """Of each opponent its rating, the result against it, its weight, and the standard error of the rating."""
    points: float | None
    rounds: int


class MyLevel(BaseModel):
    """The level that suits a guest in a game and the number of games it is estimated from; if strength was measured,
    also the estimate on its scale with its standard error."""

    game: str
    bots: str | None
    """The fingerprint of the bots that stand for the levels; null if they were not measured."""
    level: Level
    low: Level
    high: Level
    """The levels nearest to the ends of the 95 % interval, from `low` to `high`."""
    games: int
    value: float | None
    error: float | None
    rated: list[RatedFacts]
    """These games, the latest first."""


class Finding(BaseModel):
    """An error at a line of a game record."""

    code: str
    line: int
    message: str
    detail: dict[str, Any] = {}
    """What a front end needs to show the reason in place."""


class Verdict(BaseModel):
    """Whether chance was fair in a game record."""

    good: bool
    picks: int
    sampled: int
    chosen: int
    by_page: bool
    """Whether the player's own browser held the seed."""
    findings: list[Finding]


class StepEvent(BaseModel):
    """The event of a step, and what it changed, as far as the seat that acted knew; for chance, the seat of the
    replay."""

    by: int | Literal["chance"]
    do: str
    parts: dict[str, int | str]
    effects: list[dict[str, Any]]


class StepChoice(BaseModel):
    """A legal action: its text, its parts and its preview."""

    do: str
    parts: dict[str, int | str]
    preview: dict[str, Any]


class StepFacts(BaseModel):
    """A step of a game record: what a seat saw before the event, its legal actions, and the event."""

    number: int
    line: int
    view: dict[str, Any]
    legal: list[StepChoice]
    event: StepEvent | None


class Ceiling(BaseModel):
    """The highest score that was possible with all chance known in advance, for games that can prove it."""

    score: int
    board: dict[str, str]
    percentile: float | None
    """The percentage of games with a lower ceiling."""


class Replay(BaseModel):
    """A game record, step by step. `bots`: the bot of each seat, if the record says so. `picture`: data for drawing
    what is visible in the last of these steps, for games that separate it from their views. `ceiling`: of a finished
    game, if the server can prove it."""

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
    ceiling: Ceiling | None
    refused: Finding | None


class FinalPosition(BaseModel):
    """How a finished game ended, as spectators see it. `picture` as in `Replay`."""

    game: str
    view: dict[str, Any]
    picture: dict[str, Any] | None


class Problem(BaseModel):
    """What went wrong."""

    code: str
    message: str
    detail: dict[str, Any] = {}
    incident: str | None = None


class ProblemBody(BaseModel):
    """The body of every error response."""

    error: Problem


class DailyTry(BaseModel):
    """My try at a draw. `score` is null until the game is complete."""

    table: str
    ranked: bool
    score: int | None


class SealedFacts(BaseModel):
    """A draw as it was sealed. `opponents`: the bots after the player's seat."""

    game: str
    day: str
    options: dict[str, bool | int | str]
    opponents: list[str]
    commitment: str
    link: str
    sealed: str


class DailyGame(SealedFacts):
    """Today's draw of a game. `played`: how many have finished it."""

    played: int
    mine: DailyTry | None


class LateTry(BaseModel):
    """A try of yesterday that can still be finished."""

    game: str
    day: str
    table: str


class DailyOverview(BaseModel):
    """Today's draws. `grace`: seconds after the end in which a try that was begun can be finished. `rankings`: whether
    this server ranks those with a handle."""

    today: str
    now: str
    ends: str
    grace: int
    rankings: bool
    handle: str | None
    games: list[DailyGame]
    late: list[LateTry]


class ListedDraw(BaseModel):
    """An entry of the published list of draws (``docs/reference/fairness.md``). `seed`: once the day is over."""

    game: str
    day: str
    terms: str
    commitment: str
    previous: str
    link: str
    sealed: str
    seed: str | None


class EarlierDraw(BaseModel):
    """A draw whose day is over, and my try at it with its place, if it was ranked."""

    game: str
    day: str
    mine: DailyTry | None
    place: int | None
    of: int | None


class Review(BaseModel):
    """What the choices of a try cost. `marks`, one for each decision: 2 best choice, 1 a little lost, 0 more lost."""

    unit: Literal["points", "wins"]
    loss: float
    marks: list[int]


class ReviewedTry(DailyTry):
    """My try with its review, which is null until it was computed."""

    review: Review | None


class Placed(BaseModel):
    """A place in a ranking. `name`: the handle, null if the player no longer has one. `table`: for the replay, null
    while boards are closed to me. `value`: the score, or the loss."""

    place: int
    name: str | None
    you: bool
    table: str | None
    value: float


class BotBoard(BaseModel):
    """What a bot made of a draw."""

    bot: str
    score: int
    table: str


class DailyResults(SealedFacts):
    """The results of a draw. `boards_open`: whether I may see boards, bots and the ceiling. `better_than`: the
    percentage of the other ranked players with a lower score. `without_luck`: the ranking by points (or chances to win)
    given away by choices, of those whose game was reviewed. `scores`: of all ranked players, the highest first."""

    seed: str | None
    closed: bool
    closes: str
    boards_open: bool
    played: int
    mine: ReviewedTry | None
    place: int | None
    better_than: float | None
    loss_place: int | None
    ranking: list[Placed]
    without_luck: list[Placed]
    unit: Literal["points", "wins"] | None
    scores: list[int]
    bots: list[BotBoard] | None
    ceiling: int | None
    ceiling_percentile: float | None


class MyHandle(BaseModel):
    """The guest's handle, or null. `offered`: whether handles can be taken here."""

    handle: str | None
    offered: bool


class Handle(Strict):
    """A name in rankings, unique on the server."""

    handle: m.Name
