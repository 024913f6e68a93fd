/** What happened at a table of micropul: as motions, and in sentences. All of it is read from effects. */
import type { EventOf, GameWeb, NarrationContext } from "@web/games/board";
import type { Motion } from "@web/table/motion";
import { formatList } from "@web/locale/fluent.svelte";
import { tileOf } from "./geometry";
import type { Effect, Micropul, View } from "./types";
import { groupFacts, tileIs, whereIs } from "./words";

type Events = readonly EventOf<Micropul>[];

/** How long after each other tiles fly from the core, and at most how many. */
const APART = 80;
const MOST_FLYING = 8;

export const effectsOf = (events: Events): Effect[] => events.flatMap((event) => event.effects ?? []);
const reports = (event: EventOf<Micropul> | undefined, kind: Effect["effect"]): boolean =>
  event?.effects?.some((one) => one.effect === kind) ?? false;

export function motions(events: Events, me: number | null): Motion[] {
  const found: Motion[] = [];
  for (const effect of effectsOf(events)) {
    // My own tile or stone was shown where it is now before I confirmed it.
    if (effect.effect === "placed" && effect.seat !== me)
      found.push({
        from: [`hand ${effect.seat}`, `seat ${effect.seat}`],
        to: `tile ${effect.tile}`,
        show: "to",
        lands: true,
      });
    if (effect.effect === "claimed" && effect.seat !== me)
      found.push({
        from: [`stones ${effect.seat}`, `seat ${effect.seat}`],
        to: `claim ${effect.x} ${effect.y} ${effect.corner}`,
        show: "to",
        lands: true,
      });
    if (effect.effect === "took" && effect.seat !== me)
      found.push({ from: [`supply ${effect.seat}`], to: `hand ${effect.seat}`, show: { at: "core" } });
    if (effect.effect === "drew") {
      const delay = found.length ? 160 : 0;
      for (let number = 0; number < Math.min(effect.count, MOST_FLYING); number++)
        found.push({
          from: "core",
          to: [`supply ${effect.seat}`, `seat ${effect.seat}`],
          show: "from",
          after: number * APART + delay,
        });
    }
  }
  return found;
}

/** What a seat did. */
interface Clause {
  seat: number;
  text: string;
  /** Whether it was done to me. */
  me: boolean;
}

/** What is worth telling of these effects, one clause each: "drew two tiles". */
function clausesOf(effects: readonly Effect[], context: NarrationContext): Clause[] {
  const { me, say } = context;
  let [actor, laid] = [-1, 0];
  return effects.flatMap((effect): Clause[] => {
    if ("seat" in effect && effect.seat !== null && effect.seat !== actor) [actor, laid] = [effect.seat, 0];
    const mine = actor === me ? "yes" : "no";
    const clause = (facts: Record<string, string | number> = {}, toMe = false): Clause[] => [
      {
        seat: actor,
        text: say(`effect-${effect.effect.replaceAll("_", "-")}`, { will: "no", mine, ...facts }),
        me: toMe,
      },
    ];
    switch (effect.effect) {
      case "placed":
        return clause({ where: whereIs(effect, say), another: laid++ ? "yes" : "no" });
      case "group": {
        const tellable = effect.became === "spoilt" || (effect.became === "closed" && effect.owner !== null);
        return tellable ? clause(groupFacts(effect, context, actor), effect.stones.includes(me ?? -1)) : [];
      }
      case "drew":
      case "extra_turn":
        return clause({ count: effect.count });
      case "claimed":
        return clause({
          colour: say(`micropul-${effect.colour}`),
          size: effect.size,
          open: effect.open ? "yes" : "no",
        });
      case "revealed":
        return effect.tile === null ? [] : clause({ what: tileIs(tileOf(effect.tile), say) });
      case "passed":
        return clause({ gave_up: effect.gave_up });
      case "ended":
        return clause({ reason: effect.reason });
      case "took":
        return clause();
      default:
        return [];
    }
  });
}

/** Sentences, one for each seat in turn: "Aster placed a tile (2 left), drew two tiles and closed your group." */
function sentences(clauses: readonly Clause[], { name, me, say }: NarrationContext): string {
  const runs: { seat: number; texts: string[] }[] = [];
  for (const { seat, text } of clauses) {
    if (runs.at(-1)?.seat === seat) runs.at(-1)!.texts.push(text);
    else runs.push({ seat, texts: [text] });
  }
  return runs
    .map(({ seat, texts }) =>
      say("effect-sentence", { mine: seat === me ? "yes" : "no", name: name(seat), acts: formatList(texts) }),
    )
    .join(" ");
}

export const narrate: GameWeb<Micropul>["narrate"] = (event, context) =>
  sentences(clausesOf(event.effects ?? [], context), context) || null;

export const narrateTurn: NonNullable<GameWeb<Micropul>["narrateTurn"]> = (events, context) => {
  // At the end all tiles are shown that were ever taken: only one that was taken in this turn belongs to it.
  const ofThisTurn = events.filter((event, at) => !reports(event, "revealed") || reports(events[at - 1], "took"));
  const clauses = clausesOf(effectsOf(ofThisTurn), context);
  return clauses.length ? { text: sentences(clauses, context), me: clauses.some((clause) => clause.me) } : null;
};

/** The groups that score for a seat, by their numbers, the smallest first. */
export function scoringGroups(view: View, seat: number): number[] {
  const numbers = view.points[seat]?.scoring ?? [];
  return [...numbers].sort((one, other) => view.groups[one]!.size - view.groups[other]!.size);
}

export const scoring = (view: View, seat: number): number => scoringGroups(view, seat).length;

/** "4 and 1 are still open: they count nothing." Or how the seat lost, if not by its points. */
export function explain(view: View, seat: number, { name, me, say }: NarrationContext): string | null {
  if (view.outcome?.reason === "out_of_tiles" && !view.outcome.winners.includes(seat))
    return say("micropul-out-of-tiles", { name: name(seat), mine: seat === me ? "yes" : "no" });
  if (view.points[seat]?.groups) return null;
  const claimed = view.groups.filter((group) => group.stones.includes(seat));
  const open = claimed.filter((group) => group.open && !group.spoilt).map((group) => String(group.size));
  const spoilt = claimed.filter((group) => group.spoilt).map((group) => String(group.size));
  const texts = [
    ...(open.length ? [say("micropul-why-open", { count: open.length, sizes: formatList(open) })] : []),
    ...(spoilt.length ? [say("micropul-why-spoilt", { count: spoilt.length, sizes: formatList(spoilt) })] : []),
    ...(claimed.length ? [] : [say("micropul-why-no-stone")]),
  ];
  return texts.join(" ") || null;
}
