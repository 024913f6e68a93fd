/** Whom one can meet in a game: characters of five levels and three tempers, and who they are at a table. */
import type { CharacterFacts, GameFacts, MyLevel } from "../messages";

export type Level = CharacterFacts["level"];
export type PlayStyle = CharacterFacts["temper"];
export const LEVELS: readonly Level[] = ["novice", "amateur", "club", "expert", "master"];
export const PLAY_STYLES: readonly PlayStyle[] = ["cautious", "even", "bold"];
/** After how many games it is shown where somebody stands. */
export const MIN_RATED_GAMES = 5;

type Bots = readonly (string | null)[];
/** As much of a game as is needed here. */
export type OpponentPool = Pick<GameFacts, "usual" | "characters" | "reserves">;

/** The level that a bot's name tells; null for one that is no character. */
export function levelOf(bot: string | null | undefined): Level | null {
  return LEVELS.find((level) => level === bot?.split("-")[0]) ?? null;
}

export function playStyleOf(bot: string): PlayStyle {
  return PLAY_STYLES.find((temper) => temper === bot.split("-")[1]) ?? "even";
}

/** The bot of a level and a temper. */
export function botOf(level: Level, temper: PlayStyle): string {
  return temper === "even" ? level : `${level}-${temper}`;
}

/** So many bots of a level for a table where `taken` sit: every character of it before any comes a second time. */
export function pickOpponents(game: OpponentPool, level: Level, count: number, taken: Bots = []): string[] {
  const own = game.characters.filter((one) => one.level === level).map((one) => one.bot);
  if (!own.length) return Array.from({ length: count }, () => game.usual);
  const sitting = [...taken];
  const often = (bot: string): number => sitting.filter((one) => one === bot).length;
  return Array.from({ length: count }, () => {
    const found = own.reduce((best, bot) => (often(bot) < often(best) ? bot : best));
    sitting.push(found);
    return found;
  });
}

/** What the bots at a table's seats are called: no two the same. */
export function botNames(game: OpponentPool, bots: Bots): (string | null)[] {
  const names: (string | null)[] = [];
  const reserves = [...game.reserves];
  for (const bot of bots) {
    const own = game.characters.find((one) => one.bot === bot)?.name;
    names.push(bot === null ? null : own && !names.includes(own) ? own : (reserves.shift() ?? bot));
  }
  return names;
}

/** The level that suits somebody in a game: as the server says, and the usual one as long as it has not. */
export function suggestedLevel(
  { game, usual }: Pick<GameFacts, "game" | "usual">,
  mine: readonly MyLevel[] | null,
): { level: Level; games: number } {
  return mine?.find((one) => one.game === game) ?? { level: levelOf(usual) ?? "amateur", games: 0 };
}
