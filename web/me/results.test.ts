import { expect, test } from "vitest";
import type { Listed, ListedSeat } from "../messages";
import { bins, resultsOf, tally } from "./results";

const me: ListedSeat = { who: "guest", name: "Ann", bot: null, you: true };
const zoe: ListedSeat = { who: "guest", name: "Zoé", bot: null, you: false };
const bot = (name: string): ListedSeat => ({ who: "bot", name, bot: name, you: false });

let made = 0;
function table(players: ListedSeat[], scores: number[] | null, winners: number[], more: Partial<Listed> = {}): Listed {
  const over = { status: "over", ending: "complete", scores, winners, teams: null } as const;
  return { table: `t${made++}`, game: "hex", options: {}, seats: players.length, players, last_at: "2026-11-19", ...over, ...more } as Listed; // prettier-ignore
}

test("only finished games in which one seat was mine count", () => {
  const games = [
    table([me, bot("club")], [9, 7], [0]),
    table([me, bot("club")], null, [], { status: "running", ending: null }),
    table([me, bot("club")], null, [], { ending: "closed" }),
    table([me, { ...zoe, you: true }], [3, 4], [1]),
    table([zoe, bot("club")], [3, 4], [1]),
    { ...table([me, bot("club")], [99, 7], [0]), begun: false },
  ];
  expect(resultsOf(games).map(({ score }) => score)).toEqual([9]);
});

test("a game that this browser and the server list counts once", () => {
  const one = table([me, bot("club")], [9, 7], [0]);
  expect(resultsOf([one, { ...one }])).toHaveLength(1);
});

test("an uploaded game that the browser still keeps counts once, as the server's", () => {
  const [local, other] = [table([me], [120], [0]), table([me], [130], [0])];
  const uploaded = table([me], [120], [0], { saved_as: local.table });
  const found = resultsOf([local, other, uploaded]);
  expect(found.map((one) => one.table)).toEqual([other.table, uploaded.table]);
  expect(resultsOf([uploaded, local])).toHaveLength(1);
});

test("a resignation counts as a result, not as a score", () => {
  const [lost] = resultsOf([table([me, zoe], [30, 4], [1], { ending: "resigned" })]);
  expect(lost).toMatchObject({ score: null, won: "lost", against: ["people"] });
});

test("results by kind of opponent: a game counts once for each kind at the table", () => {
  const games = resultsOf([
    table([me, bot("club"), bot("club-bold")], [9, 7, 1], [0]),
    table([me, bot("club"), bot("novice")], [9, 9, 1], [0, 1]),
    table([bot("club"), me, zoe], [9, 7, 1], [0]),
    table([me], [120], [0]),
    table([me, bot("random")], [2, 7], [1]),
  ]);
  expect(Object.fromEntries(tally(games))).toEqual({
    club: { won: 1, shared: 1, lost: 1 },
    novice: { won: 0, shared: 1, lost: 0 },
    people: { won: 0, shared: 0, lost: 1 },
  });
});

test("a team wins together: nothing is shared; its bots are no opponents", () => {
  const teams = [
    { seats: [0, 2], score: 16 },
    { seats: [1, 3], score: 3 },
  ];
  const [won] = resultsOf([table([me, bot("club"), bot("novice"), zoe], [8, 1, 8, 2], [0, 2], { teams })]);
  expect(won).toMatchObject({ won: "won", against: ["club", "people"] });
});

test("scores are counted in at most ten bins of a round width that cover them", () => {
  expect(bins([])).toEqual([]);
  expect(bins([7])).toEqual([{ from: 7, to: 8, count: 1 }]);
  const some = bins([83, 97, 100, 151, 209, -3]);
  expect(some.length).toBeLessThanOrEqual(10);
  expect(some[0]).toEqual({ from: -50, to: 0, count: 1 });
  expect(some.at(-1)).toEqual({ from: 200, to: 250, count: 1 });
  expect(some.reduce((sum, { count }) => sum + count, 0)).toBe(6);
  expect(some.find(({ from }) => from === 100)!.count).toBe(1);
});
