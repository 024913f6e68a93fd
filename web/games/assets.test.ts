import { expect, test } from "vitest";
import { assetUrl, currentOptions, setGameList } from "./assets";

test("a game of an older version has the options that give its answers; what it named itself stays", () => {
  const game = { rules: 3, older: { "2": { pairs: true, rounds: 4 } } };
  expect(currentOptions(game, 3, { rounds: 1 })).toEqual({ rounds: 1 });
  expect(currentOptions(game, 2, { rounds: 1 })).toEqual({ pairs: true, rounds: 1 });
  expect(currentOptions(game, 1, {})).toBeNull();
});

test("what a game has not brought is nowhere", async () => {
  const brings = { files: { "locale/en.ftl": "/games/one/locale/en-1.ftl" }, needs: {} };
  setGameList(() =>
    Promise.resolve([{ game: "one", rules: 1, older: {}, brings, seats: [1, 2], options: {}, unfit: [] }]),
  );
  expect(await assetUrl("one", "locale/en.ftl")).toBe("/games/one/locale/en-1.ftl");
  expect(await assetUrl("one", "locale/fr.ftl")).toBeNull();
  expect(await assetUrl("another", "locale/en.ftl")).toBeNull();
});
