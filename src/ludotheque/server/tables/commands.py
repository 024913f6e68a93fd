"""What may be asked of a table, and which entries it makes of it. Pure: `decide` refuses, or adds to a draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from ...engine.errors import Refusal
from ...engine.position import Event
from ...fairness import Chance, check_nonce
from ...search.opponents import opponents
from .. import messages as m
from ..messages import refusal
from .table import Table


class Draft:
    """Entries to be written after a table's last one, and the table as it would then be."""

    def __init__(self, table: Table) -> None:
        self.table = table.fork()
        self.entries: list[dict[str, Any]] = []

    def add(self, **data: Any) -> None:
        """Add a table entry."""
        self.table.apply(data)
        self.entries.append(data)

    def add_event(self, event: Event, **act: Any) -> None:
        """Add a game event, with what is kept about how it came."""
        self.table.play(event, act)
        self.entries.append({"by": event.by, "do": event.do, **event.more, **({"act": act} if act else {})})


def decide(
    draft: Draft, guest: str, request: m.Request, spent: Mapping[int, int], levels: Mapping[str, str] | None = None
) -> None:
    """Grant a request of a guest or refuse it. `spent`: what its action costs a seat's bank, in milliseconds. `levels`:
    which bots suit the guests for whom one may have to stand in, or to whom some are to be company.

    Drawing chance is left to the caller. `Why` and `Rematch` are no changes of this table, and not decided here.
    """
    table, levels = draft.table, levels or {}
    if isinstance(request, m.Join):
        _join(draft, guest, request)
    elif isinstance(request, m.Leave):
        _leave(draft, guest, levels)
    elif isinstance(request, m.Return):
        for at in _own(table, guest):
            if table.seats[at].away:
                draft.add(entry="return", seat=at)
    elif isinstance(request, m.Act):
        _act(draft, guest, request, spent)
    elif isinstance(request, m.TakeBack):
        _take_back(draft, guest, request)
    elif isinstance(request, m.Hint):
        _hint(draft, guest, request)
    elif isinstance(request, m.Resign):
        seat = _one_seat(table, guest, request.seat)
        _phase(table, "running")
        if not table.seats[seat].resigned:
            draft.add(entry="resign", seat=seat, bot=stand_in(table, levels.get(guest)))
    elif isinstance(request, m.Phrase):
        own = _own(table, guest)
        if request.phrase not in m.PHRASES:
            raise refusal("no_such_phrase")
        draft.add(entry="phrase", seat=own[0], phrase=request.phrase)
    elif isinstance(request, m.Place | m.Swap | m.Draw | m.Remove | m.Start | m.Close):
        if guest != table.host:
            raise refusal("not_host")
        _host(draft, request, levels)
    elif isinstance(request, m.Why | m.Rematch):
        raise AssertionError("answered elsewhere")
    else:
        assert_never(request)


def stand_in(table: Table, level: str | None) -> str:
    """The bot that plays for somebody of this level (None: of whom nothing is known)."""
    sitting = [seat.bot for seat in table.seats if seat.by_bot]
    return opponents(table.game, level, 1, sitting)[0]


def _phase(table: Table, wanted: str) -> None:
    """Refuse what belongs to another phase."""
    if table.phase != wanted:
        raise refusal(table.phase)


def _own(table: Table, guest: str) -> tuple[int, ...]:
    own = table.seats_of(guest)
    if not own:
        raise refusal("not_seated")
    return own


def _one_seat(table: Table, guest: str, seat: int | None) -> int:
    """The seat that a guest speaks for; with several seats and none named, the only one that is to act."""
    own = _own(table, guest)
    if seat is not None:
        if seat not in own:
            raise refusal("not_seated")
        return seat
    if len(own) > 1:
        own = tuple(at for at in own if at in table.to_act())
        if len(own) != 1:
            raise refusal("which_seat")
    return own[0]


def _free(table: Table, seat: int) -> int:
    if seat >= len(table.seats):
        raise refusal("no_such_seat")
    if table.seats[seat].who == "guest":
        raise refusal("seat_taken")
    return seat


def _join(draft: Draft, guest: str, request: m.Join) -> None:
    table = draft.table
    nonce = check_nonce(request.nonce)
    if table.seats_of(guest):
        if table.phase != "running":
            raise refusal("seated")
        for at in table.seats_of(guest):
            if table.seats[at].away:
                draft.add(entry="return", seat=at)
        return
    _phase(table, "waiting")
    if guest in table.removed:
        raise refusal("removed")
    kept = table.kept_for(guest)
    if kept:  # several of them where people share a device
        for at in kept:
            draft.add(entry="join", seat=at, guest=guest, nonce=nonce)
    else:
        draft.add(entry="join", seat=_open_seat(table, request.seat), guest=guest, nonce=nonce)
    start_if_full(draft)


