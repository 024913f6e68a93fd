import type { EventOf, NarrationContext } from "@web/games/board";
import { beforeAll, expect, test, vi } from "vitest";
import type { motions as Motions, narrateTurn as NarrateTurn } from "./turn";
import type { Effect, Line, LinePreview, TakeItEasy, View } from "./types";
import type { hint as Hint, inWords as InWords, narrate as Narrate, previewInWords as PreviewInWords } from "./words";

let [narrate, inWords] = [undefined as unknown as typeof Narrate, undefined as unknown as typeof InWords];
let [hint, previewInWords] = [undefined as unknown as typeof Hint, undefined as unknown as typeof PreviewInWords];
let [narrateTurn, motions] = [undefined as unknown as typeof NarrateTurn, undefined as unknown as typeof Motions];
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ narrate, inWords, hint, previewInWords } = await import("./words"));
  ({ narrateTurn, motions } = await import("./turn"));
});

/** Messages as their ids with one value; a line is said only if it is complete, as by its message. */
const telling = {
  name: (seat: number) => `seat ${seat}`,
  me: 0,
  say: (id: string, facts: Record<string, unknown> = {}) =>
    id === "effect-line" && facts["became"] !== "completed"
      ? ""
      : [id, facts["points"] ?? facts["gains"] ?? facts["tiles"] ?? facts["tile"]].join(" ").trim(),
} as unknown as NarrationContext;

const line = (seat: number, became: string, points: number): Effect =>
  ({ effect: "line", seat, line: 3, became, points }) as Effect;
const place = (by: number, ...effects: Effect[]): EventOf<TakeItEasy> => ({
  n: 5,
  by,
  parts: { verb: "place", tile: "2-9-4", cell: "c3" },
  effects: [{ effect: "placed", seat: by, round: 1, tile: "2-9-4", cell: "c3" }, ...effects],
});
const draw = (begun = false): EventOf<TakeItEasy> => ({
  n: 6,
  by: "chance",
  parts: { verb: "draw", tile: "7-5-4" },
  effects: [
    ...(begun ? [{ effect: "round_begun", round: 2, rounds: 4, caller: 1 } as const] : []),
    { effect: "drawn", round: 2, rounds: 4, caller: 1, tiles: ["7-5-4"], drawn: 1 },
  ],
});
const view = (more: Partial<View> = {}): View =>
  ({
    announced: [],
    drawn: 0,
    rounds: 1,
    lines: [[], [{ cells: ["a1"], state: "alive", points: 0, digits: [] } as Partial<Line>]],
    ...more,
  }) as View;

test("a placement is told with the lines that it completes", () => {
  const completes = place(1, line(1, "continued", 0), line(1, "completed", 27));
  expect(narrate(completes, telling)).toBe("effect-placed 2\u2060-\u20609\u2060-\u20604 effect-line 27");
});

test("of a hidden placement only its seat is told", () => {
  expect(narrate({ n: 5, by: 1, do: null }, telling)).toBe("effect-placed none");
});

test("what was taken back has no sentence", () => {
  expect(
    narrate({ n: 5, by: 0, do: "place 2-9-4 c3", parts: { verb: "place", tile: "2-9-4", cell: "c3" } }, telling),
  ).toBe(null);
});

test("a turn tells what others gained, and what was drawn", () => {
  const events = [place(1, line(1, "completed", 27), line(1, "completed", 6)), place(2, line(2, "broken", 0)), draw()];
  expect(narrateTurn(events, telling)?.text).toBe("take-it-easy-gains take-it-easy-gain 33 effect-drawn 7, 5, 4");
});

test("tiles of others fly to their boards, and stay unless the round is over", () => {
  expect(motions([place(0), place(1)], 0).map(({ lands }) => lands)).toEqual([true, true]);
  expect(motions([place(1), draw(true)], 0).map(({ lands }) => lands)).toEqual([false]);
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
  const lines = inWords(view({ ...shown, boards: [{}, { a1: "1-2-3" }], round_points: [0, 0] }), telling);
  expect(lines.flatMap((part) => part.lines).filter((text) => /[:;] /.test(text))).toEqual([]);
  expect(lines[0]!.lines).toEqual(expect.arrayContaining(["take-it-easy-words-choosing", "take-it-easy-words-ready"]));
});

test("a hint gives as reasons what its preview says of the lines, by the same message", () => {
  const say = (id: string, { will: _, ...facts }: Record<string, unknown> = {}) => `${id} ${JSON.stringify(facts)}`;
  const line = { length: 3, points: 0, worth: 27, loses: 0, was: null } as unknown as LinePreview;
  const lines: LinePreview[] = [
    { ...line, digit: 9, state: "complete", laid: 3, points: 27 },
    { ...line, digit: 4, state: "alive", laid: 2 },
    { ...line, digit: 6, state: "breaks", laid: 2, was: 8, loses: 24 },
  ];
  const choice = {
    do: "place 4-9-6 c3",
    parts: { verb: "place", tile: "4-9-6", cell: "c3" },
    preview: { points: 27, lines },
  } as unknown as TakeItEasy["choice"];
  const why = hint(view({ to_lay: ["4-9-6"] }), choice, { ...telling, say } as NarrationContext).why;
  expect(why).toEqual(lines.map((each) => previewInWords(each, say as NarrationContext["say"])));
});
