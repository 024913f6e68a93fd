"""The fold and the commands, without a server."""

import json
import random

import pytest

from ludotheque.engine.errors import Refusal
from ludotheque.engine.position import Event
from ludotheque.fairness import commitment
from ludotheque.server import messages as m
from ludotheque.server.tables.commands import Draft, decide
from ludotheque.server.tables.table import EFFECTS_KEPT, REVEALS_KEPT, effects_of, fold
from ludotheque.server.tables.updates import NO_ENTRIES, LogPart, UpdateBuilder

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


class OfflineTable:
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
        # Not `search.game_loop`: draws are entries of the draft, as in `TableTask.draw_chance`.
        while table.phase == "running" and table.position.to_act == ("chance",):
            draft.add_event(table.chance.draw(table.position, table.draws_used, {}))
        self.table = table
        self.entries += draft.entries
        again = fold("t", self.facts, self.entries)
        assert again.n == self.table.n
        assert again.position.view(0) == self.table.position.view(0)
        assert again.legal_changed == self.table.legal_changed
        assert (again.hidden_events, again.reveals) == (self.table.hidden_events, self.table.reveals)
        assert again.effects == self.table.effects
        whole = effects_of(self.facts, enumerate(self.entries, 1))
        assert self.table.effects == {n: whole[n] for n in self.table.effects}, "folding again gives the same effects"

    def act(self, guest, pick=0, seat=None, seq=None, word=""):
        seat = self.table.seats_of(guest)[0] if seat is None else seat
        action = [action for action in self.table.position.legal_texts(seat) if action.startswith(word)][pick]
        self.ask(guest, "act", seq=self.table.n if seq is None else seq, action=action, seat=seat)
        return action


def refused(code):
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


@pytest.fixture
def offline():
    """Take It Easy with two people, started."""
    offline = OfflineTable()
    offline.ask("ann", "join", nonce="a" * 32)
    offline.ask("bob", "join")
    return offline


def test_table_starts_when_it_is_full(offline):
    assert offline.table.phase == "running"
    assert [entry.get("entry") for entry in offline.entries] == ["join", "join", "start", None]
    assert offline.entries[2]["nonces"] == ["a" * 32, ""]
    assert offline.table.to_act() == (0, 1)


def test_table_can_wait_for_its_host_to_start_it():
    offline = OfflineTable(start="host")
    offline.ask("ann", "join")
    offline.ask("bob", "join")
    phases = [offline.table.phase]
    with refused("not_host"):
        offline.ask("bob", "start")
    offline.ask("ann", "start")
    assert [*phases, offline.table.phase] == ["waiting", "running"]


def test_the_host_starts_with_bots_in_the_empty_seats():
    offline = OfflineTable(places=({}, {}, {}))
    offline.ask("ann", "join")
    offline.ask("ann", "start", bot="random")
    assert [seat.who for seat in offline.table.seats] == ["guest", "bot", "bot"]
    with refused("running"):
        offline.ask("ann", "swap", seats=[0, 1])


def test_seats_can_be_swapped_drawn_placed_and_emptied():
    offline = OfflineTable(places=({}, {}, {}), start="host")
    offline.ask("ann", "join")
    offline.ask("bob", "join")
    offline.ask("ann", "swap", seats=[0, 2])
    assert [seat.guest for seat in offline.table.seats] == [None, "bob", "ann"]
    offline.ask("ann", "remove", seat=1)
    with refused("removed"):
        offline.ask("bob", "join")
    with refused("no_such_bot"):
        offline.ask("ann", "place", seat=0, bot="oracle")
    offline.ask("ann", "place", seat=0, bot="random")
    offline.ask("cid", "join")
    assert [seat.guest for seat in offline.table.seats] == [None, "cid", "ann"]
    offline.ask("ann", "draw", on=True)
    offline.ask("ann", "start")
    order = offline.table.order
    assert order is not None
    assert sorted(order) == [0, 1, 2]
    before = [None, "cid", "ann"]
    assert [seat.guest for seat in offline.table.seats] == [before[place] for place in order]
    assert offline.table.fair()["seats"] == order


