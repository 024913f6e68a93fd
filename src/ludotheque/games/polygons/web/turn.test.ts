import type { EventOf, NarrationContext } from "@web/games/board";
import type { settings as Settings } from "@web/app/settings.svelte";
import { FluentBundle, FluentResource } from "@fluent/bundle";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import en from "../locale/en.ftl?raw";
import fr from "../locale/fr.ftl?raw";
import type * as Turn from "./turn";
import type { Colour, Effect, Piece, Polygons, Shape } from "./types";

let turn: typeof Turn;
let settings: typeof Settings;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ settings } = await import("@web/app/settings.svelte"));
  turn = await import("./turn");
});
beforeEach(() => void (settings.language = "en"));

/** What the page says, with its messages. */
function context(me: number | null, language: "en" | "fr" = "en"): NarrationContext {
  settings.language = language;
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(language === "en" ? en : fr));
  const names = ["Aster", "Bea", "Carl", "Dora"];
  const say: NarrationContext["say"] = (id, values = {}) => bundle.formatPattern(bundle.getMessage(id)!.value!, values);
  return { name: (seat) => names[seat]!, me, say };
}

type Event = EventOf<Polygons>;
const event = (...effects: Effect[]): Event => ({ n: 7, by: 0, effects });
const piece = (id: number, colour: Colour, shape: Shape): Piece => ({ id, colour, shape });
const blue = (["triangle", "square", "pentagon", "octagon"] as const).map((shape, id) => piece(id, "blue", shape));
const squares = (["green", "yellow", "pink", "blue"] as const).map((colour, at) => piece(10 + at, colour, "square"));
const took = (seat: number, one: Piece, place = 0): Effect => ({ effect: "took", seat, piece: one, place, link: null });
const ended = (seat: number, ...pieces: Piece[]): Effect[] => [
  { effect: "take_ended", seat, count: pieces.length },
  ...pieces.map((one, place): Effect => ({ effect: "joined", seat, piece: one, place })),
];
const passed: Effect = { effect: "turn_passed", seat: 0, to: 1 };
const blueSet = (seat: number, token: number | null = 4): Effect => ({
  effect: "validated",
  seat,
  set: "colour blue",
  pieces: blue,
  pile: token === 0 ? null : "blue",
  token,
});
const squareSet = (seat: number, token: number | null = 3): Effect => ({
  effect: "validated",
  seat,
  set: "shape square",
  pieces: squares,
  pile: "green",
  token,
});

test("sets that validated by themselves are told with their tokens, in the list and of a turn", () => {
  const one = event(took(0, blue[3]!, 3), ...ended(0, ...blue), blueSet(0), squareSet(0), passed);
  expect(turn.narrate(one, context(0))).toBe(
    "You took a blue octagon, completed the blue set (token 4) and completed the square set (token 3).",
  );
  const theirs = event(took(0, blue[3]!, 3), ...ended(0, ...blue), blueSet(0, null), passed);
  const first = event(took(0, blue[2]!, 2));
  expect(turn.narrateTurn([first, theirs], context(1))).toEqual({
    text: "Aster completed the blue set (one token): took two blue pieces.",
    me: false,
  });
  expect(turn.narrateTurn([first, theirs], context(1, "fr"))?.text).toBe(
    "Aster a complété la série bleue (un jeton) : a pris deux polygones bleus.",
  );
});

test("that no token was left is said", () => {
  expect(turn.narrate(event(blueSet(1, 0)), context(0))).toBe("Bea completed the blue set (no token left).");
  expect(turn.narrate(event(blueSet(0, 0)), context(0, "fr"))).toBe(
    "Vous avez complété la série bleue (plus de jeton).",
  );
});

test("a stop is told, unless something came of it", () => {
  expect(turn.narrate(event(...ended(1, blue[0]!)), context(0))).toBe("Bea stopped taking.");
  expect(turn.narrate(event(...ended(0, blue[0]!)), context(0, "fr"))).toBe("Vous avez fini de prendre.");
  expect(turn.narrate(event(...ended(1, blue[0]!), blueSet(1, 0)), context(0))).toBe(
    "Bea completed the blue set (no token left).",
  );
  expect(turn.narrate(event(...ended(1)), context(0, "fr"))).toBe("Bea a joué sans rien prendre.");
});

test("powers are told from the side of whoever listens", () => {
  const stole: Effect = { effect: "stole", seat: 0, other: 1, piece: squares[0]! };
  const swap: Effect = { effect: "exchanged", seat: 0, other: 1, gave: blue[0]!, got: squares[0]! };
  const gave: Effect = { effect: "gave", seat: 0, other: 1, piece: blue[0]! };
  const gift: Effect = { effect: "gifted", seat: 0, other: 1, piece: blue[0]!, place: 1 };
  const sides = (effect: Effect, language: "en" | "fr"): (string | null)[] =>
    [0, 1, 2].map((me) => turn.narrate(event(effect), context(me, language)));
  expect(sides(stole, "en")).toEqual([
    "You stole a green square from Bea.",
    "Aster stole your green square.",
    "Aster stole a green square from Bea.",
  ]);
  expect(sides(stole, "fr")).toEqual([
    "Vous avez volé un carré vert à Bea.",
    "Aster a volé votre carré vert.",
    "Aster a volé un carré vert à Bea.",
  ]);
  expect(sides(swap, "fr")).toEqual([
    "Vous avez échangé un triangle bleu contre un carré vert avec Bea.",
    "Aster a échangé un triangle bleu contre votre carré vert.",
    "Aster a échangé un triangle bleu contre un carré vert avec Bea.",
  ]);
  expect(sides(gave, "en")).toEqual([
    "You gave a blue triangle to Bea.",
    "Aster gave you a blue triangle.",
    "Aster gave a blue triangle to Bea.",
  ]);
  expect(sides(gift, "fr")[1]).toBe("Aster a ajouté le dernier polygone à votre collection.");
  expect(turn.narrateTurn([event(stole)], context(1))?.me).toBe(true);
  expect(turn.narrateTurn([event(stole)], context(2))?.me).toBe(false);
});

