/** The interface between the page and a game's board: all that the page knows of a game. A game's `web/index.js` has
 * as default export a `GameWeb`, or a part of one (`docs/how-to/write-a-board.md`); the page has fallbacks for the rest. A board is
 * either a `Board`, a Svelte component built with the page, or a `mount` in plain JavaScript. Boards know no rules:
 * they draw the view and offer the legal actions. */
import type { Sound } from "../app/sounds";
import type { Component } from "svelte";
import type { SkillLevels } from "../analysis/skill";
import type { Parts, Verbs } from "../engine/actions";
import type { Because, Entry, SeatState } from "../messages";
import type { Motion } from "../table/motion";
import type { Level, PlayStyle } from "./opponents";
import type { Say } from "../locale/fluent.svelte";

/** A view, preview or picture; games declare its type themselves. */
export type JsonObject = Record<string, unknown>;

/** A legal action: its text, its parts, and its preview. */
export interface LegalAction<Action = Parts, Preview = JsonObject> {
  do: string;
  parts: Action;
  preview: Preview;
}

/** What the rules report of an event: a fact of some kind, with its fields. */
export type Effect = { effect: string } & JsonObject;

/** An event of the game: an entry with `by`, and what it changed as far as it may be known. Without `parts` it is
 * hidden. A game that declares no effects has none. */
export type GameEvent<Done = Parts, Reported = Effect> = Omit<Entry, "parts" | "effects"> & {
  parts?: Done;
  effects?: Reported[];
};

/** The types of a game: its view, its legal actions, the parts and the effects of its events, its drawing data. */
export interface GameTypes {
  view: object;
  choice: LegalAction<object, object>;
  done: object;
  effect: object;
  picture: object;
}

/** A game as the page sees it. */
export interface AnyGame extends GameTypes {
  view: JsonObject;
  choice: LegalAction;
  done: Parts;
  effect: Effect;
  picture: JsonObject;
}

/** An event of a game with these types. */
export type EventOf<Game extends GameTypes> = GameEvent<Game["done"], Game["effect"]>;

export interface BoardProps<Game extends GameTypes = AnyGame> {
  /** The view of the seat at this screen, or of a spectator. */
  view: Game["view"];
  /** Drawing data, for games that have it besides the view; it may cover things that are not in this view. */
  picture: Game["picture"] | null;
  /** The legal actions; empty when the seat is not to act, for spectators and in replays. */
  legal: readonly Game["choice"][];
  seats: readonly SeatState[];
  /** The seat of `view` and `legal`; null for a spectator. */
  me: number | null;
  /** The parts of the action that was sent and is not confirmed. */
  pending: Game["choice"]["parts"] | null;
  /** The events that led from the previous view to this one, to be marked or animated; empty after a jump. */
  latest: readonly EventOf<Game>[];
  /** Whether a choice is played without confirmation. */
  instant: boolean;
  /** At the end: whose board is shown, and how many of its scoring pieces are lit. */
  end?: EndReveal | null;
  /** Perform a legal action, given by its text; resolves to whether it was done. */
  act(action: string): Promise<boolean>;
  /** Why an action, given by its parts, is illegal; null if that cannot be asked now. */
  why(action: Game["choice"]["parts"]): Promise<Because | null>;
  /** Actions that a lesson or hint is about: the board highlights them. */
  light?: readonly Game["choice"]["parts"][];
  /** In the story of a game: the action that was played here, and a better one. The board marks both. */
  compared?: Compared<Game["choice"]["parts"]> | null;
  /** An action that a hint proposes: the board selects it, and confirms nothing. */
  proposed?: Game["choice"]["parts"] | null;
  /** In a replay: the score of each seat in the end; null if the game has no result. */
  finalScores?: readonly number[] | null;
  /** In a replay: show the game from a seat's point of view, and its board if every seat has one. */
  onlook?(seat: number): void;
  /** Reports what the player is doing, by a name that the game's guide has: the rules open at the passage for it. */
  ondoing?(what: string | null): void;
  /** The view just before the last outcome of chance, to show what a draw has cleared away. Null if unavailable;
   * absent in replays. */
  beforeChance?(): Promise<Game["view"] | null>;
  say: Say;
}

/** An action and a better one; the same, if it was the best. */
export interface Compared<Action = Parts> {
  played: Action;
  better: Action;
}

/** A position in small, with marks for the action that was played and a better one. Decoration: words stand beside
 * it. */
export interface ThumbnailProps<Game extends GameTypes = AnyGame> {
  view: Game["view"];
  picture: Game["picture"] | null;
  seat: number;
  played: Game["choice"] | null;
  better: Game["choice"] | null;
}

/** What the boards of all seats are shown by, in a replay. */
export interface BoardsProps<Game extends GameTypes = AnyGame> {
  view: Game["view"];
  /** The events that led from the previous view to this one; empty after a jump. */
  latest: readonly EventOf<Game>[];
  /** The score of each seat in the end; null if the game has no result. */
  finalScores: readonly number[] | null;
  name(seat: number): string;
  /** Show the board of one seat instead. */
  onlook(seat: number): void;
  say: Say;
}

export interface EndReveal {
  seat: number;
  lit: number;
}

/** Seats that win together. */
export interface Team {
  seats: number[];
  score: number;
}

/** A turn of others in one sentence, and whether it was done to me. */
export interface TurnSummary {
  text: string;
  me: boolean;
}

/** A sentence of the coach, and the actions that it speaks of: the board lights their places. */
export interface Tip<Action = Parts> {
  text: string;
  light: readonly Action[];
}

