"""The fold and the decisions, without a server."""

import json
import random

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.fairness import commitment
from ludotheque.server import messages as m
from ludotheque.server.tables.commands import Draft, decide
from ludotheque.server.tables.table import OPENINGS, fold
from ludotheque.server.tables.updates import Telling

SEED = "5e" * 32


def facts(game="take_it_easy", places=({}, {}), **more):
    return {
        "game": game,
        "rules": 1,
        "seats": len(places),
        "options": {},
        "choices": {},
        "places": list(places),
        "names": {},
        "host": "ann",
        "clock": None,
        "seed": SEED,
        "commitment": commitment(SEED),
        **more,
    }


class Desk:
    """A table without a server: requests in, entries out."""

    def __init__(self, **more):
        self.facts = facts(**more)
        self.entries = []
        self.table = fold("t", self.facts, [])

    def ask(self, guest, kind, spent=None, levels=None, **fields):
        request = m.CLIENT.validate_python({"type": kind, "table": "t", **fields})
        draft = Draft(self.table)
        decide(draft, guest, request, spent or {}, levels)
        self.keep(draft)

    def keep(self, draft):
        table = draft.table
        while table.phase == "running" and table.position.to_act == ("chance",):
            draft.add_event(table.chance.draw(table.position, table.picks, {}))
        self.table = table
        self.entries += draft.entries
        again = fold("t", self.facts, self.entries)
        assert again.n == self.table.n
        assert again.position.view(0) == self.table.position.view(0)
        assert again.changed == self.table.changed
        assert (again.veils, again.opened) == (self.table.veils, self.table.opened)

    def act(self, guest, pick=0, seat=None, seq=None, word=""):
        seat = self.table.seats_of(guest)[0] if seat is None else seat
        action = [action for action in self.table.position.legal_texts(seat) if action.startswith(word)][pick]
        self.ask(guest, "act", seq=self.table.n if seq is None else seq, action=action, seat=seat)
        return action


def refused(code):
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


@pytest.fixture
def desk():
    """Take It Easy with two people, begun."""
    desk = Desk()
    desk.ask("ann", "join", nonce="a" * 32)
    desk.ask("bob", "join")
    return desk


def test_a_table_begins_when_it_is_full(desk):
    assert desk.table.phase == "running"
    assert [entry.get("entry") for entry in desk.entries] == ["join", "join", "start", None]
    assert desk.entries[2]["nonces"] == ["a" * 32, ""]
    assert desk.table.to_act() == (0, 1)


def test_a_table_can_wait_for_its_host():
    desk = Desk(start="host")
    desk.ask("ann", "join")
    desk.ask("bob", "join")
    phases = [desk.table.phase]
    with refused("not_host"):
        desk.ask("bob", "start")
    desk.ask("ann", "start")
    assert [*phases, desk.table.phase] == ["waiting", "running"]


def test_the_host_starts_with_bots_in_the_empty_seats():
    desk = Desk(places=({}, {}, {}))
    desk.ask("ann", "join")
    desk.ask("ann", "start", bot="random")
    assert [seat.who for seat in desk.table.seats] == ["guest", "bot", "bot"]
    with refused("running"):
        desk.ask("ann", "swap", seats=[0, 1])


def test_seats_can_be_swapped_drawn_placed_and_emptied():
    desk = Desk(places=({}, {}, {}), start="host")
    desk.ask("ann", "join")
    desk.ask("bob", "join")
    desk.ask("ann", "swap", seats=[0, 2])
    assert [seat.guest for seat in desk.table.seats] == [None, "bob", "ann"]
    desk.ask("ann", "remove", seat=1)
    with refused("removed"):
        desk.ask("bob", "join")
    with refused("no_such_bot"):
        desk.ask("ann", "place", seat=0, bot="oracle")
    desk.ask("ann", "place", seat=0, bot="random")
    desk.ask("cid", "join")
    assert [seat.guest for seat in desk.table.seats] == [None, "cid", "ann"]
    desk.ask("ann", "draw", on=True)
    desk.ask("ann", "start")
    order = desk.table.order
    assert order is not None
    assert sorted(order) == [0, 1, 2]
    before = [None, "cid", "ann"]
    assert [seat.guest for seat in desk.table.seats] == [before[place] for place in order]
    assert desk.table.fair()["seats"] == order


