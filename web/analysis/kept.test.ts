import { expect, test } from "vitest";
import type { GameWeb, LegalAction } from "../games/board";
import { lastLosses, playedAs, summarise, type KeptAnalysis } from "./kept";
import { lossesOf } from "./skill";
import type { StepReport } from "./worker";

const step = (line: number, parts: Partial<StepReport> = {}): StepReport => ({
  ...{ line, value: 0, luck: 0, decision: 0, others: 0, estimate: 0, move: null, effects: [], turn: line - 1 },
  ...{ luckError: 0, decisionError: 0, othersError: 0 },
  ...parts,
});
const action = (verb: string): LegalAction => ({ do: verb, parts: { verb }, preview: {} });
const lost = (loss: number, certain: boolean): Partial<StepReport> => ({
  move: { action: { verb: "a" }, best: { verb: "b" }, loss, low: certain ? loss / 2 : -1, high: loss, tried: 2 },
  ...(certain ? { choices: { view: {}, played: action("a"), better: action("b") } } : {}),
});
const web: Pick<GameWeb, "mistake" | "counted" | "longTurns" | "skill"> = {
  skill: { unit: "points", measured_with: "5eed", levels: {} },
  mistake: (_, played, better) => `${String(played.parts["verb"])}-not-${String(better.parts["verb"])}`,
  counted: { lines: ({ effect, became }) => Number(effect === "line" && became === "completed") },
};

test("of an analysed game all losses are summed up, and the certain ones are kept with their kind", () => {
  const completed = { effect: "line", became: "completed" };
  const found = summarise(
    { table: "t", date: "2026-11-19", game: "hex", seat: 0, seats: 1, ceiling: 0.8 },
    [
      step(2),
      step(3, lost(4, true)),
      step(5, { ...lost(1, false), effects: [completed, { effect: "line", became: "broken" }] }),
      step(7, { effects: [completed, completed] }),
    ],
    web,
  );
  expect(found).toMatchObject({ unit: "points", measuredWith: "5eed", ceiling: 0.8, counted: { lines: 3 } });
  expect(found.losses).toEqual(lossesOf([4, 1]));
  expect(found.mistakes).toEqual([
    { line: 3, turn: 3, kind: "a-not-b", loss: 4, played: { verb: "a" }, better: { verb: "b" } },
  ]);
});

test("with others the unit is wins, and in a game of long turns a mistake belongs to its turn", () => {
  const played = { table: "t", date: "2026-11-19", game: "hex", seat: 1, seats: 2 };
  const found = summarise(played, [step(9, lost(0.2, true))], { ...web, longTurns: true });
  expect(found).toMatchObject({ unit: "wins", ceiling: null, mistakes: [{ line: 9, turn: 8 }] });
});

test("analyses of continued games and of records without a table are not kept", () => {
  const record = (header: object): string => `${JSON.stringify({ record: 1, ...header })}\n`;
  expect(playedAs(record({ table: "t", date: "2026-11-19" }))).toEqual({ table: "t", date: "2026-11-19" });
  expect(playedAs(record({ table: "t", date: "2026-11-19", from: { table: "s", line: 7 } }))).toBeNull();
  expect(playedAs(record({ date: "2026-11-19" }))).toBeNull();
});

test("the last games of a kind are those of the same unit and the same bots and analysis", () => {
  const kept = (day: number, more: Partial<KeptAnalysis> = {}): KeptAnalysis => ({
    ...summarise({ table: `t${day}`, date: `2026-11-${day}`, game: "hex", seat: 0, seats: 1 }, [], web),
    losses: lossesOf([day]),
    ...more,
  });
  const all = [kept(11), kept(13), kept(12), kept(14, { measuredWith: "old" }), kept(15, { unit: "wins" })];
  expect(lastLosses(all, kept(13), 2)).toEqual([lossesOf([13]), lossesOf([12])]);
});
