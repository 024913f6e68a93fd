import { beforeAll, expect, test, vi } from "vitest";
import type { GameFacts, MyLevel } from "../messages";
import type * as Catalogue from "./catalogue";

class Unreachable extends Error {}
const server = { myLevels: vi.fn<() => Promise<MyLevel[]>>(), games: vi.fn<() => Promise<GameFacts[]>>() };
vi.mock("../api/http", () => ({
  api: server,
  isOffline: (error: unknown) => error instanceof Unreachable,
}));
vi.mock("../api/guest.svelte", () => ({}));
vi.mock("../app/route.svelte", () => ({}));
vi.mock("../local/list", () => ({ listLocalTables: () => Promise.resolve([]) }));
vi.mock("../offline/connectivity.svelte", () => ({ connectivity: { reachable: false } }));

let { loadMyLevels } = {} as typeof Catalogue;
const kept: Record<string, string> = {};
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  });
  ({ loadMyLevels } = await import("./catalogue"));
});

test("a stored level is kept while the server cannot be reached", async () => {
  const estimate = { bots: null, low: "novice", high: "club", value: null, error: null } as const;
  const novice: MyLevel = { ...estimate, rated: [], game: "one", level: "novice", games: 2 };
  server.games.mockResolvedValueOnce([{ game: "one", level_model: null } as GameFacts]);
  server.myLevels.mockRejectedValueOnce(new Unreachable());
  expect(await loadMyLevels()).toEqual([]);
  server.myLevels.mockResolvedValueOnce([novice]);
  expect(await loadMyLevels()).toEqual([novice]);
  server.myLevels.mockRejectedValueOnce(new Unreachable());
  expect(await loadMyLevels()).toEqual([novice]);
  expect(JSON.parse(kept["ludotheque"]!).levels).toEqual([novice]); // also after the page was closed
  server.myLevels.mockRejectedValueOnce(new Error("refused"));
  await expect(loadMyLevels()).rejects.toThrow("refused");
});

test("without a server the games that came with the page are read once", async () => {
  vi.resetModules(); // nothing is remembered
  const { loadCatalogue } = await import("./catalogue");
  server.games.mockClear();
  const requested = vi.fn(() => Promise.resolve({ json: () => Promise.resolve([]) }));
  vi.stubGlobal("fetch", requested);
  server.games.mockRejectedValue(new Unreachable());
  for (let time = 0; time < 3; time++) expect(await loadCatalogue()).toEqual([]);
  expect(server.games).toHaveBeenCalledTimes(1);
  expect(requested).toHaveBeenCalledTimes(1);
});
