import { expect, test } from "vitest";
import { pickAdvice, turnOf, type Loss } from "./advice";

const breaks = (...losses: number[]): Loss[] => losses.map((loss, turn) => ({ kind: "breaks", loss, turn }));

test("advice names the costliest kind of loss, if it occurred more than once and cost enough", () => {
  expect(pickAdvice([...breaks(4, 5), { kind: "misses", loss: 6, turn: 9 }], "points")).toEqual({
    kind: "breaks",
    count: 2,
    lost: 9,
  });
  expect(pickAdvice(breaks(20), "points")).toBeNull(); // once is no habit
  expect(pickAdvice(breaks(2, 3), "points")).toBeNull(); // too little
  expect(pickAdvice([...breaks(4, 4), { kind: null, loss: 30, turn: 9 }], "points")).toBeNull(); // most was something else
  expect(pickAdvice([], "wins")).toBeNull();
});

test("losses of one turn count once, however many actions it had", () => {
  const events = [0, 0, 0, 1, 0, 0, 1, 1, 0].map((by, at) => ({ line: at + 2, by }));
  const losses = events
    .filter(({ by }) => by === 0)
    .map(({ line }) => ({ kind: "misses", loss: 3, turn: turnOf(line, 0, events) }));
  expect(losses.length).toBe(6);
  expect(pickAdvice(losses, "points")).toEqual({ kind: "misses", count: 3, lost: 18 });
});
