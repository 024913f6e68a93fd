/** Narrates the actions of others turn by turn, from the frames that were shown. */
import type { JsonObject, GameWeb, Step, NarrationContext, TurnSummary } from "../games/board";
import type { Entry, Update } from "../messages";
import type { Frame } from "./live_table.svelte";

/** The view of a seat (null: a spectator) in an update. */
function viewOf(update: Update | null, seat: number | null): JsonObject | null {
  return (update?.views?.find((one) => one.seat === seat) ?? update?.views?.[0])?.view ?? null;
}

/** A frame as a step for the game's module; null if there was no view before it. */
export function frameStep({ before, after }: Pick<Frame, "before" | "after">, seat: number | null): Step | null {
  const views = [viewOf(before, seat), viewOf(after, seat)] as const;
  const events = after.entries.filter((entry) => entry.by !== undefined);
  return views[0] && views[1] ? { before: views[0], after: views[1], events } : null;
}

/** The other seats that openly acted in a step. */
function actors({ events }: Step, me: number | null): number[] {
  return [...new Set(events.flatMap(({ by, parts }) => (typeof by === "number" && parts && by !== me ? [by] : [])))];
}

/** Whether the last action of an update is mine. A busy server may send my action and the start of a bot's turn in one
 * update. */
export function actedLast(entries: readonly Entry[], mine: (seat: number) => boolean): boolean {
  const by = entries.findLast((entry) => typeof entry.by === "number")?.by;
  return typeof by === "number" && mine(by);
}

/** The number of actions to show in a frame: 1, or 0 if there is nothing to see. */
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

/** Group frames into turns: consecutive steps of the same seats. */
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

/** The narration: the last turn in one sentence, preceded by what was done to me since I acted. */
export function narrate(story: readonly Frame[], web: GameWeb, context: NarrationContext): string {
  const told = groupTurns(story, context.me).flatMap((steps) => tellTurn(steps, web, context) ?? []);
  return told
    .filter((one, at) => one.me || at === told.length - 1)
    .map((one) => one.text)
    .join(" ");
}
