import { beforeEach, expect, test, vi } from "vitest";
import { Selection, type Given } from "./selection.svelte";

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
let selection: Selection;
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
  selection = new Selection(() => given);
});

test("a tile is picked, turned, put on a place, seen, and laid when it is confirmed", async () => {
  selection.pick(4);
  selection.choosePlace(THERE, false);
  expect([selection.howFits(HERE), selection.howFits(THERE), selection.ready]).toEqual(["now", "turned", undefined]);
  selection.turnToFit(THERE);
  expect([selection.turn, selection.howFits(THERE), selection.previewAt(THERE)]).toEqual([2, "now", { draws: 1 }]);
  await selection.confirm();
  expect([done, selection.tile, selection.turn, selection.target]).toEqual([["4,2,0,1"], null, 0, null]);
});

test("choosing a place again confirms with a mouse and turns the tile on a touch screen", () => {
  selection.pick(4);
  selection.choosePlace(HERE, true);
  selection.choosePlace(HERE, true);
  expect([selection.turn, selection.spin, done]).toEqual([1, 1, []]);
  selection.rotate(-1);
  selection.choosePlace(HERE, false);
  expect(done).toEqual(["4,0,1,0"]);
});

test("a tile that looks the same however it lies is not turned", () => {
  selection.pick(9);
  selection.rotate(1);
  expect([selection.turn, selection.howFits(HERE)]).toEqual([0, "no"]);
});

test("a step back takes back the place, the next one everything", () => {
  selection.pick(4);
  selection.choosePlace(HERE, false);
  selection.drop();
  expect([selection.chosen, selection.target]).toEqual([4, null]);
  selection.drop();
  expect(selection.chosen).toBeNull();
});

test("a stone is put on a group that is free for one, when it is chosen twice", () => {
  expect(selection.chooseGroup(5)).toBe(false);
  selection.choose("stone");
  expect([selection.chooseGroup(3), selection.chooseGroup(5), selection.ready?.do, done]).toEqual([
    false,
    true,
    "5",
    [],
  ]);
  selection.chooseGroup(5);
  expect(done).toEqual(["5"]);
});

test("taking needs a confirmation, unless one plays at once", () => {
  selection.choose("take");
  expect([selection.ready?.do, done]).toEqual(["take", []]);
  given.instant = true;
  selection.choose("take");
  expect(done).toEqual(["take"]);
});

test("who can only pass is ready to, whatever was chosen", () => {
  given.legal = [PASS];
  selection.pick(4);
  expect([selection.mustPass, selection.ready?.do]).toEqual([true, "pass"]);
});

test("when the table changes, a place that is gone is let go", () => {
  selection.pick(4);
  selection.choosePlace(THERE, false);
  selection.follow();
  expect(selection.target).toEqual(THERE);
  given.view = { ...given.view, places: [[1, 0]] };
  selection.follow();
  expect([selection.target, selection.chosen]).toEqual([null, 4]);
});

test("nothing is confirmed while something is on its way, and what was refused is let go", async () => {
  vi.useFakeTimers();
  selection.pick(4);
  selection.choosePlace(HERE, false);
  given.pending = lay(4, 0, 1, 0).parts;
  await selection.confirm();
  expect(done).toEqual([]);
  Object.assign(given, { pending: null, act: () => Promise.resolve(false) });
  await selection.confirm();
  expect([selection.refused, selection.target]).toEqual([true, HERE]);
  vi.runAllTimers();
  expect([selection.refused, selection.target, selection.chosen]).toEqual([false, null, 4]);
  vi.useRealTimers();
});

test("what somebody else has thought of is chosen as if by hand", () => {
  selection.propose(lay(4, 2, 0, 1).parts);
  expect(selection.ready?.do).toBe("4,2,0,1");
  selection.propose(stone(5).parts);
  expect(selection.ready?.do).toBe("5");
});

test("what was proposed and is done elsewhere is not chosen any more", () => {
  selection.propose(TAKE.parts);
  expect(selection.ready?.do).toBe("take");
  selection.follow();
  expect([selection.mode, selection.ready]).toEqual(["lay", undefined]);
});
