/** Names for parts of the generated types of Take It Easy; docs/reference/games/take_it_easy.md describes every field. */
import type { LegalAction } from "@web/games/board";
import type { Action, Effect, Outcome, Preview, View } from "./types.generated";

export type { Action, Effect, Outcome, Preview, View };
/** A line of a board. */
export type Line = View["lines"][number][number];
export type Direction = Line["direction"];
/** The tile on each cell of a board that has one. */
export type Laid = View["boards"][number];
/** What a placement would do to one of the three lines through its cell; `line` is its number in `View.lines`. */
export type LinePreview = Preview["lines"][number];
/** What the rules report of a kind. */
export type EffectOf<Kind extends Effect["effect"]> = Extract<Effect, { effect: Kind }>;

export interface TakeItEasy {
  view: View;
  choice: LegalAction<Action, Preview>;
  done: Action | Outcome;
  effect: Effect;
  picture: never;
}

/** How a line is drawn: as it is, or as the previewed tile would leave it. */
export interface Shown {
  state: "open" | "alive" | "out_of_reach" | "complete" | "dead";
  digit: number | null;
  laid: number;
  length: number;
  points: number;
  previewed: boolean;
}

/** The round's points of a seat: what lies on its board now. */
export function roundPoints(view: View, seat: number): number {
  return view.round_points[seat] ?? 0;
}
