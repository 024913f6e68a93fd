/** A turn of Polygons: what went where, and all of it in one sentence. */
import type { Step, Telling, Told } from "@web/board";
import type { Motion } from "@web/stage";
import { listed } from "@web/words.svelte";
import { kindOf, name, one, remember, setName, setOf } from "./speech";
import { COLOURS, type Colour, type Kind, type Piece, type Polygons, type View } from "./types";

type Turn = readonly Step<Polygons>[];

/** The names of where a piece lies, the best first; none if it has left the game. */
function placesOf(id: number, view: View): string[] {
  if (view.box?.pieces.some((piece) => piece.id === id)) return [`piece ${id}`];
  const taken = view.chain.findIndex((piece) => piece.id === id);
  if (taken >= 0) return [`chain ${taken}`, `seat ${view.turn}`];
  const seat = holder(id, view);
  const kind = kindOf(id);
  return seat === null || !kind ? [] : [`held ${seat} ${kind.shape} ${kind.colour}`, `seat ${seat}`];
}

/** Who has a piece. */
function holder(id: number, view: View): number | null {
  const seat = view.players.findIndex(({ collection }) => collection.some((piece) => piece.id === id));
  return seat < 0 ? null : seat;
}

/** All pieces that somebody has taken and not yet given back. */
const held = (view: View): Piece[] => [...view.chain, ...view.players.flatMap((player) => player.collection)];

/** The pile from which a token was taken in a step, and its worth. */
function tokens({ before, after }: Step<Polygons>): { pile: Colour; worth: number }[] {
  return COLOURS.flatMap((pile) =>
    before.piles[pile]
      .slice(0, Math.max(0, before.piles[pile].length - after.piles[pile].length))
      .map((worth) => ({ pile, worth })),
  );
}

export function motions(step: Step<Polygons>, me: number | null): Motion[] {
  const { before, after } = step;
  remember(before);
  remember(after);
  const actor = step.events.find((event) => typeof event.by === "number")?.by;
  const won = tokens(step);
  const found: Motion[] = [];
  for (const { id } of [...(before.box?.pieces ?? []), ...held(before)]) {
    const [from, to] = [placesOf(id, before), placesOf(id, after)];
    if (!from[0] || from[0] === to[0]) continue;
    if (to.length) {
      const lost = me !== null && holder(id, before) === me;
      const kind = lost ? ("lost" as const) : from[0].startsWith("piece") ? ("taken" as const) : null;
      const trail = actor === me || !kind ? {} : { trail: { kind, to: kind === "lost" ? to : `seat ${actor}` } };
      found.push({ from, to, show: "from", lands: true, leaves: from[0].startsWith("piece"), ...trail });
    } else if (won[0] && !from[0].startsWith("piece")) {
      found.push({ from, to: [`pile ${won[0].pile}`, `well ${won[0].pile}`], show: "from" }); // a set goes where its token comes from
    }
  }
  const winner = after.players.findIndex(
    (player, seat) => player.tokens.length > (before.players[seat]?.tokens.length ?? 0),
  );
  for (const { pile } of winner < 0 ? [] : won)
    found.push({
      from: `pile ${pile}`,
      to: [`tokens ${winner}`, `seat ${winner}`],
      show: "from",
      after: found.length ? 180 : 0,
    });
  return found;
}

/** The sets that were validated in a step: as it was said, or as the four pieces show that have left. */
function validated({ before, after, events }: Step<Polygons>): string[] {
  const said = events.flatMap(({ parts }) => (parts?.verb === "validate" ? [setOf(parts)] : []));
  const left = held(before).filter(({ id }) => !held(after).some((piece) => piece.id === id));
  if (said.length || left.length !== 4) return said;
  const [first] = left as [Piece];
  return [left.every(({ colour }) => colour === first.colour) ? `colour ${first.colour}` : `shape ${first.shape}`];
}

function taken(pieces: readonly Kind[], more: boolean, { say }: Telling): string {
  const [first] = pieces;
  const count = pieces.length;
  if (first && count > 1 && pieces.every(({ colour }) => colour === first.colour))
    return say("polygons-turn-took-colour", { count, colour: first.colour });
  if (first && count > 1 && pieces.every(({ shape }) => shape === first.shape))
    return say("polygons-turn-took-shape", { count, shape: first.shape });
  if (count > 2 && more) return say("polygons-turn-took-many", { count }); // the marks show which
  return say("polygons-turn-took", { pieces: listed(pieces.map((piece) => one(piece, say))) });
}

/** "Aster took three blue pieces, completed the blue set (token 4) and stole your green octagon." */
export function tellTurn(steps: Turn, telling: Telling): Told | null {
  const { name: who, me, say } = telling;
  const clauses: string[] = [];
  const pieces: Kind[] = [];
  let [seat, mine] = [null as number | null, false];
  for (const step of steps) {
    remember(step.before);
    remember(step.after);
    for (const { by, parts } of step.events) {
      if (!parts || typeof by !== "number") continue;
      seat ??= by;
      const from = (id: number): Record<string, string> => {
        const other = holder(id, step.before);
        if (other === me && me !== null) mine = true;
        return { mine: other === me && me !== null ? "yes" : "no", name: other === null ? "" : who(other) };
      };
      const to = (other: number): Record<string, string> => {
        if (other === me) mine = true;
        return { mine: other === me ? "yes" : "no", name: who(other) };
      };
      if (parts.verb === "take") {
        const kind = kindOf(parts.piece);
        if (kind) pieces.push(kind);
      } else if (parts.verb === "steal")
        clauses.push(say("polygons-turn-stole", { kind: name(kindOf(parts.piece), say), ...from(parts.piece) }));
      else if (parts.verb === "exchange")
        clauses.push(
          say("polygons-turn-exchanged", {
            gone: one(kindOf(parts.mine), say),
            kind: name(kindOf(parts.theirs), say),
            ...from(parts.theirs),
          }),
        );
      else if (parts.verb === "give")
        clauses.push(say("polygons-turn-gave", { piece: one(kindOf(parts.piece), say), ...to(parts.seat) }));
      else if (parts.verb === "gift")
        clauses.push(say("polygons-turn-gift", to(step.after.players[by]?.partner ?? -1)));
      else if (parts.verb === "discard")
        clauses.push(say("polygons-turn-discarded", { piece: one(kindOf(parts.piece), say) }));
    }
    const worth = tokens(step).map((token) => token.worth);
    validated(step).forEach((set, at) =>
      clauses.push(say("polygons-turn-completed", { set: setName(set, say), token: worth[at] ?? 0 })),
    );
  }
  if (seat === null) return null;
  if (pieces.length) clauses.unshift(taken(pieces, clauses.length > 0, telling));
  if (!clauses.length) clauses.push(say("polygons-turn-nothing"));
  return { text: say("polygons-turn-told", { name: who(seat), acts: listed(clauses) }), me: mine };
}

/** What scores at the end are tokens. */
export const scoring = (view: View, seat: number): number => view.players[seat]?.tokens.length ?? 0;

export function explain(view: View, seat: number, { say }: Telling): string | null {
  const player = view.players[seat];
  if (!player || player.tokens.length || (view.outcome?.scores[seat] ?? 0) > 0) return null;
  return say("polygons-why-nothing", { left: player.collection.length });
}
