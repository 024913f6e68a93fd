"""Commands: which entries a request adds to a table. Pure: `decide` adds them to a draft or raises a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from ...engine.errors import Refusal
from ...engine.game import Game
from ...engine.position import Event
from ...fairness import Chance, check_nonce
from ...search.opponents import offers, opponents
from .. import messages as m
from ..messages import refusal
from .table import Table

UNCOMPILED = "The rules of this game are not compiled on this server: a bot of this level would be too slow."
"""Why a level is withheld (``search.opponents.withheld``)."""


class Draft:
    """Entries to be written after the last one of a table, and the table as it would be then."""

    def __init__(self, table: Table) -> None:
        self.table = table.fork()
        self.entries: list[dict[str, Any]] = []

    def add(self, **data: Any) -> None:
        """Add a table entry."""
        self.table.apply(data)
        self.entries.append(data)

    def add_event(self, event: Event, **act: Any) -> None:
        """Add a game event; `act` is its origin (see `table`)."""
        self.table.play(event, act)
        self.entries.append({"by": event.by, "do": event.do, **event.more, **({"act": act} if act else {})})


def decide(
    draft: Draft, guest: str, request: m.Request, spent: Mapping[int, int], levels: Mapping[str, str] | None = None
) -> None:
    """Add the entries for a guest's request to the draft, or raise a refusal.

    `spent`: milliseconds that the action takes from each seat's bank. `levels`: the level of guests who may need a bot,
    as a stand-in or an opponent. The caller draws chance. `Why` and `Rematch` do not change this table and are not
    accepted.
    """
    table, levels = draft.table, levels or {}
    if table.daily is not None and not isinstance(request, m.Join | m.Return | m.Act | m.TakeBack | m.Hint | m.Phrase):
        raise refusal("daily")
    if isinstance(request, m.Join):
        _join(draft, guest, request)
    elif isinstance(request, m.Leave):
        _leave(draft, guest, levels)
    elif isinstance(request, m.Return):
        for at in _require_seats(table, guest):
            if table.seats[at].away:
                draft.add(entry="return", seat=at)
    elif isinstance(request, m.Act):
        _act(draft, guest, request, spent)
    elif isinstance(request, m.TakeBack):
        _take_back(draft, guest, request)
    elif isinstance(request, m.Hint):
        _hint(draft, guest, request)
    elif isinstance(request, m.Resign):
        seat = _acting_seat(table, guest, request.seat)
        _require_phase(table, "running")
        if not table.seats[seat].resigned:
            draft.add(entry="resign", seat=seat, bot=stand_in_bot(table, levels.get(guest)))
    elif isinstance(request, m.End):
        seat = _acting_seat(table, guest, request.seat)
        _require_phase(table, "running")
        if seat not in table.asked_to_end():
            raise refusal("not_resigned")
        if seat not in table.ending_wanted:
            draft.add(entry="end", seat=seat)
    elif isinstance(request, m.Phrase):
        own = _require_seats(table, guest)
        if request.phrase not in m.PHRASES:
            raise refusal("no_such_phrase")
        draft.add(entry="phrase", seat=own[0], phrase=request.phrase)
    elif isinstance(request, m.Place | m.Swap | m.Draw | m.Remove | m.Start | m.Close):
        if guest != table.host:
            raise refusal("not_host")
        _host(draft, request, levels)
    elif isinstance(request, m.Why | m.Rematch):
        raise AssertionError("handled by TableTask")
    else:
        assert_never(request)


def stand_in_bot(table: Table, level: str | None) -> str:
    """The bot that stands in for a guest of this level (None: unknown level)."""
    sitting = [seat.bot for seat in table.seats if seat.by_bot]
    return opponents(table.game, level, 1, sitting)[0]


def _require_phase(table: Table, wanted: str) -> None:
    """Refuse a request that belongs to another phase."""
    if table.phase != wanted:
        raise refusal(table.phase)


def _require_seats(table: Table, guest: str) -> tuple[int, ...]:
    own = table.seats_of(guest)
    if not own:
        raise refusal("not_seated")
    return own


def _acting_seat(table: Table, guest: str, seat: int | None) -> int:
    """The seat a guest acts for: the named one, else their only one, else the only one of theirs that is to act."""
    own = _require_seats(table, guest)
    if seat is not None:
        if seat not in own:
            raise refusal("not_seated")
        return seat
    if len(own) > 1:
        own = tuple(at for at in own if at in table.to_act())
        if len(own) != 1:
            raise refusal("which_seat")
    return own[0]


def _require_free(table: Table, seat: int) -> int:
    if seat >= len(table.seats):
        raise refusal("no_such_seat")
    if table.seats[seat].who == "guest":
        raise refusal("seat_taken")
    return seat


def _join(draft: Draft, guest: str, request: m.Join) -> None:
    table = draft.table
    nonce = "" if table.facts.get("daily") else check_nonce(request.nonce)  # a nonce would change the day's draw
    if table.seats_of(guest):
        if table.phase != "running":
            raise refusal("seated")
        for at in table.seats_of(guest):
            if table.seats[at].away:
                draft.add(entry="return", seat=at)
        return
    _require_phase(table, "waiting")
    if guest in table.removed:
        raise refusal("removed")
    reserved = table.seats_reserved_for(guest)
    if reserved:  # several seats if people share a device
        for at in reserved:
            draft.add(entry="join", seat=at, guest=guest, nonce=nonce)
    else:
        draft.add(entry="join", seat=_open_seat(table, request.seat), guest=guest, nonce=nonce)
    start_if_full(draft)


def _open_seat(table: Table, wanted: int | None) -> int:
    """The seat for a guest who joins: the one they want, or the first that is free."""
    free = [at for at, seat in enumerate(table.seats) if seat.who == "open" and seat.reserved is None]
    if wanted is not None and wanted >= len(table.seats):
        raise refusal("no_such_seat")
    if not free:
        raise refusal("table_full")
    if wanted is not None and wanted not in free:
        raise refusal("seat_taken")
    return free[0] if wanted is None else wanted


def start_if_full(draft: Draft) -> None:
    """Start the game if every seat is taken, unless the host starts it."""
    table = draft.table
    if table.facts.get("start", "full") == "full" and all(seat.who != "open" for seat in table.seats):
        start_game(draft)


def start_game(draft: Draft) -> None:
    """Start the game: the nonces are fixed now, and the seats are shuffled if the table says so."""
    table = draft.table
    nonces = [seat.nonce for seat in table.seats]
    if table.draw_seats:
        order, picks = Chance(table.facts["seed"], tuple(nonces)).shuffle(0, len(nonces))
        draft.add(entry="start", nonces=nonces, seats=order, picks=[list(pick) for pick in picks])
    else:
        draft.add(entry="start", nonces=nonces)


def _leave(draft: Draft, guest: str, levels: Mapping[str, str]) -> None:
    table = draft.table
    own = _require_seats(table, guest)
    if table.phase == "over":
        raise refusal("over")
    for at in own:
        if table.phase == "waiting":
            draft.add(entry="leave", seat=at, why="left")
        elif not table.seats[at].away:
            draft.add(entry="away", seat=at, why="left", bot=stand_in_bot(table, levels.get(guest)))


def _act(draft: Draft, guest: str, request: m.Act, spent: Mapping[int, int]) -> None:
    table = draft.table
    seat = _acting_seat(table, guest, request.seat)
    _require_phase(table, "running")
    if request.seq > table.n:
        raise refusal("ahead")
    if table.seats[seat].resigned:
        raise refusal("bot_seat")
    if table.legal_changed[seat] > request.seq:
        raise refusal("stale", n=table.n)
    position = table.position
    if table.seats[seat].away:
        draft.add(entry="return", seat=seat)
    try:
        draft.add_event(Event(seat, request.action), **({"spent": spent[seat]} if spent.get(seat) else {}))
    except (
        Refusal
    ) as refused:  # the reason must follow from the masked state alone, or it would leak hidden information
        raise position.mask(seat).illegal_reason(request.action) or refused from None


def _take_back(draft: Draft, guest: str, request: m.TakeBack) -> None:
    table = draft.table
    own = _require_seats(table, guest)
    to = table.take_back_target(own)
    if to is None:
        raise refusal("no_take_back")
    if request.seq < to + 1:
        raise refusal("stale", n=table.n)
    draft.add(entry="take_back", to=to, seat=own[0])


def _hint(draft: Draft, guest: str, request: m.Hint) -> None:
    table = draft.table
    seat = _acting_seat(table, guest, request.seat)
    _require_phase(table, "running")
    if not table.hint_allowed((seat,)):
        raise refusal("no_hints")
    if seat not in table.to_act():
        raise refusal("not_to_act")
    if table.seats[seat].hinted <= table.legal_changed[seat]:
        draft.add(entry="hint", seat=seat)


def _host(
    draft: Draft, request: m.Place | m.Swap | m.Draw | m.Remove | m.Start | m.Close, levels: Mapping[str, str]
) -> None:
    """Requests that only the host may make."""
    table = draft.table
    if isinstance(request, m.Close):
        if table.phase == "over":
            raise refusal("over")
        draft.add(entry="close", why="closed")
        return
    if isinstance(request, m.Remove):
        _remove(draft, request.seat, levels)
        return
    _require_phase(table, "waiting")
    if isinstance(request, m.Place):
        if request.bot is not None:
            check_bot(table.game, request.bot)
        draft.add(entry="place", seat=_require_free(table, request.seat), bot=request.bot)
        start_if_full(draft)
    elif isinstance(request, m.Swap):
        if max(request.seats) >= len(table.seats):
            raise refusal("no_such_seat")
        draft.add(entry="swap", seats=list(request.seats))
    elif isinstance(request, m.Draw):
        draft.add(entry="draw", on=request.on)
    elif isinstance(request, m.Start):
        if request.bot is not None:
            check_bot(table.game, request.bot)
        for at, seat in enumerate(table.seats):
            if seat.who == "open":
                bot = request.bot or opponents(table.game, levels.get(table.host or ""), 1, table.bots)[0]
                draft.add(entry="place", seat=at, bot=bot)
        start_game(draft)
    else:
        assert_never(request)


def _remove(draft: Draft, at: int, levels: Mapping[str, str]) -> None:
    table = draft.table
    if table.phase == "over":
        raise refusal("over")
    guest = table.seats[at].guest if at < len(table.seats) else None
    if guest is None:
        raise refusal("no_such_seat")
    if guest == table.host:
        raise refusal("seat_taken", "The host cannot be removed.")
    for own in table.seats_of(guest):
        bot = {"bot": stand_in_bot(table, levels.get(guest))} if table.phase == "running" else {}
        draft.add(entry="leave", seat=own, why="removed", **bot)


def check_bot(game: Game, bot: str) -> None:
    """Refuse a bot that the game does not have, or that would be too slow here."""
    if not offers(game, bot):
        raise refusal("no_such_bot", UNCOMPILED if game.has_bot(bot) else None)
