/** What happened at a table of Polygons, in sentences and as motions: what the rules report, and nothing worked out. */
import type { EventOf, GameWeb, NarrationContext, TurnSummary } from "@web/games/board";
import type { Motion } from "@web/table/motion";
import { formatList } from "@web/locale/fluent.svelte";
import { name, one, setName } from "./speech";
import type { Effect, Kind, Piece, Polygons, View } from "./types";

type Events = readonly EventOf<Polygons>[];

function effectsOf(events: Events): Effect[] {
  return events.flatMap(({ effects }) => effects ?? []);
}

/** Whether it is a set of mine. In a last round sets may be validated after the action of another player. */
function isMine(effect: Effect, me: number | null): boolean {
  return effect.effect === "validated" && effect.seat === me;
}

/** The seats that effects are about, in order. */
function seatsIn(effects: readonly Effect[]): number[] {
  return [...new Set(effects.flatMap((effect) => ("seat" in effect ? [effect.seat] : [])))];
}

// -- Motions

function held(seat: number, { shape, colour }: Kind): string[] {
  return [`held ${seat} ${shape} ${colour}`, `seat ${seat}`];
}

export function motions(events: Events, me: number | null): Motion[] {
  const moved = new Map<number, Motion>();
  const tokens: Motion[] = [];
  /** A piece that moves several times goes from its first place to its last. */
  const move = ({ id }: Piece, from: string[], to: string[], more: Partial<Motion> = { lands: true }): void => {
    moved.set(id, { from, show: "from", ...moved.get(id), to, ...more });
  };
  for (const effect of effectsOf(events)) {
    switch (effect.effect) {
      case "took": {
        const { seat, piece, place } = effect;
        const trail = seat === me ? {} : { trail: { kind: "taken" as const, to: `seat ${seat}` } };
        move(piece, [`piece ${piece.id}`], [`chain ${place}`, `seat ${seat}`], { lands: true, leaves: true, ...trail });
        break;
      }
      case "joined":
        move(effect.piece, [`chain ${effect.place}`, `seat ${effect.seat}`], held(effect.seat, effect.piece));
        break;
      case "gifted":
        move(effect.piece, [`chain ${effect.place}`, `seat ${effect.seat}`], held(effect.other, effect.piece));
        break;
      case "gave":
        move(effect.piece, held(effect.seat, effect.piece), held(effect.other, effect.piece));
        break;
      case "exchanged":
        move(effect.gave, held(effect.seat, effect.gave), held(effect.other, effect.gave));
        steal(effect.got, effect.seat, effect.other);
        break;
      case "stole":
        steal(effect.piece, effect.seat, effect.other);
        break;
      case "validated": {
        const { seat, pieces, pile } = effect;
        if (!pile) break;
        // A set goes where its token comes from.
        for (const piece of pieces) move(piece, held(seat, piece), [`pile ${pile}`, `well ${pile}`], { lands: false });
        tokens.push({ from: `pile ${pile}`, to: [`tokens ${seat}`, `seat ${seat}`], show: "from" });
      }
    }
  }
  function steal(piece: Piece, seat: number, other: number): void {
    const to = held(seat, piece);
    const trail = other === me ? { trail: { kind: "lost" as const, to } } : {};
    move(piece, held(other, piece), to, { lands: true, ...trail });
  }
  return [...moved.values(), ...tokens.map((token) => ({ ...token, after: moved.size ? 180 : 0 }))];
}

// -- Sentences

/** An effect in words, without its subject; null if it is not worth any. */
function clause(effect: Effect, { name: who, me, say }: NarrationContext): string | null {
  const whom = "other" in effect ? { whom: effect.other === me ? "me" : "other", other: who(effect.other) } : {};
  switch (effect.effect) {
    case "began":
      return say("polygons-began");
    case "power":
      return say("polygons-power", { became: effect.became });
    case "gifted":
      return say("polygons-gifted", whom);
    case "exchanged":
      return say("polygons-exchanged", { ...whom, gone: one(effect.gave, say), kind: name(effect.got, say) });
    case "gave":
      return say("polygons-gave", { ...whom, piece: one(effect.piece, say) });
    case "stole":
      return say("polygons-stole", { ...whom, kind: name(effect.piece, say) });
    case "discarded":
      return say("polygons-discarded", { piece: one(effect.piece, say) });
    case "validated":
      return say("polygons-validated", { set: setName(effect.set, say), token: effect.token ?? "hidden" });
    default:
      return null;
  }
}

