import { describe, expect, it } from "vitest";
import {
  botOf,
  LEVELS,
  levelsOf,
  suggestedLevel,
  levelOf,
  botNames,
  pickOpponents,
  playStyleOf,
  PLAY_STYLES,
  type OpponentPool,
} from "./opponents";
import type { MyLevel } from "../messages";

const UNRATED: MyLevel = {
  game: "one",
  bots: null,
  level: "novice",
  low: "novice",
  high: "club",
  games: 0,
  value: null,
  error: null,
  rated: [],
};

const game: OpponentPool = {
  usual: "amateur",
  characters: LEVELS.flatMap((level) =>
    PLAY_STYLES.map((style) => ({ bot: botOf(level, style), name: `${level} ${style}`, level, temper: style })),
  ),
  reserves: ["Orion", "Mira", "Altair", "Juno", "Rhea"],
};

describe("opponents", () => {
  it("are all of the level, and all different as long as there are others", () => {
    const seven = pickOpponents(game, "club", 7);
    expect(new Set(seven.slice(0, 3))).toEqual(new Set(["club", "club-cautious", "club-bold"]));
    expect(seven.every((bot) => levelOf(bot) === "club")).toBe(true);
    expect(pickOpponents(game, "club", 1, ["club-cautious", null, "greedy"])).toEqual(["club"]);
  });
  it("have the levels that the game has, the weakest first", () => {
    const characters = game.characters.filter((one) => one.level !== "champion").toReversed();
    expect(levelsOf({ characters })).toEqual(["novice", "amateur", "club", "expert", "master"]);
    expect(levelsOf(game)).toEqual(LEVELS);
  });
  it("are the game's strongest where it has no characters", () => {
    expect(pickOpponents({ ...game, characters: [], usual: "greedy" }, "club", 2)).toEqual(["greedy", "greedy"]);
  });
  it("never share a name at one table", () => {
    const names = botNames(game, [null, "club", "club", "club-bold", "random", "club"]);
    expect(names).toEqual([null, "club even", "Orion", "club bold", "Mira", "Juno"]);
  });
  it("have different names in different styles, whichever sits there already", () => {
    const taken = ["club", "club-cautious", "club-bold"];
    const names = ["club", "club-cautious", "club-bold"].map((bot) => botNames(game, [...taken, bot])[3]);
    expect(new Set(names).size).toBe(3);
  });
});

it("a bot's name contains its level and style", () => {
  for (const level of LEVELS)
    for (const style of PLAY_STYLES)
      expect([levelOf(botOf(level, style)), playStyleOf(botOf(level, style))]).toEqual([level, style]);
  expect([levelOf("greedy"), levelOf(null), levelOf(undefined)]).toEqual([null, null, null]);
});

it("of whom nothing is known, the usual one is suggested", () => {
  const one = { game: "one", usual: "amateur" };
  expect(suggestedLevel(one, null)).toEqual({ level: "amateur", games: 0 });
  expect(suggestedLevel(one, [{ ...UNRATED, level: "expert", games: 7 }]).level).toBe("expert");
});
