import { beforeEach, expect, test, vi } from "vitest";
import { Choosing, type Given } from "./choosing.svelte";

type Choice = Given["legal"][number];

const lay = (tile: number, turns: number, x: number, y: number): Choice =>
  ({
    do: [tile, turns, x, y].join(),
    parts: { verb: "lay", tile, turns, x, y },
    preview: { draws: 1 },
  }) as unknown as Choice;
const stone = (group: number): Choice =>
  ({ do: String(group), parts: { verb: "stone", x: group, y: 0 }, preview: { group } }) as unknown as Choice;
const TAKE = { do: "take", parts: { verb: "take" }, preview: {} } as unknown as Choice;
const PASS = { do: "pass", parts: { verb: "pass" }, preview: {} } as unknown as Choice;
const [HERE, THERE] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
];

let given: Given;
let choosing: Choosing;
let done: string[];
beforeEach(() => {
  done = [];
  const view = {
    hand: [
      {
        tile: 4,
        corners: "bw..",
        ways: [
          { ...HERE, turns: [0] },
          { ...THERE, turns: [2] },
        ],
      },
      { tile: 9, corners: "bbbb", ways: [] },
    ],
    places: [
      [1, 0],
      [0, 1],
    ],
  };
  given = {
    view: view as unknown as Given["view"],
    legal: [lay(4, 0, 1, 0), lay(4, 2, 0, 1), TAKE, stone(0), stone(5)],
    pending: null,
    instant: false,
    act: async (action) => done.push(action) > 0,
  };
  choosing = new Choosing(() => given);
});

test("a tile is picked, turned, put on a place, seen, and laid when it is confirmed", async () => {
  choosing.pick(4);
  choosing.choosePlace(THERE, false);
  expect([choosing.howFits(HERE), choosing.howFits(THERE), choosing.ready]).toEqual(["now", "turned", undefined]);
  choosing.turnToFit(THERE);
  expect([choosing.turn, choosing.howFits(THERE), choosing.previewAt(THERE)]).toEqual([2, "now", { draws: 1 }]);
  await choosing.confirm();
  expect([done, choosing.tile, choosing.turn, choosing.target]).toEqual([["4,2,0,1"], null, 0, null]);
});

test("choosing a place once more confirms; under a finger it turns the tile", () => {
  choosing.pick(4);
  choosing.choosePlace(HERE, true);
  choosing.choosePlace(HERE, true);
  expect([choosing.turn, choosing.spin, done]).toEqual([1, 1, []]);
  choosing.rotate(-1);
  choosing.choosePlace(HERE, false);
  expect(done).toEqual(["4,0,1,0"]);
});

test("a tile that looks the same however it lies is not turned", () => {
  choosing.pick(9);
  choosing.rotate(1);
  expect([choosing.turn, choosing.howFits(HERE)]).toEqual([0, "no"]);
});

test("a step back takes back the place, the next one everything", () => {
  choosing.pick(4);
  choosing.choosePlace(HERE, false);
  choosing.drop();
  expect([choosing.chosen, choosing.target]).toEqual([4, null]);
  choosing.drop();
  expect(choosing.chosen).toBeNull();
});

test("a stone is put on a group that is free for one, when it is chosen twice", () => {
  expect(choosing.chooseGroup(5)).toBe(false);
  choosing.choose("stone");
  expect([choosing.chooseGroup(3), choosing.chooseGroup(5), choosing.ready?.do, done]).toEqual([false, true, "5", []]);
  choosing.chooseGroup(5);
  expect(done).toEqual(["5"]);
});

test("taking needs a confirmation, unless one plays at once", () => {
  choosing.choose("take");
  expect([choosing.ready?.do, done]).toEqual(["take", []]);
  given.instant = true;
  choosing.choose("take");
  expect(done).toEqual(["take"]);
});

test("who can only pass is ready to, whatever was chosen", () => {
  given.legal = [PASS];
  choosing.pick(4);
  expect([choosing.mustPass, choosing.ready?.do]).toEqual([true, "pass"]);
});

test("when the table changes, a place that is gone is let go", () => {
  choosing.pick(4);
  choosing.choosePlace(THERE, false);
  choosing.follow();
  expect(choosing.target).toEqual(THERE);
  given.view = { ...given.view, places: [[1, 0]] };
  choosing.follow();
  expect([choosing.target, choosing.chosen]).toEqual([null, 4]);
});

test("nothing is confirmed while something is on its way, and what was refused is let go", async () => {
  vi.useFakeTimers();
  choosing.pick(4);
  choosing.choosePlace(HERE, false);
  given.pending = lay(4, 0, 1, 0).parts;
  await choosing.confirm();
  expect(done).toEqual([]);
  Object.assign(given, { pending: null, act: () => Promise.resolve(false) });
  await choosing.confirm();
  expect([choosing.refused, choosing.target]).toEqual([true, HERE]);
  vi.runAllTimers();
  expect([choosing.refused, choosing.target, choosing.chosen]).toEqual([false, null, 4]);
  vi.useRealTimers();
});

test("what somebody else has thought of is chosen as if by hand", () => {
  choosing.propose(lay(4, 2, 0, 1).parts);
  expect(choosing.ready?.do).toBe("4,2,0,1");
  choosing.propose(stone(5).parts);
  expect(choosing.ready?.do).toBe("5");
});

test("what was proposed and is done elsewhere is not chosen any more", () => {
  choosing.propose(TAKE.parts);
  expect(choosing.ready?.do).toBe("take");
  choosing.follow();
  expect([choosing.mode, choosing.ready]).toEqual(["lay", undefined]);
});
