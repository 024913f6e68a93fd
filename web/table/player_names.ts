import type { ListedSeat } from "../messages";
import { levelOf } from "../games/opponents";
import type { Say } from "../locale/fluent.svelte";

/** The name of a player on this screen. */
export function playerName(state: ListedSeat | undefined, seat: number, say: Say, alone = true): string {
  if (state?.you && alone) return say("you");
  return state?.name ?? say("seat", { number: seat + 1 });
}

/** The name of a seat of a table: "You" for one's own, unless several players share this screen. */
export function seatName(seats: readonly ListedSeat[], seat: number, say: Say): string {
  return playerName(seats[seat], seat, say, seats.filter(({ you }) => you).length < 2);
}

/** Some seats in the order in which they are named: "You and Bob". */
export function mineFirst(members: readonly number[], seats: readonly Pick<ListedSeat, "you">[]): number[] {
  const mine = (seat: number): number => Number(seats[seat]?.you ?? false);
  return [...members].sort((one, other) => mine(other) - mine(one) || one - other);
}

/** The name with the level of a bot. */
export function playerNameWithLevel(state: ListedSeat, seat: number, say: Say): string {
  const [name, level] = [playerName(state, seat, say), state.who === "bot" ? levelOf(state.bot) : null];
  return level ? say("name-and-level", { name, level: say(`level-${level}`) }) : name;
}
