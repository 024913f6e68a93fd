import { expect, test, vi } from "vitest";
import type { LocalListed } from "../local/list";
import type { GameFacts, MyLevel } from "../messages";
import cases from "../../tests/analysis/level_cases.json";
import { combine } from "./levels";

vi.mock("../local/list", () => ({}));

const LEVELS = ["novice", "amateur", "club", "expert"] as const;
const facts = (model: unknown): GameFacts =>
  ({
    game: "one",
    level_model: model,
    withheld: [],
    characters: LEVELS.map((level) => ({ bot: level, name: level, level, temper: "even" })),
    options: {
      rounds: { type: "integer", default: 2, values: [1, 9] },
      teams: { type: "boolean", default: false, values: [] },
    },
  }) as unknown as GameFacts;
const WINS = facts(cases.models.wins);
const POINTS = facts(cases.models.points);

/** A local game of mine against these bots. */
function played(scores: number[], bots: string[], more: Partial<LocalListed> = {}): LocalListed {
  const me = { who: "guest", name: "Ann", bot: null, you: true };
  return {
    table: `table ${scores.join()}`,
    game: "one",
    options: {},
    players: [me, ...bots.map((bot) => ({ who: "bot", name: bot, bot, you: false }))],
    last_at: "2026-11-19",
    scores,
    winners: [scores.indexOf(Math.max(...scores))],
    rated: { bots: "b" },
    ...more,
  } as LocalListed;
}
const none = new Map<string, never>();
const losses = (loss: number) => ({ decisions: 10, sum: 10 * loss, squares: 1 });

test("local games against bots count", () => {
  const nothing = combine(WINS, undefined, [], none)!;
  expect(nothing).toMatchObject({ game: "one", level: "amateur", low: "novice", high: "expert", games: 0 });
  const won = combine(WINS, undefined, [played([9, 4], ["club"])], none)!;
  expect(won.games).toBe(1);
  expect(won.value).toBeGreaterThan(nothing.value!);
  expect(combine(WINS, undefined, [played([4, 9], ["club"])], none)!.value).toBeLessThan(nothing.value!);
});

test("games that do not count are left out", () => {
  const others = [
    played([9, 4], ["club"], { rated: null }),
    played([9, 4], ["club"], { rated: { bots: "other bots" } }),
    played([9, 4], ["club"], { options: { teams: true } }),
    played([9, 4], ["club"], { game: "two" }),
    played([9, 4], ["greedy"]),
    played([9], []),
  ];
  expect(combine(WINS, undefined, others, none)!.games).toBe(0);
});

test("losses of the same games narrow the interval, whether they are the server's or this browser's", () => {
  const rival: [number, number, number, number] = [250, 1, 1, 0];
  const rated = Array.from({ length: 9 }, (_, n) => ({
    table: `t${n}`,
    at: null,
    rivals: [rival],
    points: null,
    rounds: 1,
  }));
  const server = { game: "one", bots: "b", rated } as unknown as MyLevel;
  const known = new Map(rated.map(({ table }) => [table, losses(0.025)]));
  const [without, together] = [combine(WINS, server, [], none)!, combine(WINS, server, [], known)!];
  expect([without.games, together.games]).toEqual([9, 9]);
  expect(together.error).toBeLessThan(0.8 * without.error!);
  expect(combine(WINS, { ...server, bots: "other bots" }, [], known)!.games).toBe(0);
});

test("points are per round", () => {
  const [two, one] = [
    combine(POINTS, undefined, [played([300], [])], none)!,
    combine(POINTS, undefined, [played([150], [], { options: { rounds: 1 } })], none)!,
  ];
  expect(two.value).toBeGreaterThan(one.value!); // the same points per round, over more rounds
  expect(two.error).toBeLessThan(one.error!);
});

test("only the last games count, and a withheld level is not suggested", () => {
  const old = Array.from({ length: 30 }, (_, n) => played([4, 9], ["club"], { table: `${n}`, last_at: "2020" }));
  const recent = Array.from({ length: 20 }, (_, n) => played([9, 4], ["expert"], { table: `new ${n}` }));
  const found = combine(WINS, undefined, [...old, ...recent], none)!;
  expect(found).toMatchObject({ games: 20, level: "expert" });
  expect(combine({ ...WINS, withheld: ["expert"] }, undefined, recent, none)!.level).toBe("club");
});

test("without a model there is nothing to combine", () => {
  expect(combine(facts(null), undefined, [], none)).toBeNull();
});
