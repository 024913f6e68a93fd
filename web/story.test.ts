import { expect, test } from "vitest";
import { spokeLast } from "./story";

const mine = (seat: number): boolean => seat === 0;
const entries = (...by: (number | "chance" | null)[]) => by.map((by, n) => ({ n, ...(by === null ? {} : { by }) }));

test("a bot's turn that begins in the same update as mine ends goes on in the next one", () => {
  expect(spokeLast(entries(0), mine)).toBe(true);
  expect(spokeLast(entries(0, "chance", null), mine)).toBe(true);
  expect(spokeLast(entries(0, 1), mine)).toBe(false);
  expect(spokeLast(entries(1, 0), mine)).toBe(true);
  expect(spokeLast(entries(), mine)).toBe(false);
});
