/** The guide of a game: its lesson and its rules reference. */
import type { Parts } from "../engine/actions";
import { assetUrl, allGameAssets, fetchAsset, type GameAssets } from "../games/assets";
import { hasMessage, LANGUAGES, sayFor, type Language } from "../locale/fluent.svelte";

/** A stop of the lesson; its text is the game's message `lesson-1`, `lesson-2` and so on. */
export interface LessonStop {
  /** The step of the record. */
  at: number;
  /** The actions with which the record continues; null if the stop is only to be read. */
  accept: string[] | null;
  /** Parts of actions that a text speaks of without asking for one: a tile without a place. */
  light?: Parts[];
}

export interface Lesson {
  stops: LessonStop[];
  /** The prepared record. The learner has its first seat. */
  record: string;
}

/** The parts of a guide that a game has. */
export type Guide = { lesson: boolean; reference: boolean };

/** The parts of a game's guide. */
export function guideContents({ brings: { files } }: GameAssets): Guide {
  return {
    lesson: "guide/lesson.json" in files && "guide/lesson.jsonl" in files,
    reference: LANGUAGES.some((language) => `guide/reference.${language}.html` in files),
  };
}

/** The same by the game's id; nothing if the list of games is unavailable. */
export async function loadGuide(game: string): Promise<Guide> {
  const found = (await allGameAssets().catch(() => [])).find((one) => one.game === game);
  return found ? guideContents(found) : { lesson: false, reference: false };
}

export async function loadLesson(game: string): Promise<Lesson> {
  const [stops, record] = await Promise.all([
    fetchAsset(game, "guide/lesson.json"),
    fetchAsset(game, "guide/lesson.jsonl"),
  ]);
  return { stops: (await stops!.json()) as LessonStop[], record: await record!.text() };
}

/** The section of the rules (counted from 1) for what a player is doing, by the name that the board reports. */
export async function loadPassages(game: string): Promise<Record<string, number>> {
  return ((await (await fetchAsset(game, "guide/passages.json"))?.json()) as Record<string, number>) ?? {};
}

export interface Reference {
  html: string;
  /** The sections, by anchor. */
  parts: { anchor: string; title: string }[];
}

/** The rules reference of a game, in another language if necessary. Sections and rules have anchors: the path of a
 * rule is `/rules/GAME#ID`. */
export async function loadReference(game: string, language: Language): Promise<Reference> {
  let file = `guide/reference.${language}.html`;
  for (const other of LANGUAGES) if (!(await assetUrl(game, file))) file = `guide/reference.${other}.html`;
  const parts: Reference["parts"] = [];
  const words = sayFor(game);
  const html = (await (await fetchAsset(game, file))!.text())
    // Identifiers of options are replaced by their labels.
    .replace(/ \(<code>.*?<\/code>\)(?=<\/h2>)/g, "")
    .replace(/<code>([\w-]+)<\/code>/g, (_, name: string) => {
      const option = `option-${name.replaceAll("_", "-")}`;
      return hasMessage(option, game) ? `<q>${words(option)}</q>` : `<em>${name}</em>`;
    })
    .replace(/<li><strong>([A-Z]+-\d+)<\/strong>/g, '<li id="$1"><span class="rule">$1</span>')
    .replace(/<h2>(.*?)<\/h2>/g, (_, title: string) => {
      const anchor = `part-${parts.length + 1}`;
      parts.push({ anchor, title });
      return `<h2 id="${anchor}">${title}</h2>`;
    });
  return { html, parts };
}
