import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { verdictsAgree, Chance, checkDraws, commitment, type ChanceDraw } from "./fairness";

interface Table {
  seed: string;
  commitment: string;
  nonces: string[];
  key: string;
  picks: { number: number; size: number; pick: number }[];
  shuffles: { number: number; size: number; order: number[]; picks: ChanceDraw[] }[];
}

const vectors = readFileSync(new URL("../../docs/reference/fairness-vectors.json", import.meta.url), "utf8");
const { tables } = JSON.parse(vectors) as { tables: Table[] };

test.each(tables)("the vectors of seed $seed", (table) => {
  const chance = new Chance(table.seed, table.nonces);
  expect(commitment(table.seed)).toBe(table.commitment);
  expect(chance.key).toBe(table.key);
  for (const { number, size, pick } of table.picks) expect(chance.pick(number, size)).toBe(pick);
  for (const { number, size, order, picks } of table.shuffles) {
    expect(chance.shuffle(number, size)).toEqual([order, picks]);
  }
});

type Json = Record<string, unknown>;

/** A record's lines as far as this check reads them: drawn seats, two picks, a chosen event, a seat's action. */
function record(change: (fair: Json, events: Json[]) => void = () => undefined): string {
  const { seed, commitment: shown } = tables[0]!;
  const nonces = ["", "00112233445566778899aabbccddeeff"];
  const chance = new Chance(seed, nonces);
  const [seats, picks] = chance.shuffle(0, 2);
  const header = { fair: { seed, commitment: shown, nonces, seats, picks, chosen: ["first"] } };
  const events: Json[] = [
    { by: "chance", do: "first 1" },
    { by: "chance", do: "draw 2-9-4", picks: [[chance.pick(1, 27), 27]] },
    { by: 0, do: "place 2-9-4 c3" },
    { by: "chance", do: "draw 2-9-8", picks: [[chance.pick(2, 26), 26]] },
  ];
  change(header.fair, events);
  return [header, ...events, { result: {} }].map((line) => JSON.stringify(line)).join("\n");
}

test("a fair record", () => {
  expect(checkDraws(record())).toEqual({ picks: 3, findings: [] });
});

test.each<[code: string, line: number, change: Parameters<typeof record>[0]]>([
  ["not_revealed", 1, (fair) => delete fair["seed"]],
  ["fair_form", 1, (fair) => (fair["nonces"] = ["", "short"])],
  ["commitment_wrong", 1, (fair) => (fair["commitment"] = "0".repeat(64))],
  ["seats_wrong", 1, (fair) => (fair["seats"] = (fair["seats"] as number[]).toReversed())],
  ["picks_missing", 3, (_, events) => delete events[1]!["picks"]],
  ["picks_form", 4, (_, events) => (events[2]!["picks"] = [[0, 1]])],
  ["pick_wrong", 5, (_, events) => (events[3]!["picks"] = [[(events[3]!["picks"] as ChanceDraw[])[0]![0] + 1, 26]])],
])("%s", (code, line, change) => {
  expect(checkDraws(record(change)).findings).toEqual([{ code, line }]);
});

test("a record that does not come from a live table", () => {
  expect(checkDraws('{"game": "micropul"}\n').findings).toEqual([{ code: "fair_missing", line: 1 }]);
});

test("the page and the server may differ only where the server checks more", () => {
  const [pick, outcome] = [
    { code: "pick_wrong", line: 3 },
    { code: "outcome_wrong", line: 3 },
  ];
  expect(verdictsAgree([], [])).toBe(true);
  expect(verdictsAgree([], [outcome])).toBe(true);
  expect(verdictsAgree([pick], [pick])).toBe(true);
  expect(verdictsAgree([], [pick])).toBe(false);
  expect(verdictsAgree([pick], [])).toBe(false);
});
