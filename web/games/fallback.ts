/** Fallbacks for what a game's module lacks: the table in sentences, and a list of the legal actions. */
import { Verbs, type Parts } from "../engine/actions";
import type { JsonObject, GameWeb, TextSection, NarrationContext } from "./board";
import { effectMessage, effectValues } from "./effects";
import FallbackScores from "./FallbackScores.svelte";
import { formatNumber, hasMessage, sayFor, type Say } from "../locale/fluent.svelte";

/** A labelled fact. */
export type Fact = [label: string, text: string];

/** A view in words: whose turn it is, facts of the table, facts of each seat, and longer lists. */
export interface ViewText {
  turn: string;
  table: Fact[];
  seats: Fact[][];
  lists: TextSection[];
}

/** Fields that all views have: the page shows them elsewhere. */
const GENERAL = new Set(["game", "seat", "seats", "options", "to_act", "outcome"]);

/** An identifier as a readable label. */
function spoken(name: string): string {
  const text = name.replaceAll(/[_-]+/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The game's message for an id (`view-pot`, `action-bet`), or null. */
function wordFor(game: string, id: string, values?: Record<string, string | number>): string | null {
  const message = id.replaceAll("_", "-");
  return hasMessage(message, game) ? sayFor(game)(message, values) : null;
}

const isPlain = (value: unknown): boolean => typeof value !== "object" || value === null;

/** Any value of a view, in words. */
function text(value: unknown, game: string, say: Say): string {
  if (value === null || value === undefined || value === "") return say("plain-none");
  if (typeof value === "boolean") return say(value ? "plain-yes" : "plain-no");
  if (Array.isArray(value)) return value.map((one) => text(one, game, say)).join(", ") || say("plain-none");
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, one]) => say("plain-fact", { label: labelOf(game, name), text: text(one, game, say) }))
      .join("; ");
  return (
    wordFor(game, `view-value-${String(value)}`) ?? (typeof value === "number" ? formatNumber(value) : String(value))
  );
}

/** The value of a field. A game can have a message for it (`view-opener-is = { $name }`). */
function valueOf(game: string, field: string, value: unknown, { name, say }: NarrationContext): string {
  if (typeof value !== "number" && typeof value !== "string") return text(value, game, say);
  const seat = typeof value === "number" ? { name: name(value) } : {};
  return wordFor(game, `view-${field}-is`, { value, ...seat }) ?? text(value, game, say);
}

function labelOf(game: string, field: string): string {
  return wordFor(game, `view-${field}`) ?? spoken(field);
}

/** Describe a view in words. */
export function describeView(view: JsonObject, context: NarrationContext): ViewText {
  const { name, me, say } = context;
  const game = String(view["game"]);
  const seats = Number(view["seats"]);
  const toAct = ((view["to_act"] as unknown[] | undefined) ?? []).filter((one) => typeof one === "number");
  const found: ViewText = {
    turn: view["outcome"]
      ? say("plain-over")
      : toAct.length === 1
        ? say("plain-turn", { mine: toAct[0] === me ? "yes" : "no", name: name(toAct[0]!) })
        : say("plain-turns", { count: toAct.length }),
    table: [],
    seats: Array.from({ length: seats }, () => []),
    lists: [],
  };
  for (const [field, value] of Object.entries(view)) {
    if (GENERAL.has(field)) continue;
    const label = labelOf(game, field);
    if (Array.isArray(value) && value.length === seats && seats > 1)
      value.forEach((one, seat) => found.seats[seat]!.push([label, valueOf(game, field, one, context)]));
    else if (isPlain(value) || (Array.isArray(value) && value.every(isPlain)))
      found.table.push([label, valueOf(game, field, value, context)]);
    else
      found.lists.push({
        heading: label,
        lines: Array.isArray(value)
          ? value.map((one) => text(one, game, say))
          : Object.entries(value as JsonObject).map(([part, one]) =>
              say("plain-fact", { label: labelOf(game, part), text: text(one, game, say) }),
            ),
      });
  }
  return found;
}

function inWords(view: JsonObject, context: NarrationContext): TextSection[] {
  const { turn, table, seats, lists } = describeView(view, context);
  const lines = (facts: readonly Fact[]): string[] =>
    facts.map(([label, said]) => context.say("plain-fact", { label, text: said }));
  return [
    { heading: context.say("plain-table"), lines: [turn, ...lines(table)] },
    ...seats.flatMap((facts, seat) => (facts.length ? [{ heading: context.name(seat), lines: lines(facts) }] : [])),
    ...lists,
  ];
}

/** An action in words, for its button. */
export function actionText(game: string, parts: Parts, { name, say }: Pick<NarrationContext, "name" | "say">): string {
  const { verb, ...more } = parts;
  const own = wordFor(game, `action-${verb}`, parts);
  if (own !== null) return own;
  const values = Object.entries(more).map(([part, value]) =>
    part === "seat" ? name(Number(value)) : text(value, game, say),
  );
  return values.length
    ? say("plain-fact", { label: spoken(String(verb)), text: values.join(", ") })
    : spoken(String(verb));
}

const plain = (game: string): Omit<GameWeb, "Board" | "mount"> => ({
  actions: new Verbs([]),
  Sheet: FallbackScores,
  narrate({ by, do: done, parts, effects = [] }, context) {
    if (done == null) return null;
    const { name, me, say } = context;
    const reported = effects.flatMap((one) => wordFor(game, effectMessage(one), effectValues(one, context)) || []);
    if (reported.length) return reported.join(" ");
    const who = typeof by === "number" ? { name: name(by), mine: by === me ? "yes" : "no" } : { name: "", mine: "no" };
    const own = wordFor(game, `told-${parts?.["verb"]}`, { ...parts, ...who });
    if (own !== null) return own;
    const what = parts ? actionText(game, parts, { name, say }) : spoken(done);
    return typeof by === "number" ? say("plain-fact", { label: name(by), text: what }) : what;
  },
  tags: () => [],
  inWords,
  keys: () => [],
});

/** Used when a function of the game throws. */
const INSTEAD: Partial<GameWeb> = {
  narrateTurn: () => null,
  coach: () => null,
  motions: () => [],
  scoring: () => 0,
  looking: (say) => [say("over-look"), say("over-looked-at")],
  explain: () => null,
};

/** A game's module completed by fallbacks. Functions that throw are logged, and the fallback answers. */
export function withFallbacks(game: string, own: Partial<GameWeb>, broken: boolean): GameWeb {
  const general = plain(game);
  const fallbacks: Partial<GameWeb> = { ...general, ...INSTEAD };
  const guarded = Object.fromEntries(
    Object.entries(own).map(([name, one]) => {
      const instead = fallbacks[name as keyof GameWeb] as ((...given: unknown[]) => unknown) | undefined;
      if (typeof one !== "function" || !instead) return [name, one];
      const ask = one as (...given: unknown[]) => unknown;
      const guard = (...given: unknown[]): unknown => {
        try {
          return ask.apply(own, given);
        } catch (error) {
          console.warn(`${name} of ${game} fails`, error);
          return instead(...given);
        }
      };
      return [name, guard];
    }),
  );
  return { ...general, ...guarded, broken };
}
