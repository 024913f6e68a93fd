import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { settings as Settings } from "../app/settings.svelte";
import type * as Fluent from "./fluent.svelte";

let settings: typeof Settings;
let locale: typeof Fluent;
beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] }); // what the page's words ask of a browser when they are loaded
  vi.stubGlobal("localStorage", { getItem: () => null });
  ({ settings } = await import("../app/settings.svelte"));
  locale = await import("./fluent.svelte");
  for (const language of locale.LANGUAGES) await locale.loadLocale(language);
});
beforeEach(() => void (settings.language = "en"));

test("what is less than nothing has a minus sign, alone and in a sentence", () => {
  expect(locale.formatNumber(-1)).toBe("\u22121");
  expect(locale.formatNumber(-0.01, { maximumFractionDigits: 1 })).toBe("0");
  expect(locale.say("over-you-win", { score: -3 })).toContain("\u22123");
  settings.language = "fr";
  expect(locale.formatNumber(-1)).toBe("\u22121");
  expect(locale.say("over-you-win", { score: -3 })).toContain("\u22123");
});

test("a plural still hangs on its number", () => {
  expect(locale.say("recorded", { count: 1, folder: "x" })).not.toBe(locale.say("recorded", { count: 2, folder: "x" }));
});

test("numbers are written as the language does, and no line ends before a percent sign", () => {
  expect(locale.formatPercent(0.125)).toBe("12.5\u00a0%");
  settings.language = "fr";
  expect(locale.formatPercent(-0.125)).toBe("\u221212,5\u00a0%");
  expect(locale.formatNumber(1.9, { signDisplay: "exceptZero" })).toBe("+1,9");
});
