/** Narrates the actions of others turn by turn, from their events. */
import type { GameEvent, GameWeb, NarrationContext, TurnSummary } from "../games/board";
import type { Entry } from "../messages";

/** The events of the game among some entries. */
export function eventsIn(entries: readonly Entry[]): GameEvent[] {
  return entries.filter((entry) => entry.by !== undefined) as GameEvent[];
}

/** The other seats that openly acted in some events. */
function actors(events: readonly GameEvent[], me: number | null): number[] {
  return [...new Set(events.flatMap(({ by, parts }) => (typeof by === "number" && parts && by !== me ? [by] : [])))];
}

/** Whether the last action of an update is mine. A busy server may send my action and the start of a bot's turn in one
 * update. */
export function actedLast(entries: readonly Entry[], mine: (seat: number) => boolean): boolean {
  const by = entries.findLast((entry) => typeof entry.by === "number")?.by;
  return typeof by === "number" && mine(by);
}

/** The number of actions to show for the events of an update: 1, or 0 if there is nothing to see. */
export function playbackWeight(events: readonly GameEvent[], web: GameWeb, context: NarrationContext): number {
  if (web.motions?.(events, context.me).length) return 1;
  return actors(events, context.me).length && events.some((event) => event.parts && web.narrate(event, context))
    ? 1
    : 0;
}

/** Group the events of updates into turns: consecutive updates in which the same seats acted. What I did is left out, and
 * what chance does alone goes on with the turn before it. */
export function groupTurns(updates: readonly (readonly GameEvent[])[], me: number | null): GameEvent[][] {
  const turns: { who: string; events: GameEvent[] }[] = [];
  for (const update of updates) {
    const who = actors(update, me).join();
    const last = turns.at(-1);
    const events = update.filter(({ by }) => by !== me);
    if (last && (last.who === who || !who)) last.events.push(...events);
    else turns.push({ who, events });
  }
  return turns.map((turn) => turn.events);
}

/** What others did since my last action, event by event: for a page that did not see it happen. */
export function sinceMine(entries: readonly Entry[], mine: (seat: number) => boolean): GameEvent[][] {
  const events = eventsIn(entries);
  const last = events.findLastIndex(({ by }) => typeof by === "number" && mine(by));
  return events.slice(last + 1).map((event) => [event]);
}

function narrateTurn(events: readonly GameEvent[], web: GameWeb, context: NarrationContext): TurnSummary | null {
  if (web.narrateTurn) return web.narrateTurn(events, context);
  const texts = events.flatMap((event) => (event.parts && web.narrate(event, context)) || []);
  return texts.length ? { text: texts.join(" "), me: false } : null;
}

/** The narration: the last turn in one sentence, preceded by what was done to me since I acted. */
export function narrate(updates: readonly (readonly GameEvent[])[], web: GameWeb, context: NarrationContext): string {
  const told = groupTurns(updates, context.me).flatMap((events) => narrateTurn(events, web, context) ?? []);
  return told
    .filter((one, at) => one.me || at === told.length - 1)
    .map((one) => one.text)
    .join(" ");
}
