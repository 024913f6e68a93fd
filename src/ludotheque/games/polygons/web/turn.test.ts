import type { Step, NarrationContext } from "@web/games/board";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { explain as Explain, tell as Tell, tellTurn as TellTurn } from "./turn";
import type { Colour, Piece, Polygons, Shape } from "./types";

let [tell, tellTurn] = [undefined as unknown as typeof Tell, undefined as unknown as typeof TellTurn];
let explain: typeof Explain;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ explain, tell, tellTurn } = await import("./turn"));
});

const said: string[] = [];
beforeEach(() => void said.splice(0));
const telling = {
  name: (seat: number) => `seat ${seat}`,
  me: 0,
  say(id: string, facts: Record<string, unknown> = {}) {
    said.push(`${id} ${facts["set"] ?? ""} ${facts["token"] ?? ""}`.trim());
    return id;
  },
} as unknown as NarrationContext;

const piece = (id: number, colour: Colour, shape: Shape): Piece => ({ id, colour, shape });
const blue = (["triangle", "square", "pentagon", "octagon"] as const).map((shape, id) => piece(id, "blue", shape));
const squares = (["green", "yellow", "pink"] as const).map((colour, at) => piece(10 + at, colour, "square"));
const PILES = { green: [3, 2], yellow: [4], pink: [], blue: [4, 1] };

function view(box: Piece[], chain: Piece[], mine: Piece[], piles: object = {}): Polygons["view"] {
  const players = [mine, []].map((collection) => ({ collection, tokens: [] }));
  return {
    box: { pieces: box },
    chain,
    players,
    turn: 0,
    piles: { ...PILES, ...piles },
  } as unknown as Polygons["view"];
}

function step(done: object, before: Polygons["view"], after: Polygons["view"]): Step<Polygons> {
  return { before, after, events: [{ n: 7, by: 0, do: "", parts: done }] } as unknown as Step<Polygons>;
}
const told = (one: Step<Polygons>): string | null => tell(one.events[0]!, one.after, telling, one);

test("a set completed by taking a piece is reported with its token, in the list and in the narration", () => {
  const [last, ...rest] = blue as [Piece, ...Piece[]];
  const one = step({ verb: "take", piece: last.id }, view([last], rest, []), view([], [], [], { blue: [1] }));
  expect(told(one)).toBe("polygons-told-take polygons-told-completed");
  expect(said).toContain("polygons-told-completed polygons-set-colour-blue 4");
  said.splice(0);
  expect(tellTurn([one], telling)?.text).toBe("polygons-turn-led");
  expect(said).toContain("polygons-turn-completed polygons-set-colour-blue 4");
});

test("a set that was chosen and one that then followed by itself each have their own token", () => {
  const hand = [...blue, piece(20, "blue", "square"), ...squares];
  const choice = { verb: "validate", shape: "square", pile: "green" };
  const one = step(choice, view([], [], hand), view([], [], [], { green: [2], blue: [1] }));
  expect(told(one)).toBe("polygons-told-completed polygons-told-completed");
  expect(said.filter((line) => line.startsWith("polygons-told-completed"))).toEqual([
    "polygons-told-completed polygons-set-shape-square 3",
    "polygons-told-completed polygons-set-colour-blue 4",
  ]);
});

test("what is discarded completes nothing, and a set may bring no token", () => {
  const out = step({ verb: "discard", piece: 0 }, view(blue, [], []), view(blue.slice(1), [], []));
  expect(told(out)).toBe("polygons-told-discard");
  const none = step({ verb: "stop" }, view([], squares, [blue[1]!]), view([], [], []));
  expect(told(none)).toBe("polygons-told-stop polygons-told-completed");
  expect(said).toContain("polygons-told-completed polygons-set-shape-square 0");
});

test("an event without the views around it is described by its action alone", () => {
  expect(tell({ n: 1, by: 1, parts: { verb: "stop" } }, view([], [], []), telling)).toBe("polygons-told-stop");
});

test("the seat that lost a piece comes from the view before the event", () => {
  const told: Record<string, unknown>[] = [];
  const say = (_: string, facts: Record<string, unknown> = {}): string => (told.push(facts), "");
  const listening = { ...telling, say } as NarrationContext;
  const [mine, theirs] = [blue[0]!, squares[0]!];
  const seats = (...collections: Piece[][]): Polygons["view"] =>
    ({
      ...view([], [], []),
      players: collections.map((collection) => ({ collection, tokens: [] })),
    }) as unknown as Polygons["view"];
  const later = seats([], [], [mine, theirs]);
  const [before, taken] = [seats([], [mine], [theirs]), seats([], [mine, theirs], [])];
  const tells = (one: Step<Polygons>, known = true) => {
    told.splice(0);
    tell({ ...one.events[0]!, by: 1 }, later, listening, known ? one : null);
    return told.find((facts) => "whom" in facts);
  };
  const steal = step({ verb: "steal", piece: theirs.id }, before, taken);
  expect(tells(steal)).toMatchObject({ whom: "other", other: "seat 2" });
  expect(tells(steal, false)).toMatchObject({ whom: "unknown" });
  const swap = step(
    { verb: "exchange", mine: mine.id, theirs: theirs.id },
    seats([theirs], [mine], []),
    seats([mine], [theirs], []),
  );
  expect(tells(swap)).toMatchObject({ whom: "me" });
});

test("that fewer pieces decide is said where points are equal, once", () => {
  const ended = (scores: number[], winners: number[]) =>
    ({ ...view([], [], blue), outcome: { scores, winners, reason: "tokens" } }) as Polygons["view"];
  const why = (scores: number[], winners: number[]) =>
    scores.map((_, seat) => explain(ended(scores, winners), seat, telling));
  expect(why([15, 15], [1])).toEqual([null, "polygons-why-fewer"]);
  expect(why([15, 14], [0])).toEqual([null, null]);
  expect(why([15, 15], [0, 1])).toEqual([null, null]);
});
