/** The games that this browser keeps, as lists show them. */
import type { Listed } from "../messages";
import { keptGames, type Kept } from "./kept";

export { forget } from "./kept";

function listed({ id, game, options, places, created, last, toAct, scores, winners }: Kept): Listed {
  return {
    table: id, game, options, status: scores ? "over" : "running", seats: places.length,
    players: places.map((place) => ({ who: place.who === "bot" ? "bot" : "guest", name: place.name, bot: place.who === "bot" ? place.bot : null, you: place.who === "here" })),
    open: 0, host: null, code: null, created, last_at: last, to_act: toAct, your_turn: toAct.some((seat) => places[seat]!.who === "here"),
    ending: scores ? "complete" : null, scores, winners,
  };
}

/** The latest first; none where the browser keeps nothing (some do not, in private windows). */
export async function listHere(): Promise<Listed[]> {
  return (await keptGames().catch(() => [])).map(listed);
}
