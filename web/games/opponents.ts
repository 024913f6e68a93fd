/** The bots of a game: levels in three play styles. */
import type { CharacterFacts, GameFacts, MyLevel } from "../messages";

export type Level = CharacterFacts["level"];
export type PlayStyle = CharacterFacts["temper"];
/** All levels, the weakest first. Not every game has all of them: see `levelsOf`. */
export const LEVELS: readonly Level[] = ["novice", "amateur", "club", "expert", "champion", "master"];
export const PLAY_STYLES: readonly PlayStyle[] = ["cautious", "even", "bold"];
/** The number of rated games after which a player's strength is shown. */
export const MIN_RATED_GAMES = 5;

type Bots = readonly (string | null)[];
/** The facts of a game that are needed here. */
export type OpponentPool = Pick<GameFacts, "usual" | "characters" | "reserves">;

/** The level in a bot's id; null for a bot without a level. */
export function levelOf(bot: string | null | undefined): Level | null {
  return LEVELS.find((level) => level === bot?.split("-")[0]) ?? null;
}

/** The levels of a game, the weakest first. */
export function levelsOf(game: Pick<GameFacts, "characters">): Level[] {
  return LEVELS.filter((level) => game.characters.some((one) => one.level === level));
}

export function playStyleOf(bot: string): PlayStyle {
  return PLAY_STYLES.find((style) => style === bot.split("-")[1]) ?? "even";
}

/** The id of the bot of a level and a play style. */
export function botOf(level: Level, style: PlayStyle): string {
  return style === "even" ? level : `${level}-${style}`;
}

/** `count` bots of a level for a table with the bots `taken`, each as rarely as possible. */
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

/** The reserve names that only characters of this style have first, so that a name never stands for two styles. */
function reservesOf(game: OpponentPool, style: PlayStyle): string[] {
  const at = { even: 0, cautious: 1, bold: 2 }[style];
  return game.reserves.filter((_, place) => place % 3 === at);
}

/** The names of the bots at a table, without repetition. */
export function botNames(game: OpponentPool, bots: Bots): (string | null)[] {
  const names: (string | null)[] = [];
  for (const bot of bots) {
    const own = game.characters.find((one) => one.bot === bot)?.name;
    const free = [...(own ? [own, ...reservesOf(game, playStyleOf(bot!))] : []), ...game.reserves];
    names.push(bot === null ? null : (free.find((name) => !names.includes(name)) ?? bot));
  }
  return names;
}

/** The suggested level in a game; the default until the server knows one. */
export function suggestedLevel(
  { game, usual }: Pick<GameFacts, "game" | "usual">,
  mine: readonly MyLevel[] | null,
): { level: Level; games: number } {
  return mine?.find((one) => one.game === game) ?? { level: levelOf(usual) ?? "amateur", games: 0 };
}
