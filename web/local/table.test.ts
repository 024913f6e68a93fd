import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkDraws } from "../records/fairness";
import { Rules, type RulesDeclaration } from "../engine/rules";
import type { RecordedEvent } from "../records/events";
import type { LocalGame, LogEntry } from "./storage";
import { newLocalGame } from "./create";
import { RefusedError } from "../records/events";
import { fairField, LocalTable } from "./table";

async function loadedRules(game: string): Promise<Rules> {
  const at = (file: string): URL => new URL(`../../src/ludotheque/games/${game}/web/${file}`, import.meta.url);
  return Rules.load(JSON.parse(readFileSync(at("law.json"), "utf8")) as RulesDeclaration, readFileSync(at("law.wasm")));
}

const people = (count: number): LocalGame["places"] =>
  Array.from({ length: count }, (_, seat) => ({ who: "here", name: `P${seat}` }));

async function table(
  game: string,
  places: LocalGame["places"],
  options: LocalGame["options"] = {},
): Promise<LocalTable> {
  const rules = await loadedRules(game);
  const kept = {
    ...newLocalGame({ game, rules: rules.declaration.rules, options, choices: {}, places }),
    seed: "5".repeat(64),
  };
  const one = new LocalTable(kept, rules, null);
  await one.resolveChance();
  return one;
}

/** Play one action: the seat to act takes the first legal one. */
async function playOn(one: LocalTable): Promise<void> {
  const seat = one.position.toAct[0] as number;
  one.act(seat, one.position.mask(seat).legalWithPreviews()[0]!.do, one.n);
  await one.resolveChance();
}

test("on a shared screen each view shows its own hand only; entries hide the draws of a bot", async () => {
  const one = await table("micropul", people(2));
  const { views, entries } = one.update(0, true);
  const hands = views!.map(({ view }) => (view!["hand"] as { tile: number }[]).map(({ tile }) => tile));
  expect(hands[0]).toHaveLength(6);
  expect(hands[0]!.some((tile) => hands[1]!.includes(tile))).toBe(false);
  expect(entries.map((entry) => entry.by)).toEqual(Array(12).fill("chance"));
  const alone = await table("micropul", [people(1)[0]!, { who: "bot", bot: "club", name: "Bot" }]);
  expect(alone.update(0, true).entries.map((entry) => entry.do === null)).toEqual([
    ...Array(6).fill(false),
    ...Array(6).fill(true),
  ]);
});

test("placements of a simultaneous step are hidden until all seats have acted", async () => {
  const bot = { who: "bot", bot: "club", name: "Bot" } as const;
  const one = await table("take_it_easy", [people(1)[0]!, bot], { rounds: 1 });
  one.game.places = people(2); // the bot's seat acts by hand
  one.mine.push(1);
  one.act(1, one.position.mask(1).legalWithPreviews()[0]!.do, one.n);
  one.mine.pop();
  const hidden = one.update(0);
  expect(hidden.entries.at(-1)).toEqual({ n: 2, by: 1, do: null });
  await playOn(one);
  expect(one.update(2).entries.map(({ n, do: done }) => [n, done !== null])).toEqual([
    [2, true],
    [3, true],
    [4, true],
  ]);
});

test("an action is taken back unless chance has acted or something was revealed since", async () => {
  const one = await table("micropul", people(1));
  const before = one.position.state.slice();
  const lay = one.position
    .mask(0)
    .legalWithPreviews()
    .find(({ parts }) => parts["verb"] === "lay")!;
  one.act(0, lay.do, one.n);
  expect(one.update(0).take_back).toBe(true);
  one.takeBack();
  expect(one.position.state).toEqual(before);
  expect(one.update(0).take_back).toBe(false);
  expect(() => one.takeBack()).toThrow(RefusedError);
  // The log folds to the same.
  expect(new LocalTable(one.game, one.rules, null).position.state).toEqual(before);
  // Chance has drawn the next tile; a tile of a hand was shown to the other one at this screen.
  const drawn = await table("take_it_easy", people(1));
  await playOn(drawn);
  expect(drawn.update(0).take_back).toBe(false);
  const shown = await table("micropul", people(2));
  shown.act(
    0,
    shown.position
      .mask(0)
      .legalWithPreviews()
      .find(({ parts }) => parts["verb"] === "lay")!.do,
    shown.n,
  );
  expect(shown.update(0).take_back).toBe(false);
});

test("who acts on what is past, or what is not theirs, is refused", async () => {
  const one = await table("micropul", people(2));
  const legal = one.position.mask(0).legalWithPreviews()[0]!.do;
  expect(() => one.act(1, legal, one.n)).toThrow("not_to_act");
  expect(() => one.act(2, legal, one.n)).toThrow("not_seated");
  expect(() => one.act(0, "fly", one.n)).toThrow("unknown_action");
  one.act(0, legal, one.n);
  expect(() => one.act(0, legal, one.n - 1)).toThrow("stale");
  expect(one.why(0, legal).code).not.toBeNull();
});

test("a whole game follows from the seed that it was committed to, and says who held it", async () => {
  const one = await table("take_it_easy", people(2), { rounds: 1 });
  expect(fairField(one.game, one.over)).not.toHaveProperty("seed");
  while (!one.over) await playOn(one);
  const fair = fairField(one.game, one.over);
  expect(fair).toMatchObject({ by: "page", nonces: ["", ""], seed: one.game.seed });
  const lines = [{ fair }, ...one.game.entries];
  expect(checkDraws(lines.map((line) => JSON.stringify(line)).join("\n"))).toEqual({ picks: 19, findings: [] });
  const { phase, ending } = one.update(0);
  expect([phase, ending, one.summary().scores?.length]).toEqual(["over", "complete", 2]);
});

test("hints are counted once a move, and among people only where agreed", async () => {
  const one = await table("take_it_easy", people(1));
  expect(one.update(0).hint).toBe(true);
  for (let twice = 0; twice < 2; twice++) expect(one.hint(0).state).toEqual(one.position.mask(0).state);
  expect(one.update(0).seats[0]!.hints).toBe(1);
  await playOn(one);
  one.hint(0);
  expect(new LocalTable(one.game, one.rules, null).update(0).seats[0]!.hints).toBe(2);
  const both = await table("micropul", people(2));
  expect(both.update(0).hint).toBe(false);
  expect(() => both.hint(0)).toThrow("no_hints");
  both.game.hints = true;
  both.hint(0);
  expect(() => both.hint(1)).toThrow("not_to_act");
});

test("a game that goes on from the middle of another gets the same draws", async () => {
  const whole = await table("take_it_easy", people(1), { rounds: 1 });
  while (!whole.over) await playOn(whole);
  const events = whole.game.entries as RecordedEvent[];
  const taken = 11;
  const from = { table: null, line: taken + 2, taken, coming: events.slice(taken).filter(({ by }) => by === "chance") };
  const fresh = newLocalGame({ ...whole.game, places: people(1) });
  const one = new LocalTable({ ...fresh, entries: events.slice(0, taken), from }, whole.rules, null);
  await one.resolveChance();
  while (!one.over) {
    const legal = one.position.mask(0).legalWithPreviews();
    one.act(0, legal.at(-1)!.do, one.n); // other placements
    await one.resolveChance();
  }
  const drawn = (log: readonly LogEntry[]): string[] =>
    log.flatMap((entry) => ("by" in entry && entry.by === "chance" ? [entry.do] : []));
  expect(drawn(one.game.entries)).toEqual(drawn(events));
  // Its log folds to the same, and its record says where it came from instead of proving anything.
  expect(new LocalTable(one.game, one.rules, null).over).toBe(true);
});
