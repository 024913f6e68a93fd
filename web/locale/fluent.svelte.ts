/** Messages of the page in the reader's language, from the Fluent files that Python uses too. */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable, type Scope } from "@fluent/bundle";
import { fetchAsset } from "../games/assets";
import { settings } from "../app/settings.svelte";

export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];
/** A message in the reader's language, by its id, with the values of its variables. */
export type Say = (message: string, values?: Record<string, string | number>) => string;

type Load = () => Promise<string>;
const SHARED = import.meta.glob<string>("../../src/ludotheque/locale/*.ftl", { query: "?raw", import: "default" });

const loaded = $state<Record<string, FluentBundle>>({});

async function load(key: string, language: Language, files: Load[]): Promise<void> {
  if (loaded[key]) return;
  // Without isolation marks: Python's messages have none either, and both languages run left to right.
  const bundle = new FluentBundle(language, {
    useIsolating: false,
    ...(settings.pseudo ? { transform: lengthened } : {}),
  });
  for (const text of await Promise.all(files.map((file) => file())))
    bundle.addResource(new FluentResource(language === "fr" ? inFrench(text) : text), { allowOverrides: true });
  loaded[key] = bundle;
}

function lengthened(text: string): string {
  return text.replace(/[aeiouy]/g, "$&$&");
}

/** French has a non-breaking space before some punctuation marks. */
function inFrench(text: string): string {
  return text.replace(/ ([:;?!»%])/g, "\u00a0$1").replace(/« /g, "«\u00a0");
}

function shared(language: Language): Load {
  return SHARED[`../../src/ludotheque/locale/${language}.ftl`]!;
}

/** Load the shared messages. */
export function loadLocale(language: Language): Promise<void> {
  return load(language, language, [shared(language)]);
}

/** Load the messages of a game, with the shared ones. */
export function loadGameLocale(game: string, language: Language): Promise<void> {
  return load(`${language}/${game}`, language, [
    shared(language),
    () => Promise.resolve(usual(game)),
    own(game, language),
  ]);
}

/** Default messages of a game without any, or one that is not installed any more. */
function usual(game: string): string {
  const name = game.replaceAll("_", " ");
  return `game-name = ${name.charAt(0).toUpperCase()}${name.slice(1)}\ngame-tagline = { "" }\ngame-credits = { "" }\n`;
}

/** The messages of a game, in another language if necessary. */
function own(game: string, language: Language): Load {
  return async () => {
    try {
      for (const one of [language, ...LANGUAGES]) {
        const file = await fetchAsset(game, `locale/${one}.ftl`);
        if (file) return await file.text();
      }
    } catch (error) {
      console.warn(`the words of ${game} cannot be loaded`, error);
    }
    return "";
  };
}

/** Negative numbers with a minus sign instead of a hyphen. */
const withMinus = (text: string): string => text.replace("-", "\u2212");

/** A number in a message, for plurals. */
class Figure extends FluentNumber {
  override toString(scope?: Scope): string {
    return withMinus(super.toString(scope));
  }
}

function speak(key: string, message: string, values: Record<string, string | number> = {}): string {
  const bundle = loaded[key];
  const pattern = bundle?.getMessage(message)?.value;
  // A missing message is shown by its id: tests find those.
  if (!bundle || !pattern) return bundle ? message : "";
  const given: Record<string, FluentVariable> = { ...values };
  for (const [name, value] of Object.entries(values)) if (typeof value === "number") given[name] = new Figure(value);
  const text = bundle.formatPattern(pattern, given);
  return settings.pseudo && /\p{L}/u.test(text) ? `⟦${text}⟧` : text;
}

/** A number in the format of the language. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return withMinus(new Intl.NumberFormat(settings.language, { signDisplay: "negative", ...options }).format(value));
}

/** A share in percent, with a non-breaking space. */
export function formatPercent(share: number, options: Intl.NumberFormatOptions = {}): string {
  return `${formatNumber(100 * share, options)}\u00a0%`;
}

/** The region whose dates and lists belong to our words: British English. */
const regional = (): string => (settings.language === "en" ? "en-GB" : settings.language);

/** A list of names: "Ann, Bob and Zoé". */
export function formatList(names: readonly string[]): string {
  return new Intl.ListFormat(regional()).format(names);
}

/** A date: "18 Nov 2026"; with the time of day if wanted. */
export function formatDate(date: Date, time = false): string {
  const more: Intl.DateTimeFormatOptions = time ? { timeStyle: "short" } : {};
  return new Intl.DateTimeFormat(regional(), { dateStyle: "medium", ...more }).format(date);
}

export const say: Say = (message, values) => speak(settings.language, message, values);

/** The messages of a game and the shared ones. */
export function sayFor(game: string): Say {
  return (message, values) => speak(`${settings.language}/${game}`, message, values);
}

/** Whether a message exists. */
export function hasMessage(message: string, game?: string): boolean {
  const key = game ? `${settings.language}/${game}` : settings.language;
  return loaded[key]?.hasMessage(message) ?? false;
}
