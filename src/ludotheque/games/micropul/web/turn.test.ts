import type { Telling } from "@web/board";
import { beforeAll, expect, test, vi } from "vitest";
import type { tellTurn as Tell } from "./turn";

let tellTurn: typeof Tell;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ tellTurn } = await import("./turn"));
});

type Steps = Parameters<typeof Tell>[0];

const telling = {
  name: (seat: number) => `seat ${seat}`,
  me: 0,
  say: (id: string, facts = {}) => `${id} ${JSON.stringify(facts)}`,
} as unknown as Telling;
const view = { supplies: [0, 3], stones: [], groups: [], layout: [], core: 0, hands: [0, 0] };
const step = (...events: object[]): Steps => [{ before: view, after: view, events }] as unknown as Steps;

test("what was taken is shown where it is told, and not all of a game's when it ends", () => {
  const reveal = { by: "chance", parts: { verb: "reveal", tile: 3 } };
  const taken = step({ by: 1, parts: { verb: "take" } }, reveal);
  expect(JSON.stringify(tellTurn(taken, telling))).toContain("micropul-turn-reveal");
  const ended = step(reveal, reveal, { by: 1, parts: { verb: "pass" } });
  expect(JSON.stringify(tellTurn(ended, telling))).not.toContain("micropul-turn-reveal");
});
