/** What the list of my games says: scores, and results against each kind of opponent. */
import { levelOf, type Level } from "../games/opponents";
import type { Listed, ListedSeat } from "../messages";

/** Bots of a level, or people. */
export type Opponent = Level | "people";

/** A finished game in which one seat was mine. */
export interface Result {
  table: string;
  game: string;
  /** My seat. */
  seat: number;
  seats: number;
  options: Listed["options"];
  /** When it ended. */
  at: string;
  /** Null if somebody resigned: the game was not played to its end. */
  score: number | null;
  /** Null in a game alone. */
  won: "won" | "shared" | "lost" | null;
  /** The kinds of opponents, each once. Bots without a level are none of them. */
  against: Opponent[];
}

export interface Tally {
  won: number;
  shared: number;
  lost: number;
}

export interface Bin {
  /** The least score in the bin, and the first above it. */
  from: number;
  to: number;
  count: number;
}

/** The results of games in a list, in its order. A continued game does not count: its player knew the draws. A game
 * that was uploaded from this browser and is still in it counts once, as the server's. */
export function resultsOf(tables: readonly (Listed & { begun?: boolean })[]): Result[] {
  const seen = new Set(tables.flatMap(({ saved_as }) => saved_as ?? []));
  return tables.flatMap((table): Result[] => {
    const mine = table.players.flatMap(({ you }, seat) => (you ? [seat] : []));
    const [own] = mine;
    if (own === undefined || mine.length > 1 || !table.scores || table.begun === false || seen.has(table.table))
      return [];
    seen.add(table.table);
    const side = table.teams?.find(({ seats }) => seats.includes(own))?.seats ?? [own];
    const { winners } = table;
    const won = !winners?.includes(own) ? "lost" : winners.every((seat) => side.includes(seat)) ? "won" : "shared";
    return [
      {
        table: table.table,
        game: table.game,
        seat: own,
        seats: table.seats,
        options: table.options,
        at: table.last_at,
        score: table.ending === "complete" ? table.scores[own]! : null,
        won: table.seats === 1 ? null : won,
        against: [...new Set(table.players.flatMap((player, seat) => (side.includes(seat) ? [] : opponent(player))))],
      },
    ];
  });
}

function opponent({ who, bot }: ListedSeat): Opponent[] {
  const level = levelOf(bot);
  return who === "guest" ? ["people"] : level ? [level] : [];
}

/** Results by kind of opponent. A game with several kinds counts for each of them. */
export function tally(results: readonly Result[]): Map<Opponent, Tally> {
  const found = new Map<Opponent, Tally>();
  for (const { won, against } of results)
    for (const one of won ? against : []) {
      const sum = found.get(one) ?? { won: 0, shared: 0, lost: 0 };
      sum[won!]++;
      found.set(one, sum);
    }
  return found;
}

/** Games with the same options and number of seats, whose scores can be compared; the largest group first. */
export function comparable(results: readonly Result[]): Result[][] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    if (result.score === null) continue;
    const key = JSON.stringify([result.seats, Object.entries(result.options).sort()]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

const MOST_BINS = 10;

/** The number of scores in bins of the same width: 1, 2 or 5 times a power of ten, the narrowest with at most ten. */
export function bins(scores: readonly number[]): Bin[] {
  if (!scores.length) return [];
  const [least, most] = [Math.min(...scores), Math.max(...scores)];
  const widths = [1, 10, 100, 1000, 10_000, 100_000].flatMap((power) => [power, 2 * power, 5 * power]);
  const span = (width: number): number => Math.floor(most / width) - Math.floor(least / width) + 1;
  const width = widths.find((one) => span(one) <= MOST_BINS) ?? most - least + 1;
  const first = Math.floor(least / width) * width;
  return Array.from({ length: span(width) }, (_, at) => {
    const [from, to] = [first + at * width, first + (at + 1) * width];
    return { from, to, count: scores.filter((score) => score >= from && score < to).length };
  });
}
