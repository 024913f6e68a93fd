import { readFileSync } from "node:fs";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import type * as Settings from "@web/app/settings.svelte";
import type { NarrationContext } from "@web/games/board";
import { beforeAll, expect, test, vi } from "vitest";
import type * as Turn from "./turn";
import type * as Words from "./words";
import type { LayPreview } from "./types";

let turn: typeof Turn;
let words: typeof Words;
let settings: (typeof Settings)["settings"];
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => null });
  turn = await import("./turn");
  words = await import("./words");
  ({ settings } = await import("@web/app/settings.svelte"));
});

const context = {
  name: (seat: number) => `seat ${seat}`,
  me: 0,
  say: (id: string, facts = {}) => `${id} ${JSON.stringify(facts)}`,
} as unknown as NarrationContext;
type Events = Parameters<typeof Turn.motions>[0];
const events = (...all: object[][]): Events => all.map((effects, n) => ({ n, by: 1, effects })) as unknown as Events;

const placed = { effect: "placed", seat: 1, tile: 3, turns: 0, x: 0, y: 1 };
const drew = { effect: "drew", seat: 1, count: 2 };
const took = { effect: "took", seat: 1 };
const revealed = { effect: "revealed", seat: 1, tile: 3 };
const nextTurn = { effect: "next_turn", seat: 0, owed: 1 };
const group = (became: string, owner: number | null, stones: number[]): object => ({
  ...{ effect: "group", x: 0, y: 0, corner: "tl", colour: "white", size: 5, sides: 0, open: false, corners: [] },
  ...{ became, owner, stones, spoilt: became === "spoilt" },
});

test("a revealed tile is narrated with the action that took it; the reveals at the end of a game are not", () => {
  const told = (...all: object[][]): string => turn.narrateTurn(events(...all), context)?.text ?? "";
  expect(told([took], [revealed, nextTurn])).toContain("effect-revealed");
  expect(told([revealed, nextTurn], [revealed, nextTurn], [placed])).not.toContain("effect-revealed");
  expect(told([took], [{ ...revealed, tile: null }, nextTurn])).not.toContain("effect-revealed");
});

test("one event is told with all that it brought", () => {
  const text = turn.narrate(events([placed, drew, nextTurn])[0]!, context);
  expect(text).toContain("effect-placed");
  expect(text).toContain('\\"count\\":2');
  expect(turn.narrate(events([{ effect: "dealt", seat: 0, tile: 3 }])[0]!, context)).toBeNull();
});

test("each seat has a sentence, and a second tile is another one", () => {
  const all = [placed, { effect: "extra_turn", seat: 1, count: 1 }, placed, { ...took, seat: 0 }];
  const text = turn.narrateTurn(events(...all.map((one) => [one])), context)!.text;
  expect(text.match(/effect-sentence/g)).toHaveLength(2);
  expect(text.match(/\\"another\\":\\"(yes|no)\\"/g)).toEqual(['\\"another\\":\\"no\\"', '\\"another\\":\\"yes\\"']);
});

test("what is done to my groups is done to me, and groups without a stone are not worth a word", () => {
  const told = (one: object) => turn.narrateTurn(events([placed, one]), context)!;
  expect(told(group("closed", 0, [0]))).toMatchObject({ me: true });
  expect(told(group("closed", 0, [0])).text).toContain('\\"whose\\":\\"mine\\"');
  expect(told(group("closed", 1, [1])).text).toContain('\\"whose\\":\\"own\\"');
  expect(told(group("spoilt", null, [0, 1]))).toMatchObject({ me: true });
  expect(told(group("spoilt", null, [1, 1]))).toMatchObject({ me: false });
  for (const quiet of [group("closed", null, []), group("grown", 0, [0]), group("narrowed", 0, [0])])
    expect(told(quiet).text).not.toContain("effect-group");
});

test("tiles of others are moved, and as many come from the core as were drawn", () => {
  const all = events([placed, drew, nextTurn]);
  expect(turn.motions(all, 0).map(({ from, to }) => [from, to])).toEqual([
    [["hand 1", "seat 1"], "tile 3"],
    ["core", ["supply 1", "seat 1"]],
    ["core", ["supply 1", "seat 1"]],
  ]);
  expect(turn.motions(all, 1)).toHaveLength(2);
});

