/** What the server tells of a table of Polygons. */

export const SHAPES = ["triangle", "square", "pentagon", "octagon"] as const;
export const COLOURS = ["green", "yellow", "pink", "blue"] as const;
export const POWERS = ["exchange", "give", "steal", "discard"] as const;
export type Shape = (typeof SHAPES)[number];
export type Colour = (typeof COLOURS)[number];
export type Power = (typeof POWERS)[number];
export type Point = [x: number, y: number];

export interface Kind {
  shape: Shape;
  colour: Colour;
}

export interface Piece extends Kind {
  id: number;
}

/** A piece of the box that has been seen. Lengths are hundredths of a millimetre. */
export interface BoxPiece extends Piece {
  accessible: boolean;
  /** The seen pieces that lie over it. */
  above: number[];
  /** What picking it up would free, of the seen pieces. */
  frees: number[];
  /** The order of painting. */
  level: number;
  outline: Point[];
  face: Point[];
}

export interface Player {
  collection: Piece[];
  tokens: number[];
  powers: Power[];
  score: number;
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
    size: [width: number, height: number];
    left: number;
    pieces: BoxPiece[];
    unseen: number;
    unseen_kinds: (Kind & { count: number })[];
  } | null;
  chain: Piece[];
  power_used: boolean;
  power_earned: boolean;
  piles: Record<Colour, number[]>;
  players: Player[];
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

/** One of the legal actions, taken apart. */
export interface Choice {
  action: string;
  verb: string;
  /** What follows the verb. */
  rest: string[];
  preview: Preview;
}
