/** The losses of the player's last analysed games, remembered in this browser. */
import type { Losses } from "./skill";

const KEY = "ludotheque-skill";
/** As many games of each kind are remembered. */
const MOST = 10;

type Remembered = Record<string, { table: string; losses: Losses }[]>;

function read(): Remembered {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Remembered;
  } catch {
    return {};
  }
}

/** The losses of the last analysed games, by table. */
export function rememberedLosses(game: string): Map<string, Losses> {
  return new Map((read()[game] ?? []).map(({ table, losses }) => [table, losses]));
}

/** Remember the losses of a game, once for each table; returns those of the last games, this one included. */
export function rememberLosses(game: string, table: string, losses: Losses): Losses[] {
  const all = read();
  const games = [...(all[game] ?? []).filter((one) => one.table !== table), { table, losses }].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [game]: games }));
  } catch {
    // private windows store nothing
  }
  return games.map((one) => one.losses);
}
