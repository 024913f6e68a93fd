import type { GameEvent, Step, NarrationContext } from "@web/games/board";
import { beforeAll, expect, test, vi } from "vitest";
import type { inWords as InWords, tell as Tell } from "./words";
import type { Line, TakeItEasy, View } from "./types";

let [tell, inWords] = [undefined as unknown as typeof Tell, undefined as unknown as typeof InWords];
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ tell, inWords } = await import("./words"));
});

const telling = {
  name: (seat: number) => `seat ${seat}`,
  me: 0,
  say: (id: string, facts: Record<string, unknown> = {}) => [id, facts["points"] ?? facts["drawn"]].join(" ").trim(),
} as unknown as NarrationContext;

/** A line with this many of its cells laid. */
const line = (cells: string[], laid: number): Partial<Line> =>
  laid === cells.length ? { cells, state: "complete", points: 6 } : { cells, state: "alive", points: 0, digits: [] };
const view = (laid: number, more: Partial<View> = {}): View =>
  ({ announced: [], drawn: 0, rounds: 1, lines: [[], [line(["a1", "a2", "a3"], laid)]], ...more }) as View;
const place = (n: number, cell: string, by = 1): GameEvent<TakeItEasy["done"]> =>
  ({ n, by, parts: { verb: "place", tile: "1-2-3", cell } }) as GameEvent<TakeItEasy["done"]>;
const step = (before: number, after: number, ...events: Step<TakeItEasy>["events"]): Step<TakeItEasy> => ({
  before: view(before),
  after: view(after),
  events,
});

test("the points of a line are reported at the tile that completed it, even if the view shows them later", () => {
  const steps = ["a1", "a2", "a3"].map((cell, at) => step(at, at + 1, place(at, cell), place(10 + at, cell, 0)));
  expect(steps.map((one) => tell(one.events[0]!, view(3), telling, one))).toEqual([
    "take-it-easy-tell-place",
    "take-it-easy-tell-place",
    "take-it-easy-tell-completes 6",
  ]);
});

test("of two tiles that complete a line together the last one has its points", () => {
  const both = step(1, 3, place(1, "a3"), place(2, "a2"));
  expect(both.events.map((event) => tell(event, both.after, telling, both))).toEqual([
    "take-it-easy-tell-place",
    "take-it-easy-tell-completes 6",
  ]);
});

test("a tile without the views around it is reported without points", () => {
  expect(tell(place(1, "a1"), view(3), telling)).toBe("take-it-easy-tell-place");
});

test("a draw keeps its number in the list", () => {
  const drawn = { n: 5, by: "chance", parts: { verb: "draw", tile: "1-2-3" } } as GameEvent<TakeItEasy["done"]>;
  const seen = { ...step(0, 0, drawn), after: view(0, { announced: ["1-2-3"], drawn: 7 }) };
  const later = view(0, { announced: ["9-7-8"], drawn: 8 });
  expect(tell(drawn, later, telling, seen)).toBe("take-it-easy-tell-draw 7");
  expect(tell(drawn, later, telling)).toBe("take-it-easy-tell-drawn");
});

test("no text of the table in words is put together with marks of one language", () => {
  const shown = {
    seats: 2,
    round_over: false,
    left_to_lay: [1, 0],
    to_lay: [],
    heap: ["1-2-3", "5-6-7"],
    scores: [0, 0],
    caller: 0,
  };
  const lines = inWords(view(1, { ...shown, boards: [{}, { a1: "1-2-3" }], round_points: [0, 0] }), telling);
  expect(lines.flatMap((part) => part.lines).filter((text) => /[:;] /.test(text))).toEqual([]);
  expect(lines[0]!.lines).toEqual(expect.arrayContaining(["take-it-easy-words-choosing", "take-it-easy-words-ready"]));
});
