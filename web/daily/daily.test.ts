import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ListedDraw } from "../messages";
import { checkDraws, histogram, ordinalOf, shortFingerprint } from "./daily";

const vectors = readFileSync(new URL("../../docs/reference/fairness-vectors.json", import.meta.url), "utf8");
const { daily } = JSON.parse(vectors) as { daily: ListedDraw[] };
const changed = (at: number, change: Partial<ListedDraw>): ListedDraw[] =>
  daily.map((draw, each) => (each === at ? { ...draw, ...change } : draw));

test("a list as the server publishes it is right, and so is its end", () => {
  expect(checkDraws(daily)).toBeNull();
  expect(checkDraws(daily.slice(1))).toBeNull();
  expect(checkDraws(daily, { "2030-03-01": daily[0]!.link, "2030-02-01": "0" })).toBeNull();
});

test("whatever is changed in a list is found", () => {
  expect(checkDraws(changed(0, { terms: "{}" }))).toBe("link_wrong");
  expect(checkDraws(changed(1, { commitment: "0".repeat(64) }))).toBe("link_wrong");
  expect(checkDraws(daily.toReversed())).toBe("chain_broken");
  expect(checkDraws(changed(0, { seed: "6".repeat(64) }))).toBe("commitment_wrong");
  expect(checkDraws(daily, { "2030-03-03": "0".repeat(64) })).toBe("swapped");
});

test("scores fall into bins of a round width", () => {
  expect(histogram([])).toEqual([]);
  expect(histogram([7])).toEqual([{ from: 7, width: 1, count: 1 }]);
  const bins = histogram([88, 90, 199], [240]);
  expect(bins[0]).toEqual({ from: 80, width: 20, count: 2 });
  expect(bins.length).toBe(9);
  expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(3);
});

test("fingerprints and places as they are read", () => {
  expect(shortFingerprint("7f3a91c2e05d4b880000")).toBe("7f3a 91c2 e05d 4b88");
  expect(ordinalOf(22, "en")).toEqual({ place: 22, kind: "two" });
  expect(ordinalOf(1, "fr").kind).toBe("one");
});
