/** The player's unfinished tables at the server, remembered for lists while it is out of reach. */
import type { Listed } from "../messages";

const KEY = "ludotheque-away";

export function rememberTables(tables: readonly Listed[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.filter((table) => table.status !== "over")));
  } catch {
    // private windows store nothing
  }
}

export function rememberedTables(): Listed[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Listed[];
  } catch {
    return [];
  }
}
