"""The day's draws: today's, results, the archive, the published list, and handles."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request

from .dependencies import CurrentGuest, OptionalGuest, asker_of, lobby_of
from .schemas import DailyOverview, DailyResults, EarlierDraw, Found, Handle, ListedDraw, MyHandle

router = APIRouter()

GameId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Day = Annotated[str, Path(pattern=r"^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$")]
Month = Annotated[str, Query(pattern=r"^20\d\d-(0[1-9]|1[0-2])$")]


@router.get("/api/daily", response_model=DailyOverview)
async def daily_overview(guest: OptionalGuest, request: Request) -> Any:
    """Today's draws, without anything that would help to play them."""
    return await lobby_of(request).daily.overview(None if guest is None else guest.id)


@router.get("/api/daily/archive", response_model=list[EarlierDraw])
async def daily_archive(month: Month, guest: OptionalGuest, request: Request) -> Any:
    """The draws of a month whose day is over."""
    return await lobby_of(request).daily.archive(None if guest is None else guest.id, month)


@router.get("/api/daily/{game}/draws", response_model=list[ListedDraw])
async def daily_draws(game: GameId, request: Request, limit: Annotated[int, Query(ge=1, le=4000)] = 400) -> Any:
    """The last entries of the published list of a game's draws, oldest first, with those sealed for the next days."""
    found = await lobby_of(request).daily.sealed_list(game, limit)
    names = ("game", "day", "terms", "commitment", "previous", "link")
    return [
        {
            **{name: getattr(draw, name) for name in names},
            "sealed": draw.sealed.isoformat(),
            "seed": draw.seed if public else None,
        }
        for draw, public in found
    ]


@router.get("/api/daily/{game}/{day}", response_model=DailyResults)
async def daily_results(game: GameId, day: Day, guest: OptionalGuest, request: Request) -> Any:
    """The results of a draw; while its day runs, for those who have played it."""
    return await lobby_of(request).daily.results(None if guest is None else guest.id, game, day)


@router.post("/api/daily/{game}/{day}", response_model=Found, status_code=201)
async def play_daily(game: GameId, day: Day, guest: CurrentGuest, request: Request) -> Any:
    """The table of my one try at a draw, begun if it is today's; for a day that is over, a new table that counts
    nowhere."""
    lobby = lobby_of(request)
    lobby.limits.hit("tables_per_minute", asker_of(request, guest))
    return {"table": await lobby.daily.play(guest.id, game, day)}


@router.get("/api/me/handle", response_model=MyHandle)
async def my_handle(guest: CurrentGuest, request: Request) -> Any:
    """My handle."""
    lobby = lobby_of(request)
    return {"handle": await lobby.store.daily.handle(guest.id), "offered": lobby.daily.takes_handles}


@router.post("/api/me/handle", response_model=Handle)
async def take_handle(body: Handle, guest: CurrentGuest, request: Request) -> Any:
    """Take a handle, in place of an earlier one, to be ranked from now on."""
    lobby = lobby_of(request)
    lobby.limits.hit("codes_per_minute", asker_of(request, guest))
    await lobby.daily.take_handle(guest.id, body.handle)
    return body


@router.delete("/api/me/handle", status_code=204)
async def drop_handle(guest: CurrentGuest, request: Request) -> None:
    """Give my handle up. My ranked tries stay, without a name."""
    await lobby_of(request).store.daily.drop_handle(guest.id)
