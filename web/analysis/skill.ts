/** How well a seat decided: the level whose mean loss per decision is nearest, with an interval. Computes the same as
 * `analysis/skill.py`. */
import { student } from "../engine/student";
import type { Level } from "../games/opponents";
import type { Unit } from "./story";

/** The contents of a game's `data/skill.json`: the measured mean loss of a decision by level, the weakest first. */
export interface SkillLevels {
  unit: Unit;
  /** A fingerprint of bots and analysis. */
  measured_with: string;
  levels: Partial<Record<Level, { loss: number }>>;
}

/** The losses of decisions, summed up. */
export interface Losses {
  decisions: number;
  sum: number;
  squares: number;
}

export interface Skill {
  /** The mean loss of a decision. */
  loss: number;
  decisions: number;
  /** The levels of the scale, the weakest first. */
  levels: Level[];
  /** Places on the scale: 0 for the first level, 1 for the next one. */
  at: number;
  low: number;
  high: number;
}

/** With fewer decisions an interval says nothing. */
export const FEWEST = 4;

export function lossesOf(losses: readonly number[]): Losses {
  const sum = (of: (loss: number) => number): number => losses.reduce((total, loss) => total + of(loss), 0);
  return { decisions: losses.length, sum: sum((loss) => loss), squares: sum((loss) => loss * loss) };
}

export function addLosses(all: readonly Losses[]): Losses {
  const sum = (part: keyof Losses): number => all.reduce((total, one) => total + one[part], 0);
  return { decisions: sum("decisions"), sum: sum("sum"), squares: sum("squares") };
}

/** The mean loss of a decision, and half the width of its 95 % interval; null if there are too few decisions. */
export function meanLoss({ decisions, sum, squares }: Losses): { loss: number; half: number } | null {
  if (decisions < FEWEST) return null;
  const loss = sum / decisions;
  const variance = Math.max(0, squares - decisions * loss * loss) / (decisions - 1);
  return { loss, half: student(decisions - 1) * Math.sqrt(variance / decisions) };
}

/** The place of a mean loss on a scale of falling losses. */
function placeOf(loss: number, scale: readonly number[]): number {
  const next = scale.findIndex((one) => one < loss);
  if (next === 0) return 0;
  if (next < 0) return scale.length - 1;
  return next - (loss - scale[next]!) / (scale[next - 1]! - scale[next]!);
}

/** The skill that some losses show; null if there are too few. */
export function skillOf(losses: Losses, { levels }: SkillLevels): Skill | null {
  const mean = meanLoss(losses);
  if (!mean) return null;
  const { loss, half } = mean;
  const scale = Object.values(levels).map((level) => level.loss);
  const [at, low, high] = [loss, loss + half, loss - half].map((one) => placeOf(one, scale)) as [
    number,
    number,
    number,
  ];
  return { loss, decisions: losses.decisions, levels: Object.keys(levels) as Level[], at, low, high };
}
