import { untrack } from "svelte";

/** Announcements for screen readers, and notices for everybody. */

export interface Notice {
  id: number;
  text: string;
  kind: "info" | "ok" | "refused";
}

export const liveRegions = $state({ polite: "", urgent: "" });
export const notices: Notice[] = $state([]);

let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
let last = 0;

/** Announce an event politely. Events within half a second are announced together, without repetition. */
export function announce(text: string): void {
  if (waiting.some((other) => other.includes(text))) return;
  waiting = [...waiting.filter((other) => !text.includes(other)), text];
  timer ??= setTimeout(() => {
    liveRegions.polite = waiting.join(" ");
    waiting = [];
    timer = undefined;
  }, 500);
}

/** Announce at once: my turn, a refusal, a lost connection. */
export function announceNow(text: string): void {
  const again = untrack(() => liveRegions.urgent === text);
  liveRegions.urgent = again ? `${text}\u00a0` : text; // screen readers ignore a text that does not change
}

/** Show a notice for some seconds, and announce it. */
export function notice(text: string, kind: Notice["kind"] = "info"): void {
  const id = ++last;
  notices.push({ id, text, kind });
  if (kind === "refused") announceNow(text);
  else announce(text);
  setTimeout(() => dismiss(id), kind === "refused" ? 8000 : 5000);
}

export function dismiss(id: number): void {
  const at = notices.findIndex((one) => one.id === id);
  if (at >= 0) notices.splice(at, 1);
}