/** A hint in three steps: where to look, the action, and reasons, the strongest first; as many are shown as fit. */
export interface HintText {
  where: string;
  move: string;
  why: string[];
  /** Whether the reasons compare the action with the second best: then the page does not. */
  compares?: boolean;
}

/** The second best action, and what playing it would lose: "−14", "−3 in 100". */
export interface Rival<Choice = LegalAction> {
  choice: Choice;
  loss: string;
  /** Whether it was played, in the story of a game, whatever its rank. */
  played?: boolean;
}

/** A section of the table in words. */
export interface TextSection {
  heading: string;
  lines: string[];
}

/** Names and messages for narration. */
export interface NarrationContext {
  /** The name of a seat; "You" for one's own, unless several players share the screen. */
  name(seat: number): string;
  /** One's own seat; null for a spectator, and if several players share the screen. */
  me: number | null;
  say: Say;
}

/** The portrait of a bot: a round SVG made of the game's pieces. */
export interface PortraitProps {
  level: Level;
  playStyle: PlayStyle;
}

/** The props of a mounted board: those of any board, and the names of players. */
export interface MountProps<Game extends GameTypes = AnyGame> extends BoardProps<Game> {
  /** The name of a seat, "You" for one's own. */
  name(seat: number): string;
}

/** A mounted board. */
export interface MountedBoard<Game extends GameTypes = AnyGame> {
  /** Show new props. */
  update(props: MountProps<Game>): void;
  /** The board is removed. */
  destroy?(): void;
}

/** Mounts a board in an element that belongs to the board. */
export type Mount<Game extends GameTypes = AnyGame> = (
  target: HTMLElement,
  props: MountProps<Game>,
) => MountedBoard<Game>;

export interface GameWeb<Game extends GameTypes = AnyGame> {
  /** The actions of the game, as its rules declare them. */
  actions: Verbs;
  /** The whole table below the bar: board, dock and seats (`table/TableLayout.svelte`). */
  Board?: Component<BoardProps<Game>>;
  /** All boards of a replay at once, in games where every seat has one. */
  SideBySide?: Component<BoardsProps<Game>>;
  /** Or only the board, in plain JavaScript: the page puts the seats beside it. */
  mount?: Mount<Game>;
  /** The game's board cannot be loaded. */
  broken?: boolean;
  /** The measured loss per decision of each level, to compare a player's with. */
  skill?: SkillLevels;
  /** The board of a ceiling (the highest score that was possible), for games whose server can prove one. */
  Ceiling?: Component<{ board: Record<string, string> }>;
  /** A position in small, for the story of a game. */
  Thumbnail?: Component<ThumbnailProps<Game>>;
  /** The scores in detail, for the result. */
  Sheet: Component<{ view: Game["view"]; seats: readonly SeatState[]; say: Say }>;
  /** One event in a sentence or two; null if it is not worth one. */
  narrate(event: EventOf<Game>, context: NarrationContext): string | null;
  /** A turn of others in one sentence, given by its events. */
  narrateTurn?(events: readonly EventOf<Game>[], context: NarrationContext): TurnSummary | null;
  /** The motions of the events of one update; places are named by `data-at`. */
  motions?(events: readonly EventOf<Game>[], me: number | null): Motion[];
  /** The sound of an effect; null for none. */
  sound?(effect: NonNullable<EventOf<Game>["effects"]>[number]): Sound | null;
  /** The number of scoring pieces on a seat's board at the end: they light up one after the other. */
  scoring?(view: Game["view"], seat: number): number;
  /** At the end: labels for showing a seat and for the seat that is shown; by default that seat's board. */
  looking?(say: Say): [show: string, showing: string];
  /** At the end: why a seat has no points, if it needs an explanation. */
  explain?(view: Game["view"], seat: number, context: NarrationContext): string | null;
  /** The teams, each with its score; none if everybody plays alone. */
  teams?(view: Game["view"]): Team[];
  /** Short tags for the bar: "Round 2 of 4", "Tile 13 of 19". */
  tags(view: Game["view"], say: Say): string[];
  /** The position in words. */
  inWords(view: Game["view"], context: NarrationContext): TextSection[];
  /** What players hide from each other is only hidden until all have chosen: around one screen nobody has to look
   * away. */
  openTable?: boolean;
  /** What the coach says: what is possible now, from the legal actions and their previews. Null for nothing. */
  coach?(
    view: Game["view"],
    legal: readonly Game["choice"][],
    context: NarrationContext,
  ): string | Tip<Game["choice"]["parts"]> | null;
  /** Whether a turn may have several actions: then mistakes are counted by turns. */
  longTurns?: boolean;
  /** The kind of loss of playing one action instead of a better one, from their previews; null for none. The game has
   * a message `next-time-KIND` for each kind, with the number of losses (`count`), and `mistake-KIND`. */
  mistake?(view: Game["view"], played: Game["choice"], better: Game["choice"]): string | null;
  /** What is counted over a game for a player's bests, by name: what an effect of the player's events adds. The game has
   * a message `best-NAME` for each. */
  counted?: Record<string, (effect: NonNullable<EventOf<Game>["effects"]>[number]) => number>;
  /** A hint in words, from the preview of the action and that of the second best, if that is known. */
  hint?(view: Game["view"], choice: Game["choice"], context: NarrationContext, rival?: Rival<Game["choice"]>): HintText;
  /** The keyboard shortcuts of the board: the key as printed, and what it does. */
  keys(say: Say): [key: string, does: string][];
}
