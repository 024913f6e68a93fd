/** What the server tells of a table of Polygons. */
import type { LegalAction as Legal } from "@web/games/board";

export const SHAPES = ["triangle", "square", "pentagon", "octagon"] as const;
export const COLOURS = ["green", "yellow", "pink", "blue"] as const;
export type Shape = (typeof SHAPES)[number];
export type Colour = (typeof COLOURS)[number];
export type Power = "exchange" | "give" | "steal" | "discard";
export type Point = [x: number, y: number];

export interface Kind {
  shape: Shape;
  colour: Colour;
}

export interface Piece extends Kind {
  id: number;
}

/** A piece of the box that has been seen. */
export interface BoxPiece extends Piece {
  accessible: boolean;
  /** The seen pieces that lie over it. */
  above: number[];
  /** What picking it up would free, of the seen pieces. */
  frees: number[];
  /** The order of painting. */
  level: number;
}

/** How the box is drawn: its width and height, and the outlines of what has been seen in it, in hundredths of a millimetre. */
export interface Picture {
  size: Point;
  pieces: { id: number; outline: Point[]; face: Point[] }[];
}

export interface Player {
  collection: Piece[];
  tokens: number[];
  /** Whether they lie face down for who looks. */
  face_down: boolean;
  powers: Power[];
  /** What the score is made of. */
  points: { tokens: number; powers: number; pieces: number };
  score: number;
  /** The seat of the partner, in teams. */
  partner: number | null;
}

export interface View {
  seat: number | null;
  seats: number;
  options: { edition: string; teams: boolean; expert: boolean; shape_token: string };
  to_act: (number | "chance")[];
  outcome: { scores: number[]; winners: number[]; reason: string } | null;
  stage: "box" | "first" | "take" | "after" | "over";
  turn: number | null;
  first: number | null;
  last_round: "tokens" | "box" | null;
  box: {
    left: number;
    pieces: BoxPiece[];
    unseen: number;
    unseen_kinds: (Kind & { count: number })[];
  } | null;
  /** What was taken this turn, each piece with what it shares with the one before, and how many it can be. */
  chain: (Piece & { link: "colour" | "shape" | "both" | null })[];
  most_taken: number;
  power_used: boolean;
  power_earned: boolean;
  piles: Record<Colour, number[]>;
  players: Player[];
  /** None without teams. */
  teams: { seats: number[]; score: number }[];
  /** The powers that there are at this table. */
  powers: Power[];
}

/** A set ("colour pink", "shape square") and the token it would bring now; 0 if none. */
export interface Completed {
  set: string;
  token: number;
}

/** What a legal action would bring; which of these an action has depends on what it is. */
export interface Preview {
  link?: "colour" | "shape" | "both" | null;
  completes?: Completed[];
  breaks?: Completed[];
  completes_theirs?: Completed[];
  breaks_theirs?: Completed[];
  frees?: number[];
  earns_power?: boolean;
  other?: number;
  piece?: number;
  to?: number;
  set?: string;
  pieces?: number[];
  token?: number;
  pile?: Colour | null;
}

export type Action =
  | { verb: "take"; piece: number }
  | { verb: "stop" | "gift" | "end" }
  | { verb: "validate"; colour?: Colour; shape?: Shape; pile?: Colour }
  | { verb: "steal"; piece: number }
  | { verb: "discard"; piece: number }
  | { verb: "give"; piece: number; seat: number }
  | { verb: "exchange"; mine: number; theirs: number };
export type Outcome = { verb: "box" } | { verb: "first"; seat: number };

type Each<One> = One extends Action ? Legal<One, Preview> : never;
/** One of the legal actions. */
export type Choice = Each<Action>;
/** A way to validate a set. */
export type Validation = Extract<Choice, { parts: { verb: "validate" } }>;

export interface Polygons {
  view: View;
  choice: Choice;
  done: Action | Outcome;
  picture: Picture;
}
