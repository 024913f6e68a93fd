"""The WebAssembly rules in Chromium equal the Python rules: for golden records and random games of every game they give
the same states, effects, views, legal actions with parts, previews, pictures and determinizations, byte for byte."""

import hashlib
import json
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from ludotheque import all_games, game
from ludotheque.analysis import analyse, has_value
from ludotheque.engine.errors import Refusal
from ludotheque.engine.position import Event, dumps
from ludotheque.engine.rng import MASK, below, generator
from ludotheque.game_records import Reader, Step
from ludotheque.search.bots import Random, bot
from ludotheque.search.game_loop import play_on
from ludotheque.search.levels import Character
from ludotheque.testing import tables
from tests.browser.server import Visitor

RECORDS = Path(__file__).parents[1] / "games"
SAMPLE, ALL = 8, 100
"""Random games of each game in the ordinary run, and in the long one."""

STEP = """
async ({ game, seats, options, events }) => {
  const [rules, sampler] = [await ludotheque.rules(game), await ludotheque.sampler(game)];
  const hash = async (parts) => {
    const digest = await crypto.subtle.digest("SHA-256", await new Blob(parts).arrayBuffer());
    return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const text = (value) => new TextEncoder().encode(JSON.stringify(value));
  const watchers = [null, ...Array(seats).keys()];
  let position = rules.start(seats, options);
  const found = [];
  let reported = [];
  for (let at = 0; at <= events.length; at++) {
    const acting = position.toAct[0];
    const parts = [position.setup, position.state, ...reported];
    const turn = typeof acting === "number" ? acting : null;
    for (const seat of new Set([watchers[at % watchers.length], turn])) {
      const known = position.mask(seat);
      const { position: world, rng } = known.determinize(rules.generator(at, 5));
      parts.push(known.setup, known.state, world.setup, world.state, rng);
      parts.push(text([known.view(), known.legalWithPreviews()]));
    }
    if (at % 7 === 0) parts.push(text(position.picture()));
    found.push(await hash(parts));
    if (at === events.length) break;
    const { by, do: done, box } = events[at];
    const number = (by === "chance" ? rules.outcomes : rules.actions).parse(done);
    if (number === null || position.illegalReason(by, number)) throw new Error(`${at}: ${done} is refused`);
    const settled = box && sampler.settle(rules, position.setup, box);
    const { next, effects } = position.apply(by, number, settled?.setup, settled?.scene);
    reported = watchers.map((seat) => text(next.maskEffects(effects, seat)));
    position = next;
  }
  return { found, outcome: position.result };
}
"""


def hashes_in_python(position, events):
    """The hashes of all positions computed by Python, and the last position."""
    found: list[str] = []
    reported: list[bytes] = []
    watchers = [None, *range(position.seats)]
    for at in range(len(events) + 1):
        acting = position.to_act[0] if position.to_act else None
        parts = [position.setup.tobytes(), position.state.tobytes(), *reported]
        for seat in dict.fromkeys([watchers[at % len(watchers)], None if acting == "chance" else acting]):
            masked, rng = position.mask(seat), generator(at | 5 << 32)
            world = masked.determinize(rng)
            parts += [*masked.to_bytes(), world.setup.tobytes(), world.state.tobytes(), rng.tobytes()]
            parts.append(f"[{masked.view_json()},{masked.legal_with_previews_json()}]".encode())
        if at % 7 == 0:
            parts.append(dumps(position.picture()).encode())
        found.append(hashlib.sha256(b"".join(parts)).hexdigest()[:16])
        if at < len(events):
            position, effects = position.play_with_effects(events[at])
            reported = [position.mask_effects_json(effects, seat).encode() for seat in watchers]
    return found, position


def compare(page, start, events):
    """Play events in the page and in Python; return the number of positions compared."""
    expected, end = hashes_in_python(start, events)
    plain = [{"by": event.by, "do": event.do, **event.more} for event in events]
    given = {"game": start.game.id, "seats": start.seats, "options": start.options(), "events": plain}
    answer = page.evaluate(STEP, given)
    for at, (ours, theirs) in enumerate(zip(expected, answer["found"], strict=True)):
        assert ours == theirs, f"after {at} events, the last {events[at - 1].do if at else None}"
    outcome = end.result
    assert answer["outcome"] == (None if outcome is None else json.loads(dumps(vars(outcome))))
    return len(expected)


@pytest.fixture(scope="module")
def page(browser, server):
    """One page for all tests: the rules keep no state between calls, and the tests would notice if they did."""
    visitor = Visitor(browser, server.url)
    visitor.go("/")
    yield visitor.page
    visitor.close()


@pytest.mark.parametrize("name", all_games())
def test_golden_records_give_the_same_states(page, name):
    files = [file for file in sorted((RECORDS / name / "records").glob("*.jsonl")) if ".legal" not in file.name]
    assert len(files) >= 10
    for file in files:
        reader = Reader(file.read_bytes())
        events = [step.event for step in reader.steps() if step.event is not None]
        compare(page, game(name).start(reader.header.seats, reader.header.options), events)


