import { expect, test } from "vitest";
import { adviceFrom } from "./advice";

const breaks = (...losses: number[]): { kind: string; loss: number }[] =>
  losses.map((loss) => ({ kind: "breaks", loss }));

test("the kind of loss that cost most is told, if it came again and cost enough", () => {
  expect(adviceFrom([...breaks(4, 5), { kind: "misses", loss: 6 }], "points")).toEqual({
    kind: "breaks",
    count: 2,
    lost: 9,
  });
  expect(adviceFrom(breaks(20), "points")).toBeNull(); // once is no habit
  expect(adviceFrom(breaks(2, 3), "points")).toBeNull(); // too little
  expect(adviceFrom([...breaks(4, 4), { kind: null, loss: 30 }], "points")).toBeNull(); // most was something else
  expect(adviceFrom([], "wins")).toBeNull();
});
