import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { settings as Settings } from "../app/settings.svelte";
import type * as Words from "./fluent.svelte";

let settings: typeof Settings;
let words: typeof Words;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ settings } = await import("../app/settings.svelte"));
  words = await import("./fluent.svelte");
  for (const language of words.LANGUAGES) await words.loadWords(language);
});
beforeEach(() => void (settings.language = "en"));

test("what is less than nothing has a minus sign, alone and in a sentence", () => {
  expect(words.figure(-1)).toBe("\u22121");
  expect(words.figure(-0.01, { maximumFractionDigits: 1 })).toBe("0");
  expect(words.say("over-you-win", { score: -3 })).toContain("\u22123");
  settings.language = "fr";
  expect(words.figure(-1)).toBe("\u22121");
  expect(words.say("over-you-win", { score: -3 })).toContain("\u22123");
});

test("a plural still hangs on its number", () => {
  expect(words.say("recorded", { count: 1, folder: "x" })).not.toBe(words.say("recorded", { count: 2, folder: "x" }));
});

test("numbers are written as the language does, and no line ends before a percent sign", () => {
  expect(words.percent(0.125)).toBe("12.5\u00a0%");
  settings.language = "fr";
  expect(words.percent(-0.125)).toBe("\u221212,5\u00a0%");
  expect(words.figure(1.9, { signDisplay: "exceptZero" })).toBe("+1,9");
});
