/** The lines of a game record as JSON objects. */
export type Json = Record<string, unknown>;

/** The lines of a record, without the empty one after the last line break. */
export function splitLines(record: string): string[] {
  const lines = record.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The object on a line; null if the line is no JSON object. */
export function parseLine(text: string): Json | null {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && !Array.isArray(value) ? (value as Json | null) : null;
  } catch {
    return null;
  }
}

/** Whether two values are the same JSON. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The result on the last line of a record; null if the game is not over. */
export function resultIn(record: string): { scores: number[]; winners: number[] } | null {
  const last = parseLine(splitLines(record).at(-1) ?? "");
  return (last?.["result"] as { scores: number[]; winners: number[] } | undefined) ?? null;
}
