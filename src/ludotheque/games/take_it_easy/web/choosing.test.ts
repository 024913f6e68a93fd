import { beforeEach, expect, test, vi } from "vitest";
import type { Because } from "@web/messages";
import { Choosing, type Given } from "./choosing.svelte";

const place = (tile: string, cell: string): Given["legal"][number] =>
  ({
    do: [tile, cell].join(),
    parts: { verb: "place", tile, cell },
    preview: { lines: [{ line: 3, digit: 9 }] },
  }) as unknown as Given["legal"][number];
const BECAUSE = { code: "cell_taken", message: "a tile lies there", detail: {} } as unknown as Because;

let given: Given;
let choosing: Choosing;
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
  choosing = new Choosing(() => given);
});

test("a cell is chosen, seen, and laid on when it is confirmed", async () => {
  expect(choosing.tile).toBe("9-7-8");
  expect([...choosing.cells]).toEqual(["a1", "c3"]);
  await choosing.choose("c3", false);
  expect([choosing.spot, choosing.effects.length, done]).toEqual(["c3", 1, []]);
  await choosing.confirm();
  expect([choosing.spot, done]).toEqual([null, ["9-7-8,c3"]]);
});

test("choosing again confirms, and so does choosing at once", async () => {
  await choosing.choose("c3", false);
  await choosing.choose("a1", false);
  expect(done).toEqual([]);
  await choosing.choose("a1", false);
  await choosing.choose("c3", true);
  expect(done).toEqual(["9-7-8,a1", "9-7-8,c3"]);
});

test("of two tiles the other one can be taken up, and what was chosen stays where it may lie", async () => {
  await choosing.choose("a1", false);
  expect([choosing.pick(1), choosing.tile]).toEqual([true, "1-2-3"]);
  expect([choosing.pick(2), choosing.tile, choosing.spot]).toEqual([false, "1-2-3", null]);
  choosing.drop();
  expect(choosing.tile).toBe("9-7-8");
});

test("cancelling takes back the choice, then there is nothing to take back", async () => {
  await choosing.choose("c3", false);
  expect([choosing.cancel(), choosing.spot, choosing.cancel()]).toEqual([true, null, false]);
});

test("where it may not lie the rules says why", async () => {
  await choosing.choose("b2", false);
  expect([choosing.wrong, choosing.spot]).toEqual([{ cell: "b2", because: BECAUSE }, null]);
  await choosing.choose("c3", false);
  expect(choosing.wrong).toBeNull();
});

test("pointing is the preview where a click plays at once", () => {
  choosing.hover = "a1";
  expect(choosing.effects).toEqual([]);
  given.instant = true;
  expect(choosing.effects).toHaveLength(1);
});

test("nothing is chosen on another's board, nor while something is on its way", async () => {
  given.own = false;
  await choosing.choose("c3", true);
  Object.assign(given, { own: true, pending: place("9-7-8", "c3").parts });
  await choosing.choose("c3", true);
  expect([done, choosing.spot]).toEqual([[], null]);
});

test("what was refused is shown, and then let go", async () => {
  vi.useFakeTimers();
  given.act = () => Promise.resolve(false);
  await choosing.choose("c3", true);
  expect([choosing.refused, choosing.spot]).toEqual(["c3", "c3"]);
  vi.runAllTimers();
  expect([choosing.refused, choosing.spot]).toEqual([null, null]);
  vi.useRealTimers();
});

test("what somebody else has thought of is chosen as if by hand", () => {
  choosing.propose(given.legal[2]!.parts);
  expect([choosing.tile, choosing.spot]).toEqual(["1-2-3", "c3"]);
});