def _open_seat(table: Table, wanted: int | None) -> int:
    """The seat that somebody can take: the one they want, or the first that is free."""
    free = [at for at, seat in enumerate(table.seats) if seat.who == "open" and seat.reserved is None]
    if wanted is not None and wanted >= len(table.seats):
        raise refusal("no_such_seat")
    if not free:
        raise refusal("table_full")
    if wanted is not None and wanted not in free:
        raise refusal("seat_taken")
    return free[0] if wanted is None else wanted


def start_if_full(draft: Draft) -> None:
    """Begin as soon as every seat has somebody, unless the host wants to say when."""
    table = draft.table
    if table.facts.get("start", "full") == "full" and all(seat.who != "open" for seat in table.seats):
        begin(draft)


def begin(draft: Draft) -> None:
    """Begin the game: the nonces are fixed now, and the seats drawn if the table wants that."""
    table = draft.table
    nonces = [seat.nonce for seat in table.seats]
    if table.draws:
        order, picks = Chance(table.facts["seed"], tuple(nonces)).shuffle(0, len(nonces))
        draft.add(entry="start", nonces=nonces, seats=order, picks=[list(pick) for pick in picks])
    else:
        draft.add(entry="start", nonces=nonces)


def _leave(draft: Draft, guest: str, levels: Mapping[str, str]) -> None:
    table = draft.table
    own = _own(table, guest)
    if table.phase == "over":
        raise refusal("over")
    for at in own:
        if table.phase == "waiting":
            draft.add(entry="leave", seat=at, why="left")
        elif not table.seats[at].away:
            draft.add(entry="away", seat=at, why="left", bot=stand_in(table, levels.get(guest)))


def _act(draft: Draft, guest: str, request: m.Act, spent: Mapping[int, int]) -> None:
    table = draft.table
    seat = _one_seat(table, guest, request.seat)
    _phase(table, "running")
    if request.seq > table.n:
        raise refusal("ahead")
    if table.seats[seat].resigned:
        raise refusal("bot_seat")
    if table.changed[seat] > request.seq:
        raise refusal("stale", n=table.n)
    position = table.position
    if table.seats[seat].away:
        draft.add(entry="return", seat=seat)
    try:
        draft.add_event(Event(seat, request.action), **({"spent": spent[seat]} if spent.get(seat) else {}))
    except (
        Refusal
    ) as refused:  # it is legal exactly if it is so by what the seat knows; why not is told from that alone
        raise position.mask(seat).illegal_reason(request.action) or refused from None


def _take_back(draft: Draft, guest: str, request: m.TakeBack) -> None:
    table = draft.table
    own = _own(table, guest)
    to = table.may_take_back(own)
    if to is None:
        raise refusal("no_take_back")
    if request.seq < to + 1:
        raise refusal("stale", n=table.n)
    draft.add(entry="take_back", to=to, seat=own[0])


def _hint(draft: Draft, guest: str, request: m.Hint) -> None:
    table = draft.table
    seat = _one_seat(table, guest, request.seat)
    _phase(table, "running")
    if not table.may_hint((seat,)):
        raise refusal("no_hints")
    if seat not in table.to_act():
        raise refusal("not_to_act")
    if table.seats[seat].hinted <= table.changed[seat]:
        draft.add(entry="hint", seat=seat)


def _host(
    draft: Draft, request: m.Place | m.Swap | m.Draw | m.Remove | m.Start | m.Close, levels: Mapping[str, str]
) -> None:
    """What only the host may ask for."""
    table = draft.table
    if isinstance(request, m.Close):
        if table.phase == "over":
            raise refusal("over")
        draft.add(entry="close", why="closed")
        return
    if isinstance(request, m.Remove):
        _remove(draft, request.seat, levels)
        return
    _phase(table, "waiting")
    if isinstance(request, m.Place):
        if request.bot is not None:
            check_bot(table, request.bot)
        draft.add(entry="place", seat=_free(table, request.seat), bot=request.bot)
        start_if_full(draft)
    elif isinstance(request, m.Swap):
        if max(request.seats) >= len(table.seats):
            raise refusal("no_such_seat")
        draft.add(entry="swap", seats=list(request.seats))
    elif isinstance(request, m.Draw):
        draft.add(entry="draw", on=request.on)
    elif isinstance(request, m.Start):
        if request.bot is not None:
            check_bot(table, request.bot)
        for at, seat in enumerate(table.seats):
            if seat.who == "open":
                bot = request.bot or opponents(table.game, levels.get(table.host or ""), 1, table.bots)[0]
                draft.add(entry="place", seat=at, bot=bot)
        begin(draft)
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
        bot = {"bot": stand_in(table, levels.get(guest))} if table.phase == "running" else {}
        draft.add(entry="leave", seat=own, why="removed", **bot)


def check_bot(table: Table, bot: str) -> None:
    """Refuse a bot that the game has not got."""
    if not table.game.has_bot(bot):
        raise refusal("no_such_bot")