test("a last round that plays itself is told seat by seat, and the end with its reason", () => {
  const over: Effect = { effect: "ended", reason: "box", winners: [1], tie_broken: true };
  const all = event(
    took(0, blue[1]!),
    ...ended(0, blue[1]!),
    { effect: "last_round", reason: "box" },
    passed,
    ...ended(1),
    blueSet(1, null),
    over,
  );
  const last = event(took(0, blue[1]!), ...ended(0, blue[1]!), { effect: "last_round", reason: "tokens" }, passed);
  expect(turn.narrate(last, context(1, "fr"))).toMatch(/^Aster a pris un carré bleu. Dernier tour/);
  expect(turn.narrate(all, context(0))).toBe(
    "You took a blue square. Bea completed the blue set (one token). " +
      "The game is over: the box is empty. Equal points: whoever has fewer pieces left wins.",
  );
  expect(turn.narrateTurn([all], context(1))?.me).toBe(true);
  expect(turn.narrateTurn([all], context(2))?.me).toBe(false);
});

test("what came to light is counted in the list", () => {
  const light = event(took(0, blue[1]!), { effect: "uncovered", pieces: [4] }, { effect: "uncovered", pieces: [5, 6] });
  expect(turn.narrate(light, context(0))).toBe("You took a blue square. 3 pieces came to light.");
  expect(turn.narrate(light, context(1, "fr"))).toBe("Aster a pris un carré bleu. 3 polygones sont apparus.");
  expect(turn.narrateTurn([light], context(1))?.text).toBe("Aster took a blue square.");
});

test("a power that was earned and lapsed is told event by event, not of a turn", () => {
  const pair = event(took(0, blue[1]!, 1), { effect: "power", seat: 0, became: "earned" });
  const stop = event(...ended(0, blue[1]!), { effect: "power", seat: 0, became: "lapsed" });
  expect(turn.narrate(pair, context(0, "fr"))).toBe("Vous avez pris un carré bleu et gagné un pouvoir.");
  expect(turn.narrate(stop, context(1))).toBe("Aster left the power unused.");
  expect(turn.narrateTurn([pair, stop], context(1))?.text).toBe("Aster took a blue square.");
});

test("nothing is told of an event that is hidden", () => {
  expect(turn.narrate({ n: 1, by: "chance" }, context(0))).toBeNull();
  expect(turn.narrateTurn([{ n: 1, by: 1 }], context(0))).toBeNull();
});

test("a piece goes from its first place to its last, a set to the pile that pays", () => {
  const [last] = blue;
  const found = turn.motions([event(took(1, last!, 0), ...ended(1, last!), blueSet(1, null))], 0);
  const pile = ["pile blue", "well blue"];
  expect(found).toEqual([
    {
      from: ["piece 0"],
      to: pile,
      show: "from",
      lands: false,
      leaves: true,
      trail: { kind: "taken", to: "seat 1" },
    },
    ...blue.slice(1).map(({ shape }) => ({
      from: [`held 1 ${shape} blue`, "seat 1"],
      to: pile,
      show: "from",
      lands: false,
    })),
    { from: "pile blue", to: ["tokens 1", "seat 1"], show: "from", after: 180 },
  ]);
});

test("a piece that is taken from me leaves a trail", () => {
  const stole: Effect = { effect: "stole", seat: 1, other: 0, piece: blue[0]! };
  const to = ["held 1 triangle blue", "seat 1"];
  const [lost] = turn.motions([event(stole)], 0);
  expect(lost).toEqual({
    from: ["held 0 triangle blue", "seat 0"],
    to,
    show: "from",
    lands: true,
    trail: { kind: "lost", to },
  });
  expect(turn.motions([event(stole)], 1)[0]?.trail).toBeUndefined();
  expect(turn.motions([event({ effect: "discarded", seat: 1, piece: blue[0]! })], 0)).toEqual([]);
});

test("that fewer pieces decided is said of those who won by it", () => {
  const player = { tokens: [2], collection: [] };
  const view = (tie_broken: boolean): Polygons["view"] =>
    ({
      tie_broken,
      players: [player, player, { tokens: [], collection: blue }],
      outcome: { scores: [5, 5, -4], winners: [1], reason: "box" },
    }) as unknown as Polygons["view"];
  const said = (one: Polygons["view"]): (string | null)[] =>
    [0, 1, 2].map((seat) => turn.explain(one, seat, context(0)));
  const none = "No set, so no token; each of the 4 remaining pieces costs a point.";
  expect(said(view(true))).toEqual([null, "Equal points: whoever has fewer pieces left wins.", none]);
  expect(said(view(false))).toEqual([null, null, none]);
});
