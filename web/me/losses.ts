/** What my analysed games say together: the loss of a decision over time, the kinds of mistake that cost most, my
 * costliest choices, and bests. */
import type { Mistake } from "../analysis/kept";
import { addLosses, meanLoss } from "../analysis/skill";
import type { Unit } from "../analysis/story";
import type { AnalysedResult } from "./idle_analysis.svelte";

/** As many games together make a point of the curve. */
export const WINDOW = 10;
/** With fewer games there is no curve, only a first guess. */
export const FEWEST_GAMES = 5;

export interface TrendPoint {
  game: AnalysedResult;
  /** The mean loss of a decision in this game. */
  own: number;
  /** The mean of the last games up to this one, with half the width of its 95 % interval. */
  loss: number;
  half: number;
}

/** The loss of a decision, game after game, the oldest first. Games with hardly any decision are left out. */
export function trendOf(games: readonly AnalysedResult[]): TrendPoint[] {
  const ordered = games
    .filter(({ analysis }) => meanLoss(analysis.losses))
    .toSorted((one, other) => one.result.at.localeCompare(other.result.at));
  return ordered.map((game, at) => {
    const last = ordered.slice(Math.max(0, at + 1 - WINDOW), at + 1);
    const { loss, half } = meanLoss(addLosses(last.map(({ analysis }) => analysis.losses)))!;
    return { game, own: meanLoss(game.analysis.losses)!.loss, loss, half };
  });
}

/** A kind of mistake: how often it happened, and its share of all that certain mistakes cost. */
export interface Cost {
  kind: string;
  /** The number of turns in which it happened. */
  count: number;
  share: number;
}

/** The kinds of mistake, the costliest first. */
export function costsOf(games: readonly AnalysedResult[]): Cost[] {
  const kinds = new Map<string, { turns: Set<string>; lost: number }>();
  let all = 0;
  for (const { analysis } of games)
    for (const { kind, loss, turn } of analysis.mistakes) {
      all += loss;
      if (kind === null) continue;
      const { turns, lost } = kinds.get(kind) ?? { turns: new Set(), lost: 0 };
      kinds.set(kind, { turns: turns.add(`${analysis.table} ${turn}`), lost: lost + loss });
    }
  return [...kinds]
    .map(([kind, { turns, lost }]): Cost => ({ kind, count: turns.size, share: lost / all }))
    .sort((one, other) => other.share - one.share);
}

/** A choice of mine that cost something. */
export interface Example {
  game: AnalysedResult;
  mistake: Mistake;
}

/** The costliest mistakes, at most one of a turn; of one kind, if one is given. */
export function costliest(games: readonly AnalysedResult[], count: number, kind: string | null = null): Example[] {
  const turns = new Set<string>();
  return games
    .flatMap((game) => game.analysis.mistakes.map((mistake): Example => ({ game, mistake })))
    .filter(({ mistake }) => kind === null || mistake.kind === kind)
    .sort((one, other) => other.mistake.loss - one.mistake.loss)
    .filter(({ game, mistake }) => {
      const turn = `${game.analysis.table} ${mistake.turn}`;
      return !turns.has(turn) && turns.add(turn);
    })
    .slice(0, count);
}

/** The game with the highest value; undefined if none has one. Of equal ones the first. */
export function best<Game>(games: readonly Game[], value: (game: Game) => number | null | undefined): Game | undefined {
  let found: { game: Game; most: number } | undefined;
  for (const game of games) {
    const its = value(game);
    if (its != null && (!found || its > found.most)) found = { game, most: its };
  }
  return found?.game;
}

/** Games whose losses have the same unit, and those with levels to compare with. */
export function inUnit(games: readonly AnalysedResult[], unit: Unit): AnalysedResult[] {
  return games.filter(({ analysis }) => analysis.unit === unit);
}

/** Mistakes to practise: those that were practised the longest ago, or never, the costliest of them. */
export function toPractise(games: readonly AnalysedResult[], count: number): Example[] {
  const all = costliest(games, Infinity);
  const last = ({ mistake }: Example): string => mistake.practised ?? "";
  return all.toSorted((one, other) => last(one).localeCompare(last(other))).slice(0, count);
}
