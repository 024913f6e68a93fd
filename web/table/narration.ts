/** What others have done, told turn by turn from the frames that were shown of it. */
import type { JsonObject, GameWeb, Step, NarrationContext, TurnSummary } from "../games/board";
import type { Entry, Update } from "../messages";
import type { Frame } from "./live_table.svelte";

/** What a seat (null: a spectator) sees of an update. */
function viewOf(update: Update | null, seat: number | null): JsonObject | null {
  return (update?.views?.find((one) => one.seat === seat) ?? update?.views?.[0])?.view ?? null;
}

/** A frame as a game understands it; null if there was no game before it. */
export function frameStep({ before, after }: Pick<Frame, "before" | "after">, seat: number | null): Step | null {
  const views = [viewOf(before, seat), viewOf(after, seat)] as const;
  const events = after.entries.filter((entry) => entry.by !== undefined);
  return views[0] && views[1] ? { before: views[0], after: views[1], events } : null;
}

/** Who has openly acted in a step, but me. */
function actors({ events }: Step, me: number | null): number[] {
  return [...new Set(events.flatMap(({ by, parts }) => (typeof by === "number" && parts && by !== me ? [by] : [])))];
}

/** Whether mine is the last action of an update. A busy server tells what I did and how a bot went on in one: the bot's
 * turn has then only begun. */
export function actedLast(entries: readonly Entry[], mine: (seat: number) => boolean): boolean {
  const by = entries.findLast((entry) => typeof entry.by === "number")?.by;
  return typeof by === "number" && mine(by);
}

/** How many actions there are to see in a frame: all that happens in one update is seen at once. */
export function playbackWeight(
  frame: Pick<Frame, "before" | "after">,
  web: GameWeb,
  context: NarrationContext,
): number {
  const step = frameStep(frame, context.me);
  if (!step) return 0;
  if (web.motions?.(step, context.me).length) return 1;
  return actors(step, context.me).length &&
    step.events.some((event) => event.parts && web.tell(event, step.after, context))
    ? 1
    : 0;
}

/** The turns in a story: steps of the same seat belong together. */
export function groupTurns(story: readonly Frame[], me: number | null): Step[][] {
  const turns: { who: string; steps: Step[] }[] = [];
  for (const frame of story) {
    const step = frameStep(frame, me);
    if (!step) continue;
    const who = actors(step, me).join();
    const last = turns.at(-1);
    const told = { ...step, events: step.events.filter(({ by }) => by !== me) };
    if (last?.who === who) last.steps.push(told);
    else turns.push({ who, steps: [told] });
  }
  return turns.map((turn) => turn.steps);
}

function tellTurn(steps: readonly Step[], web: GameWeb, context: NarrationContext): TurnSummary | null {
  if (web.tellTurn) return web.tellTurn(steps, context);
  const texts = steps.flatMap(({ events, after }) => events.flatMap((event) => web.tell(event, after, context) ?? []));
  return texts.length ? { text: texts.join(" "), me: false } : null;
}

/** The news: the last turn in one sentence, and before it what was done to me since I acted. */
export function narrate(story: readonly Frame[], web: GameWeb, context: NarrationContext): string {
  const told = groupTurns(story, context.me).flatMap((steps) => tellTurn(steps, web, context) ?? []);
  return told
    .filter((one, at) => one.me || at === told.length - 1)
    .map((one) => one.text)
    .join(" ");
}
