/** The tables at the server that go on without this device: remembered, to be named while nobody can be asked. */
import type { Listed } from "../messages";

const KEY = "ludotheque-away";

export function rememberTables(tables: readonly Listed[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.filter((table) => table.status !== "over")));
  } catch {
    // a private window keeps nothing
  }
}

export function rememberedTables(): Listed[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Listed[];
  } catch {
    return [];
  }
}
