import { beforeAll, expect, test, vi } from "vitest";
import type * as Records from "./records";

let { recordName } = {} as typeof Records;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"], onLine: true }); // what the page asks of a browser when it is loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("addEventListener", () => undefined);
  ({ recordName } = await import("./records"));
});

test("a record is named by game, date and players", () => {
  const record = (header: object): string => `${JSON.stringify({ record: 1, ...header })}\n{}`;
  const header = { game: "take_it_easy", date: "2026-11-18", players: ["Léa", "Sol / 2"] };
  expect(recordName(record(header))).toBe("take_it_easy-2026-11-18-Léa-Sol-2.jsonl");
  expect(recordName(record({ game: "micropul" }))).toBe("micropul.jsonl");
});
