/** What the server finds about a record, in plain words. */
import type { Verdict } from "./messages";
import { known, say } from "./words.svelte";

/** What a verdict comes to: fair, not the record of a live table, or not proven. */
export function kindOf(verdict: Verdict): "fair" | "live" | "unproven" {
  if (verdict.good) return "fair";
  return verdict.findings.every((one) => one.code === "fair_missing") ? "live" : "unproven";
}

/** What is wrong with a line of a record: in the reader's words, or as the server put it. */
export function finding(code: string, message: string): string {
  const id = `finding-${code.replaceAll("_", "-")}`;
  return known(id) ? say(id) : message;
}
