/** What a game brings for those who do not know the game yet: an introduction, and every rule. */
import { assetUrl, allGameAssets, fetchAsset, type GameAssets } from "../games/assets";
import { hasMessage, LANGUAGES, sayFor, type Language } from "../locale/fluent.svelte";

/** Where the introduction stops to say something: `lesson-1` of the game's words at the first stop, and so on. */
export interface LessonStop {
  /** The step of the record. */
  at: number;
  /** What the learner may do for the record to go on; null if it is enough to read. */
  accept: string[] | null;
}

export interface Lesson {
  stops: LessonStop[];
  /** The prepared record. The learner sits at its first seat. */
  record: string;
}

/** What a guide can hold. */
export type Guide = { lesson: boolean; reference: boolean };

/** Which parts of a guide a game has brought. */
export function guideContents({ brings: { files } }: GameAssets): Guide {
  return {
    lesson: "guide/lesson.json" in files && "guide/lesson.jsonl" in files,
    reference: LANGUAGES.some((language) => `guide/reference.${language}.html` in files),
  };
}

/** The same by a game's name; nothing where the list of games cannot be had. */
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

/** Which part of the rules (counted from 1) fits what somebody does, as the game's board names it. */
export async function loadPassages(game: string): Promise<Record<string, number>> {
  return ((await (await fetchAsset(game, "guide/passages.json"))?.json()) as Record<string, number>) ?? {};
}

export interface Reference {
  html: string;
  /** The parts, by the anchor of each. */
  parts: { anchor: string; title: string }[];
}

/** Every rule of a game, in another language rather than not at all. Parts and rules have anchors, so that the address of
 * a rule is `/rules/GAME#ID`. */
export async function loadReference(game: string, language: Language): Promise<Reference> {
  let file = `guide/reference.${language}.html`;
  for (const other of LANGUAGES) if (!(await assetUrl(game, file))) file = `guide/reference.${other}.html`;
  const parts: Reference["parts"] = [];
  const words = sayFor(game);
  const html = (await (await fetchAsset(game, file))!.text())
    // Names that programs use are for programs: an option is called as the page calls it.
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