test("a preview says what a placement would bring in the words of its effects, my groups first", () => {
  const changed = (became: string, owner: number | null, size = 5): object => ({
    ...group(became, owner, []),
    size,
    made_of: [],
  });
  const preview = {
    ...{ draws: 2, turns: 0, catalysts: [], ends: null },
    groups: [changed("closed", 1), changed("narrowed", 0), changed("closed", null, 1), changed("grown", 0)],
  } as unknown as LayPreview;
  const lines = words.brings(preview, context);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain('effect-drew {"will":"yes","count":2');
  expect(lines[1]).toContain('"became":"grown","whose":"mine"');
  expect(lines[2]).toContain('"became":"closed","whose":"other","name":"seat 1"');
  expect(words.brings({ ...preview, draws: 0, groups: [] }, context)).toEqual(["micropul-draws-nothing {}"]);
});

/** The context of a reader of this language, with the real messages. */
function reader(language: string): NarrationContext {
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(readFileSync(new URL(`../locale/${language}.ftl`, import.meta.url), "utf8")));
  const say = (id: string, facts = {}): string => bundle.formatPattern(bundle.getMessage(id)!.value!, facts);
  return { name: (seat: number) => ["Anna", "Aster"][seat]!, me: 0, say } as NarrationContext;
}

const BRINGS: Record<string, string[]> = {
  en: [
    "Your last tile: you lose | +2 tiles to supply | 2 more turns",
    "Two stones in one group: worth nothing | Your white group closes: 5 points | Aster: white group closes: 5 points",
    "Your white group grows to 5 | Aster: white group grows to 5 | A white group closes: 5",
  ],
  fr: [
    "Votre dernière tuile : vous perdez | +2 tuiles en réserve | 2 tours de plus",
    "Deux pierres dans un groupe : ne vaut rien | Votre groupe blanc se ferme : 5 points | Aster : groupe blanc fermé, 5 points",
    "Votre groupe blanc passe à 5 | Aster : groupe blanc à 5 | Un groupe blanc se ferme : 5",
  ],
};
const TURN: Record<string, string> = {
  en: "Aster placed a tile (1 down), closed your white group (5 points), earned another turn and took a tile from the supply. You had to pass.",
  fr: "Aster a posé une tuile (1 en bas), fermé votre groupe blanc (5 points), gagné un tour de plus et pris une tuile dans sa réserve. Vous avez dû passer.",
};

test.each(["en", "fr"])("lines and sentences can be read aloud: %s", (language) => {
  const one = reader(language);
  settings.language = language as typeof settings.language; // lists are joined in it
  const bring = (groups: object[], more = {}): string =>
    words
      .brings({ draws: 0, turns: 0, catalysts: [], ends: null, groups, ...more } as unknown as LayPreview, one)
      .join(" | ");
  expect([
    bring([], { ends: "out_of_tiles", draws: 2, turns: 2 }),
    bring([group("closed", 1, [1]), group("spoilt", null, [0, 1]), group("closed", 0, [0])]),
    bring([group("closed", null, []), group("merged", 0, [0]), group("grown", 1, [1])].toReversed()),
  ]).toEqual(BRINGS[language]);
  const turns = events(
    [placed, group("closed", 0, [0]), { effect: "extra_turn", seat: 1, count: 1 }],
    [took],
    [{ effect: "passed", seat: 0, gave_up: 0 }],
  );
  expect(turn.narrateTurn(turns, one)!.text).toBe(TURN[language]);
});

test("who lost by running out of tiles reads that, and not why a group counts nothing", () => {
  const view = {
    outcome: { scores: [12, 7], winners: [1], reason: "out_of_tiles" },
    points: [{ groups: 12 }, { groups: 0 }],
    groups: [],
  } as unknown as Parameters<typeof Turn.explain>[0];
  expect(turn.explain(view, 0, context)).toBe('micropul-out-of-tiles {"name":"seat 0","mine":"yes"}');
  expect(turn.explain(view, 1, context)).toContain("micropul-why-no-stone");
});
