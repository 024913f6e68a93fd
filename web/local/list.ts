/** Lists of local games. */
import type { Best, Listed } from "../messages";
import { loadLocalGames, type LocalGame } from "./storage";

export { deleteLocalGame } from "./storage";

function listed({
  id,
  game,
  options,
  places,
  created,
  last,
  toAct,
  scores,
  winners,
  hints,
  from,
}: LocalGame): LocalListed {
  return {
    table: id,
    game,
    options,
    status: scores ? "over" : "running",
    seats: places.length,
    players: places.map((place) => ({
      who: place.who === "bot" ? "bot" : "guest",
      name: place.name,
      bot: place.who === "bot" ? place.bot : null,
      you: place.who === "here",
    })),
    open: 0,
    host: null,
    code: null,
    created,
    last_at: last,
    to_act: toAct,
    your_turn: toAct.some((seat) => places[seat]!.who === "here"),
    ending: scores ? "complete" : null,
    scores,
    winners,
    teams: null,
    hints: hints ?? false,
    begun: from === undefined,
  };
}

/** A local game; `begun` is false for a fork of another game. */
export type LocalListed = Listed & { begun: boolean };

/** Newest first; empty if the browser stores nothing (private windows). */
export async function listLocalTables(): Promise<LocalListed[]> {
  return (await loadLocalGames().catch(() => [])).map(listed);
}

/** The best solo scores of local games, for each game and set of options. */
export async function localBestScores(): Promise<Best[]> {
  const bests = new Map<string, Best>();
  for (const { table, game, options, seats, scores, begun } of await listLocalTables()) {
    if (seats !== 1 || !scores || !begun) continue; // a fork knows the draws
    const key = JSON.stringify([game, Object.entries(options).sort()]);
    const before = bests.get(key);
    const best = before && before.score >= scores[0]! ? before : { game, options, score: scores[0]!, table, games: 0 };
    bests.set(key, { ...best, games: (before?.games ?? 0) + 1 });
  }
  return [...bests.values()];
}
