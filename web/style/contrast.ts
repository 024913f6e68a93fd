/** For tests of colours: text and shapes contrast with their background, in both themes. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Tokens = Record<string, string>;
/** Foreground and background. */
export type Pairs = readonly (readonly [tops: readonly string[], grounds: readonly string[]])[];

function themes(file: URL): { light: Tokens; dark: Tokens } {
  const [light, dark] = readFileSync(file, "utf8")
    .split(/\[data-theme="dark"\]/)
    .map((part) =>
      Object.fromEntries([...part.matchAll(/--([\w-]+):\s*(#[0-9A-Fa-f]{6})/g)].map((match) => [match[1]!, match[2]!])),
    ) as [Tokens, Tokens];
  return { light, dark: { ...light, ...dark } };
}

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

/** Tests the contrast of the colours in a file: 4.5 for text, 3 for shapes and outlines. */
export function standOut(file: URL, words: Pairs, parts: Pairs): void {
  for (const [theme, tokens] of Object.entries(themes(file))) {
    for (const [least, pairs] of [
      [4.5, words],
      [3, parts],
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
}
