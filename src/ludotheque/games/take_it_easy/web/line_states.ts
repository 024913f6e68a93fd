/** The states of lines: as they are, or as the previewed tile would leave them. */
import type { Bands } from "./Tile.svelte";
import type { LinePreview, Line, Shown } from "./types";

export function shownLines(lines: readonly Line[], effects: readonly LinePreview[] = []): Shown[] {
  const changed = new Map(effects.map((effect) => [effect.line, effect]));
  return lines.map((line, number) => {
    const effect = changed.get(number);
    if (effect) {
      const state = effect.state === "breaks" ? "dead" : effect.state;
      return {
        state,
        digit: effect.digit,
        laid: effect.laid,
        length: effect.length,
        points: effect.points,
        previewed: true,
      };
    }
    const state = line.state === "alive" && !line.within_reach ? "out_of_reach" : line.state;
    return {
      state,
      digit: line.digit,
      laid: line.digits.length,
      length: line.cells.length,
      points: line.points,
      previewed: false,
    };
  });
}

/** For each cell, the bands that belong to a complete or a dead line. */
export function bandsOf(lines: readonly Line[], shown: readonly Shown[] = shownLines(lines)): Record<string, Bands> {
  const found: Record<string, Bands> = {};
  lines.forEach((line, number) => {
    const state = shown[number]!.state;
    if (state !== "complete" && state !== "dead") return;
    for (const cell of line.cells) (found[cell] ??= {})[line.direction] = state;
  });
  return found;
}
