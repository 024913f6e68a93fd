import { expect, test } from "vitest";
import { addLosses, lossesOf, skillOf, type SkillLevels } from "./skill";

const LEVELS: SkillLevels = {
  unit: "points",
  measured_with: "a",
  levels: {
    novice: { loss: 7 },
    amateur: { loss: 5 },
    club: { loss: 3 },
    expert: { loss: 0.4 },
    master: { loss: 0.2 },
  },
};

test("the nearest level, with an interval by the spread of the losses", () => {
  const found = skillOf(lossesOf([0, 0, 6, 2, 8, 0, 1, 5]), LEVELS)!;
  expect(found.loss).toBe(2.75);
  expect(found.at).toBeCloseTo(2.096, 3);
  expect(found.low).toBeCloseTo(0.808, 2); // 2.75 + 2.365 * 1.114
  expect(found.high).toBeCloseTo(4, 3); // hardly any loss: no level is better than the last
});

test("the same loss over ten games gives a narrower interval", () => {
  const one = lossesOf([0, 0, 6, 2, 8, 0, 1, 5]);
  const [single, ten] = [skillOf(one, LEVELS)!, skillOf(addLosses(Array.from({ length: 10 }, () => one)), LEVELS)!];
  expect(ten.at).toBe(single.at);
  expect(ten.high - ten.low).toBeLessThan(0.4 * (single.high - single.low));
});

test("the ends of the scale, and too few decisions", () => {
  expect(skillOf(lossesOf([9, 9, 9, 9, 9]), LEVELS)).toMatchObject({ at: 0, low: 0, high: 0 });
  expect(skillOf(lossesOf([0, 0, 0, 0]), LEVELS)).toMatchObject({ at: 4, low: 4, high: 4 });
  expect(skillOf(lossesOf([1, 2, 3]), LEVELS)).toBeNull();
});
