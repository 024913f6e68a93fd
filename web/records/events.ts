/** One event of a game record: drawing what chance brings, and applying an event to a position. */
import type { Sampler, TableSettings } from "../engine/load";
import { UNLISTABLE, type By, type Position, type Rules } from "../engine/rules";
import type { Chance, ChanceDraw } from "./fairness";

/** An event as a game record has it. A sampled outcome has one more field, which the rules of the game name. Local games
 * also note the bot that acted. */
export type RecordedEvent = { by: By; do: string; picks?: ChanceDraw[]; bot?: string };

/** What an event carries in the field of samples; undefined if it carries none. */
export function sampleOf(event: RecordedEvent, { declaration: { sampled } }: Rules): unknown {
  return sampled === undefined ? undefined : (event as Record<string, unknown>)[sampled];
}

/** Range of the draw that seeds a sampler, where the outcomes of chance cannot be listed. */
const SEEDS = 2 ** 53;
const WORD = 2 ** 32;

/** A request or event that the rules refuse, with the code of the refusal. */
export class RefusedError extends Error {
  constructor(
    readonly code: string,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

/** The event of chance at a position, from draw number `number` of a table with these settings. */
export async function drawOutcome(
  rules: Rules,
  sampler: Sampler | null,
  position: Position,
  chance: Chance,
  number: number,
  settings: TableSettings,
): Promise<RecordedEvent> {
  const size = position.chanceCount;
  if (size !== UNLISTABLE) {
    const pick = chance.pick(number, size);
    return { by: "chance", do: rules.outcomes.text(position.chanceOutcome(pick).parts), picks: [[pick, size]] };
  }
  const pick = chance.pick(number, SEEDS);
  const sampled = await sampler!.sample(rules, position.setup, pick % WORD, Math.floor(pick / WORD), settings);
  const event = { by: "chance", do: rules.outcomes.text(rules.outcomes.parts(0)), picks: [[pick, SEEDS]] };
  return { ...event, [rules.declaration.sampled!]: sampled } as RecordedEvent;
}

/** The position after an event, its effects, and the number of its action or outcome. Throws a RefusedError if it is
 * not legal. */
export function applyEvent(
  position: Position,
  sampler: Sampler | null,
  event: RecordedEvent,
): { number: number; next: Position; effects: Uint8Array } {
  const { rules } = position;
  const { by, do: done } = event;
  const acts = position.toAct;
  if (!acts.includes(by)) throw new RefusedError(acts.length ? "not_to_act" : "over");
  const verbs = by === "chance" ? rules.outcomes : rules.actions;
  const number = verbs.parse(done);
  if (number === null) throw new RefusedError("unknown_action");
  const code = position.illegalReason(by, number);
  if (code) throw new RefusedError(code, by === "chance" ? {} : rules.detail(number, code));
  if (by !== "chance" || position.chanceCount !== UNLISTABLE) return { number, ...position.apply(by, number) };
  const sampled = sampleOf(event, rules);
  if (sampled === undefined) throw new RefusedError("malformed");
  const { setup, scene } = sampler!.settle(rules, position.setup, sampled);
  return { number, ...position.apply(by, number, setup, scene) };
}
