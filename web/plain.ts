/** The board of a game that came without one: the table in words, and the list of what can be done. */
import { Verbs } from "./actions";
import type { GameWeb, InWords } from "./board";
import Plain from "./parts/Plain.svelte";
import PlainSheet from "./parts/PlainSheet.svelte";

function lines(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((one) => (typeof one === "object" ? JSON.stringify(one) : String(one)));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).map(
      ([name, one]) => `${name}: ${typeof one === "object" ? JSON.stringify(one) : String(one)}`,
    );
  return [String(value)];
}

export const inPlainWords = (view: Record<string, unknown>): InWords[] =>
  Object.entries(view).map(([heading, value]) => ({ heading, lines: lines(value) }));

const plain: GameWeb = {
  actions: new Verbs([]),
  Board: Plain,
  Sheet: PlainSheet,
  tell: (event, _after, { name }) =>
    event.do == null ? null : event.by === "chance" ? event.do : `${name(event.by!)}: ${event.do}`,
  tags: () => [],
  inWords: inPlainWords,
  coach: () => null,
  keys: () => [],
};
export default plain;