/** The pieces that a seat took, together. */
function took(pieces: readonly Kind[], more: boolean, { say }: NarrationContext): string {
  const [first] = pieces;
  const count = pieces.length;
  const same = (by: keyof Kind): boolean => count > 1 && pieces.every((piece) => piece[by] === first![by]);
  const how = same("colour") ? "colour" : same("shape") ? "shape" : count > 2 && more ? "many" : "each"; // the marks show which
  return say("polygons-took", {
    how,
    count,
    colour: first!.colour,
    shape: first!.shape,
    pieces: formatList(pieces.map((piece) => one(piece, say))),
  });
}

interface Clauses {
  acts: string[];
  sets: string[];
}

/** What a seat did, and the sets it completed. That its take is over is said if nothing else is. */
function clausesOf(seat: number, all: readonly Effect[], context: NarrationContext): Clauses {
  const effects = all.filter((effect) => "seat" in effect && effect.seat === seat);
  const say = (sets: boolean): string[] =>
    effects
      .filter((effect) => (effect.effect === "validated") === sets)
      .flatMap((effect) => clause(effect, context) ?? []);
  const [acts, sets] = [say(false), say(true)];
  const pieces = effects.flatMap((effect) => (effect.effect === "took" ? [effect.piece] : []));
  if (pieces.length) acts.unshift(took(pieces, acts.length + sets.length > 0, context));
  const ended = effects.find((effect) => effect.effect === "take_ended");
  if (ended && !acts.length && !sets.length) acts.push(context.say("polygons-take-ended", { count: ended.count }));
  return { acts, sets };
}

/** What concerns the whole table: the last round, unless it is over already, and the end. */
function remarks(effects: readonly Effect[], { say }: NarrationContext): string[] {
  const end = effects.find((one) => one.effect === "ended");
  if (end)
    return [
      say("polygons-ended", { reason: say(`reason-${end.reason}`) }),
      ...(end.tie_broken ? [say("polygons-tie-broken")] : []),
    ];
  return effects.flatMap((one) => (one.effect === "last_round" ? [say(`polygons-last-round-${one.reason}`)] : []));
}

/** An event in order: "You took a blue square and completed the blue set (token 4). 2 pieces came to light." */
export const narrate: GameWeb<Polygons>["narrate"] = ({ effects = [] }, context) => {
  const { name: who, me, say } = context;
  const sentences = seatsIn(effects).flatMap((seat) => {
    const { acts, sets } = clausesOf(seat, effects, context);
    const all = [...acts, ...sets];
    const facts = { mine: seat === me ? "yes" : "no", name: who(seat), acts: formatList(all) };
    return all.length ? [say("polygons-told", facts)] : [];
  });
  const count = effects.reduce((sum, one) => sum + (one.effect === "uncovered" ? one.pieces.length : 0), 0);
  if (sentences.length && count) sentences.push(say("polygons-uncovered", { count }));
  return [...sentences, ...remarks(effects, context)].join(" ") || null;
};

/** "Aster completed the blue set (one token): took three blue pieces and stole your green octagon." What counts comes
 * first: where there is little room, the end is cut. */
export function narrateTurn(events: Events, context: NarrationContext): TurnSummary | null {
  const { name: who, me, say } = context;
  const effects = effectsOf(events).filter(({ effect }) => effect !== "power"); // its use is told
  const sentences = seatsIn(effects).flatMap((seat) => {
    const { acts, sets } = clausesOf(seat, effects, context);
    if (!acts.length && !sets.length) return [];
    const facts = { mine: seat === me ? "yes" : "no", name: who(seat), first: formatList(sets) };
    return sets.length && acts.length
      ? [say("polygons-told-first", { ...facts, acts: formatList(acts) })]
      : [say("polygons-told", { ...facts, acts: formatList([...acts, ...sets]) })];
  });
  if (!sentences.length) return null;
  const toMe = effects.some((effect) => ("other" in effect && effect.other === me) || isMine(effect, me));
  return { text: [...sentences, ...remarks(effects, context)].join(" "), me: toMe };
}

// -- The end

/** What scores at the end are tokens. */
export const scoring = (view: View, seat: number): number => view.players[seat]?.tokens.length ?? 0;

/** What the numbers alone do not tell: why somebody has nothing, and why one of two who have as much wins. */
export function explain(view: View, seat: number, { say }: NarrationContext): string | null {
  const player = view.players[seat];
  if (view.tie_broken && view.outcome?.winners.includes(seat)) return say("polygons-tie-broken");
  if (!player || player.tokens.length || (view.outcome?.scores[seat] ?? 0) > 0) return null;
  return say("polygons-no-set", { left: player.collection.length });
}
