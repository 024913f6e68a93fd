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
  entries,
  bots_version,
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
    saved_as: null,
    begun: from === undefined,
    rated:
      scores && from === undefined && bots_version !== undefined && !entries.some((entry) => "entry" in entry)
        ? { bots: bots_version }
        : null,
  };
}

/** A local game; `begun` is false for a fork of another game. `rated`: the fingerprint of its bots, if it counts for the
 * player's level: played to its end, not continued from another game, without hints or take-backs. */
export type LocalListed = Listed & { begun: boolean; rated: { bots: string | null } | null };

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
