import { expect, test } from "vitest";
import { figuresOf, spread, turningPoints } from "./story";
import type { StepReport } from "./worker";

const step = (line: number, value: number, parts: Partial<StepReport> = {}): StepReport => ({
  ...{ line, value, luck: 0, decision: 0, others: 0, estimate: 0, move: null, effects: [], turn: 0 },
  ...{ luckError: 0, decisionError: 0, othersError: 0 },
  ...parts,
});
const lost = (loss: number, low = loss / 2): Partial<StepReport> => ({
  decision: -loss,
  move: { action: {}, best: {}, loss, low, high: 2 * loss - low, tried: 2 } as StepReport["move"],
});

const ROUND = [
  step(1, 166.6),
  step(2, 150.1, { luck: -16.9, estimate: 0.4 }),
  step(3, 139.2, lost(10.9)),
  step(4, 127.7, { luck: -11.5 }),
  step(5, 127.4, lost(0.3, -0.1)),
  step(6, 120, { ...lost(6.8, 2), estimate: -0.6, decisionError: 3.7 }),
];

test("figures are whole numbers that add up, and rounding goes to luck", () => {
  const found = figuresOf(ROUND, "points")!;
  expect(found).toMatchObject({ start: 167, choices: 18, others: 0, result: 120, worth: 138, costly: 2, closes: true });
  expect(found.start + found.luck).toBe(found.worth);
  expect(found.start + found.luck - found.choices + found.others).toBe(found.result);
  expect(found.errors).toEqual({ luck: 0, choices: 7, others: 0 });
});

test("a model error of more than 2 points, or a part of more than 100 percent, leaves the figures untold", () => {
  expect(figuresOf([...ROUND, step(7, 122, { estimate: 2.5 })], "points")!.closes).toBe(false);
  const duel = [step(1, 0.5), step(2, 0.9, { luck: 0.4 }), step(3, 0.3, lost(0.6)), step(4, 1, { others: 0.7 })];
  expect(figuresOf(duel, "wins")).toMatchObject({
    start: 50,
    luck: 40,
    choices: 60,
    others: 70,
    result: 100,
    closes: true,
  });
  expect(figuresOf([...duel, step(5, 0.3, lost(0.7)), step(6, 1, { others: 0.7 })], "wins")!.closes).toBe(false);
  expect(figuresOf([], "wins")).toBeNull();
});

test("turning points: alone the costliest certain choices, with others the largest swing of each kind", () => {
  expect(turningPoints(ROUND, "points").map(({ step, swing }) => [step, swing])).toEqual([
    [1, -11],
    [4, -7],
  ]);
  const duel = [step(1, 0.5), step(2, 0.9, { luck: 0.4 }), step(3, 0.8, lost(0.1)), step(4, 0.5, lost(0.3))];
  const found = turningPoints([...duel, step(5, 0.9, { luck: -0.1, others: 0.5 })], "wins");
  expect(found.map(({ kind, step, swing }) => [kind, step, swing])).toEqual([
    ["choice", 2, -30],
    ["luck", 1, 40],
    ["others", 4, 50],
  ]);
});

test("labels stay in place if there is room, else move apart around their middle and inside the edges", () => {
  expect(spread([50, 200, 120], 30, 0, 300)).toEqual([50, 200, 120]);
  expect(spread([110, 100], 30, 0, 300)).toEqual([120, 90]);
  expect(spread([100, 100, 100], 30, 0, 300)).toEqual([70, 100, 130]);
  expect(spread([100, 125, 160], 30, 0, 300)).toEqual([97.5, 127.5, 160]);
  expect(spread([100, 125, 150], 30, 0, 300)).toEqual([95, 125, 155]);
  expect(spread([2, 4, 299], 30, 15, 285)).toEqual([15, 45, 285]);
  expect(spread([], 30, 0, 300)).toEqual([]);
});
