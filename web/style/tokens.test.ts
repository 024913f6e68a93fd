/** The tokens keep what they promise: everything that is read or recognised stands out from what lies under it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const [light, dark] = css
  .split(/\[data-theme="dark"\]/)
  .map((part) =>
    Object.fromEntries([...part.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})/g)].map((match) => [match[1]!, match[2]!])),
  ) as [Record<string, string>, Record<string, string>];
const THEMES = { light, dark: { ...light, ...dark } };

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const seats = [1, 2, 3, 4, 5, 6, 7, 8].map((seat) => `seat-${seat}`);
const bands = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `tie-${digit}`);
const polygons = ["pg-green", "pg-yellow", "pg-pink", "pg-blue"];

/** What stands on what: words need 4.5, parts and outlines 3. */
const WORDS: [string[], string[]][] = [
  [
    ["text", "text-2"],
    ["bg", "surface", "sunk"],
  ],
  [["accent"], ["surface", "accent-soft"]],
  [["on-accent"], ["accent"]],
  [["ok"], ["ok-soft"]],
  [["warn"], ["warn-soft"]],
  [["danger"], ["danger-soft"]],
  [seats, ["surface"]],
  [["tie-ink"], bands],
  [["tie-well-text"], ["tie-well"]],
];
const PARTS: [string[], string[]][] = [
  [["edge"], ["bg", "surface", "sunk"]],
  [bands, ["tie-tile"]],
  [["mp-black", "mp-white", "mp-socket"], ["mp-tile"]],
  [["mp-catalyst"], ["mp-socket"]],
  [
    ["mp-stone-1", "mp-stone-2"],
    ["mp-black", "mp-white"],
  ],
  [["mp-legal", "mp-illegal"], ["mp-table"]],
  [polygons, ["pg-felt"]],
];

for (const [theme, tokens] of Object.entries(THEMES)) {
  for (const [least, pairs] of [
    [4.5, WORDS],
    [3, PARTS],
  ] as const) {
    for (const [tops, grounds] of pairs) {
      test.each(tops.flatMap((top) => grounds.map((ground) => [top, ground] as const)))(
        `${theme}: %s on %s`,
        (top, ground) => {
          expect(tokens[top], top).toBeDefined();
          expect(tokens[ground], ground).toBeDefined();
          expect(contrast(tokens[top]!, tokens[ground]!)).toBeGreaterThanOrEqual(least);
        },
      );
    }
  }
}
