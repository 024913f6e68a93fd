/** One sentence for next time: the kind of loss that cost most in a game, only where the figures support it. */

/** A decision that certainly cost something, and what kind of loss its game calls it; null for none in particular. */
export interface Loss {
  kind: string | null;
  loss: number;
}

/** A kind of loss that was met again and again. */
export interface Advice {
  kind: string;
  count: number;
  lost: number;
}

/** A kind is worth a sentence if it was met so often, cost at least so much, and this part of all that was lost for certain. */
export const THRESHOLDS = { count: 2, points: 6, wins: 0.05, part: 0.3 } as const;

/** What to say for next time; null where nothing stands out. */
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
