import { beforeAll, expect, test, vi } from "vitest";
import type { GameWeb } from "../games/board";
import type { Update } from "../messages";
import type * as Standing from "./standing";

let { ranking, resultTitle, standingOf } = {} as typeof Standing;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ ranking, resultTitle, standingOf } = await import("./standing"));
});

const NAMES = ["You", "Fenn", "Rocco", "Carmen"];
const context = {
  name: (seat: number) => NAMES[seat]!,
  me: 0,
  say: (id: string, facts?: object) => `${id} ${JSON.stringify(facts)}`,
};
const alone = {} as GameWeb;

/** A finished table; `you` and `resigned` are seats. */
function table(ending: string, seats: number, resigned: number[], more: Partial<Update> = {}, you = 0): Update {
  const states = Array.from({ length: seats }, (_, at) => ({ you: at === you, resigned: resigned.includes(at) }));
  return { ending, seats: states, ...more } as unknown as Update;
}

test("who wins by a resignation is named", () => {
  const won = table("resigned", 2, [1], { standing: { scores: [4, 30], winners: [0] } });
  expect(resultTitle(won, {}, alone, context)).toContain("over-you-win-only");
  const lost = table("resigned", 2, [0], { standing: { scores: [4, 30], winners: [1] } });
  expect(resultTitle(lost, {}, alone, context)).toBe('over-wins {"count":1,"names":"Fenn"}');
});

test("somebody who shares a win after a resignation reads so", () => {
  const now = table("resigned", 3, [0], { standing: { scores: [9, 0, 0], winners: [1, 2] } }, 2);
  expect(resultTitle(now, {}, alone, context)).toContain("over-you-share");
});

test("my own name comes first among the winners of my team", () => {
  const teams = [
    { seats: [0, 2], score: 3 },
    { seats: [1, 3], score: 16 },
  ];
  const web = { teams: () => teams } as unknown as GameWeb;
  const now = table("complete", 4, [], { standing: { scores: [7, 8, -4, 8], winners: [1, 3] } }, 3);
  expect(resultTitle(now, {}, web, context)).toContain('"names":"Carmen and Fenn","you":"yes"');
});

test("who resigned is ranked last, whatever the score", () => {
  const standing = { scores: [9, 30, 5], winners: [0] };
  const ranks = ranking(standing, [], table("complete", 3, [1]).seats);
  expect(ranks.map(({ seats }) => seats)).toEqual([[0], [2], [1]]);
});

test("a team wins as a team, with the scores of both", () => {
  const teams = [
    { seats: [0, 2], score: 3 },
    { seats: [1, 3], score: 16 },
  ];
  const web = { teams: () => teams } as unknown as GameWeb;
  const now = table("complete", 4, [], { standing: { scores: [7, 8, -4, 8], winners: [1, 3] } });
  expect(ranking(now.standing!, teams, now.seats).map(({ seats }) => seats)).toEqual([
    [1, 3],
    [0, 2],
  ]);
  expect(resultTitle(now, {}, web, context)).toBe(
    'over-team-score {"names":"Fenn and Carmen","you":"no","count":2,"score":"16","other":"3"}',
  );
});

test("without a standing from the server the rules' result counts", () => {
  const outcome = { scores: [1, 2], winners: [1] };
  expect(standingOf(table("complete", 2, []), { outcome })).toEqual(outcome);
  expect(standingOf(table("closed", 2, []), { outcome: null })).toBe(null);
});
