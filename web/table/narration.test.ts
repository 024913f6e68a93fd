import { expect, test } from "vitest";
import type { GameEvent, GameWeb, NarrationContext } from "../games/board";
import { actedLast, groupTurns, narrate, sinceMine } from "./narration";

const mine = (seat: number): boolean => seat === 0;
const entries = (...by: (number | "chance" | null)[]) => by.map((by, n) => ({ n, ...(by === null ? {} : { by }) }));

test("a bot's turn that begins in the same update as mine ends goes on in the next one", () => {
  expect(actedLast(entries(0), mine)).toBe(true);
  expect(actedLast(entries(0, "chance", null), mine)).toBe(true);
  expect(actedLast(entries(0, 1), mine)).toBe(false);
  expect(actedLast(entries(1, 0), mine)).toBe(true);
  expect(actedLast(entries(), mine)).toBe(false);
});

const acts = (...by: (number | "chance")[]): GameEvent[] => by.map((by, n) => ({ n, by, parts: { verb: "take" } }));
const actorsOf = (turns: GameEvent[][]) => turns.map((events) => events.map(({ by }) => by));

test("what I did in the same update is no part of a bot's turn", () => {
  expect(actorsOf(groupTurns([acts(0, 1), acts(1)], 0))).toEqual([[1, 1]]);
});

test("what chance does alone belongs to the turn before it", () => {
  expect(actorsOf(groupTurns([acts(1), acts("chance"), acts(1), acts(2), acts("chance")], 0))).toEqual([
    [1, "chance", 1],
    [2, "chance"],
  ]);
});

test("a page that was opened in the middle of a bot's turn narrates the whole turn", () => {
  const told: GameEvent[][] = [];
  const web = {
    narrateTurn(events: GameEvent[]) {
      told.push(events);
      return { text: `${events.length} actions`, me: false };
    },
  } as unknown as GameWeb;
  const log = [...acts(1, 0, 1, "chance", 1), { n: 9, entry: "phrase" }];
  expect(narrate(sinceMine(log as never, mine), web, { me: 0 } as NarrationContext)).toBe("3 actions");
  expect(actorsOf(told)).toEqual([[1, "chance", 1]]);
});
