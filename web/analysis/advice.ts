/** Picks the advice after a game: the kind of loss that cost most, if the figures support it. */

/** A decision with a loss outside the error, and the game's name for the kind of loss; null if it has none. */
export interface Loss {
  kind: string | null;
  loss: number;
  /** Its turn: losses of one turn count once. */
  turn: number;
}

/** A kind of loss that happened repeatedly. */
export interface Advice {
  kind: string;
  /** The number of turns in which it happened. */
  count: number;
  lost: number;
}

/** The turn of an action in a game whose turns have several: the line of the last event before it by somebody else. */
export function turnOf(line: number, seat: number, events: readonly { line: number; by: number | "chance" }[]): number {
  return events.findLast((event) => event.line < line && event.by !== seat)?.line ?? 0;
}

/** Minimum for advice: number of turns, their total in points or wins, and their share of all certain losses. */
const THRESHOLDS = { count: 2, points: 6, wins: 0.05, part: 0.3 } as const;

/** The kind of loss to advise on; null if none reaches the thresholds. */
export function pickAdvice(losses: readonly Loss[], unit: "points" | "wins"): Advice | null {
  const kinds = new Map<string, { turns: Set<number>; lost: number }>();
  let all = 0;
  for (const { kind, loss, turn } of losses) {
    all += loss;
    if (kind === null) continue;
    const { turns, lost } = kinds.get(kind) ?? { turns: new Set(), lost: 0 };
    kinds.set(kind, { turns: turns.add(turn), lost: lost + loss });
  }
  const most = [...kinds]
    .map(([kind, { turns, lost }]): Advice => ({ kind, count: turns.size, lost }))
    .sort((one, other) => other.lost - one.lost)[0];
  if (!most || most.count < THRESHOLDS.count || most.lost < THRESHOLDS[unit] || most.lost < THRESHOLDS.part * all)
    return null;
  return most;
}
