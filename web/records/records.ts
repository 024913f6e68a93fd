/** Replays and verifies game records: in the page if it has the rules of the game, else by the server. */
import { api } from "../api/http";
import { isLocal } from "../local/local_id";
import type { Best, Replay, Verdict } from "../messages";

/** A verdict; `here` if the page itself found it. */
export type SourcedVerdict = Verdict & { here?: true };

/** `count` steps of a record from number `first` on, as a seat (null: a spectator) saw them. */
export async function replay(record: string, first: number, count: number, seat: number | null): Promise<Replay> {
  return (
    (await (await import("./replay")).replayLocally(record, first, count, seat)) ??
    api.replay(record, first, count, seat)
  );
}

export async function verify(record: string): Promise<SourcedVerdict> {
  const found = await (await import("./verify")).verifyLocally(record);
  return found ? { ...found, here: true } : api.verify(record);
}

/** The record of a table that is over. */
export async function loadRecord(table: string): Promise<string> {
  return isLocal(table) ? (await import("../local/record")).localRecord(table) : api.record(table);
}

export async function verifyTable(table: string): Promise<SourcedVerdict> {
  return isLocal(table) ? verify(await loadRecord(table)) : api.verifyTable(table);
}

/** The best solo scores, where this table is stored: in this browser or at the server. */
export async function bestScores(table: string): Promise<Best[]> {
  return isLocal(table) ? (await import("../local/list")).localBestScores() : api.myBests();
}

/** The file name of a record: game, date, players. The server names the records that it sends in the same way. */
export function recordName(record: string): string {
  const {
    game,
    date,
    players = [],
  } = JSON.parse(record.slice(0, record.indexOf("\n"))) as Record<string, string> & {
    players?: string[];
  };
  const words = [game, date, ...players].flatMap((word) => word?.match(/[\p{L}\p{N}_]+/gu) ?? []);
  return `${words.join("-").slice(0, 100)}.jsonl`;
}

/** Download the record of a local table. */
export async function downloadRecord(table: string): Promise<void> {
  const record = await loadRecord(table);
  const file = new Blob([record], { type: "application/x-ndjson" });
  const link = document.createElement("a");
  [link.href, link.download] = [URL.createObjectURL(file), recordName(record)];
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