def test_simultaneous_seats_never_refuse_each_other(desk):
    seen = desk.table.n
    desk.act("ann", seq=seen)
    desk.act("bob", seq=seen)  # Bob had not seen Ann's placement, which changed nothing for him


def test_an_action_is_stale_once_the_own_legal_actions_have_changed(desk):
    seen = desk.table.n
    desk.act("ann", seq=seen)
    with refused("stale"):
        desk.ask("ann", "act", seq=seen, action="place 1-2-3 a1", seat=0)
    with refused("ahead"):
        desk.ask("bob", "act", seq=seen + 100, action="place 1-2-3 a1", seat=1)


def told_since(desk, after, seats):
    """The entries after a number as they are told to who has these seats."""
    telling = Telling(desk.table, dict(enumerate(desk.entries, 1)), {}, frozenset())
    return [json.loads(line) for line in telling.lines(seats, after)]


@pytest.mark.rule("T-12")
def test_sealed_events_are_told_in_full_when_all_have_confirmed(desk):
    action = desk.act("ann")
    n = desk.table.n
    assert told_since(desk, n - 1, (1,)) == [{"n": n, "by": 0, "do": None}]
    assert told_since(desk, n - 1, ()) == [{"n": n, "by": 0, "do": None}]
    parts = desk.table.position.parts(0, action)
    assert told_since(desk, n - 1, (0,)) == [{"n": n, "by": 0, "do": action, "parts": parts}]
    desk.act("bob")
    told = told_since(desk, n, (1,))
    assert told[0] == {"n": n, "by": 0, "do": action, "parts": parts}
    assert [entry["n"] for entry in told] == [n, n + 1, n + 2]
    # Ann knew her own placement all the time.
    assert [entry["n"] for entry in told_since(desk, n, (0,))] == [n + 1, n + 2]
    # Who saw nothing before gets each event once.
    assert [entry["n"] for entry in told_since(desk, 0, (1,))] == list(range(1, desk.table.n + 1))


def test_what_has_become_public_long_ago_is_told_from_the_start():
    """A long game remembers only the last times that something became public."""
    desk = Desk(options={"rounds": 2})
    desk.ask("ann", "join")
    desk.ask("bob", "join")
    seen = []
    for _ in range(20):
        desk.act("ann")
        seen.append(desk.table.n)  # Bob has seen that she has laid, not where
        desk.act("bob")
    assert len(desk.table.opened) == OPENINGS
    for after in seen[-OPENINGS:]:
        assert desk.table.since(after) == desk.table.first_told(after) == after
        assert [entry["n"] for entry in told_since(desk, after, (1,))] == list(range(after, desk.table.n + 1))
    assert {desk.table.since(after) for after in seen[:-OPENINGS]} == {0}
    reader = Telling(desk.table, {}, {}, frozenset()).reader("bob", (1,), seen[0], "view", anew=True)
    assert reader.after == 0


@pytest.mark.rule("M-70")
def test_tiles_that_come_into_a_hand_are_told_to_its_owner_until_the_end():
    desk = Desk(game="micropul")
    desk.ask("ann", "join")
    desk.ask("bob", "join")
    told = [entry["do"] for entry in told_since(desk, 3, (0,))]
    assert told == [entry["do"] if number < 6 else None for number, entry in enumerate(desk.entries[3:])]
    assert all("picks" not in entry for entry in told_since(desk, 9, (0,)))
    assert all(entry["do"] is None for entry in told_since(desk, 3, ()))
    n = desk.table.n
    desk.ask("bob", "resign")
    assert desk.table.ending == "resigned"
    assert [entry["n"] for entry in told_since(desk, n, (0,))] == [*range(10, 16), n + 1]
    assert all(entry.get("do") for entry in told_since(desk, 3, ()) if "entry" not in entry)
    assert desk.table.fair()["seed"] == SEED


