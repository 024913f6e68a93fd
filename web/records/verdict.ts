/** What the server finds about a record, in plain words. */
import type { Verdict } from "../messages";
import { known, say } from "../locale/fluent.svelte";

/** Fair; not changed, by the page's own seed; not the record of a live table; not proven. */
export type Kind = "fair" | "own" | "live" | "unproven";
export const MARKS = { fair: "shield", own: "shield", live: "help", unproven: "cross" } as const;

/** What a verdict comes to. */
export function kindOf(verdict: Verdict): Kind {
  if (verdict.good) return verdict.by_page ? "own" : "fair";
  return verdict.findings.every((one) => one.code === "fair_missing") ? "live" : "unproven";
}

/** What is wrong with a line of a record: in the reader's words, or as the server put it. */
export function finding(code: string, message: string): string {
  const id = `finding-${code.replaceAll("_", "-")}`;
  return known(id) ? say(id) : message;
}
