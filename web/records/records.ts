/** Records, and what can be found out about them: in the page, with no request, wherever it has the law of the game; else
 * the server is asked. */
import { api } from "../api/http";
import { isHere } from "../local/local_id";
import type { Best, Replay, Verdict } from "../messages";

// Loaded when first asked for, with the law.
const local = () => import("../local/record");

/** Whether chance was fair. `here`: the page itself found that out. */
export type Found = Verdict & { here?: true };

/** A record step by step: `count` steps from number `first` on, as a seat (null: a spectator) saw them. */
export async function replay(record: string, first: number, count: number, seat: number | null): Promise<Replay> {
  return (await (await local()).replayHere(record, first, count, seat)) ?? api.replay(record, first, count, seat);
}

export async function verify(record: string): Promise<Found> {
  const found = await (await local()).verifyHere(record);
  return found ? { ...found, here: true } : api.verify(record);
}

/** The record of a table that is over. */
export async function recordOf(table: string): Promise<string> {
  return isHere(table) ? (await local()).recordHere(table) : api.record(table);
}

export async function verifyTable(table: string): Promise<Found> {
  return isHere(table) ? verify(await recordOf(table)) : api.verifyTable(table);
}

/** The best that was reached alone, where this table is kept. */
export async function bestsBeside(table: string): Promise<Best[]> {
  return isHere(table) ? (await import("../local/list")).bestsHere() : api.myBests();
}

/** Let the browser save the record of a table that it keeps. */
export async function save(table: string): Promise<void> {
  const file = new Blob([await recordOf(table)], { type: "application/x-ndjson" });
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(file), `${table}.jsonl`];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