def test_the_seed_stays_secret_while_the_table_runs(desk):
    assert "seed" not in desk.table.fair()
    desk.ask("ann", "close")
    assert desk.table.fair()["seed"] == SEED


def test_nothing_is_taken_back_past_chance():
    desk = Desk(places=({"for": "ann"},))
    desk.ask("ann", "join")
    desk.act("ann")  # chance draws at once
    with refused("no_take_back"):
        desk.ask("ann", "take_back", seq=desk.table.n)


def test_at_one_device_a_sealed_placement_is_taken_back():
    desk = Desk(places=({"for": "ann"}, {"for": "ann"}))
    desk.ask("ann", "join")
    with refused("which_seat"):
        desk.ask("ann", "act", seq=desk.table.n, action="place 1-2-3 a1")
    view = desk.table.position.view(0)
    desk.act("ann", seat=0)
    assert desk.table.position.view(0) != view
    desk.ask("ann", "take_back", seq=desk.table.n)
    assert desk.table.position.view(0) == view
    with refused("no_take_back"):
        desk.ask("ann", "take_back", seq=desk.table.n)
    desk.act("ann", seat=0)
    desk.act("ann", seat=1)
    with refused("no_take_back"):
        desk.ask("ann", "take_back", seq=desk.table.n)


def test_hints_are_counted_once_a_move_and_told():
    desk = Desk(places=({"for": "ann"}, {"bot": "club"}))
    desk.ask("ann", "join")
    assert desk.table.may_hint((0,))
    for _ in range(2):
        desk.ask("ann", "hint")  # the second one is for the same move
    desk.act("ann")
    with refused("not_to_act"):
        desk.ask("ann", "hint")
    assert desk.table.listing()["hints_used"] == [1, 0]
    told = Telling(desk.table, {}, {}, frozenset()).seat_states((0,))
    assert [seat.get("hints") for seat in told] == [1, None]


@pytest.mark.parametrize("places", [({"for": "ann"}, {}), ({"for": "ann"}, {"for": "ann"})], ids=["guests", "here"])
@pytest.mark.parametrize("agreed", [True, False])
def test_people_have_hints_only_if_they_agreed(places, agreed):
    desk = Desk(places=places, hints=agreed)
    desk.ask("ann", "join")
    if not desk.table.seats[1].guest:
        desk.ask("bob", "join")
    assert desk.table.may_hint((0,)) == agreed
    assert not desk.table.may_hint(())
    if agreed:
        desk.ask("ann", "hint", seat=0)
        return
    with refused("no_hints"):
        desk.ask("ann", "hint", seat=0)


@pytest.mark.rule("M-70")
def test_a_laid_tile_that_another_person_has_seen_is_not_taken_back():
    desk = Desk(game="micropul", places=({"for": "ann"}, {"for": "ann"}))
    desk.ask("ann", "join")
    desk.act("ann", seat=0, word="lay")
    with refused("no_take_back"):
        desk.ask("ann", "take_back", seq=desk.table.n)


def test_alone_a_laid_tile_is_taken_back():
    desk = Desk(game="micropul", places=({"for": "ann"},))
    desk.ask("ann", "join")
    view = desk.table.position.view(0)
    desk.act("ann", seat=0, word="lay")
    desk.ask("ann", "take_back", seq=desk.table.n)
    assert desk.table.position.view(0) == view


def test_nobody_takes_back_against_another_person(desk):
    desk.act("ann")
    with refused("no_take_back"):
        desk.ask("ann", "take_back", seq=desk.table.n)


def test_with_three_seats_the_others_play_on_when_one_resigns():
    desk = Desk(places=({}, {}, {}))
    for guest in ("ann", "bob", "cid"):
        desk.ask(guest, "join")
    desk.ask("bob", "resign")
    assert desk.table.phase == "running"
    assert desk.table.seats[1].by_bot
    with refused("bot_seat"):
        desk.act("bob")
    desk.ask("ann", "resign")
    assert desk.table.ending == "resigned"


