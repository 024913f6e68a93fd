/** What a game shows in the page, and what it is given: the only thing that the page knows about a game.
 *
 * A game's folder has `web/index.ts`, whose default export is a `GameWeb`, and beside it `Cover.svelte` (the picture on
 * its card) and `Icon.svelte`. The page finds them by itself. A board knows no rules: it draws the view and offers the
 * legal actions it was given.
 */
import type { Component } from "svelte";
import type { Because, Entry, SeatState } from "./messages";
import type { Say } from "./words.svelte";

/** What `view` and `previews` hold is the game's own affair; it says so with types of its own. */
export type Facts = Record<string, unknown>;

export interface BoardProps<View = Facts, Preview = Facts> {
  /** What the seat at this screen (or a spectator) sees. */
  view: View;
  /** What it may do now, in the notation; empty when it is not to act, when watching and in replays. */
  legal: readonly string[];
  /** What each of `legal` would bring, in the same order. */
  previews: readonly Preview[];
  seats: readonly SeatState[];
  /** The seat to which view and legal belong; null for a spectator. */
  me: number | null;
  /** The action that was sent and is not confirmed yet. */
  pending: string | null;
  /** The game events that led from the view before to this one, to be marked or moved; empty after a jump. */
  latest: readonly Entry[];
  /** Whether choosing plays at once, without a confirmation. */
  instant: boolean;
  /** Do one of the legal actions; whether it was done. */
  act(action: string): Promise<boolean>;
  /** Why an action is not legal; null if that cannot be asked now. */
  why(action: string): Promise<Because | null>;
  /** The view just before chance acted last: what a draw has cleared from the table. Null if it cannot be had; not in replays. */
  beforeChance?(): Promise<View | null>;
  say: Say;
}

/** A part of the table in words, for the panel of that name. */
export interface InWords {
  heading: string;
  lines: string[];
}

/** Who is meant, and how to say it. */
export interface Telling {
  /** The name of a seat, "You" for one's own. */
  name(seat: number): string;
  me: number | null;
  say: Say;
}

export interface GameWeb<View = Facts, Preview = Facts> {
  /** The whole table below the bar: board, what I do, who has how much (`parts/TableLayout.svelte`). */
  Board: Component<BoardProps<View, Preview>>;
  /** The scores in detail, for the sheet at the end. */
  Sheet: Component<{ view: View; seats: readonly SeatState[]; say: Say }>;
  /** One event in one sentence; null if it is not worth one. `after` is the view after it. */
  tell(event: Entry, after: View, telling: Telling): string | null;
  /** Short facts for the bar: "Round 2 of 4", "Tile 13 of 19". */
  tags(view: View, say: Say): string[];
  /** The position in words. */
  inWords(view: View, telling: Telling): InWords[];
  /** The keys of the board, for the list that `?` shows: the key as it is printed, and what it does. */
  keys(say: Say): [key: string, does: string][];
}
