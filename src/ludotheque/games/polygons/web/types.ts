/** Names for parts of the generated types of Polygons. */
import type { LegalAction as Legal } from "@web/games/board";
import type { Action, Effect, Outcome, Picture, Preview as AnyPreview, View } from "./types.generated";

export type { Action, Effect, Outcome, Picture, View };
export const SHAPES = ["triangle", "square", "pentagon", "octagon"] as const satisfies Shape[];
export const COLOURS = ["green", "yellow", "pink", "blue"] as const satisfies Colour[];

export type Player = View["players"][number];
export type Power = View["powers"][number];
export type Piece = Player["collection"][number];
export type Kind = Omit<Piece, "id">;
export type Shape = Kind["shape"];
export type Colour = Kind["colour"];
/** A piece of the box that has been seen. */
export type BoxPiece = NonNullable<View["box"]>["pieces"][number];
export type Point = Picture["size"];

type FieldOf<Each> = Each extends unknown ? keyof Each : never;
type ValueOf<Each, Name extends PropertyKey> = Each extends Record<Name, infer Value> ? Value : never;
/** What a legal action would bring; which of these an action has depends on what it is. */
export type Preview = { [Name in FieldOf<AnyPreview>]?: ValueOf<AnyPreview, Name> };
/** A set and the token it would bring now; 0 if none. */
export type Completed = NonNullable<Preview["completes"]>[number];

type Each<One> = One extends Action ? Legal<One, Preview> : never;
/** One of the legal actions. */
export type Choice = Each<Action>;
/** A way to validate a set. */
export type Validation = Extract<Choice, { parts: { verb: "validate" } }>;

export interface Polygons {
  view: View;
  choice: Choice;
  done: Action | Outcome;
  effect: Effect;
  picture: Picture;
}
