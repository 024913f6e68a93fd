import { Refusal } from "./refusal";
import { notice } from "../app/announce.svelte";
import { hasMessage, say, sayFor } from "../locale/fluent.svelte";

/** A refusal in the reader's words: by the game's sentence for its code, by ours, or as the server put it. */
export function refusalText(
  code: string,
  message: string,
  detail: Record<string, unknown> = {},
  game?: string,
): string {
  const values = Object.fromEntries(
    Object.entries(detail).filter((entry): entry is [string, string | number] =>
      ["string", "number"].includes(typeof entry[1]),
    ),
  );
  const id = `refused-${code.replaceAll("_", "-")}`;
  if (game && hasMessage(id, game)) return sayFor(game)(id, values);
  return hasMessage(id) ? say(id, values) : message;
}

/** Tell somebody that something was not granted. What is not a refusal is a fault of the page, and goes on up. */
export function reportRefusal(error: unknown, game?: string): void {
  if (!(error instanceof Refusal)) throw error;
  const text = refusalText(error.code, error.message, error.detail, game);
  notice(error.incident ? say("incident", { incident: error.incident }) : text, "refused", error.code);
}
