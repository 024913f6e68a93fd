/** Who won: the rules' result, corrected by resignations, with teams as teams. */
import type { GameWeb, JsonObject, NarrationContext, Team } from "../games/board";
import type { Update } from "../messages";
import { mineFirst } from "./player_names";
import { formatList, formatNumber } from "../locale/fluent.svelte";

export interface Standing {
  scores: number[];
  winners: number[];
}

/** How a table ended for its players; null if it ended without a result. */
export function standingOf(now: Update, view: JsonObject): Standing | null {
  if (now.standing) return now.standing;
  return now.ending === "complete" ? ((view["outcome"] as Standing | null) ?? null) : null;
}

export interface Rank {
  team: Team | null;
  seats: number[];
}

/** The sides in order, winners first whatever the scores: a game may be lost by running out of tiles, or by resigning.
 * Seats that resigned come last. */
export function ranking({ scores, winners }: Standing, teams: readonly Team[], seats: Update["seats"]): Rank[] {
  const sides: Rank[] = teams.length
    ? teams.map((team) => ({ team, seats: [...team.seats] }))
    : scores.map((_, seat) => ({ team: null, seats: [seat] }));
  const won = (side: Rank): number => Number(side.seats.some((seat) => winners.includes(seat)));
  const gaveUp = (side: Rank): number => Number(side.seats.every((seat) => seats[seat]?.resigned));
  const score = (side: Rank): number => side.team?.score ?? scores[side.seats[0]!]!;
  return sides.sort((one, other) => won(other) - won(one) || gaveUp(one) - gaveUp(other) || score(other) - score(one));
}

/** The result in one line. */
export function resultTitle(now: Update, view: JsonObject, web: GameWeb, context: NarrationContext): string {
  const { say } = context;
  const standing = standingOf(now, view);
  if (!standing || (now.seats.length === 1 && now.ending !== "complete"))
    return say(`ending-${now.ending ?? "closed"}`);
  const { scores, winners } = standing;
  if (now.seats.length === 1) return say("over-solo", { score: scores[0]! });
  if (!winners.length) return say("over-nobody");
  const mine = now.seats.flatMap((seat, at) => (seat.you ? [at] : []));
  const names = formatList(mineFirst(winners, now.seats).map((seat) => context.name(seat)));
  const you = mine.length === 1 && winners.includes(mine[0]!) ? "yes" : "no";
  const [first, second] = ranking(standing, web.teams?.(view) ?? [], now.seats);
  if (first?.team && first.seats.length >= winners.length) {
    if (now.ending === "resigned") return say("over-team", { names, you, count: winners.length });
    const [score, other] = [first.team.score, second?.team?.score ?? 0].map((one) => formatNumber(one));
    return say("over-team-score", { names, you, count: winners.length, score: score!, other: other! });
  }
  if (you === "yes" && winners.length > 1) return say("over-you-share");
  if (you === "yes")
    return now.ending === "resigned" ? say("over-you-win-only") : say("over-you-win", { score: scores[mine[0]!]! });
  return say("over-wins", { count: winners.length, names });
}
