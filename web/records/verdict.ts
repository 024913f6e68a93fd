/** Verdicts and findings in words. */
import type { Verdict } from "../messages";
import { hasMessage, say } from "../locale/fluent.svelte";

/** Fair; consistent with the page's own seed; no record of a live table; seed not revealed yet; not proven. */
export type VerdictKind = "fair" | "own" | "live" | "sealed" | "unproven";
export const VERDICT_ICONS = {
  fair: "shield",
  own: "shield",
  live: "help",
  sealed: "lock",
  unproven: "cross",
} as const;

/** The kind of a verdict. */
export function verdictKind(verdict: Verdict): VerdictKind {
  if (verdict.good) return verdict.by_page ? "own" : "fair";
  if (verdict.findings.every((one) => one.code === "not_revealed")) return "sealed";
  return verdict.findings.every((one) => one.code === "fair_missing") ? "live" : "unproven";
}

/** A finding in words, or as the server put it. */
export function findingText(code: string, message: string): string {
  const id = `finding-${code.replaceAll("_", "-")}`;
  return hasMessage(id) ? say(id) : message;
}
