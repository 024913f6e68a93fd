import { Refusal } from "./refusal";
import { notice } from "../app/announce.svelte";
import { hasMessage, say, sayFor } from "../locale/fluent.svelte";

/** A refusal in words: the game's message for the code, else the shared one, else the server's text. */
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

/** Show a refusal as a notice. Any other error is a bug and is thrown again. */
export function reportRefusal(error: unknown, game?: string): void {
  if (!(error instanceof Refusal)) throw error;
  const text = refusalText(error.code, error.message, error.detail, game);
  notice(error.incident ? say("incident", { incident: error.incident }) : text, "refused");
}
