import { expect, it } from "vitest";
import { spreadApart } from "./motion";

it("sets marks apart where pieces lay over each other, and moves no others", () => {
  const [alone, ...heap] = spreadApart(
    [
      [200, 200],
      [50, 50],
      [50, 50],
      [60, 52],
      [40, 49],
    ],
    12,
  );
  expect(alone).toEqual([200, 200]);
  for (const [at, [x, y]] of heap.entries()) {
    expect(Math.hypot(x - 50, y - 50)).toBeLessThan(40);
    for (const [otherX, otherY] of heap.slice(at + 1)) expect(Math.hypot(otherX - x, otherY - y)).toBeGreaterThan(22);
  }
});