def test_who_leaves_is_played_by_a_bot_until_they_return(desk):
    desk.ask("bob", "leave")
    assert desk.table.seats[1].by_bot
    desk.act("bob")
    assert not desk.table.seats[1].by_bot


def test_bots_who_come_in_are_of_the_level_of_whom_they_stand_in_for():
    desk, stood_in = Desk(places=({}, {}, {}, {}, {}, {"bot": "club"})), []
    for guest in ("ann", "bob", "cid"):
        desk.ask(guest, "join")
    desk.ask("ann", "start", levels={"ann": "expert"})
    assert desk.table.bots == [None, None, None, "expert", "expert-cautious", "club"]
    for request, level in (("leave", "club"), ("return", None), ("resign", "novice")):
        desk.ask("bob", request, levels={"bob": level})
        stood_in.append(desk.table.seats[1].bot)
    assert stood_in == ["club-cautious", None, "novice"], "another character of that level than the one that sits here"
    desk.ask("ann", "remove", seat=2, levels={"cid": "master"})
    assert (desk.table.seats[2].who, desk.table.seats[2].bot) == ("bot", "master")
    assert len(set(desk.table.bot_names) - {None}) == 4


def test_logs_from_before_there_were_characters_go_on():
    """They name old bots, and do not say which bot stood in."""
    entries: list[dict[str, object]] = [
        {"entry": "join", "seat": 0, "guest": "ann", "nonce": ""},
        {"entry": "join", "seat": 1, "guest": "bob", "nonce": ""},
        {"entry": "start", "nonces": ["", "", ""]},
        {"entry": "away", "seat": 0, "why": "left"},
        {"entry": "leave", "seat": 1, "why": "removed"},
    ]
    table = fold("t", facts(places=({}, {}, {"bot": "greedy"})), entries)
    assert [seat.by_bot for seat in table.seats] == [True, True, True]
    assert [seat.bot for seat in table.seats] == [None, "amateur", "greedy"]
    assert all(table.bot_names[1:])


def test_the_bank_pays_for_what_a_move_took_too_long():
    desk = Desk(clock={"bank": 10, "move": 1, "grace": 0})
    desk.ask("ann", "join")
    desk.ask("bob", "join")
    action = desk.table.position.legal_texts(0)[0]
    desk.ask("ann", "act", seq=desk.table.n, action=action, spent={0: 4000})
    assert [seat.bank for seat in desk.table.seats] == [6000, 10_000]


def test_a_draft_that_is_thrown_away_leaves_no_trace(desk):
    before = (desk.table.n, desk.table.position.view(0), list(desk.table.changed), dict(desk.table.veils))
    draft = Draft(desk.table)
    action = desk.table.position.legal_texts(0)[0]
    request = m.CLIENT.validate_python({"type": "act", "table": "t", "seq": desk.table.n, "action": action})
    decide(draft, "ann", request, {})
    assert draft.table.n == before[0] + 1
    assert (desk.table.n, desk.table.position.view(0), list(desk.table.changed), dict(desk.table.veils)) == before


def test_spectators_and_strangers_cannot_act(desk):
    with refused("not_seated"):
        desk.ask("eve", "act", seq=desk.table.n, action="place 1-2-3 a1")
    with refused("not_seated"):
        desk.ask("ann", "act", seq=desk.table.n, action="place 1-2-3 a1", seat=1)
    with refused("not_seated"):
        desk.ask("eve", "phrase", phrase="hello")
    with refused("not_host"):
        desk.ask("bob", "close")


def test_whole_games_fold(desk):
    rng = random.Random(3)
    while desk.table.phase == "running" and desk.table.n < 150:
        seat = rng.choice(desk.table.to_act())
        desk.act(["ann", "bob"][seat], rng.randrange(len(desk.table.position.legal_texts(seat))))
    assert desk.table.n >= 150
