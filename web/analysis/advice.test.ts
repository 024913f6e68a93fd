import { expect, test } from "vitest";
import { pickAdvice } from "./advice";

const breaks = (...losses: number[]): { kind: string; loss: number }[] =>
  losses.map((loss) => ({ kind: "breaks", loss }));

test("advice names the costliest kind of loss, if it occurred more than once and cost enough", () => {
  expect(pickAdvice([...breaks(4, 5), { kind: "misses", loss: 6 }], "points")).toEqual({
    kind: "breaks",
    count: 2,
    lost: 9,
  });
  expect(pickAdvice(breaks(20), "points")).toBeNull(); // once is no habit
  expect(pickAdvice(breaks(2, 3), "points")).toBeNull(); // too little
  expect(pickAdvice([...breaks(4, 4), { kind: null, loss: 30 }], "points")).toBeNull(); // most was something else
  expect(pickAdvice([], "wins")).toBeNull();
});
