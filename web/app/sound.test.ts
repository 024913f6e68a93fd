import { beforeAll, expect, test, vi } from "vitest";
import type * as SoundModule from "./sound";
import { mostTelling } from "./sounds";

let { playSound } = {} as typeof SoundModule;
const made: number[] = [];
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the settings ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal(
    "AudioContext",
    class {
      constructor() {
        made.push(1);
      }
    },
  );
  ({ playSound } = await import("./sound"));
});

test("of several sounds at once the most telling one is heard", () => {
  expect(mostTelling(["place", "draw", "complete", null])).toBe("complete");
  expect(mostTelling(["place", "steal", "complete"])).toBe("steal");
  expect(mostTelling([null, undefined])).toBeNull();
});

test("there is no sound unless it is switched on", () => {
  playSound("win");
  expect(made).toEqual([]);
});
