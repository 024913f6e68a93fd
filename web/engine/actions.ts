/** Actions have parts: a verb and named parts, declared once a game. Number, parts and text all come from that declaration
 * (`core/actions.py`, in a game's `law.json`), so nobody else takes an action apart or puts one together. */

/** The parts of an action by their names, `verb` the first of them. */
export type Parts = Record<string, string | number>;

interface Part {
  name: string;
  /** The value that the digit 0 stands for; -1 if that is nothing, since the part may be missing. */
  low: number;
  names: readonly string[] | null;
  optional: boolean;
}

/** What can be done, or can happen. */
interface Verb {
  word: string;
  /** The smallest number of its actions, and how many there is room for. */
  base: number;
  room: number;
  /** What follows the word in the text, the parts' names in braces. */
  template: string;
  /** The parts, in the order in which they are written. */
  parts: readonly Part[];
  /** The digits of the number, the least significant first: the part, the radix, and what one of it is worth. */
  digits: readonly (readonly [part: string, radix: number, worth: number])[];
}

/** The same as TypeScript understands it in a file. */
export type Declared = Omit<Verb, "digits"> & { digits: readonly (readonly (string | number)[])[] };

/** The value that is said of a part; of a name, its place among the names; of nothing, -1. */
function valueOf({ name, names }: Part, said: string | number | undefined): number {
  const value = said === undefined ? -1 : names ? names.indexOf(String(said)) : Number(said);
  if (said !== undefined && names && value < 0) throw new Error(`there is no ${name} ${said}`);
  return value;
}

/** All that seats, or chance, can do in a game. */
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

  /** The one spelling of the action that has these parts. */
  text(parts: Parts): string {
    const { word, template } = this.#verbOf(parts);
    return `${word} ${template.replace(/\{(\w+)\}/g, (_, name: string) => String(parts[name] ?? ""))}`.trim();
  }

  /** The number of what a text says; null if it says nothing in this notation, or says it in another spelling. */
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

  /** What a text says of each part of a verb, if it has the form of the verb's texts. */
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

  /** Verbs of the same word differ in their parts. */
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

/** The verb of an action or outcome, given by its text: every text begins with it. */
export function verbOf(text: string): string {
  return text.split(" ")[0]!;
}

/** Something with the parts of an action, of which it is the verb that tells which parts those are. */
type Having = { parts: { verb: string } };
type Of<One extends Having, Word> = One extends Having ? (Word extends One["parts"]["verb"] ? One : never) : never;
type Wanted<One extends Having, Word> = { verb: Word } & Partial<Of<One, Word>["parts"]>;

/** Whether an action has all of these parts. */
export function has(parts: object, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => (parts as Parts)[name] === value);
}

/** Those of some legal actions that have these parts. */
export function findAll<One extends Having, Word extends One["parts"]["verb"]>(
  legal: readonly One[],
  wanted: Wanted<One, Word>,
): Of<One, Word>[] {
  return legal.filter((one): one is Of<One, Word> => has(one.parts, wanted));
}

/** The first of some legal actions that has these parts. */
export function find<One extends Having, Word extends One["parts"]["verb"]>(
  legal: readonly One[],
  wanted: Wanted<One, Word>,
): Of<One, Word> | undefined {
  return legal.find((one): one is Of<One, Word> => has(one.parts, wanted));
}