def test_simultaneous_seats_never_refuse_each_other(offline):
    seen = offline.table.n
    offline.act("ann", seq=seen)
    offline.act("bob", seq=seen)  # Bob had not seen Ann's placement, which changed nothing for him


def test_action_is_stale_after_own_legal_actions_have_changed(offline):
    seen = offline.table.n
    offline.act("ann", seq=seen)
    with refused("stale"):
        offline.ask("ann", "act", seq=seen, action="place 1-2-3 a1", seat=0)
    with refused("ahead"):
        offline.ask("bob", "act", seq=seen + 100, action="place 1-2-3 a1", seat=1)


def sent_since(offline, after, seats):
    """The entries that a client with these seats is sent that has seen everything up to `after`."""
    entries = dict(enumerate(offline.entries, 1))
    log = LogPart(entries, effects_of(offline.facts, entries.items()))
    builder = UpdateBuilder(offline.table, log, {}, frozenset())
    return [json.loads(line) for line in builder.entries_json(seats, after)]


def without_effects(entries):
    return [{name: value for name, value in entry.items() if name != "effects"} for entry in entries]


@pytest.mark.rule("T-12")
def test_sealed_events_are_sent_when_all_have_confirmed(offline):
    action = offline.act("ann")
    n = offline.table.n
    assert sent_since(offline, n - 1, (1,)) == [{"n": n, "by": 0, "do": None}]
    assert sent_since(offline, n - 1, ()) == [{"n": n, "by": 0, "do": None}]
    parts = offline.table.position.parts(0, action)
    (own,) = sent_since(offline, n - 1, (0,))
    assert without_effects([own]) == [{"n": n, "by": 0, "do": action, "parts": parts}]
    assert own["effects"][0] == {
        "effect": "placed",
        "seat": 0,
        "round": 1,
        "tile": parts["tile"],
        "cell": parts["cell"],
    }
    offline.act("bob")
    sent = sent_since(offline, n, (1,))
    assert sent[0] == own, "with its effects"
    assert [entry["n"] for entry in sent] == [n, n + 1, n + 2]
    # Ann knew her own placement all the time.
    assert [entry["n"] for entry in sent_since(offline, n, (0,))] == [n + 1, n + 2]
    # A client that has seen nothing gets each event once.
    assert [entry["n"] for entry in sent_since(offline, 0, (1,))] == list(range(1, offline.table.n + 1))


def test_log_is_sent_from_the_start_after_too_many_reveals():
    """A table remembers only the last reveals."""
    offline = OfflineTable(options={"rounds": 2})
    offline.ask("ann", "join")
    offline.ask("bob", "join")
    seen = []
    for _ in range(20):
        offline.act("ann")
        seen.append(offline.table.n)  # Bob has seen that she has placed a tile, not where
        offline.act("bob")
    assert len(offline.table.reveals) == REVEALS_KEPT
    for after in seen[-REVEALS_KEPT:]:
        assert offline.table.resume_from(after) == offline.table.first_to_send(after) == after
        assert [entry["n"] for entry in sent_since(offline, after, (1,))] == list(range(after, offline.table.n + 1))
    assert {offline.table.resume_from(after) for after in seen[:-REVEALS_KEPT]} == {0}
    recipient = UpdateBuilder(offline.table, NO_ENTRIES, {}, frozenset()).recipient(
        "bob", (1,), seen[0], "view", full=True
    )
    assert recipient.after == 0


def test_effects_are_kept_of_what_clients_may_still_need():
    """The last entries, and older ones that were hidden until lately."""
    offline = OfflineTable(places=[{}] * 8, options={"pairs": True})
    guests = [f"guest {seat}" for seat in range(8)]
    for guest in guests:
        offline.ask(guest, "join")
    for _ in range(2):
        for guest in guests:
            for _ in range(2):
                after = offline.table.n
                offline.act(guest)
                needed = offline.table.numbers_to_send(after, ())
                events = [n for n in needed if "by" in offline.entries[n - 1] and not offline.table.is_hidden(n, ())]
                assert offline.table.keeps_effects_since(after)
                assert set(events) <= set(offline.table.effects)
    assert len(offline.table.effects) <= EFFECTS_KEPT + 16, "a reveal shows at most 16 placements"
    assert not offline.table.keeps_effects_since(3)


