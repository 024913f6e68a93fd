/** An analysed game as a story: figures in whole numbers that add up, and its turning points. */
import type { StepReport } from "./worker";

export type Unit = "points" | "wins";

/** The largest model error that is shown as rounding, in points or wins. With a larger one the figures are too
 * uncertain to be told apart. */
export const CLOSES: Record<Unit, number> = { points: 2, wins: 0.02 };

const Z_95 = 1.96;

/** Whole points, or percent. */
export function whole(value: number, unit: Unit): number {
  return Math.round(unit === "wins" ? 100 * value : value) + 0; // never -0
}

/** `start + luck - choices + others = result`, exactly; `worth` is the result without the cost of the own choices. */
export interface Figures {
  start: number;
  luck: number;
  /** What the seat's choices cost; 0 if they come out as a gain, which is an error of the estimate. */
  choices: number;
  /** Half the widths of the 95 % intervals of `luck`, `choices` and `others`. */
  errors: { luck: number; choices: number; others: number };
  /** What the choices of the others gave. */
  others: number;
  worth: number;
  result: number;
  /** The number of choices that cost at least 1. */
  costly: number;
  /** Whether the model error is small enough to tell luck from choices. */
  closes: boolean;
}

/** The figures of a seat; null if nothing is analysed. What rounding leaves over goes to luck. */
export function figuresOf(steps: readonly StepReport[], unit: Unit): Figures | null {
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last) return null;
  const sum = (part: "decision" | "others" | "estimate" | "luck"): number =>
    steps.reduce((total, step) => total + step[part], 0);
  const start = whole(first.value, unit);
  const result = whole(last.value, unit);
  const choices = Math.max(0, whole(-sum("decision"), unit));
  const others = whole(sum("others"), unit);
  const luck = result - start + choices - others;
  const shares = unit === "points" || Math.max(Math.abs(luck), choices, Math.abs(others)) <= 100;
  return {
    start,
    luck,
    choices,
    errors: {
      luck: whole(Z_95 * last.luckError, unit),
      choices: whole(Z_95 * last.decisionError, unit),
      others: whole(Z_95 * last.othersError, unit),
    },
    others,
    worth: result + choices,
    result,
    costly: steps.filter(({ move }) => move && whole(move.loss, unit) >= 1).length,
    closes: Math.abs(sum("estimate")) <= CLOSES[unit] && shares,
  };
}

/** A moment of the game that is told on a card. */
export interface TurningPoint {
  kind: "choice" | "luck" | "others";
  line: number;
  /** The step of the replay to show: before an own choice, after anything else. */
  step: number;
  /** Whole points or percent, with sign. */
  swing: number;
  move: StepReport["move"];
}

const MOST = 3;

/** The turning points, the costliest choice first: alone the costliest choices, with others the largest swing of each
 * kind. A choice counts only if its whole 95 % interval is a loss. */
export function turningPoints(steps: readonly StepReport[], unit: Unit): TurningPoint[] {
  const choices = steps
    .filter(({ move }) => move && move.low > 0)
    .sort((one, other) => one.decision - other.decision)
    .slice(0, unit === "points" ? MOST : 1);
  // The position after line n is step n - 1.
  const found = choices.map(({ line, decision, move }): TurningPoint => {
    return { kind: "choice", line, step: line - 2, swing: whole(decision, unit), move };
  });
  if (unit === "wins")
    for (const kind of ["luck", "others"] as const) {
      const most = steps.reduce((one, other) => (Math.abs(other[kind]) > Math.abs(one[kind]) ? other : one));
      found.push({ kind, line: most.line, step: most.line - 1, swing: whole(most[kind], unit), move: null });
    }
  return found.filter(({ swing }) => swing !== 0);
}

/** Positions at least `pitch` apart between `low` and `high`, as near as possible to the wanted ones and in their
 * order. */
export function spread(wanted: readonly number[], pitch: number, low: number, high: number): number[] {
  const order = [...wanted.keys()].sort((one, other) => wanted[one]! - wanted[other]!);
  // Neighbours that are too close form a group around the mean of what they want.
  const groups: { places: number[]; from: number }[] = [];
  for (const place of order) {
    let group = { places: [place], from: wanted[place]! };
    for (let last = groups.at(-1); last && last.from + last.places.length * pitch > group.from; last = groups.at(-1)) {
      groups.pop();
      const places = [...last.places, ...group.places];
      const starts = places.map((each, rank) => wanted[each]! - rank * pitch);
      group = { places, from: starts.reduce((sum, start) => sum + start, 0) / starts.length };
    }
    groups.push(group);
  }
  const found = wanted.slice();
  const places = groups.flatMap((group) => group.places);
  groups
    .flatMap(({ places, from }) => places.map((_, rank) => from + rank * pitch))
    .forEach((at, rank) => {
      const room = (places.length - 1 - rank) * pitch;
      found[places[rank]!] = Math.max(low + rank * pitch, Math.min(high - room, at));
    });
  return found;
}
