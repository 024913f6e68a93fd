"""The day's draws: one sealed draw for each game and day, one try for each guest.

A day is a day in UTC. Draws are sealed `AHEAD` days before theirs; a try that was begun in time can be finished until
`GRACE` after midnight. Until then the seed, and what would help a second try, stay with those who have played. A try is
an ordinary table whose facts have ``daily``: ``day`` and ``kind`` ("ranked", "unranked", "bot", or "archive" for a draw
whose day is over, which counts nowhere).
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from ... import fairness as fair
from ...engine.errors import Refusal
from ...engine.game import Game
from ...engine.registry import games
from ...search.opponents import withheld
from ...store import DailyDraw, Try
from ..background import daily_jobs
from ..background.worker_pool import WorkerPool
from ..messages import refusal
from ..names import skeleton
from ..telemetry import incident
from .inbox import Abandon
from .table import Facts, Table, fold

if TYPE_CHECKING:
    from .lobby import Lobby

AHEAD = 7
"""Days for which draws are sealed in advance, so that a server may be off for that long."""
GRACE = timedelta(hours=1)
"""How long after midnight a try that was begun in time can be finished."""
CLAIM_AGAIN = timedelta(minutes=10)
"""A claim older than this belongs to a process that has died."""
POLL = 15.0
"""Seconds after which a process looks again for work that another one has left."""
JOB_SECONDS = 60.0
"""Time limit of one bot's game or one review."""


