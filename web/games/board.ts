/** What a game shows in the page, and what it is given: the only thing that the page knows about a game.
 *
 * A game brings `web/index.js`, whose default export is a `GameWeb` or as much of one as it has (`docs/how-to/write-a-board.md`); the page
 * fills in the rest plainly. A board is either a `Board`, made with the page's own Svelte and built with it, as ours are,
 * or a `mount` that needs nothing of the page's. Either knows no rules: it draws the view and offers the legal actions.
 */
import type { Component } from "svelte";
import type { Parts, Verbs } from "../engine/actions";
import type { Because, Entry, SeatState } from "../messages";
import type { Motion } from "../table/motion";
import type { Level, PlayStyle } from "./opponents";
import type { Say } from "../locale/fluent.svelte";

/** What a view, a preview or a picture holds is the game's own affair; it says so with types of its own. */
export type JsonObject = Record<string, unknown>;

/** A legal action: its text, its parts, and what it would bring. */
export interface LegalAction<Action = Parts, Preview = JsonObject> {
  do: string;
  parts: Action;
  preview: Preview;
}

/** An event of the game: an entry with `by`. Without `parts` it is hidden. */
export type GameEvent<Done = Parts> = Omit<Entry, "parts"> & { parts?: Done };

/** The types of a game: what it shows, what may be done, what seats and chance have done, how it is drawn. */
export interface GameTypes {
  view: object;
  choice: LegalAction<object, object>;
  done: object;
  picture: object;
}

/** A game as far as the page knows it. */
export interface AnyGame extends GameTypes {
  view: JsonObject;
  choice: LegalAction;
  done: Parts;
  picture: JsonObject;
}

export interface BoardProps<Game extends GameTypes = AnyGame> {
  /** What the seat at this screen (or a spectator) sees. */
  view: Game["view"];
  /** How that is drawn, where a game tells it apart from the view: also of things that are not in this view. */
  picture: Game["picture"] | null;
  /** What it may do now; empty when it is not to act, when watching and in replays. */
  legal: readonly Game["choice"][];
  seats: readonly SeatState[];
  /** The seat to which view and legal belong; null for a spectator. */
  me: number | null;
  /** The parts of the action that was sent and is not confirmed yet. */
  pending: Game["choice"]["parts"] | null;
  /** The game events that led from the view before to this one, to be marked or moved; empty after a jump. */
  latest: readonly GameEvent<Game["done"]>[];
  /** Whether choosing plays at once, without a confirmation. */
  instant: boolean;
  /** At the end: whose board is looked at, and how many of the things that score there are lit. */
  end?: EndReveal | null;
  /** Do one of the legal actions, given by its text; whether it was done. */
  act(action: string): Promise<boolean>;
  /** Why an action, given by its parts, is not legal; null if that cannot be asked now. */
  why(action: Game["choice"]["parts"]): Promise<Because | null>;
  /** Actions that a lesson speaks of: what they are about is lit. */
  light?: readonly Game["choice"]["parts"][];
  /** An action that a hint proposes: the board chooses it when it is told, as if somebody had, and confirms nothing. */
  proposed?: Game["choice"]["parts"] | null;
  /** What one is doing now, in a word that the game's guide knows: the rules open at the passage for it. */
  ondoing?(what: string | null): void;
  /** The view just before chance acted last: what a draw has cleared from the table. Null if it cannot be had; not in replays. */
  beforeChance?(): Promise<Game["view"] | null>;
  say: Say;
}

export interface EndReveal {
  seat: number;
  lit: number;
}

/** What has happened between two views: events of one update, in their order. */
export interface Step<Game extends GameTypes = AnyGame> {
  before: Game["view"];
  after: Game["view"];
  events: readonly GameEvent<Game["done"]>[];
}

/** What others have done, in one sentence, and whether it was done to me. */
export interface TurnSummary {
  text: string;
  me: boolean;
}

/** Where to look, without telling the action; the action; and why it is good: sentences, the weightiest first, of which as
 * many are told as fit. */