def test_what_was_taken_back_has_no_effects():
    offline = OfflineTable(places=({}, {"bot": "random"}))
    offline.ask("ann", "join")
    offline.act("ann")
    n = offline.table.n
    assert "effects" in sent_since(offline, n - 1, (0,))[0]
    offline.ask("ann", "take_back", seq=n)
    (taken_back, _) = sent_since(offline, n - 1, (0,))
    assert "effects" not in taken_back
    assert n not in offline.table.effects


@pytest.mark.rule("M-70")
def test_tiles_in_a_hand_are_sent_only_to_its_owner_until_the_end():
    offline = OfflineTable(game="micropul")
    offline.ask("ann", "join")
    offline.ask("bob", "join")
    sent = [entry["do"] for entry in sent_since(offline, 3, (0,))]
    assert sent == [entry["do"] if number < 6 else None for number, entry in enumerate(offline.entries[3:])]
    assert all("picks" not in entry for entry in sent_since(offline, 9, (0,)))
    assert all(entry["do"] is None for entry in sent_since(offline, 3, ()))
    n = offline.table.n
    offline.ask("bob", "resign")
    assert offline.table.ending == "resigned"
    assert [entry["n"] for entry in sent_since(offline, n, (0,))] == [*range(10, 16), n + 1]
    assert all(entry.get("do") for entry in sent_since(offline, 3, ()) if "entry" not in entry)
    assert offline.table.fair()["seed"] == SEED


def test_the_seed_stays_secret_while_the_table_runs(offline):
    assert "seed" not in offline.table.fair()
    offline.ask("ann", "close")
    assert offline.table.fair()["seed"] == SEED


def test_nothing_is_taken_back_past_chance():
    offline = OfflineTable(places=({"for": "ann"},))
    offline.ask("ann", "join")
    offline.act("ann")  # chance draws immediately
    with refused("no_take_back"):
        offline.ask("ann", "take_back", seq=offline.table.n)


def test_sealed_placement_can_be_taken_back_on_a_shared_device():
    offline = OfflineTable(places=({"for": "ann"}, {"for": "ann"}))
    offline.ask("ann", "join")
    with refused("which_seat"):
        offline.ask("ann", "act", seq=offline.table.n, action="place 1-2-3 a1")
    view = offline.table.position.view(0)
    offline.act("ann", seat=0)
    assert offline.table.position.view(0) != view
    offline.ask("ann", "take_back", seq=offline.table.n)
    assert offline.table.position.view(0) == view
    with refused("no_take_back"):
        offline.ask("ann", "take_back", seq=offline.table.n)
    offline.act("ann", seat=0)
    offline.act("ann", seat=1)
    with refused("no_take_back"):
        offline.ask("ann", "take_back", seq=offline.table.n)


def test_hints_are_counted_once_per_move_and_shown():
    offline = OfflineTable(places=({"for": "ann"}, {"bot": "club"}))
    offline.ask("ann", "join")
    assert offline.table.hint_allowed((0,))
    for _ in range(2):
        offline.ask("ann", "hint")  # the second one is for the same move
    offline.act("ann")
    with refused("not_to_act"):
        offline.ask("ann", "hint")
    assert offline.table.listing()["hints_used"] == [1, 0]
    sent = UpdateBuilder(offline.table, NO_ENTRIES, {}, frozenset()).seat_states((0,))
    assert [seat.get("hints") for seat in sent] == [1, None]


