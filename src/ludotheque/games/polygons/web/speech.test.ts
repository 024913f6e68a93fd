import type { NarrationContext } from "@web/games/board";
import { expect, test } from "vitest";
import { inWords } from "./speech";
import type { View } from "./types";

test("in words a take that is over is said to be over, not to be empty", () => {
  const telling = { name: String, me: 0, say: (id: string) => id } as unknown as NarrationContext;
  const piles = { green: [], yellow: [], pink: [], blue: [] };
  const lines = (stage: string): string[] =>
    inWords({ turn: 0, stage, chain: [], players: [], piles, box: null } as unknown as View, telling)[0]!.lines;
  expect(lines("take")).toEqual(["polygons-turn-words", "polygons-line"]);
  expect(lines("after")).toEqual(["polygons-turn-words", "polygons-done-words"]);
});
