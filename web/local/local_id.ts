/** Ids and paths of local tables: played without a server, alone, against bots or on a shared screen. */

import type { Done } from "../messages";

const PREFIX = "here-";

/** The answer to a hint request at a local table: the masked state of the seat, since the page has only views. */
export interface HintGranted extends Done {
  known: { setup: Uint8Array; state: Uint8Array };
}

/** Whether an id is that of a local table. */
export function isLocal(table: string): boolean {
  return table.startsWith(PREFIX);
}

/** The id of a new table. */
export function newLocalId(): string {
  return (
    PREFIX +
    Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("")
  );
}

/** The path of a table. The id of a local table is in the fragment, so that a plain file server finds the page. */
export function tablePath(table: string): string {
  return isLocal(table) ? `/here#${table}` : `/t/${table}`;
}

/** The path of a replay, optionally with the analysis open, at a step. */
export function replayPath(table: string, analysed = false, step = 0): string {
  const query = [...(analysed ? ["analysis"] : []), ...(step ? [`step=${step}`] : [])].join("&");
  const asked = query && `?${query}`;
  return isLocal(table) ? `/record${asked}#${table}` : `/replay/${table}${asked}`;
}
