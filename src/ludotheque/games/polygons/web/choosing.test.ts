import { beforeEach, expect, test, vi } from "vitest";
import { Choosing, pieceOf, piecesIn, type Given } from "./choosing.svelte";

type Choice = Given["legal"][number];
const can = (verb: string, more: Record<string, string | number> = {}): Choice =>
  ({ do: [verb, ...Object.values(more)].join(" "), parts: { verb, ...more }, preview: {} }) as unknown as Choice;

let given: Given;
let choosing: Choosing;
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
  choosing = new Choosing(() => given);
});

test("a piece is chosen, another instead, and taken when it is confirmed", () => {
  expect([...choosing.lit.keys()]).toEqual([7, 9]);
  choosing.choosePiece(7, false);
  choosing.choosePiece(9, false);
  expect([choosing.chosen?.do, pieceOf(choosing.chosen?.parts), done]).toEqual(["take 9", 9, []]);
  choosing.confirm();
  expect(done).toEqual(["take 9"]);
});

test("the same piece once more is taken, but not under a finger", () => {
  choosing.choosePiece(7, true);
  choosing.choosePiece(7, true);
  expect(done).toEqual([]);
  choosing.choosePiece(7, false);
  expect(done).toEqual(["take 7"]);
});

test("a piece that does not fit cannot be chosen, and lets go of what was", () => {
  choosing.choosePiece(7, false);
  expect([choosing.choosePiece(8, false), choosing.chosen]).toEqual([false, undefined]);
});

test("stopping is chosen, then done; cancelling takes it back", () => {
  choosing.choosePiece(7, false);
  choosing.chooseStop();
  expect([choosing.chosen?.do, choosing.cancel(), choosing.chosen, choosing.cancel()]).toEqual([
    "stop",
    true,
    undefined,
    false,
  ]);
  choosing.chooseStop();
  choosing.chooseStop();
  expect(done).toEqual(["stop"]);
});

test("an exchange wants a piece of each side that can be exchanged", () => {
  given.legal = [
    can("exchange", { mine: 1, theirs: 20 }),
    can("exchange", { mine: 2, theirs: 21 }),
    can("take", { piece: 7 }),
  ];
  expect([choosing.usable("steal"), choosing.use("exchange"), choosing.lit.size]).toEqual([false, true, 0]);
  expect([[...choosing.ownTargets!], [...choosing.theirTargets!]]).toEqual([
    [1, 2],
    [20, 21],
  ]);
  choosing.own = 1;
  expect(choosing.chosen).toBeUndefined();
  choosing.theirs = 21;
  expect(choosing.chosen).toBeUndefined();
  choosing.theirs = 20;
  expect(choosing.chosen?.do).toBe("exchange 1 20");
  expect([choosing.use("exchange"), choosing.using, choosing.own]).toEqual([false, null, null]);
});

test("a gift needs somebody to get it, unless there is but one", () => {
  given.legal = [can("give", { piece: 3, seat: 1 }), can("give", { piece: 3, seat: 2 })];
  choosing.use("give");
  choosing.own = 3;
  expect(choosing.chosen).toBeUndefined();
  choosing.to = 2;
  expect(choosing.chosen?.do).toBe("give 3 2");
  choosing.to = null;
  given.view = { players: [{}, {}] } as unknown as Given["view"];
  expect(new Choosing(() => given).receiver).toBe(1);
});

test("a discarded piece comes from the box", () => {
  given.legal = [can("discard", { piece: 11 }), can("take", { piece: 7 })];
  choosing.use("discard");
  expect([...choosing.lit.keys()]).toEqual([11]);
  choosing.choosePiece(11, false);
  expect(choosing.chosen?.do).toBe("discard 11");
});

test("a set with several piles wants one of them, the only set is chosen by itself", () => {
  given.legal = [can("validate", { colour: "blue", pile: "blue" }), can("validate", { colour: "blue", pile: "pink" })];
  expect([choosing.sets.size, choosing.wantedPiles, choosing.chosen]).toEqual([1, ["blue", "pink"], undefined]);
  choosing.pile = "pink";
  expect(choosing.chosen?.parts).toMatchObject({ pile: "pink" });
});

test("what was refused is let go and shown for a moment", async () => {
  vi.useFakeTimers();
  given.act = () => Promise.resolve(false);
  choosing.choosePiece(7, false);
  await choosing.play(choosing.chosen!);
  expect([choosing.refused, choosing.chosen]).toEqual([7, undefined]);
  vi.runAllTimers();
  expect(choosing.refused).toBeNull();
  vi.useRealTimers();
});

test("what somebody else has thought of is chosen as if by hand", () => {
  given.legal = [can("steal", { piece: 20 }), can("discard", { piece: 11 }), can("take", { piece: 7 })];
  for (const choice of given.legal) {
    choosing.propose(choice.parts);
    expect(choosing.chosen).toBe(choice);
  }
});

test("a piece that may be taken or discarded is lit once", () => {
  const looks = [{ verb: "take", piece: 7 }, { verb: "discard", piece: 7 }, { verb: "stop" }] as const;
  expect(piecesIn(looks)).toEqual([7]);
});

test("a take that is over is not one that begins, and another's turn is not mine", () => {
  const at = (stage: string, taken: number, ...legal: Choice[]): string => {
    given = { ...given, view: { ...given.view, stage, chain: Array(taken).fill({}) } as Given["view"], legal };
    return new Choosing(() => given).doing;
  };
  expect(at("take", 0, can("take", { piece: 7 }))).toBe("turn");
  expect(at("take", 2, can("take", { piece: 7 }), can("stop"))).toBe("take");
  expect(at("after", 0, can("end"), can("steal", { piece: 3 }))).toBe("after");
  expect(at("after", 0, can("validate", { colour: "blue" }))).toBe("set");
  expect(at("take", 1)).toBe("wait");
  expect(at("over", 0)).toBe("over");
});
