import type { ListedSeat } from "./messages";
import type { Say } from "./words.svelte";

/** What bots are called, by their seats; the same in every language. */
const BOTS = ["Vega", "Aster", "Sol", "Nova", "Lyra", "Orion", "Mira", "Rigel"];

/** What a player is called on this screen. */
export function nameOf(state: ListedSeat | undefined, seat: number, say: Say, alone = true): string {
  if (state?.you && alone) return say("you");
  if (state?.who === "bot") return state.name ?? BOTS[seat] ?? say("seat", { number: seat + 1 });
  return state?.name ?? say("seat", { number: seat + 1 });
}
