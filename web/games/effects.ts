/** Effects in words: what the rules report of an event, as values of messages. */
import { formatList } from "../locale/fluent.svelte";
import type { Effect, NarrationContext } from "./board";

/** The id of the message for an effect: `effect-round-begun`. */
export const effectMessage = ({ effect }: Effect): string => `effect-${effect.replaceAll("_", "-")}`;

/** The values that the message of an effect is given: its fields (a list joined, null as "none"), the name of its seat
 * and whether it is `mine`, and `will`: "no" (a game may say previews by the same message, with "yes", and reasons of a hint, with "reason"). */
export function effectValues(
  { effect: _, ...fields }: Effect,
  { name, me }: Pick<NarrationContext, "name" | "me">,
): Record<string, string | number> {
  const values = Object.entries(fields).map(([field, value]): [string, string | number] => {
    if (typeof value === "number") return [field, value];
    if (typeof value === "boolean") return [field, value ? "yes" : "no"];
    return [field, Array.isArray(value) ? formatList(value.map(String)) : String(value ?? "none")];
  });
  const { seat } = fields as { seat?: unknown };
  const who = typeof seat === "number" ? { name: name(seat), mine: seat === me ? "yes" : "no" } : {};
  return { will: "no", ...Object.fromEntries(values), ...who };
}
