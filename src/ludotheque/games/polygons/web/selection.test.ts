import { beforeEach, expect, test, vi } from "vitest";
import { Selection, pieceOf, piecesIn, type Given } from "./selection.svelte";

type Choice = Given["legal"][number];
const can = (verb: string, more: Record<string, string | number> = {}): Choice =>
  ({ do: [verb, ...Object.values(more)].join(" "), parts: { verb, ...more }, preview: {} }) as unknown as Choice;

let given: Given;
let selection: Selection;
let done: string[];
beforeEach(() => {
  done = [];
  given = {
    view: { players: [{}, {}, {}] } as unknown as Given["view"],
    legal: [can("take", { piece: 7 }), can("take", { piece: 9 }), can("stop")],
    me: 0,
    instant: false,
    act: async (action) => done.push(action) > 0,
  };
  selection = new Selection(() => given);
});

test("a piece is chosen, another instead, and taken when it is confirmed", () => {
  expect([...selection.lit.keys()]).toEqual([7, 9]);
  selection.choosePiece(7, false);
  selection.choosePiece(9, false);
  expect([selection.chosen?.do, pieceOf(selection.chosen?.parts), done]).toEqual(["take 9", 9, []]);
  selection.confirm();
  expect(done).toEqual(["take 9"]);
});

test("choosing the same piece again takes it with a mouse, but not on a touch screen", () => {
  selection.choosePiece(7, true);
  selection.choosePiece(7, true);
  expect(done).toEqual([]);
  selection.choosePiece(7, false);
  expect(done).toEqual(["take 7"]);
});

test("a piece that does not fit cannot be chosen, and lets go of what was", () => {
  selection.choosePiece(7, false);
  expect([selection.choosePiece(8, false), selection.chosen]).toEqual([false, undefined]);
});

test("stopping is chosen, then done; cancelling takes it back", () => {
  selection.choosePiece(7, false);
  selection.chooseStop();
  expect([selection.chosen?.do, selection.cancel(), selection.chosen, selection.cancel()]).toEqual([
    "stop",
    true,
    undefined,
    false,
  ]);
  selection.chooseStop();
  selection.chooseStop();
  expect(done).toEqual(["stop"]);
});

test("an exchange wants a piece of each side that can be exchanged", () => {
  given.legal = [
    can("exchange", { mine: 1, theirs: 20 }),
    can("exchange", { mine: 2, theirs: 21 }),
    can("take", { piece: 7 }),
  ];
  expect([selection.usable("steal"), selection.use("exchange"), selection.lit.size]).toEqual([false, true, 0]);
  expect([[...selection.ownTargets!], [...selection.theirTargets!]]).toEqual([
    [1, 2],
    [20, 21],
  ]);
  selection.own = 1;
  expect(selection.chosen).toBeUndefined();
  selection.theirs = 21;
  expect(selection.chosen).toBeUndefined();
  selection.theirs = 20;
  expect(selection.chosen?.do).toBe("exchange 1 20");
  expect([selection.use("exchange"), selection.using, selection.own]).toEqual([false, null, null]);
});

test("a gift needs somebody to get it, unless there is but one", () => {
  given.legal = [can("give", { piece: 3, seat: 1 }), can("give", { piece: 3, seat: 2 })];
  selection.use("give");
  selection.own = 3;
  expect(selection.chosen).toBeUndefined();
  selection.to = 2;
  expect(selection.chosen?.do).toBe("give 3 2");
  selection.to = null;
  given.view = { players: [{}, {}] } as unknown as Given["view"];
  expect(new Selection(() => given).receiver).toBe(1);
});

test("a discarded piece comes from the box", () => {
  given.legal = [can("discard", { piece: 11 }), can("take", { piece: 7 })];
  selection.use("discard");
  expect([...selection.lit.keys()]).toEqual([11]);
  selection.choosePiece(11, false);
  expect(selection.chosen?.do).toBe("discard 11");
});

test("a set with several piles wants one of them, the only set is chosen by itself", () => {
  given.legal = [can("validate", { colour: "blue", pile: "blue" }), can("validate", { colour: "blue", pile: "pink" })];
  expect([selection.sets.size, selection.wantedPiles, selection.chosen]).toEqual([1, ["blue", "pink"], undefined]);
  selection.pile = "pink";
  expect(selection.chosen?.parts).toMatchObject({ pile: "pink" });
});

test("what was refused is let go and shown for a moment", async () => {
  vi.useFakeTimers();
  given.act = () => Promise.resolve(false);
  selection.choosePiece(7, false);
  await selection.play(selection.chosen!);
  expect([selection.refused, selection.chosen]).toEqual([7, undefined]);
  vi.runAllTimers();
  expect(selection.refused).toBeNull();
  vi.useRealTimers();
});

test("what somebody else has thought of is chosen as if by hand", () => {
  given.legal = [can("steal", { piece: 20 }), can("discard", { piece: 11 }), can("take", { piece: 7 })];
  for (const choice of given.legal) {
    selection.propose(choice.parts);
    expect(selection.chosen).toBe(choice);
  }
});

test("a piece that may be taken or discarded is lit once", () => {
  const looks = [{ verb: "take", piece: 7 }, { verb: "discard", piece: 7 }, { verb: "stop" }] as const;
  expect(piecesIn(looks)).toEqual([7]);
});

test("a take that is over is not one that begins, and another's turn is not mine", () => {
  const at = (stage: string, taken: number, ...legal: Choice[]): string => {
    given = { ...given, view: { ...given.view, stage, chain: Array(taken).fill({}) } as Given["view"], legal };
    return new Selection(() => given).doing;
  };
  expect(at("take", 0, can("take", { piece: 7 }))).toBe("turn");
  expect(at("take", 2, can("take", { piece: 7 }), can("stop"))).toBe("take");
  expect(at("after", 0, can("end"), can("steal", { piece: 3 }))).toBe("after");
  expect(at("after", 0, can("validate", { colour: "blue" }))).toBe("set");
  expect(at("take", 1)).toBe("wait");
  expect(at("over", 0)).toBe("over");
});