export interface HintText {
  where: string;
  move: string;
  why: string[];
}

/** A part of the table in words, for the panel of that name. */
export interface TextSection {
  heading: string;
  lines: string[];
}

/** Who is meant, and how to say it. */
export interface NarrationContext {
  /** The name of a seat, "You" for one's own. */
  name(seat: number): string;
  me: number | null;
  say: Say;
}

/** A character's picture: a round SVG made of the game's pieces, never a face. */
export interface PortraitProps {
  level: Level;
  temper: PlayStyle;
}

/** What a board that needs no Svelte is given, each time it changes: what any board is given, and how players are called. */
export interface MountProps<Game extends GameTypes = AnyGame> extends BoardProps<Game> {
  /** The name of a seat, "You" for one's own. */
  name(seat: number): string;
}

/** A board that was put somewhere. */
export interface MountedBoard<Game extends GameTypes = AnyGame> {
  /** Show something else. */
  update(props: MountProps<Game>): void;
  /** The board goes away. */
  destroy?(): void;
}

/** Puts a board into an element, which is its own: the page never looks into it. */
export type Mount<Game extends GameTypes = AnyGame> = (
  target: HTMLElement,
  props: MountProps<Game>,
) => MountedBoard<Game>;

export interface GameWeb<Game extends GameTypes = AnyGame> {
  /** What seats can do, as the game's rules declares it. */
  actions: Verbs;
  /** The whole table below the bar: board, what I do, who has how much (`parts/TableLayout.svelte`). */
  Board?: Component<BoardProps<Game>>;
  /** Or the board alone, in plain JavaScript: the page puts the seats beside it. */
  mount?: Mount<Game>;
  /** The board that the game brought cannot be loaded. */
  broken?: boolean;
  /** The scores in detail, for the sheet at the end. */
  Sheet: Component<{ view: Game["view"]; seats: readonly SeatState[]; say: Say }>;
  /** One event in one sentence; null if it is not worth one. `after` is a view after it, maybe much later; `step` tells how
   * it was just before and just after, where that was seen. */
  tell(
    event: GameEvent<Game["done"]>,
    after: Game["view"],
    context: NarrationContext,
    step?: Step<Game> | null,
  ): string | null;
  /** A whole turn in one sentence, given by its steps: what one of the others has done, or all of them together. */
  tellTurn?(steps: readonly Step<Game>[], context: NarrationContext): TurnSummary | null;
  /** What went from where to where in a step; places are named by `data-at`. */
  motions?(step: Step<Game>, me: number | null): Motion[];
  /** How many things score on a seat's board at the end: they are lit one after the other. */
  scoring?(view: Game["view"], seat: number): number;
  /** At the end: what choosing a seat shows, and that it is shown; else it is that seat's board. */
  looking?(say: Say): [show: string, showing: string];
  /** At the end: why a seat has nothing, where one may wonder. */
  explain?(view: Game["view"], seat: number, context: NarrationContext): string | null;
  /** Short facts for the bar: "Round 2 of 4", "Tile 13 of 19". */
  tags(view: Game["view"], say: Say): string[];
  /** The position in words. */
  inWords(view: Game["view"], context: NarrationContext): TextSection[];
  /** One short sentence for who plays the first time: what is possible now, from the legal actions and what they bring.
   * Null if there is nothing worth saying. */
  coach?(view: Game["view"], legal: readonly Game["choice"][], context: NarrationContext): string | null;
  /** What kind of loss it was to do one thing instead of a better one, where that can be told from what both bring; the game
   * has a sentence `next-time-KIND` for it, with how often it came (`count`). */
  mistake?(view: Game["view"], played: Game["choice"], better: Game["choice"]): string | null;
  /** A hint in words, from what the action would bring. */
  hint?(view: Game["view"], choice: Game["choice"], context: NarrationContext): HintText;
  /** The keys of the board, for the list that `?` shows: the key as it is printed, and what it does. */
  keys(say: Say): [key: string, does: string][];
}
