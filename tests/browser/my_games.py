"""Finished games of a visitor, played by the rules with bots in all seats: in the browser's database, or as records for
the server."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from ludotheque import fairness as fair
from ludotheque import game
from ludotheque.engine.position import Event, Position
from ludotheque.engine.rng import generator
from ludotheque.game_records import Header, write_event, write_header, write_result
from ludotheque.search.bots import bot
from ludotheque.search.game_loop import play_with
from ludotheque.search.opponents import names

FIRST = datetime(2026, 9, 1, 18, tzinfo=UTC)
"""Games are played on the days after this one."""

PUT = """
(games) => new Promise((done, fail) => {
  const request = indexedDB.open("ludotheque", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
  request.onerror = () => fail(request.error);
  request.onsuccess = () => {
    const writing = request.result.transaction("games", "readwrite");
    for (const game of games) writing.objectStore("games").put(game);
    writing.oncomplete = () => done(request.result.close());
  };
})
"""
UPLOAD = """
async (record) => {
  const headers = { "content-type": "application/x-ndjson" };
  return (await (await fetch("/api/records", { method: "POST", body: record, headers })).json()).table;
}
"""


@dataclass
class MyGame:
    """A finished game in which the first seat is the visitor's; `level` is the bot that played for the visitor."""

    game: str
    level: str
    against: list[str]
    number: int
    options: dict[str, Any]

    @property
    def id(self) -> str:
        """The id under which the browser keeps it."""
        return "here-" + hashlib.sha256(str(self.number).encode()).hexdigest()[:16]

    def play(self) -> Iterator[tuple[Event, Position]]:
        """Play it; the chance draws follow from the seed as at any table of a page."""
        found, seats = game(self.game), 1 + len(self.against)
        players = [bot(found, name) for name in (self.level, *self.against)]
        rngs = [generator(self.number, stream) for stream in range(seats)]
        chance, numbers = fair.Chance(self.seed, ("",) * seats), count()

        def act(now: Position) -> Event:
            seat = now.to_act[0]
            assert seat != "chance"
            return Event(seat, now.action_text(seat, players[seat].choose(now.mask(seat), rngs[seat])))

        return play_with(found.start(seats, self.options), lambda now: chance.draw(now, next(numbers), {}), act)

    @property
    def seed(self) -> str:
        """The seed of all draws."""
        return f"{self.number:064x}"

    def __post_init__(self) -> None:
        played = list(self.play())
        self.events = [event for event, _ in played]
        result = played[-1][1].result
        assert result is not None
        self.result = result
        self.ended = (FIRST + timedelta(days=self.number)).isoformat()
        bots = [None, *self.against]
        self.players = ["Ann", *(name for name in names(game(self.game), bots) if name is not None)]

    def local(self) -> dict[str, Any]:
        """The game as the browser keeps it."""
        places = [{"who": "here", "name": "Ann"}]
        places += [
            {"who": "bot", "bot": bot, "name": name} for bot, name in zip(self.against, self.players[1:], strict=True)
        ]
        return {
            "id": self.id,
            "game": self.game,
            "rules": game(self.game).rules_version,
            "options": self.options,
            "choices": {},
            "places": places,
            "seed": self.seed,
            "created": self.ended,
            "last": self.ended,
            "entries": [{"by": event.by, "do": event.do, **event.more} for event in self.events],
            "toAct": [],
            "scores": self.result.scores,
            "winners": self.result.winners,
            "reason": self.result.reason,
            "rematch": None,
        }

    def record(self) -> str:
        """The game record, as the browser writes it."""
        seats = 1 + len(self.against)
        terms = fair.fair_field(fair.commitment(self.seed), ("",) * seats, seed=self.seed)
        more = {"bots": [None, *self.against], "table": self.id, "date": self.ended[:10]}
        header = Header(game(self.game), seats, self.options, self.players, more | {"fair": {**terms, "by": "page"}})
        lines = [write_header(header), *map(write_event, self.events), write_result(self.result)]
        return "\n".join(lines) + "\n"


def keep_in_browser(visitor: Any, games: list[MyGame]) -> None:
    """Put games into the visitor's browser."""
    visitor.page.evaluate(PUT, json.loads(json.dumps([one.local() for one in games])))


def upload(visitor: Any, one: MyGame) -> str:
    """Upload a game to the server, as the visitor; the id of its table."""
    table = visitor.page.evaluate(UPLOAD, one.record())
    assert isinstance(table, str), table
    return table
