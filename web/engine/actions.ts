/** Actions as a verb and named parts. Number, parts and text all follow from the declaration in the game's `law.json`
 * (made by `engine/actions.py`); no other code parses or builds an action. */

/** The parts of an action by their names, `verb` the first of them. */
export type Parts = Record<string, string | number>;

interface Part {
  name: string;
  /** The value of digit 0; -1 if the part is optional and digit 0 means that it is missing. */
  low: number;
  names: readonly string[] | null;
  optional: boolean;
}

/** A kind of action, or of chance outcome. */
interface Verb {
  word: string;
  /** The smallest number of its actions, and how many numbers are reserved. */
  base: number;
  room: number;
  /** The text after the word, with the parts' names in braces. */
  template: string;
  /** The parts, in the order in which they are written. */
  parts: readonly Part[];
  /** The digits of the number, least significant first: part, radix, and weight. */
  digits: readonly (readonly [part: string, radix: number, worth: number])[];
}

/** The same as TypeScript types it in a JSON file. */
export type Declared = Omit<Verb, "digits"> & { digits: readonly (readonly (string | number)[])[] };

/** The numeric value of a part; for a name its index; -1 if missing. */
function valueOf({ name, names }: Part, said: string | number | undefined): number {
  const value = said === undefined ? -1 : names ? names.indexOf(String(said)) : Number(said);
  if (said !== undefined && names && value < 0) throw new Error(`there is no ${name} ${said}`);
  return value;
}

/** All actions of the seats, or all outcomes of chance. */
export class Verbs {
  readonly #verbs: readonly Verb[];

  constructor(declared: readonly Declared[]) {
    this.#verbs = declared as readonly Verb[];
  }

  /** The parts of the action that has this number. */
  parts(number: number): Parts {
    const verb = this.#verbs.find(({ base, room }) => base <= number && number < base + room);
    if (!verb) throw new Error(`${number} is no action`);
    const values: Record<string, number> = Object.fromEntries(verb.parts.map(({ name, low }) => [name, low]));
    let rest = number - verb.base;
    for (const [name, radix, worth] of verb.digits) {
      values[name]! += (rest % radix) * worth;
      rest = Math.floor(rest / radix);
    }
    const found: Parts = { verb: verb.word };
    for (const { name, names, optional } of verb.parts) {
      const value = values[name]!;
      if (optional && value < 0) continue;
      const said = names ? names[value] : value;
      if (said === undefined) throw new Error(`${number} is no action`);
      found[name] = said;
    }
    return found;
  }

  /** The number of the action that has these parts. */
  number(parts: Parts): number {
    const verb = this.#verbOf(parts);
    const left = new Map(verb.parts.map((part) => [part.name, valueOf(part, parts[part.name]) - part.low]));
    let [number, place] = [verb.base, 1];
    for (const [name, radix, worth] of verb.digits) {
      number += (Math.floor(left.get(name)! / worth) % radix) * place;
      place *= radix;
    }
    return number;
  }

  /** The canonical text of an action. */
  text(parts: Parts): string {
    const { word, template } = this.#verbOf(parts);
    return `${word} ${template.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ""))}`.trim();
  }

  /** The number of an action's text; null if it is no action, or not spelled canonically. */
  parse(text: string): number | null {
    for (const verb of this.#verbs) {
      const said = this.#match(verb, text);
      if (!said) continue;
      const parts: Parts = { verb: verb.word };
      for (const { name, names } of verb.parts)
        if (said[name] !== undefined) parts[name] = names ? said[name] : Number(said[name]);
      try {
        const number = this.number(parts);
        if (this.text(this.parts(number)) === text) return number;
      } catch {
        // a value that does not exist
      }
    }
    return null;
  }

  /** The parts in a text, if it matches the verb's template. */
  #match({ word, template, parts }: Verb, text: string): Record<string, string> | null {
    const optional = new Set(parts.filter((part) => part.optional).map((part) => part.name));
    const escape = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    let pattern = escape(word);
    for (const [, literal = "", name] of (template && ` ${template}`).matchAll(/([^{]*)(?:\{(\w+)\})?/g)) {
      const value = name ? `${escape(literal)}(?<${name}>[^ ,]+)` : escape(literal);
      pattern += name && optional.has(name) ? `(?:${value})?` : value;
    }
    return new RegExp(`^${pattern}$`).exec(text)?.groups ?? (text === word && !template ? {} : null);
  }

  /** The verb with these parts: verbs of the same word differ in their parts. */
  #verbOf(parts: Parts): Verb {
    const given = Object.keys(parts).filter((name) => name !== "verb");
    const verb = this.#verbs.find(
      ({ word, parts: its }) =>
        word === parts["verb"] &&
        given.every((name) => its.some((part) => part.name === name)) &&
        its.every(({ name, optional }) => optional || name in parts),
    );
    if (!verb) throw new Error(`nothing can be done that has the parts ${JSON.stringify(parts)}`);
    return verb;
  }
}

/** The verb of an action or outcome: the first word of its text. */
export function verbOf(text: string): string {
  return text.split(" ")[0]!;
}

/** Anything that has the parts of an action; the verb determines which parts. */
type Having = { parts: { verb: string } };
type Of<One extends Having, Word> = One extends Having ? (Word extends One["parts"]["verb"] ? One : never) : never;
type Wanted<One extends Having, Word> = { verb: Word } & Partial<Of<One, Word>["parts"]>;

/** Whether an action has all of these parts. */
export function has(parts: object, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => (parts as Parts)[name] === value);
}

/** The legal action with exactly these parts. (By parts, not by text: a game without a module declares no texts.) */
export function findExactly<One extends { parts: object }>(legal: readonly One[], parts: object): One | null {
  return legal.find((one) => has(one.parts, parts) && has(parts, one.parts)) ?? null;
}

/** The legal actions that have these parts. */
export function findAll<One extends Having, Word extends One["parts"]["verb"]>(
  legal: readonly One[],
  wanted: Wanted<One, Word>,
): Of<One, Word>[] {
  return legal.filter((one): one is Of<One, Word> => has(one.parts, wanted));
}

/** The first legal action that has these parts. */
export function find<One extends Having, Word extends One["parts"]["verb"]>(
  legal: readonly One[],
  wanted: Wanted<One, Word>,
): Of<One, Word> | undefined {
  return legal.find((one): one is Of<One, Word> => has(one.parts, wanted));
}