def random_games(page, name, numbers):
    several = tables(game(name))
    positions = 0
    for number in numbers:
        table = several[number % len(several)]
        events = [event for event, _ in play_on(table.start(), [Random()] * table.seats, 77, number)]
        positions += compare(page, table.start(), events)
    return positions


@pytest.mark.parametrize("name", all_games())
def test_random_games_give_the_same_states(page, name):
    assert random_games(page, name, range(SAMPLE)) > 20 * SAMPLE


@pytest.mark.long
@pytest.mark.parametrize("name", all_games())
def test_a_hundred_random_games_give_the_same_states(page, name):
    assert random_games(page, name, range(SAMPLE, ALL)) > 20 * (ALL - SAMPLE)


EXPLAIN = """
async ({ game, seats, events, seat, actions }) => {
  const rules = await ludotheque.rules(game);
  let position = rules.start(seats);
  for (const { by, do: done } of events) {
    position = position.apply(by, (by === "chance" ? rules.outcomes : rules.actions).parse(done)).next;
  }
  return actions.map((action) => {
    const number = rules.actions.parse(action);
    const code = position.mask(seat).illegalReason(rules.actions.parts(number));
    return { code, detail: rules.detail(number, code) };
  });
}
"""


def test_colour_clashes_have_the_same_details(page):
    start = game("micropul").start(2)
    several = [event for event, _ in play_on(start, [Random()] * 2, 5, 1)][:40]
    position = start
    for event in several:
        position = position.play(event)
    (seat,) = position.to_act
    assert seat != "chance"
    hand = [tile["tile"] for tile in position.view(seat)["hand"]]
    places = [(x, y) for x, y in position.view(seat)["places"]]
    actions = [f"lay {tile} r{turns} {x},{y}" for tile in hand for turns in range(4) for x, y in places]
    refused = {action: position.mask(seat).illegal_reason(action) for action in actions}
    clashing = {action: why.detail["clashes"] for action, why in refused.items() if why and why.code == "colour_clash"}
    assert len(clashing) > 5
    plain = [{"by": event.by, "do": event.do} for event in several]
    given = {"game": "micropul", "seats": 2, "events": plain, "seat": seat, "actions": list(clashing)}
    for expected, found in zip(clashing.values(), page.evaluate(EXPLAIN, given), strict=True):
        assert found["code"] == "colour_clash"
        shown = [
            {"corner": one["corner"], "holds": one["holds"], "facing": {"corner": one["facing"]["corner"]}}
            for one in expected
        ]
        assert found["detail"]["clashes"] == shown


CHOOSE = """
async ({ game, seats, options, events, asked, budget }) => {
  const [rules, bots] = [await ludotheque.rules(game), await ludotheque.bots(game)];
  const sampler = await ludotheque.sampler(game);
  let position = rules.start(seats, options);
  const found = [];
  for (let at = 0; at < events.length; at++) {
    for (const [name, seat] of asked[at] ?? []) {
      const rng = rules.generator(at, 9);
      const { action, cut } = bots.choose(name, position.mask(seat), seat, rng, budget, 60000);
      found.push([at, name, seat, rules.actions.text(rules.actions.parts(action)), cut, Array.from(rng)]);
    }
    const { by, do: done, box } = events[at];
    const number = (by === "chance" ? rules.outcomes : rules.actions).parse(done);
    const settled = box && sampler.settle(rules, position.setup, box);
    position = position.apply(by, number, settled?.setup, settled?.scene).next;
  }
  return found;
}
"""


@pytest.mark.parametrize("name", [name for name in all_games() if game(name).characters])
def test_characters_choose_the_same_actions(page, name):
    """The same choices for the same seed and the same number of simulations, at every level and style."""
    chosen, budget = game(name), 150
    names = cycle(chosen.characters)
    asked_names = set()
    for number, table in enumerate(tables(chosen)[:4]):
        events: list[Event] = []
        asked, expected, acts = {}, [], 0
        position = table.start()
        for event, after in play_on(position, [bot(chosen, "amateur")] * table.seats, 78, number):
            at = len(events)
            acts += event.by != "chance"
            if event.by != "chance" and acts % 3 == 0:
                one = next(names)
                asked_names.add(one)
                asked[at] = [(one, event.by)]
                rng = generator(at | 9 << 32)
                level, _, style = one.partition("-")
                thinker = Character(level, style or "even", budget)
                thinker.budget_ms = 60000
                action = thinker.choose(position.mask(event.by), rng)
                expected.append([at, one, event.by, position.action_text(event.by, action), False, list(rng.tobytes())])
            events.append(event)
            position = after
        plain = [{"by": event.by, "do": event.do, **event.more} for event in events]
        given = {"game": name, "seats": table.seats, "options": position.options(), "events": plain}
        answer = page.evaluate(CHOOSE, {**given, "asked": asked, "budget": budget})
        assert answer == expected
    assert asked_names == set(chosen.characters)