@pytest.mark.parametrize("places", [({"for": "ann"}, {}), ({"for": "ann"}, {"for": "ann"})], ids=["guests", "here"])
@pytest.mark.parametrize("agreed", [True, False])
def test_hints_among_people_must_be_allowed_by_the_table(places, agreed):
    offline = OfflineTable(places=places, hints=agreed)
    offline.ask("ann", "join")
    if not offline.table.seats[1].guest:
        offline.ask("bob", "join")
    assert offline.table.hint_allowed((0,)) == agreed
    assert not offline.table.hint_allowed(())
    if agreed:
        offline.ask("ann", "hint", seat=0)
        return
    with refused("no_hints"):
        offline.ask("ann", "hint", seat=0)


@pytest.mark.rule("M-70")
def test_a_laid_tile_that_another_person_has_seen_is_not_taken_back():
    offline = OfflineTable(game="micropul", places=({"for": "ann"}, {"for": "ann"}))
    offline.ask("ann", "join")
    offline.act("ann", seat=0, word="lay")
    with refused("no_take_back"):
        offline.ask("ann", "take_back", seq=offline.table.n)


def test_laid_tile_can_be_taken_back_alone():
    offline = OfflineTable(game="micropul", places=({"for": "ann"},))
    offline.ask("ann", "join")
    view = offline.table.position.view(0)
    offline.act("ann", seat=0, word="lay")
    offline.ask("ann", "take_back", seq=offline.table.n)
    assert offline.table.position.view(0) == view


def test_no_take_back_against_another_person(offline):
    offline.act("ann")
    with refused("no_take_back"):
        offline.ask("ann", "take_back", seq=offline.table.n)


def test_others_play_on_when_one_of_three_resigns():
    offline = OfflineTable(places=({}, {}, {}))
    for guest in ("ann", "bob", "cid"):
        offline.ask(guest, "join")
    offline.ask("bob", "resign")
    assert offline.table.phase == "running"
    assert offline.table.seats[1].by_bot
    with refused("bot_seat"):
        offline.act("bob")
    offline.ask("ann", "resign")
    assert offline.table.ending == "resigned"


def test_the_other_player_wins_when_one_of_two_resigns(offline):
    offline.act("bob")
    assert offline.table.standing() is None, "the game is running"
    offline.ask("ann", "resign")
    assert offline.table.standing() == ([0, 0], [1])
    listing = offline.table.listing()
    assert (listing["ending"], listing["scores"], listing["winners"]) == ("resigned", [0, 0], [1])
    assert listing["teams"] is None, "everybody plays alone"
    update = json.loads("{" + UpdateBuilder(offline.table, NO_ENTRIES, {}, frozenset()).common_json() + "}")
    assert update["standing"] == {"scores": [0, 0], "winners": [1]}


def test_player_who_resigned_does_not_win():
    offline = OfflineTable(places=({}, {}, {}))
    for guest in ("ann", "bob", "cid"):
        offline.ask(guest, "join")
    offline.ask("bob", "resign")
    while offline.table.phase == "running":
        for seat in offline.table.to_act():
            # The bot of the resigned seat makes the most points.
            legal = offline.table.position.mask(seat).legal_with_previews()
            choose = max if seat == 1 else min
            chosen = choose(legal, key=lambda one: one["preview"]["points"])
            draft = Draft(offline.table)
            draft.add_event(Event(seat, chosen["do"]))
            offline.keep(draft)
    result, standing = offline.table.position.result, offline.table.standing()
    assert offline.table.ending == "complete"
    assert result is not None
    assert standing is not None
    best = max(result.scores[0], result.scores[2])
    assert result.winners == [1], "by the rules"
    assert standing.scores == result.scores
    assert standing.winners == [seat for seat in (0, 2) if result.scores[seat] == best]


def test_the_others_may_end_the_game_after_a_resignation():
    offline = OfflineTable(places=({}, {}, {}, {"bot": "club"}))
    for guest in ("ann", "bob", "cid"):
        offline.ask(guest, "join")
    with refused("not_resigned"):
        offline.ask("ann", "end")
    offline.ask("bob", "resign")
    with refused("not_resigned"):
        offline.ask("bob", "end")
    offline.ask("ann", "end")
    offline.ask("ann", "end")
    assert offline.table.phase == "running"
    assert offline.table.ending_wanted == {0}
    offline.ask("cid", "end")
    assert (offline.table.phase, offline.table.ending) == ("over", "resigned")
    assert offline.table.standing() == ([0, 0, 0, 0], [0, 2, 3]), "equal scores share the win"


