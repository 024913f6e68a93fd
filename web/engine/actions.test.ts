import { expect, test } from "vitest";
import * as micropul from "../../src/ludotheque/games/micropul/web/law.json";
import * as polygons from "../../src/ludotheque/games/polygons/web/law.json";
import * as takeItEasy from "../../src/ludotheque/games/take_it_easy/web/law.json";
import { find, findAll, has, verbOf, Verbs, type Declared, type Parts } from "./actions";

/** What `core/actions.py` makes of some texts. */
const EXAMPLES: [declared: Declared[], text: string, number: number, parts: Parts][] = [
  [takeItEasy.actions, "place 2-9-4 c3", 233, { verb: "place", tile: "2-9-4", cell: "c3" }],
  [takeItEasy.outcomes, "draw 2-9-4", 7, { verb: "draw", tile: "2-9-4" }],
  [takeItEasy.outcomes, "draw 2-9-4 6-1-3", 225, { verb: "draw", tile: "2-9-4", second: "6-1-3" }],
  [micropul.actions, "pass", 0, { verb: "pass" }],
  [micropul.actions, "lay 33 r1 2,-1", 6275681, { verb: "lay", tile: 33, turns: 1, x: 2, y: -1 }],
  [micropul.actions, "stone 2,-1 bl", 98180, { verb: "stone", x: 2, y: -1, corner: "bl" }],
  [micropul.actions, "stone -3,0 tr", 98427, { verb: "stone", x: -3, y: 0, corner: "tr" }],
  [micropul.outcomes, "deal 1 12", 76, { verb: "deal", seat: 1, tile: 12 }],
  [polygons.actions, "stop", 80, { verb: "stop" }],
  [polygons.actions, "validate colour pink", 84, { verb: "validate", colour: "pink" }],
  [polygons.actions, "validate shape square", 91, { verb: "validate", shape: "square" }],
  [polygons.actions, "validate shape octagon yellow", 103, { verb: "validate", shape: "octagon", pile: "yellow" }],
  [polygons.actions, "give 17 2", 337, { verb: "give", piece: 17, seat: 2 }],
  [polygons.actions, "exchange 17 42", 1989, { verb: "exchange", mine: 17, theirs: 42 }],
];

test.each(EXAMPLES.map(([declared, text, number, parts]) => ({ text, number, parts, verbs: new Verbs(declared) })))(
  "$text",
  ({ text, number, parts, verbs }) => {
    expect(verbs.text(parts)).toBe(text);
    expect(verbs.number(parts)).toBe(number);
    expect(verbs.parse(text)).toBe(number);
    expect(Object.entries(verbs.parts(number))).toEqual(Object.entries(parts)); // in their order too
    expect(verbOf(text)).toBe(parts["verb"]);
  },
);

test("what does not exist has neither number, parts nor text", () => {
  const verbs = new Verbs(takeItEasy.actions);
  for (const number of [-1, 31, 864]) expect(() => verbs.parts(number)).toThrow(`${number} is no action`); // 31: no such cell
  for (const parts of [
    { verb: "jump" },
    { verb: "place", tile: "2-9-4" },
    { verb: "place", tile: "2-9-4", cell: "c3", x: 1 },
  ]) {
    expect(() => verbs.text(parts)).toThrow("nothing can be done");
  }
  expect(() => verbs.number({ verb: "place", tile: "1-1-1", cell: "c3" })).toThrow("there is no tile 1-1-1");
});

test.each([
  "",
  "stop now",
  "take",
  "take 017",
  "take 080",
  "take 1,2",
  "validate colour",
  "validate colour red",
  "validate shape square ",
  " stop",
  "Stop",
])("%j says nothing in the notation", (text) => expect(new Verbs(polygons.actions).parse(text)).toBeNull());

test("legal actions are found by their parts", () => {
  const legal = [
    { parts: { verb: "take", piece: 1 } },
    { parts: { verb: "take", piece: 2 } },
    { parts: { verb: "stop" } },
  ] as const;
  expect(find(legal, { verb: "take", piece: 2 })).toBe(legal[1]);
  expect(find(legal, { verb: "take" })).toBe(legal[0]);
  expect(findAll(legal, { verb: "take" })).toEqual(legal.slice(0, 2));
  expect(has({ verb: "stop" }, { verb: "take" })).toBe(false);
});