ANALYSE = """
async ({ game, seats, options, events, seat, trials }) => {
  const [rules, analysis] = [await ludotheque.rules(game), await ludotheque.analysis(game)];
  const sampler = await ludotheque.sampler(game);
  let position = rules.start(seats, options);
  const steps = [];
  for (const [at, { by, do: done, box }] of events.entries()) {
    const number = (by === "chance" ? rules.outcomes : rules.actions).parse(done);
    steps.push({ line: at + 2, position, event: { by, do: done, number } });
    const settled = box && sampler.settle(rules, position.setup, box);
    position = position.apply(by, number, settled?.setup, settled?.scene).next;
  }
  steps.push({ line: events.length + 2, position, event: null });
  return analysis.analyst(rules, seat, trials).summarise(steps);
}
"""


@pytest.mark.parametrize("name", [name for name in all_games() if has_value(game(name))])
def test_analysis_gives_the_same_figures(page, name):
    """Bit-identical figures for the first 20 events of a game."""
    for number, table in enumerate(tables(game(name))[:2]):
        position = table.start()
        steps: list[Step] = []
        plain: list[dict[str, Any]] = []
        for event, after in play_on(position, [bot(position.game, "novice")] * table.seats, 79, number):
            steps.append(Step(len(steps) + 2, position, event))
            plain.append({"by": event.by, "do": event.do, **event.more})
            position = after
            if len(steps) == 20:
                break
        steps.append(Step(len(steps) + 2, position, None))
        seat = table.seats - 1
        given = {"game": name, "seats": table.seats, "options": table.start().options(), "events": plain}
        answer = page.evaluate(ANALYSE, {**given, "seat": seat, "trials": 16})
        expected = analyse(steps, seat, 16).to_json()
        del expected["ceiling"]  # needs the solver, which exists only in Python
        assert answer == expected
        assert len(expected["moves"]) > 2


def test_random_numbers_are_the_same(page):
    drawn = page.evaluate(
        """async (many) => {
          const rules = await ludotheque.rules("micropul");
          rules.put("rng", rules.generator(4294967295, 7, 3));
          return Array.from({ length: many }, (_, at) => rules.call("below", { n: 1 + 37 * at }));
        }""",
        500,
    )
    rng = generator(MASK | 7 << 32, 3)
    assert drawn == [int(below(rng, 1 + 37 * at)) for at in range(500)]


MAKE = """
async ({ seeds, kind }) => {
  const [rules, { sample, settle }] = [await ludotheque.rules("polygons"), await ludotheque.sampler("polygons")];
  const { setup } = rules.start(2);
  const found = [];
  for (const [low, high] of seeds) {
    const sampled = await sample(rules, setup, low, high, { box: kind });
    settle(rules, setup, sampled);
    found.push(JSON.stringify(sampled));
  }
  return found;
}
"""


@pytest.mark.rule("P-10", "P-13")
@pytest.mark.parametrize("kind", ["dropped", "shaken"])
def test_boxes_are_sampled_and_read_the_same(page, kind):
    polygons = game("polygons")
    seeds = [0, 1, 2**64 - 1, *(977 * number << 30 for number in range(12))]
    made = page.evaluate(MAKE, {"seeds": [[seed & MASK, seed >> 32] for seed in seeds], "kind": kind})
    setup = polygons.start(2).setup
    assert made == [dumps(polygons.sampler.sample(setup, seed, {"box": kind})) for seed in seeds]


def test_invalid_box_is_refused_with_the_same_code(page):
    polygons = game("polygons")
    setup = polygons.start(2).setup
    good = polygons.sampler.sample(setup, 3, {})

    def spoilt(*path, to):
        box = json.loads(json.dumps(good))
        *way, last = path
        inner = box
        for step in way:
            inner = inner[step]
        inner[last] = to
        return box

    boxes = [
        None,
        [],
        {**good, "kind": 3},
        {**good, "size": [0, 5]},
        {**good, "above": good["above"][:-1]},
        spoilt("pieces", 3, "shape", to="circle"),
        spoilt("pieces", 3, "colour", to=None),
        spoilt("pieces", 5, "outline", to=[[0, 0], [1, 1]]),
        spoilt("pieces", 5, "outline", to=[[0, 0], [1, 1], [2, 2]]),
        spoilt("pieces", 5, "level", to="high"),
        spoilt("pieces", 5, "shape", to="octagon"),
        spoilt("above", 4, to=[4]),
        spoilt("above", 4, to=[3, 2]),
        spoilt("above", 4, to=list(range(5, 80))),
        spoilt("sight", 4, to=[]),
        spoilt("sight", 4, to=[[79, 78]]),
    ]
    codes: list[str | None] = []
    for box in boxes:
        try:
            polygons.sampler.settle(setup, box)
            codes.append(None)
        except Refusal as refusal:
            codes.append(refusal.code)
    said = page.evaluate(
        """async (boxes) => {
          const [rules, { settle }] = [await ludotheque.rules("polygons"), await ludotheque.sampler("polygons")];
          return boxes.map((box) => {
            try {
              settle(rules, rules.start(2).setup, box);
              return null;
            } catch (error) {
              return error.message;
            }
          });
        }""",
        boxes,
    )
    assert said == codes
    assert len(set(codes)) >= 4