def test_the_other_team_wins_when_a_resignation_ends_the_game():
    offline = OfflineTable(game="polygons", options={"teams": True}, places=({}, *({"bot": "club"} for _ in range(3))))
    offline.ask("ann", "join")
    offline.ask("ann", "resign")
    assert offline.table.ending == "resigned"
    standing = offline.table.standing()
    assert standing is not None
    assert standing.winners == [1, 3]
    sides = offline.table.position.sides
    assert [side.seats for side in sides] == [(0, 2), (1, 3)]
    assert offline.table.listing()["teams"] == [{"seats": list(side.seats), "score": side.score} for side in sides]


def test_bot_plays_for_a_player_who_left_until_they_return(offline):
    offline.ask("bob", "leave")
    assert offline.table.seats[1].by_bot
    offline.act("bob")
    assert not offline.table.seats[1].by_bot


def test_stand_in_bots_have_the_level_of_the_player():
    offline, stood_in = OfflineTable(places=({}, {}, {}, {}, {}, {"bot": "club"})), []
    for guest in ("ann", "bob", "cid"):
        offline.ask(guest, "join")
    offline.ask("ann", "start", levels={"ann": "expert"})
    assert offline.table.bots == [None, None, None, "expert", "expert-cautious", "club"]
    for request, level in (("leave", "club"), ("return", None), ("resign", "novice")):
        offline.ask("bob", request, levels={"bob": level})
        stood_in.append(offline.table.seats[1].bot)
    assert stood_in == ["club-cautious", None, "novice"], "another character of that level than the one that sits here"
    offline.ask("ann", "remove", seat=2, levels={"cid": "master"})
    assert (offline.table.seats[2].who, offline.table.seats[2].bot) == ("bot", "master")
    assert len(set(offline.table.bot_names) - {None}) == 4


def test_logs_from_before_characters_still_fold():
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


def test_slow_moves_are_charged_to_the_bank():
    offline = OfflineTable(clock={"bank": 10, "move": 1, "grace": 0})
    offline.ask("ann", "join")
    offline.ask("bob", "join")
    action = offline.table.position.legal_texts(0)[0]
    offline.ask("ann", "act", seq=offline.table.n, action=action, spent={0: 4000})
    assert [seat.bank for seat in offline.table.seats] == [6000, 10_000]


def test_discarded_draft_leaves_the_table_unchanged(offline):
    before = (
        offline.table.n,
        offline.table.position.view(0),
        list(offline.table.legal_changed),
        dict(offline.table.hidden_events),
    )
    draft = Draft(offline.table)
    action = offline.table.position.legal_texts(0)[0]
    request = m.CLIENT.validate_python({"type": "act", "table": "t", "seq": offline.table.n, "action": action})
    decide(draft, "ann", request, {})
    assert draft.table.n == before[0] + 1
    assert (
        offline.table.n,
        offline.table.position.view(0),
        list(offline.table.legal_changed),
        dict(offline.table.hidden_events),
    ) == before


def test_only_seated_guests_act_and_only_the_host_closes(offline):
    with refused("not_seated"):
        offline.ask("eve", "act", seq=offline.table.n, action="place 1-2-3 a1")
    with refused("not_seated"):
        offline.ask("ann", "act", seq=offline.table.n, action="place 1-2-3 a1", seat=1)
    with refused("not_seated"):
        offline.ask("eve", "phrase", phrase="hello")
    with refused("not_host"):
        offline.ask("bob", "close")


def test_whole_games_fold(offline):
    rng = random.Random(3)
    while offline.table.phase == "running" and offline.table.n < 150:
        seat = rng.choice(offline.table.to_act())
        offline.act(["ann", "bob"][seat], rng.randrange(len(offline.table.position.legal_texts(seat))))
    assert offline.table.n >= 150
