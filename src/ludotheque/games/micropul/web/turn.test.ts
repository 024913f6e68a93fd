import type { NarrationContext } from "@web/games/board";
import { beforeAll, expect, test, vi } from "vitest";
import type { tellTurn as Tell } from "./turn";
import type { tell as TellOne } from "./words";

let tellTurn: typeof Tell;
let tell: typeof TellOne;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ tellTurn } = await import("./turn"));
  ({ tell } = await import("./words"));
});

type Steps = Parameters<typeof Tell>[0];

const telling = {
  name: (seat: number) => `seat ${seat}`,
  me: 0,
  say: (id: string, facts = {}) => `${id} ${JSON.stringify(facts)}`,
} as unknown as NarrationContext;
const view = { supplies: [0, 3], stones: [], groups: [], layout: [], core: 0, hands: [0, 0] };
const step = (...events: object[]): Steps => [{ before: view, after: view, events }] as unknown as Steps;

test("a revealed tile is narrated with the action that took it; the reveals at the end of a game are not", () => {
  const reveal = { by: "chance", parts: { verb: "reveal", tile: 3 } };
  const taken = step({ by: 1, parts: { verb: "take" } }, reveal);
  expect(JSON.stringify(tellTurn(taken, telling))).toContain("micropul-turn-reveal");
  const ended = step(reveal, reveal, { by: 1, parts: { verb: "pass" } });
  expect(JSON.stringify(tellTurn(ended, telling))).not.toContain("micropul-turn-reveal");
});

test("the number of tiles drawn is derived from a step with a single action", () => {
  const lay = { n: 1, by: 1, parts: { verb: "lay", tile: 3, x: 0, y: 1, turn: 0 } };
  const [one] = step(lay) as [Steps[number]];
  const drew = { ...one, after: { ...one.after, supplies: [0, 5] } };
  const drawn = (known: typeof one | null): unknown =>
    JSON.parse(tell(one.events[0]!, one.after, telling, known)!.replace(/^\S+ /, "")).drawn;
  expect(drawn(drew)).toBe(2);
  expect(drawn({ ...drew, events: [...drew.events, ...drew.events] })).toBe(0);
  expect(drawn(null)).toBe(0);
});
