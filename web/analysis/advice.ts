/** Picks the advice after a game: the kind of loss that cost most, if the figures support it. */

/** A decision with a loss outside the error, and the game's name for the kind of loss; null if it has none. */
export interface Loss {
  kind: string | null;
  loss: number;
}

/** A kind of loss that happened repeatedly. */
export interface Advice {
  kind: string;
  count: number;
  lost: number;
}

/** Minimum for advice: number of losses, their total in points or wins, and their share of all certain losses. */
export const THRESHOLDS = { count: 2, points: 6, wins: 0.05, part: 0.3 } as const;

/** The kind of loss to advise on; null if none reaches the thresholds. */
export function pickAdvice(losses: readonly Loss[], unit: "points" | "wins"): Advice | null {
  const kinds = new Map<string, Advice>();
  let all = 0;
  for (const { kind, loss } of losses) {
    all += loss;
    if (kind === null) continue;
    const before = kinds.get(kind) ?? { kind, count: 0, lost: 0 };
    kinds.set(kind, { kind, count: before.count + 1, lost: before.lost + loss });
  }
  const most = [...kinds.values()].sort((one, other) => other.lost - one.lost)[0];
  if (!most || most.count < THRESHOLDS.count || most.lost < THRESHOLDS[unit] || most.lost < THRESHOLDS.part * all)
    return null;
  return most;
}
