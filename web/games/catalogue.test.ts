import { beforeAll, expect, test, vi } from "vitest";
import type { MyLevel } from "../messages";
import type { loadMyLevels as LoadMyLevels } from "./catalogue";

class Unreachable extends Error {}
const server = { myLevels: vi.fn<() => Promise<MyLevel[]>>() };
vi.mock("../api/http", () => ({
  api: server,
  isOffline: (error: unknown) => error instanceof Unreachable,
}));
vi.mock("../api/guest.svelte", () => ({}));
vi.mock("../app/route.svelte", () => ({}));

let loadMyLevels: typeof LoadMyLevels;
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
