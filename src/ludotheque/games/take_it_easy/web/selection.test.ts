import { beforeEach, expect, test, vi } from "vitest";
import type { Because } from "@web/messages";
import { Selection, type Given } from "./selection.svelte";

const place = (tile: string, cell: string): Given["legal"][number] =>
  ({
    do: [tile, cell].join(),
    parts: { verb: "place", tile, cell },
    preview: { lines: [{ line: 3, digit: 9 }] },
  }) as unknown as Given["legal"][number];
const BECAUSE = { code: "cell_taken", message: "a tile lies there", detail: {} } as unknown as Because;

let given: Given;
let selection: Selection;
let done: string[];
beforeEach(() => {
  done = [];
  given = {
    legal: [place("9-7-8", "a1"), place("9-7-8", "c3"), place("1-2-3", "c3")],
    toLay: ["9-7-8", "1-2-3"],
    own: true,
    pending: null,
    instant: false,
    act: async (action) => done.push(action) > 0,
    why: () => Promise.resolve(BECAUSE),
  };
  selection = new Selection(() => given);
});

test("a cell is chosen, seen, and laid on when it is confirmed", async () => {
  expect(selection.tile).toBe("9-7-8");
  expect([...selection.cells]).toEqual(["a1", "c3"]);
  await selection.choose("c3", false);
  expect([selection.spot, selection.effects.length, done]).toEqual(["c3", 1, []]);
  await selection.confirm();
  expect([selection.spot, done]).toEqual([null, ["9-7-8,c3"]]);
});

test("choosing again confirms, and so does choosing at once", async () => {
  await selection.choose("c3", false);
  await selection.choose("a1", false);
  expect(done).toEqual([]);
  await selection.choose("a1", false);
  await selection.choose("c3", true);
  expect(done).toEqual(["9-7-8,a1", "9-7-8,c3"]);
});

test("of two tiles the other one can be taken up, and what was chosen stays where it may lie", async () => {
  await selection.choose("a1", false);
  expect([selection.pick(1), selection.tile]).toEqual([true, "1-2-3"]);
  expect([selection.pick(2), selection.tile, selection.spot]).toEqual([false, "1-2-3", null]);
  selection.drop();
  expect(selection.tile).toBe("9-7-8");
});

test("cancelling takes back the choice, then there is nothing to take back", async () => {
  await selection.choose("c3", false);
  expect([selection.cancel(), selection.spot, selection.cancel()]).toEqual([true, null, false]);
});

test("where it may not lie the rules say why", async () => {
  await selection.choose("b2", false);
  expect([selection.wrong, selection.spot]).toEqual([{ cell: "b2", because: BECAUSE }, null]);
  await selection.choose("c3", false);
  expect(selection.wrong).toBeNull();
});

test("pointing is the preview where a click plays at once", () => {
  selection.hover = "a1";
  expect(selection.effects).toEqual([]);
  given.instant = true;
  expect(selection.effects).toHaveLength(1);
});

test("nothing is chosen on another's board, nor while something is on its way", async () => {
  given.own = false;
  await selection.choose("c3", true);
  Object.assign(given, { own: true, pending: place("9-7-8", "c3").parts });
  await selection.choose("c3", true);
  expect([done, selection.spot]).toEqual([[], null]);
});

test("what was refused is shown, and then let go", async () => {
  vi.useFakeTimers();
  given.act = () => Promise.resolve(false);
  await selection.choose("c3", true);
  expect([selection.refused, selection.spot]).toEqual(["c3", "c3"]);
  vi.runAllTimers();
  expect([selection.refused, selection.spot]).toEqual([null, null]);
  vi.useRealTimers();
});

test("what somebody else has thought of is chosen as if by hand", () => {
  selection.propose(given.legal[2]!.parts);
  expect([selection.tile, selection.spot]).toEqual(["1-2-3", "c3"]);
});
