import { expect, test } from "vitest";
import { actedLast, groupTurns } from "./narration";
import type { Frame } from "./live_table.svelte";

const mine = (seat: number): boolean => seat === 0;
const entries = (...by: (number | "chance" | null)[]) => by.map((by, n) => ({ n, ...(by === null ? {} : { by }) }));

test("a bot's turn that begins in the same update as mine ends goes on in the next one", () => {
  expect(actedLast(entries(0), mine)).toBe(true);
  expect(actedLast(entries(0, "chance", null), mine)).toBe(true);
  expect(actedLast(entries(0, 1), mine)).toBe(false);
  expect(actedLast(entries(1, 0), mine)).toBe(true);
  expect(actedLast(entries(), mine)).toBe(false);
});

test("what I did in the same update is no part of a bot's turn", () => {
  const views = [{ seat: 0, view: {} }];
  const frame = (...by: number[]) =>
    ({
      before: { views },
      after: { views, entries: by.map((by, n) => ({ n, by, parts: { verb: "take" } })) },
    }) as unknown as Frame;
  const turns = groupTurns([frame(0, 1), frame(1)], 0);
  expect(turns.map((steps) => steps.map(({ events }) => events.map(({ by }) => by)))).toEqual([[[1], [1]]]);
});