class Daily:
    """The day's draws of a process. `clock`: seconds since 1970."""

    def __init__(self, lobby: Lobby, clock: Callable[[], float]) -> None:
        self.lobby, self.clock = lobby, clock
        self.rows = lobby.store.daily
        self.pool = WorkerPool(1, 0, low_priority=True, seconds=JOB_SECONDS)
        self._sealed_on: date | None = None
        """The day on which this process last made sure that draws are sealed."""
        self._closed_to = ""
        """The last day whose tables this process has closed."""
        self._look_again = 0.0
        """When to look for work (`time.monotonic`); earlier if there is something to do here."""
        self._sealing = asyncio.Lock()

    # -- Days ----------------------------------------------------------------------------------------------------------

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.fromtimestamp(self.clock(), UTC)

    def today(self) -> str:
        """The current day."""
        return self.now().date().isoformat()

    def ends(self, day: str) -> datetime:
        """The end of a day: its midnight."""
        return datetime.combine(date.fromisoformat(day) + timedelta(days=1), datetime.min.time(), UTC)

    def is_closed(self, day: str) -> bool:
        """Whether nobody can finish a try of this day any more, so that its seed is public."""
        return self.now() >= self.ends(day) + GRACE

    @property
    def on(self) -> bool:
        """Whether this server has daily draws."""
        return bool(self.lobby.settings.daily)

    def games(self) -> list[Game]:
        """The games with a daily draw."""
        return [game for game in games().values() if game.daily is not None] if self.on else []

    def game(self, name: str) -> Game:
        """A game with a daily draw; refused if it has none."""
        if not self.on:
            raise refusal("daily_off")
        found = next((game for game in self.games() if game.id == name), None)
        if found is None:
            raise refusal("no_such_draw")
        return found

    # -- Sealing -------------------------------------------------------------------------------------------------------

    async def seal(self) -> None:
        """Seal every game's draws from today to `AHEAD` days from now that are not sealed. Days before the last sealed
        one are left out for good: the list only grows at its end."""
        async with self._sealing:
            today = self.now().date()
            if self._sealed_on == today:
                return
            for game in self.games():
                try:
                    await self._seal(game, today)
                except Refusal as error:  # a broken game; the others have their draws
                    incident(f"the daily draw of {game.id}", error)
            self._sealed_on = today

    async def _seal(self, game: Game, today: date) -> None:
        game.load_parts()
        assert game.daily is not None, "one of `games`"
        bots = list(game.daily["bots"])
        terms = {
            "rules": game.rules_version,
            "options": game.non_default_options(game.check(1 + len(bots), game.daily["options"])),
            "choices": {name: setting.default for name, setting in game.table_settings.items()},
            "bots": bots,
        }
        text = json.dumps(terms, sort_keys=True, separators=(",", ":"))
        until = (today + timedelta(days=AHEAD)).isoformat()
        while True:
            last = await self.rows.last(game.id)
            day = today if last is None else max(today, date.fromisoformat(last.day) + timedelta(days=1))
            if day.isoformat() > until:
                return
            seed = secrets.token_hex(32)
            previous = fair.DAILY_START if last is None else last.link
            sealed = fair.commitment(seed)
            link = fair.daily_link(previous, game.id, day.isoformat(), text, sealed)
            # If another process was faster, the next round reads what it has sealed.
            await self.rows.seal(
                DailyDraw(game.id, day.isoformat(), text, seed, sealed, previous, link, self.now(), None)
            )

    async def draw(self, game: str, day: str) -> DailyDraw:
        """The draw of a day that has begun; refused if there is none."""
        await self.seal()
        found = await self.rows.draw(self.game(game).id, day)
        if found is None or day > self.today():
            raise refusal("no_such_draw")
        return found

    async def sealed_list(self, game: str, limit: int) -> list[tuple[DailyDraw, bool]]:
        """The last draws of a game including those ahead, oldest first, and whether the seed of each is public."""
        await self.seal()
        found = await self.rows.draws(self.game(game).id, limit=limit)
        return [(draw, self.is_closed(draw.day)) for draw in found]

    # -- Playing -------------------------------------------------------------------------------------------------------

    async def play(self, guest: str, game: str, day: str) -> str:
        """The table of a guest's try at a draw: today's is begun if there is none, one of yesterday can be resumed
        until it is closed. After that it is a new table that counts nowhere."""
        draw = await self.draw(game, day)
        if self.is_closed(day):
            return await self._play_archived(guest, draw)
        mine = await self.rows.try_of(game, day, guest)
        if mine is not None:
            return mine.table
        if day != self.today():
            raise refusal("daily_over")
        from .lobby import new_id

        ranked = bool(self.lobby.settings.rankings) and await self.rows.handle(guest) is not None
        table = new_id()
        facts = self._facts(draw, table, guest, "ranked" if ranked else "unranked")
        if not await self.rows.begin(Try(game, day, guest, table, ranked, None, None), facts, self.now()):
            mine = await self.rows.try_of(game, day, guest)  # begun in another window or process
            assert mine is not None, "it is why this one was not stored"
            return mine.table
        return table

    async def _play_archived(self, guest: str, draw: DailyDraw) -> str:
        from .lobby import new_id

        table = new_id()
        await self.lobby.store.create_table(table, self._facts(draw, table, guest, "archive"))
        return table

    def _facts(self, draw: DailyDraw, table: str, guest: str | None, kind: str, level: str | None = None) -> Facts:
        """The facts of a table with this draw: a guest's, or with a bot of this level in the first seat."""
        terms = json.loads(draw.terms)
        first = {"for": guest} if guest is not None else {"bot": level}
        facts = {
            "game": draw.game,
            "rules": terms["rules"],
            "seats": 1 + len(terms["bots"]),
            "options": terms["options"],
            "choices": terms["choices"],
            "places": [first, *({"bot": bot} for bot in terms["bots"])],
            "names": {},
            "host": guest,
            "listed": False,
            "clock": None,
            "start": "full",
            "draw": False,
            "hints": False,
            "seed": draw.seed,
            "commitment": draw.commitment,
            "daily": {"day": draw.day, "kind": kind},
            "code": None,
        }
        return {**facts, **Table(table, facts).listing()}

    def check_open(self, table: Table) -> None:
        """Refuse to act at a table whose day is closed."""
        if table.daily is not None and self.is_closed(table.daily["day"]):
            raise refusal("daily_over")

    def current(self, facts: Facts) -> Facts:
        """The facts of a table; once its day is closed they say so, and its seed is public."""
        mark = facts.get("daily")
        if mark is None or mark.get("over") or not self.is_closed(mark["day"]):
            return facts
        return {**facts, "daily": {**mark, "over": True}}

    async def check_may_look(self, facts: Facts, guest: str | None) -> None:
        """Refuse to show a daily table to anyone but its player while its day runs, unless they have played ranked."""
        mark = facts.get("daily")
        if mark is None or self.is_closed(mark["day"]) or (guest is not None and facts["host"] == guest):
            return
        mine = None if guest is None else await self.rows.try_of(facts["game"], mark["day"], guest)
        if not _sees_boards(mine):
            raise refusal("daily_closed")

    async def finished(self, table: Table) -> None:
        """Store the score of a try whose game is complete. If that fails, `_close_days` does it later."""
        if table.daily is None or table.daily["kind"] == "bot" or table.ending != "complete":
            return
        try:
            await self.rows.finish(table.id, table.position.scores[0])
        except Exception as error:
            incident("daily", error)
        self._look_again = 0.0

    # -- Results -------------------------------------------------------------------------------------------------------

    async def overview(self, guest: str | None) -> dict[str, Any]:
        """Today's draws for a guest: a `schemas.DailyOverview`, without games if this server has none."""
        await self.seal()
        today = self.today()
        yesterday = (date.fromisoformat(today) - timedelta(days=1)).isoformat()
        counts = await self.rows.counts(today)
        mine = [] if guest is None else await self.rows.tries_of(guest, since=yesterday)
        draws = [draw for game in self.games() if (draw := await self.rows.draw(game.id, today)) is not None]
        late = [one for one in mine if one.day == yesterday and one.score is None and not self.is_closed(yesterday)]
        return {
            "today": today,
            "now": self.now().isoformat(),
            "ends": self.ends(today).isoformat(),
            "grace": int(GRACE.total_seconds()),
            "rankings": self.takes_handles,
            "handle": None if guest is None else await self.rows.handle(guest),
            "games": [
                {
                    **_sealed(draw),
                    "played": counts.get(draw.game, 0),
                    "mine": next((_mine(one) for one in mine if (one.game, one.day) == (draw.game, today)), None),
                }
                for draw in draws
            ],
            "late": [{"game": one.game, "day": one.day, "table": one.table} for one in late],
        }

    async def archive(self, guest: str | None, month: str) -> list[dict[str, Any]]:
        """The draws of a month whose day is closed, and the guest's tries at them: each a `schemas.EarlierDraw`."""
        mine = [] if guest is None else await self.rows.tries_of(guest, since=f"{month}-01")
        by_draw = {(one.game, one.day): one for one in mine}
        found: list[dict[str, Any]] = []
        for game in self.games():
            draws = await self.rows.draws(game.id, since=f"{month}-01", until=f"{month}-31")
            closed = [draw.day for draw in draws if self.is_closed(draw.day)]
            ranked = [day for day in closed if (game.id, day) in by_draw and by_draw[game.id, day].ranked]
            scores = await self.rows.scores(game.id, ranked) if ranked else {}
            for day in closed:
                one = by_draw.get((game.id, day))
                others = scores.get(day, [])
                placed = one is not None and one.score is not None and one.ranked
                found.append(
                    {
                        "game": game.id,
                        "day": day,
                        "mine": None if one is None else _mine(one),
                        "place": _place(one.score, others) if placed and one is not None else None,
                        "of": len(others) if placed else None,
                    }
                )
        return found

    async def results(self, guest: str | None, game: str, day: str) -> dict[str, Any]:
        """The results of a draw: a `schemas.DailyResults`. Refused to those who have not played it while its day
        runs."""
        draw = await self.draw(game, day)
        mine = None if guest is None else await self.rows.try_of(game, day, guest)
        closed = self.is_closed(day)
        if not closed and (mine is None or mine.score is None):
            raise refusal("not_played")
        open_boards = closed or _sees_boards(mine)
        finished = await self.rows.finished(game, day)
        ranked = [one for one in finished if one.ranked]
        scores = [one.score for one in ranked if one.score is not None]
        reviewed = sorted((one for one in ranked if one.review), key=lambda one: float((one.review or {})["loss"]))
        losses = [float((one.review or {})["loss"]) for one in reviewed]
        boards = (draw.boards or {}) if open_boards else {}
        my_score = None if mine is None else mine.score
        my_review = None if mine is None else mine.review
        placed = mine is not None and mine.ranked and my_score is not None

        def row(one: Try) -> dict[str, Any]:
            return {"name": one.handle, "you": one.guest == guest, "table": one.table if open_boards else None}

        return {
            **_sealed(draw),
            "seed": draw.seed if closed else None,
            "closed": closed,
            "closes": (self.ends(day) + GRACE).isoformat(),
            "boards_open": open_boards,
            "played": len(finished),
            "mine": None if mine is None else {**_mine(mine), "review": my_review or None},
            "place": _place(my_score, scores) if placed else None,
            "better_than": _better_than(my_score, scores) if placed else None,
            "loss_place": _place(-my_review["loss"], [-loss for loss in losses]) if placed and my_review else None,
            "ranking": [{**row(one), "place": _place(one.score, scores), "value": one.score} for one in ranked[:SHOWN]],
            "without_luck": [
                {**row(one), "place": _place(-loss, [-other for other in losses]), "value": loss}
                for one, loss in zip(reviewed[:SHOWN], losses, strict=False)
            ],
            "unit": next(((one.review or {})["unit"] for one in reviewed), None),
            "scores": scores,
            "bots": boards.get("bots") if open_boards else None,
            "ceiling": boards.get("ceiling"),
            "ceiling_percentile": boards.get("ceiling_percentile"),
        }

    # -- Handles -------------------------------------------------------------------------------------------------------

    @property
    def takes_handles(self) -> bool:
        """Whether guests can take a handle."""
        return self.on and bool(self.lobby.settings.rankings)

    async def take_handle(self, guest: str, handle: str) -> None:
        """Give a guest a handle; refused if another guest or a bot has one that looks like it."""
        if not self.on:
            raise refusal("daily_off")
        if not self.lobby.settings.rankings:
            raise refusal("rankings_off")
        like = skeleton(handle)
        bots = {skeleton(name) for game in games().values() for name in game.characters.values()}
        if not like or like in bots or not await self.rows.take_handle(guest, handle, like):
            raise refusal("handle_taken")

    # -- Background ----------------------------------------------------------------------------------------------------

    async def keep_days(self) -> None:
        """Seal draws ahead and close the tables of days that are over. Called every second; usually it only looks at
        the clock."""
        if not self.on:
            return
        await self.seal()
        closed_to = self._last_closed_day()
        if closed_to != self._closed_to:
            await self._close_days(closed_to)
            self._closed_to = closed_to
            self._look_again = 0.0

    async def compute(self) -> None:
        """Let the bots play the draws of today and of the days before that can still be missing, and review finished
        tries, one job after the other. Called every second."""
        if not self.on or time.monotonic() < self._look_again:
            return
        self._look_again = time.monotonic() + POLL
        since = self._last_closed_day()
        for day in sorted({since, (self.now().date() - timedelta(days=1)).isoformat(), self.today()}):
            for game in self.games():
                await self._play_bots(game, day)
        while await self._review_one(since):
            pass
        self.pool.kill()  # there is usually nothing to do for hours

    def _last_closed_day(self) -> str:
        return ((self.now() - GRACE).date() - timedelta(days=1)).isoformat()

    async def _close_days(self, until: str) -> None:
        """Store scores that a process could not store before it died, and close tables of days that are over."""
        for one in await self.rows.unfinished(limit=10_000):
            try:
                task = await self.lobby.open(one.table)  # stores the score of a game that is complete
            except Refusal as error:  # its rules are not installed
                incident("daily", error)
                continue
            if one.day <= until and task.table.phase != "over":
                task.put(Abandon())

    async def _play_bots(self, game: Game, day: str) -> None:
        """Let each level play the draw of a day, and store its game as a table, unless another process has."""
        draw = await self.rows.draw(game.id, day)
        now = self.now()
        if draw is None or draw.boards is not None or not game.characters:
            return
        if not await self.rows.claim_boards(game.id, day, now, now - CLAIM_AGAIN):
            return
        terms = json.loads(draw.terms)
        boards: dict[str, Any] = {"bots": []}
        for level in game.levels:
            if level in withheld(game):
                continue
            name = f"daily\n{draw.seed}\n{level}"  # another process that takes over finds the games that were stored
            table = hashlib.sha256(name.encode()).hexdigest()[:32]
            bots = [level, *terms["bots"]]
            try:
                played = await self.pool.run(
                    daily_jobs.play_bot,
                    game.id,
                    terms["rules"],
                    terms["options"],
                    terms["choices"],
                    bots,
                    draw.seed,
                    self.lobby.settings.bot_ms,
                )
            except TimeoutError as error:  # too slow on this computer: the level is left out
                incident(f"{level} at the daily draw", error)
                continue
            score = await self._store_bot_table(draw, table, level, played["entries"])
            boards["bots"].append({"bot": level, "score": score, "table": table})
            boards |= {name: played[name] for name in ("ceiling", "ceiling_percentile") if name in played}
        await self.rows.set_boards(game.id, day, boards)

    async def _store_bot_table(
        self, draw: DailyDraw, table: str, level: str, entries: Sequence[Mapping[str, Any]]
    ) -> int:
        """Store a bot's game unless another process has; the score of the one that is stored."""
        facts = self._facts(draw, table, None, "bot", level)
        store = self.lobby.store
        before = await store.facts(table)
        listing = fold(table, facts, entries).listing()
        if before is None:
            await store.create_table(table, {**facts, **listing})
        if before is None or before["last_seq"] == 0:
            await store.append(table, 1, entries)
            return int(listing["scores"][0])
        return int(before["scores"][0])

    async def _review_one(self, since: str) -> bool:
        """Review one finished try that nobody has reviewed; whether there was one."""
        now = self.now()
        one = await self.rows.claim_review(now, now - CLAIM_AGAIN, since=since)
        if one is None:
            return False
        try:
            record = await self.lobby.finished_record(one.table, None, checked=True)
            review = await self.pool.run(daily_jobs.review, record)
        except (Refusal, TimeoutError) as error:  # deleted, or too slow on this computer: it stays out of this ranking
            incident("review of a daily try", error)
            review = {}
        await self.rows.set_review(one.table, review)
        return True

    def close(self) -> None:
        """Stop the worker process in the middle of its work; another process, or the next start, takes it over."""
        self.pool.kill()


SHOWN = 1000
"""The number of places that the results list."""


def _sees_boards(mine: Try | None) -> bool:
    """Whether boards, bots and the ceiling are open to the player of a try while the day runs. An unranked guest could
    try again as another one."""
    return mine is not None and mine.ranked and mine.score is not None


def _sealed(draw: DailyDraw) -> dict[str, Any]:
    terms = json.loads(draw.terms)
    return {
        "game": draw.game,
        "day": draw.day,
        "options": terms["options"],
        "opponents": terms["bots"],
        "commitment": draw.commitment,
        "link": draw.link,
        "sealed": draw.sealed.isoformat(),
    }


def _mine(one: Try) -> dict[str, Any]:
    return {"table": one.table, "ranked": one.ranked, "score": one.score}


def _place(value: float | None, all_values: Sequence[float]) -> int:
    """The place of a value among all, 1 for the highest; equal values share one."""
    assert value is not None, "finished"
    return 1 + sum(other > value for other in all_values)


def _better_than(score: int | None, scores: Sequence[int]) -> float | None:
    """The percentage of the other players with a lower score; None if there is no other."""
    assert score is not None, "finished"
    return 100 * sum(other < score for other in scores) / (len(scores) - 1) if len(scores) > 1 else None
