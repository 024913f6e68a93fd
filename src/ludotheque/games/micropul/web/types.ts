/** Names for parts of the generated types of micropul; docs/reference/games/micropul.md describes every field. */
import type { LegalAction } from "@web/games/board";
import type { Action, Effect, Outcome, Preview, View } from "./types.generated";

export type { Action, Effect, Outcome, View };
export type Group = View["groups"][number];
export type Colour = Group["colour"];
export type Corner = Group["corners"][number];
export type CornerName = Corner["corner"];
export type Place = Pick<Corner, "x" | "y">;
export type Laid = View["layout"][number];
/** A tile: what its corners hold, clockwise from the top left, and the catalyst in the middle of a big one. */
export type Tile = Omit<Laid, keyof Place>;
export type Held = View["hand"][number];
export type Points = View["points"][number];
/** What a placement did to a group. */
export type Became = Extract<Effect, { effect: "group" }>["became"];

/** What laying a tile brings; `made_of` of a group are numbers of the view's groups. */
export type LayPreview = Extract<Preview, { draws: number }>;
/** What a stone goes on: a group, by its number in the view. */
export type StonePreview = Extract<Preview, { group: number }>;
/** What a take leaves. */
export type TakePreview = Extract<Preview, { supply: number }>;

export type Lay = Extract<Action, { verb: "lay" }>;
export type PutStone = Extract<Action, { verb: "stone" }>;

export interface Micropul {
  view: View;
  choice:
    | LegalAction<Lay, LayPreview>
    | LegalAction<PutStone, StonePreview>
    | LegalAction<{ verb: "take" }, TakePreview>
    | LegalAction<{ verb: "pass" }, object>;
  done: Action | Outcome;
  effect: Effect;
  picture: never;
}

/** A corner of the tile to be laid that faces a corner of a laid one, in the detail of a refusal. */
export interface Contact {
  corner: CornerName;
  holds: string;
  facing: { corner: CornerName };
}
