/** Tables that this browser keeps by itself: played alone, against bots or around one screen, they need no server. */

import type { Done } from "../messages";

const PREFIX = "here-";

/** What answers to who looks at a hint: what the seat knows, since the page has only views of such a table. */
export interface HintGranted extends Done {
  known: { setup: Uint8Array; state: Uint8Array };
}

/** Whether a table is kept in this browser. */
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

/** Where a table is played. One that is kept here has its id behind the #, so that a plain file server finds the page too. */
export function tablePath(table: string): string {
  return isLocal(table) ? `/here#${table}` : `/t/${table}`;
}

/** Where a table that is over is seen again, with luck and skill at once if one likes. */
export function replayPath(table: string, analysed = false): string {
  const asked = analysed ? "?analysis" : "";
  return isLocal(table) ? `/record${asked}#${table}` : `/replay/${table}${asked}`;
}
