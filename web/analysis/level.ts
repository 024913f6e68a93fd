/** The level of a player in a game, estimated from results and from losses per decision together. Computes the same as
 * `analysis/level.py`, which explains it. */
import type { Level } from "../games/opponents";
import type { Unit } from "./story";

/** What a level does; `points` only in games scored in points. */
interface Anchor {
  rating: number;
  points?: number;
  loss?: number;
}

/** The contents of a game's `data/level_model.json`. */
export interface LevelModel {
  bots: string | null;
  measured_with?: string;
  unit?: Unit;
  /** The option that multiplies scores. */
  each?: string | null;
  deviation?: number;
  /** The weakest first. */
  levels: Partial<Record<Level, Anchor>>;
  spread?: number;
  with_result?: number;
  player_spread?: number;
}

/** An opponent: its rating, the player's result against it (1, 0.5 or 0), its weight in the game, and the standard error
 * of the rating. */
export type Rival = readonly [rating: number, result: number, weight: number, error: number];

/** What a game says about a player. */
export interface RatedGame {
  rivals: readonly Rival[];
  /** Mean points per round, in games scored in points. */
  points: number | null;
  rounds: number;
  /** Mean loss of a decision; null if it is not known. */
  loss: number | null;
  /** How many decisions that is the mean of. */
  decisions: number;
}

export interface LevelEstimate {
  level: Level;
  /** The levels nearest to the ends of the 95 % interval. */
  low: Level;
  high: Level;
  games: number;
  rating: number;
  /** On the scale of the game's strength, with its standard error. */
  value: number;
  error: number;
}

const RATING_SCALE = 400 / Math.log(10);
const RATING_STEP = 190;
const USUAL_LEVEL = "amateur";
const PRIOR_STEPS = 1.5;
const LEAST_LOSS = 0.05;
const POINTS_OF_GRID = 161;
const TAIL = 0.025;

type Anchors = readonly (Anchor & { level: Level })[];

/** The value of a field of the anchors at a rating: linear from level to level, and beyond the ends. */
function valueAt(anchors: Anchors, name: "points" | "loss", rating: number): number {
  if (anchors.length === 1) return anchors[0]![name]!;
  let place = 1;
  while (place < anchors.length - 1 && rating > anchors[place]!.rating) place++;
  const [low, high] = [anchors[place - 1]!, anchors[place]!];
  return low[name]! + ((high[name]! - low[name]!) * (rating - low.rating)) / (high.rating - low.rating);
}

function expectedResult(rating: number, [rival, , , error]: Rival): number {
  const spread = Math.sqrt(1 + 3 * (error / (Math.PI * RATING_SCALE)) ** 2);
  return 1 / (1 + Math.exp((rival - rating) / (RATING_SCALE * spread)));
}

/** The rating below which this much of the weight lies. */
function quantile(grid: readonly number[], weights: readonly number[], share: number): number {
  const width = grid[1]! - grid[0]!;
  let before = 0;
  for (const [place, weight] of weights.entries()) {
    if (before + weight >= share) return grid[place]! + width * ((share - before) / weight - 0.5);
    before += weight;
  }
  return grid.at(-1)!;
}

export function estimateLevel(model: LevelModel, games: readonly RatedGame[]): LevelEstimate {
  const anchors = Object.entries(model.levels).map(([level, anchor]) => ({ level: level as Level, ...anchor }));
  const [first, last] = [anchors[0]!, anchors.at(-1)!];
  const step = (last.rating - first.rating) / Math.max(anchors.length - 1, 1) || RATING_STEP;
  const start = (anchors.find(({ level }) => level === USUAL_LEVEL) ?? first).rating;
  const { deviation, spread = 0, with_result = 0, player_spread = 0 } = model;
  const nearest = (rating: number): Level =>
    anchors.reduce((best, one) => (Math.abs(one.rating - rating) < Math.abs(best.rating - rating) ? one : best)).level;
  const above = ({ points, rivals }: RatedGame, rating: number): number =>
    points !== null && deviation !== undefined
      ? points - valueAt(anchors, "points", rating)
      : rivals.reduce((sum, one) => sum + one[2] * (one[1] - expectedResult(rating, one)), 0);

  function logLikelihood(rating: number): number {
    let found = 0;
    let [losses, beyond, decisions, squares] = [0, 0, 0, 0];
    for (const game of games) {
      if (game.points !== null && deviation !== undefined)
        found -= (game.rounds * (above(game, rating) / deviation) ** 2) / 2;
      for (const one of game.rivals) {
        const chance = expectedResult(rating, one);
        found += one[2] * (one[1] * Math.log(chance) + (1 - one[1]) * Math.log(1 - chance));
      }
      if (game.loss === null) continue;
      losses += game.decisions * game.loss;
      beyond += game.decisions * above(game, rating);
      decisions += game.decisions;
      squares += game.decisions ** 2;
    }
    if (!decisions) return found;
    const expected = valueAt(anchors, "loss", rating);
    const variance =
      (spread * Math.max(expected, LEAST_LOSS * first.loss!) * squares) / decisions ** 2 + player_spread ** 2;
    const off = (losses - with_result * beyond) / decisions - expected;
    return found - (off * off) / variance / 2 - Math.log(variance) / 2;
  }

  const [low, high] = [first.rating - step, last.rating + step];
  const grid = Array.from(
    { length: POINTS_OF_GRID },
    (_, place) => low + ((high - low) * place) / (POINTS_OF_GRID - 1),
  );
  const logs = grid.map((rating) => logLikelihood(rating) - ((rating - start) / (PRIOR_STEPS * step)) ** 2 / 2);
  const most = Math.max(...logs);
  const weights = logs.map((one) => Math.exp(one - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value, place) => sum + value * weights[place]!, 0) / total;
  const values = deviation === undefined ? grid : grid.map((rating) => valueAt(anchors, "points", rating));
  const [rating, value] = [mean(grid), mean(values)];
  return {
    level: nearest(rating),
    low: nearest(quantile(grid, weights, TAIL * total)),
    high: nearest(quantile(grid, weights, (1 - TAIL) * total)),
    games: games.length,
    rating,
    value,
    error: Math.sqrt(mean(values.map((one) => (one - value) ** 2))),
  };
}
