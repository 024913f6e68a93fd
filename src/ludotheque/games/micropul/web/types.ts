/** The view of micropul, its actions and what they bring, as docs/reference/games/micropul.md describes them. */
import type { LegalAction } from "@web/games/board";

export type CornerName = "tl" | "tr" | "br" | "bl";
export type Colour = "white" | "black";

export interface Place {
  x: number;
  y: number;
}

export interface Corner extends Place {
  corner: CornerName;
}

/** A tile: what its corners hold, clockwise from the top left, and the catalyst in the middle of a big one. */
export interface Tile {
  tile: number;
  turns: number;
  corners: string;
  centre: string;
}

export interface Laid extends Tile, Place {}

export interface Held extends Tile {
  ways: (Place & { turns: number[] })[];
}

export interface Group {
  colour: Colour;
  size: number;
  open: boolean;
  sides: number;
  /** The seats of the stones on it; for whom it counts, if for anybody; whether several stones lie on it. */
  stones: number[];
  owner: number | null;
  spoilt: boolean;
  corners: Corner[];
}

export interface Points {
  groups: number;
  supply: number;
  hand: number;
  total: number;
}

export interface View {
  seat: number | null;
  seats: number;
  options: { simple_placement: boolean; stacking_plus: boolean; single_double: boolean };
  to_act: (number | "chance")[];
  outcome: { scores: number[]; winners: number[]; reason: string } | null;
  turn: number;
  owed: number;
  layout: Laid[];
  places: [x: number, y: number][];
  hand: Held[];
  hands: number[];
  supplies: number[];
  core: number;
  unknown: number[];
  stones_left: number[];
  stones: (Corner & { seat: number })[];
  groups: Group[];
  points: Points[];
  scores: number[];
  rank: string | null;
}

/** What laying a tile brings. */
export interface LayPreview {
  draws: number;
  turns: number;
  catalysts: (Place & { corner: CornerName | "centre"; kind: string; tiles: number })[];
  /** The groups that it changes, as they will be; `made_of` are numbers of the view's groups. */
  groups: {
    made_of: number[];
    colour: Colour;
    size: number;
    open: boolean;
    stones: number[];
    owner: number | null;
    spoilt: boolean;
  }[];
  ends: "core" | "out_of_tiles" | null;
}

/** What a stone goes on: a group, by its number in the view. */
export interface StonePreview {
  group: number;
}

/** What a take leaves. */
export interface TakePreview {
  hand: number;
  supply: number;
}

export type Lay = { verb: "lay"; tile: number; turns: number; x: number; y: number };
export type PutStone = { verb: "stone"; x: number; y: number; corner: CornerName };
export type Action = Lay | PutStone | { verb: "take" | "pass" };
export type Outcome = { verb: "deal"; seat: number; tile: number } | { verb: "reveal"; tile: number };

export interface Micropul {
  view: View;
  choice:
    | LegalAction<Lay, LayPreview>
    | LegalAction<PutStone, StonePreview>
    | LegalAction<{ verb: "take" }, TakePreview>
    | LegalAction<{ verb: "pass" }, object>;
  done: Action | Outcome;
  picture: never;
}

/** A corner of the tile to be laid that faces a corner of a laid one, in the detail of a refusal. */
export interface Contact {
  corner: CornerName;
  holds: string;
  facing: { corner: CornerName };
}
