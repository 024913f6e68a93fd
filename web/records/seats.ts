/** The seats of a recorded game, as boards show them. */
import type { Replay, SeatState } from "../messages";

/** `mine` is the reader's seat; null if there is none. */
export function seatsOf({ players, bots }: Pick<Replay, "players" | "bots">, mine: number | null = null): SeatState[] {
  return players.map((name, seat) => ({
    who: bots[seat] ? "bot" : "guest",
    name: name || null,
    bot: bots[seat] ?? null,
    you: seat === mine,
    host: false,
    here: true,
    away: false,
    resigned: false,
    bank: null,
    reserved: false,
  }));
}
