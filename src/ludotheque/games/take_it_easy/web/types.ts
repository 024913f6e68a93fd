/** Names for parts of the generated types of Take It Easy; docs/reference/games/take_it_easy.md describes every field. */
import type { LegalAction } from "@web/games/board";
import type { Action, Outcome, Preview, View } from "./types.generated";

export type { Action, Outcome, Preview, View };
/** A line of a board. */
export type Line = View["lines"][number][number];
export type Direction = Line["direction"];
/** The tile on each cell of a board that has one. */
export type Laid = View["boards"][number];
/** What a placement would do to one of the three lines through its cell; `line` is its number in `View.lines`. */
export type Effect = Preview["lines"][number];

export interface TakeItEasy {
  view: View;
  choice: LegalAction<Action, Preview>;
  done: Action | Outcome;
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
