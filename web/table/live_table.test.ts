import { beforeEach, expect, test, vi } from "vitest";

vi.mock("../api/connection.svelte", () => ({
  connection: { status: "live", watch: () => () => {}, watchAgain() {}, statusOf: () => "live" },
}));
vi.mock("../offline/connectivity.svelte", () => ({ network: {} }));
vi.mock("../app/settings.svelte", () => ({ settings: { pace: "calm" } }));
vi.stubGlobal("document", { hidden: false });

import type { Entry, TableFacts, Update } from "../messages";
import { LiveTable } from "./live_table.svelte";

beforeEach(() => void vi.useFakeTimers());

/** A table after these entries, at which seat 0 is mine. */
function update(...entries: Pick<Entry, "n" | "by" | "parts">[]): Update {
  const seats = [{ you: true }, { you: false }];
  return { n: entries.at(-1)?.n ?? 0, entries, seats, views: [{ seat: 0, view: {}, legal: [] }] } as unknown as Update;
}

test("what is shown again ends with the table as it is, also where the last thing that happened is a secret", () => {
  const table = new LiveTable("here-1");
  table.setRenderer({ weight: () => 1, show() {} });
  table.table({ form: "views" } as unknown as TableFacts);
  table.update(update());
  table.update(update({ n: 1, by: 0, parts: {} }));
  table.update(update({ n: 2, by: 1, parts: {} }));
  table.update(update({ n: 3, by: 1 }));
  vi.runAllTimers();
  expect(table.now?.n).toBe(3);
  expect(table.recentFrames.length).toBe(1);

  table.replayRecent();
  expect(table.now?.n).toBe(1);
  vi.runAllTimers();
  expect(table.now?.n).toBe(3);
  expect(table.recentFrames.length).toBe(1);
});
