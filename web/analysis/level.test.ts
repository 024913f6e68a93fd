import { expect, test } from "vitest";
import data from "../../tests/analysis/level_cases.json";
import { estimateLevel, type LevelModel, type RatedGame } from "./level";

test.each(data.cases)("the same estimate as in Python: $name", ({ model, games, expected }) => {
  const found = estimateLevel(data.models[model as "wins" | "points"] as LevelModel, games as unknown as RatedGame[]);
  expect([found.level, found.low, found.high]).toEqual([expected.level, expected.low_level, expected.high_level]);
  expect(found.games).toBe(expected.games);
  expect(found.rating).toBeCloseTo(expected.rating, 6);
  expect(found.value).toBeCloseTo(expected.value, 6);
  expect(found.error).toBeCloseTo(expected.error, 6);
});
