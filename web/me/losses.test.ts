import { expect, test } from "vitest";
import type { KeptAnalysis, Mistake } from "../analysis/kept";
import { lossesOf } from "../analysis/skill";
import type { AnalysedResult } from "./idle_analysis.svelte";
import { best, costliest, costsOf, toPractise, trendOf } from "./losses";
import type { Result } from "./results";

const wrong = (line: number, kind: string | null, loss: number, more: Partial<Mistake> = {}): Mistake => ({
  ...{ line, turn: line, kind, loss, played: { verb: "a" }, better: { verb: "b" } },
  ...more,
});

function game(day: number, losses: number[], mistakes: Mistake[] = []): AnalysedResult {
  const table = `t${day}`;
  const at = `2026-11-${String(day).padStart(2, "0")}`;
  return {
    result: { table, at, game: "hex", score: 10 * day } as Result,
    analysis: { table, unit: "points", losses: lossesOf(losses), mistakes } as unknown as KeptAnalysis,
  };
}

test("the trend is the mean of the last ten games, the oldest first, with its margin of error", () => {
  const games = Array.from({ length: 12 }, (_, day) => game(day + 1, [day, day, day, day])).reverse();
  const trend = trendOf(games);
  expect(trend.map(({ own }) => own)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  expect(trend[0]).toMatchObject({ loss: 0, half: 0 });
  expect(trend[11]!.loss).toBe(6.5); // of games 2 to 11
  // 40 decisions with a standard deviation of 2.909: 2.023 * 2.909 / sqrt(40)
  expect(trend[11]!.half).toBeCloseTo(0.93, 2);
});

test("games with hardly any decision are no points of the trend", () => {
  expect(trendOf([game(1, [1, 2, 3])])).toEqual([]);
});

test("kinds of mistake by their share of all losses; a turn counts once", () => {
  const costs = costsOf([
    game(1, [], [wrong(4, "breaks", 6), wrong(6, "misses", 2), wrong(8, null, 2)]),
    game(2, [], [wrong(4, "breaks", 5), wrong(5, "breaks", 5, { turn: 4 })]),
  ]);
  expect(costs).toEqual([
    { kind: "breaks", count: 2, share: 0.8 },
    { kind: "misses", count: 1, share: 0.1 },
  ]);
  expect(costsOf([game(3, [1, 1, 1, 1])])).toEqual([]);
});

test("examples are the costliest mistakes, one of a turn", () => {
  const games = [
    game(1, [], [wrong(4, "breaks", 6), wrong(6, "misses", 2)]),
    game(2, [], [wrong(4, "breaks", 5), wrong(5, "breaks", 9, { turn: 4 })]),
  ];
  const found = costliest(games, 2).map(({ game, mistake }) => [game.analysis.table, mistake.line]);
  expect(found).toEqual([
    ["t2", 5],
    ["t1", 4],
  ]);
});

test("what was practised comes back last", () => {
  const practised = "2026-11-18T10:00:00Z";
  const games = [game(1, [], [wrong(4, "breaks", 9, { practised }), wrong(6, "misses", 2), wrong(8, null, 3)])];
  expect(toPractise(games, 2).map(({ mistake }) => mistake.line)).toEqual([8, 6]);
  expect(toPractise(games, 5).map(({ mistake }) => mistake.line)).toEqual([8, 6, 4]);
});

test("the best game is the first with the highest value; games without a value do not count", () => {
  const values = [null, 3, 7, undefined, 7];
  expect(best([0, 1, 2, 3, 4], (at) => values[at])).toBe(2);
  expect(best([0], () => null)).toBeUndefined();
});
