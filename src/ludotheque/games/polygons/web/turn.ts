/** A turn of Polygons: what went where, action by action, and all of it in one sentence. */
import type { GameEvent, GameWeb, Step, NarrationContext, TurnSummary } from "@web/games/board";
import type { Motion } from "@web/table/motion";
import { formatList } from "@web/locale/fluent.svelte";
import { kindOf, name, one, remember, setName, setOf } from "./speech";
import { COLOURS, type Colour, type Completed, type Kind, type Piece, type Polygons, type View } from "./types";

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

/** The pieces that have left the game in a step, but what was discarded: a piece may complete a set as it is taken. */
function gone({ before, after, events }: Step<Polygons>): Piece[] {
  const all = (view: View): Piece[] => [...(view.box?.pieces ?? []), ...held(view)];
  const stays = new Set(all(after).map(({ id }) => id));
  for (const { parts } of events) if (parts?.verb === "discard") stays.add(parts.piece);
  return all(before).filter(({ id }) => !stays.has(id));
}

/** The pieces without those of a set: one of each of its kinds. */
function without(set: string, pieces: readonly Piece[]): Piece[] {
  const [by, which] = set.split(" ") as ["colour" | "shape", string];
  const kinds = new Set<string>();
  return pieces.filter((piece) => {
    const other = piece[by === "colour" ? "shape" : "colour"];
    if (piece[by] !== which || kinds.has(other)) return true;
    kinds.add(other);
    return false;
  });
}

/** The sets that were completed in a step, each with its token (0: none was left): as it was said, and then what followed by
 * itself, as the pieces show that have left. */
export function completed(step: Step<Polygons>): Completed[] {
  const sets = step.events.flatMap(({ parts }) => (parts?.verb === "validate" ? [setOf(parts)] : []));
  const left = sets.reduce((pieces, set) => without(set, pieces), gone(step));
  const [first] = left;
  if (first && left.length === 4)
    sets.push(left.every(({ colour }) => colour === first.colour) ? `colour ${first.colour}` : `shape ${first.shape}`);
  // A colour's token is of its own pile; what else was won is a shape's.
  const won = tokens(step);
  const ofColours = new Set(sets.map((set) => set.replace("colour ", "")));
  const ofShapes = won.filter(({ pile }) => !ofColours.has(pile));
  return sets.map((set) => {
    const token = set.startsWith("colour") ? won.find(({ pile }) => set === `colour ${pile}`) : ofShapes.shift();
    return { set, token: token?.worth ?? 0 };
  });
}

function taken(pieces: readonly Kind[], more: boolean, { say }: NarrationContext): string {
  const [first] = pieces;
  const count = pieces.length;
  if (first && count > 1 && pieces.every(({ colour }) => colour === first.colour))
    return say("polygons-turn-took-colour", { count, colour: first.colour });
  if (first && count > 1 && pieces.every(({ shape }) => shape === first.shape))
    return say("polygons-turn-took-shape", { count, shape: first.shape });
  if (count > 2 && more) return say("polygons-turn-took-many", { count }); // the marks show which
  return say("polygons-turn-took", { pieces: formatList(pieces.map((piece) => one(piece, say))) });
}

/** "Aster completed the blue set (token 4): took three blue pieces and stole your green octagon." What counts comes first:
 * where there is little room, the end is cut. */
export function tellTurn(steps: Turn, telling: NarrationContext): TurnSummary | null {
  const { name: who, me, say } = telling;
  const clauses: string[] = [];
  const sets: string[] = [];
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
    for (const { set, token } of completed(step))
      sets.push(say("polygons-turn-completed", { set: setName(set, say), token }));
  }
  if (seat === null) return null;
  if (pieces.length) clauses.unshift(taken(pieces, clauses.length + sets.length > 0, telling));
  if (!clauses.length && !sets.length) clauses.push(say("polygons-turn-nothing"));
  const facts = { name: who(seat), first: formatList(sets), acts: formatList(clauses.length ? clauses : sets) };
  return { text: say(sets.length && clauses.length ? "polygons-turn-led" : "polygons-turn-told", facts), me: mine };
}

/** An action in one sentence. Whose a piece was is known only from the view before it. */
function act(
  { by, parts }: GameEvent<Polygons["done"]>,
  after: View,
  { name: who, me, say }: NarrationContext,
  before?: View,
): string | null {
  if (parts?.verb === "first")
    return say("polygons-told-first", { mine: parts.seat === me ? "yes" : "no", name: who(parts.seat) });
  if (!parts || typeof by !== "number") return null;
  const actor = { mine: by === me ? "yes" : "no", name: who(by) };
  const piece = (id: number): string => one(kindOf(id), say);
  const whom = (seat: number | null): Record<string, string> =>
    seat === null ? { whom: "unknown", other: "" } : { whom: seat === me ? "me" : "other", other: who(seat) };
  const owner = (id: number): number | null => (before ? holder(id, before) : null);
  switch (parts.verb) {
    case "take":
      return say("polygons-told-take", { ...actor, piece: piece(parts.piece) });
    case "discard":
      return say("polygons-told-discard", { ...actor, piece: piece(parts.piece) });
    case "steal":
      return say("polygons-told-steal", { ...actor, piece: piece(parts.piece), ...whom(owner(parts.piece)) });
    case "give":
      return say("polygons-told-give", { ...actor, piece: piece(parts.piece), ...whom(parts.seat) });
    case "exchange":
      return say("polygons-told-exchange", {
        ...actor,
        gone: piece(parts.mine),
        come: piece(parts.theirs),
        ...whom(owner(parts.theirs)),
      });
    case "validate":
      return say("polygons-told-validate", {
        ...actor,
        set: setName(setOf(parts), say),
        pile: parts.pile ? say(`polygons-${parts.pile}`) : "",
      });
    case "gift":
      return say("polygons-told-gift", { ...actor, ...whom(after.players[by]?.partner ?? null) });
    case "stop":
      return say("polygons-told-stop", actor);
    default:
      return null;
  }
}

/** An event, and the sets that it completed: those that validate by themselves are in no event. */
export const tell: GameWeb<Polygons>["tell"] = (event, after, telling, step) => {
  for (const view of [step?.before, step?.after, after]) if (view) remember(view);
  const { name: who, me, say } = telling;
  const actors = step?.events.flatMap(({ by }) => (typeof by === "number" ? [by] : [])) ?? [];
  const [seat] = actors;
  if (!step || seat === undefined || actors.length > 1) return act(event, after, telling);
  const sets = completed(step).map(({ set, token }) =>
    say("polygons-told-completed", {
      mine: seat === me ? "yes" : "no",
      name: who(seat),
      set: setName(set, say),
      token,
    }),
  );
  const done = event.parts?.verb === "validate" && sets.length ? null : act(event, after, telling, step.before);
  return [...(done ? [done] : []), ...sets].join(" ") || null;
};

/** What scores at the end are tokens. */
export const scoring = (view: View, seat: number): number => view.players[seat]?.tokens.length ?? 0;

/** What the numbers alone do not tell: why somebody has nothing, and why one of two who have as much wins. */
export function explain(view: View, seat: number, { say }: NarrationContext): string | null {
  const player = view.players[seat];
  const { scores = [], winners = [] } = view.outcome ?? {};
  if (winners.includes(seat) && scores.some((score, other) => score === scores[seat] && !winners.includes(other)))
    return say("polygons-why-fewer");
  if (!player || player.tokens.length || (view.outcome?.scores[seat] ?? 0) > 0) return null;
  return say("polygons-why-nothing", { left: player.collection.length });
}
