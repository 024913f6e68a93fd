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
vi.mock("../offline/connectivity.svelte", () => ({ connectivity: { reachable: false } }));

let { loadCatalogue, loadMyLevels } = {} as typeof Catalogue;
const kept: Record<string, string> = {};
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void (kept[key] = value),
  });
  ({ loadCatalogue, loadMyLevels } = await import("./catalogue"));
});

test("a stored level is kept while the server cannot be reached", async () => {
  const novice: MyLevel = { game: "one", level: "novice", games: 2, value: null, error: null };
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
  const requested = vi.fn(() => Promise.resolve({ json: () => Promise.resolve([]) }));
  vi.stubGlobal("fetch", requested);
  server.games.mockRejectedValue(new Unreachable());
  for (let time = 0; time < 3; time++) expect(await loadCatalogue()).toEqual([]);
  expect(server.games).toHaveBeenCalledTimes(1);
  expect(requested).toHaveBeenCalledTimes(1);
});
