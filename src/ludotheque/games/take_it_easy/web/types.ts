/** What the server tells of Take It Easy; docs/reference/games/take_it_easy.md describes every field. */
import type { LegalAction } from "@web/games/board";

export type Direction = "left" | "vertical" | "right";

/** A line of a board. */
export interface Line {
  direction: Direction;
  cells: string[];
  state: "open" | "alive" | "complete" | "dead";
  digit: number | null;
  digits: number[];
  points: number;
  within_reach: boolean;
}

/** The tile on each cell of a board that has one. */
export type Laid = Record<string, string>;

export interface View {
  seat: number | null;
  seats: number;
  options: { rounds: number; adjacent: boolean; pairs: boolean };
  outcome: { scores: number[]; winners: number[]; reason: string } | null;
  round: number;
  rounds: number;
  caller: number;
  drawn: number;
  round_over: boolean;
  announced: string[];
  to_lay: string[];
  left_to_lay: number[];
  heap: string[];
  boards: Laid[];
  lines: Line[][];
  points: number[];
  /** What lies on each board now. */
  round_points: number[];
  scores: number[];
}

/** What a placement would do to one of the three lines through its cell. */
export interface Effect {
  /** The number of the line, as in `View.lines`. */
  line: number;
  direction: Direction;
  digit: number;
  length: number;
  laid: number;
  state: "complete" | "alive" | "out_of_reach" | "breaks" | "dead";
  points: number;
  loses: number;
}

export type Action = { verb: "place"; tile: string; cell: string };
export type Outcome = { verb: "draw"; tile: string; second?: string };

/** What laying a tile would bring. */
export interface Preview {
  lines: Effect[];
  points: number;
}

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
