/** What a card tells about a turning point: the position, the two actions in words, and one sentence. */
import type { GameWeb, JsonObject, LegalAction, NarrationContext } from "../games/board";
import { fitSentences } from "../hint/hint.svelte";
import { findExactly } from "../engine/actions";
import { actionText } from "../games/fallback";
import { formatNumber, say } from "../locale/fluent.svelte";
import type { Replay } from "../replay/replay.svelte";
import type { TurningPoint, Unit } from "./story";

/** The longest reason, in characters. */
export const LONGEST = 90;

export interface Moment {
  /** The position before the event, and the two actions to mark in it, for the game's `Thumbnail`. */
  picture: { view: JsonObject; picture: JsonObject | null; played: LegalAction | null; better: LegalAction | null };
  played: string;
  better: string;
  /** Why the better action is better, or what happened; empty if there is nothing short to say. */
  why: string;
}

/** A position with an action that was played and a better one, as the seat saw it. */
export interface ComparedChoice {
  game: string;
  web: GameWeb;
  view: JsonObject;
  played: LegalAction | null;
  better: LegalAction | null;
  /** What the played action lost, in points or chances to win. */
  loss: number;
  unit: Unit;
  /** With `me`, the seat. */
  context: NarrationContext;
}

/** The two actions in words, and why the better one is better. */
export function compareInWords(of: ComparedChoice): Pick<Moment, "played" | "better" | "why"> {
  const { game, web, view, played, better, loss, unit, context } = of;
  const both = [played, better];
  const short = both.map((choice) => choice && web.hint?.(view, choice, { ...context, me: null }).move);
  const distinct = short[0] && short[1] && short[0] !== short[1];
  const [first, second] = distinct ? short : both.map((choice) => choice && actionText(game, choice.parts, context));
  const lost = Math.round(unit === "wins" ? 100 * loss : loss);
  const count = `−${formatNumber(lost)}`;
  const reasons = (): string[] => {
    if (!played || !better || !web.hint) return [];
    const spoken = unit === "wins" ? say("analysis-of-100", { count }) : count;
    const own = new Set(web.hint(view, played, context).why);
    // The reasons for the better action that do not hold for the played one too.
    return web
      .hint(view, better, context, { choice: played, loss: spoken, played: true })
      .why.filter((one) => !own.has(one));
  };
  return { played: first ?? "", better: second ?? "", why: fitSentences(reasons(), LONGEST) };
}

/** What to tell; null as long as its step is not fetched. */
export function momentOf({ kind, line, move }: TurningPoint, replay: Replay, unit: Unit): Moment | null {
  const before = replay.stepAt(line - 2);
  const { web, context, facts } = replay;
  if (!before || !web || !facts) return null;
  const legal = before.legal as LegalAction[];
  const [played, better] = move ? [findExactly(legal, move.action), findExactly(legal, move.best)] : [null, null];
  const shown = kind === "choice" ? before : (replay.stepAt(line - 1) ?? before);
  const words = compareInWords({
    ...{ game: facts.game, web, view: before.view, played, better, loss: move?.loss ?? 0, unit },
    context: { ...context, me: replay.viewpoint },
  });
  return {
    picture: { view: shown.view, picture: replay.pictureAt(shown.number), played, better },
    ...words,
    ...(kind === "choice" ? {} : { why: fitSentences(replay.sentence(line - 1).split(/(?<=[.!?]) /), LONGEST) }),
  };
}
