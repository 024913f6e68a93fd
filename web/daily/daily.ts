/** The day's draws: the published list and what this browser remembers of it, and the draws of a page without a server. */
import type { GameFacts, ListedDraw } from "../messages";
import { commitment, sha256Hex } from "../records/fairness";

const KEY = "ludotheque-draws";
/** Links are remembered for this many days. */
const KEPT = 60;

export type ChainProblem = "link_wrong" | "chain_broken" | "order_wrong" | "commitment_wrong" | "swapped";

/** Check entries that follow one another, against each other and against links seen before, by day. */
export function checkDraws(
  draws: readonly ListedDraw[],
  seen: Readonly<Record<string, string>> = {},
): ChainProblem | null {
  for (const [at, draw] of draws.entries()) {
    const { previous, game, day, terms } = draw;
    const link = sha256Hex(["ludotheque daily 1", previous, game, day, terms, draw.commitment].join("\n"));
    if (draw.link !== link) return "link_wrong";
    const before = draws[at - 1];
    if (before && previous !== before.link) return "chain_broken";
    if (before && day <= before.day) return "order_wrong";
    if (draw.seed && draw.commitment !== commitment(draw.seed)) return "commitment_wrong";
    if ((seen[day] ?? draw.link) !== draw.link) return "swapped";
  }
  return null;
}

/** Check a game's list against what this browser has seen of it, and remember it if it is right. */
export function checkAndRemember(game: string, draws: readonly ListedDraw[]): ChainProblem | null {
  let all: Record<string, Record<string, string>> = {};
  try {
    all = JSON.parse(localStorage.getItem(KEY) ?? "{}") as typeof all;
  } catch {
    // what another program wrote there is replaced
  }
  const wrong = checkDraws(draws, all[game] ?? {});
  if (!wrong) {
    all[game] = Object.fromEntries(draws.slice(-KEPT).map(({ day, link }) => [day, link]));
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // a full or closed storage: the next visit compares with less
    }
  }
  return wrong;
}

/** The first digits of a fingerprint, in groups. */
export function shortFingerprint(text: string): string {
  return text.slice(0, 16).replace(/(.{4})(?=.)/g, "$1 ");
}

/** The current day in UTC. */
export function todayUtc(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Midnight UTC at the end of a day. */
export function endOf(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
}

/** The seed of a day's draw on a page without a server. It follows from the date: anybody can compute it, and no server
 * uses it. */
const datedSeed = (game: string, day: string): string => sha256Hex(["ludotheque dated draw 1", game, day].join("\n"));

/** My tries at a day's draws on a page without a server, by game: the table, and the score of a game that is over. */
export async function datedTries(
  games: readonly string[],
  day: string,
): Promise<Record<string, { table: string; score: number | null }>> {
  const { loadLocalGames } = await import("../local/storage");
  const local = await loadLocalGames().catch(() => []);
  const tries = games.flatMap((game) => {
    const seed = datedSeed(game, day);
    const first = local.findLast((one) => one.seed === seed && !one.from);
    return first ? [[game, { table: first.id, score: first.scores?.[0] ?? null }] as const] : [];
  });
  return Object.fromEntries(tries);
}

/** Create the local table of a day's draw on a page without a server. Returns its id. */
export async function createDatedTable(game: GameFacts, day: string, name: string): Promise<string> {
  const [{ newLocalGame }, { saveLocalGame }, { botNames }] = await Promise.all([
    import("../local/create"),
    import("../local/storage"),
    import("../games/opponents"),
  ]);
  const bots = game.daily!.bots;
  const names = botNames(game, bots);
  const made = newLocalGame({
    game: game.game,
    rules: game.rules,
    options: { ...game.daily!.options },
    choices: Object.fromEntries(Object.entries(game.choices).map(([key, setting]) => [key, setting.default])),
    places: [{ who: "here", name }, ...bots.map((bot, at) => ({ who: "bot" as const, bot, name: names[at]! }))],
    hints: false,
  });
  const dated = { ...made, seed: datedSeed(game.game, day) };
  await saveLocalGame(dated);
  return dated.id;
}

/** A place in words, by the plural class of its ordinal. */
export function ordinalOf(place: number, language: string): { place: number; kind: string } {
  return { place, kind: new Intl.PluralRules(language, { type: "ordinal" }).select(place) };
}

export interface Bin {
  from: number;
  width: number;
  count: number;
}

/** Scores in at most 14 bins of equal, round width. */
export function histogram(scores: readonly number[], others: readonly number[] = []): Bin[] {
  const all = [...scores, ...others];
  if (!all.length) return [];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const width = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((one) => (high - low) / one < 13) ?? 1000;
  const first = Math.floor(low / width) * width;
  const bins: Bin[] = [];
  for (let from = first; from <= high; from += width)
    bins.push({ from, width, count: scores.filter((score) => score >= from && score < from + width).length });
  return bins;
}
