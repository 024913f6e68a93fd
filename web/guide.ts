/** What a game's folder holds for those who do not know the game yet: an introduction, and every rule. */
import { known, wordsOf, type Language } from "./words.svelte";

/** Where the introduction stops to say something: `lesson-1` of the game's words at the first stop, and so on. */
export interface Stop {
  /** The step of the record. */
  at: number;
  /** What the learner may do for the record to go on; null if it is enough to read. */
  accept: string[] | null;
}

export interface Lesson {
  stops: Stop[];
  /** The prepared record. The learner sits at its first seat. */
  record: string;
}

const at = (game: string, file: string): string => `../src/ludotheque/games/${game}/guide/${file}`;
const STOPS = import.meta.glob<Stop[]>("../src/ludotheque/games/*/guide/lesson.json", { import: "default" });
const RECORDS = import.meta.glob<string>("../src/ludotheque/games/*/guide/lesson.jsonl", {
  query: "?raw",
  import: "default",
});
const PASSAGES = import.meta.glob<Record<string, number>>("../src/ludotheque/games/*/guide/passages.json", {
  import: "default",
});
const REFERENCES = import.meta.glob<string>("../src/ludotheque/games/*/guide/reference.*.md", { import: "default" });

/** Whether a game came with a guide. */
export function hasGuide(game: string): boolean {
  return at(game, "lesson.json") in STOPS;
}

export async function loadLesson(game: string): Promise<Lesson> {
  const [stops, record] = await Promise.all([STOPS[at(game, "lesson.json")]!(), RECORDS[at(game, "lesson.jsonl")]!()]);
  return { stops, record };
}

/** Which part of the rules (counted from 1) fits what somebody does, as the game's board names it. */
export async function loadPassages(game: string): Promise<Record<string, number>> {
  return (await PASSAGES[at(game, "passages.json")]?.()) ?? {};
}

export interface Reference {
  html: string;
  /** The parts, by the anchor of each. */
  parts: { anchor: string; title: string }[];
}

/** Every rule of a game. Parts and rules have anchors, so that the address of a rule is `/rules/GAME#ID`. */
export async function loadReference(game: string, language: Language): Promise<Reference> {
  const parts: Reference["parts"] = [];
  const words = wordsOf(game);
  const html = (await REFERENCES[at(game, `reference.${language}.md`)]!())
    // Names that programs use are for programs: an option is called as the page calls it.
    .replace(/ \(<code>.*?<\/code>\)(?=<\/h2>)/g, "")
    .replace(/<code>([\w-]+)<\/code>/g, (_, name: string) => {
      const option = `option-${name.replaceAll("_", "-")}`;
      return known(option, game) ? `<q>${words(option)}</q>` : `<em>${name}</em>`;
    })
    .replace(/<li><strong>([A-Z]+-\d+)<\/strong>/g, '<li id="$1"><span class="rule">$1</span>')
    .replace(/<h2>(.*?)<\/h2>/g, (_, title: string) => {
      const anchor = `part-${parts.length + 1}`;
      parts.push({ anchor, title });
      return `<h2 id="${anchor}">${title}</h2>`;
    });
  return { html, parts };
}
