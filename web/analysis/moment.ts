/** What a card tells about a turning point: the position, the two actions in words, and one sentence. */
import type { JsonObject, LegalAction } from "../games/board";
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

/** What to tell; null as long as its step is not fetched. */
export function momentOf({ kind, line, move }: TurningPoint, replay: Replay, unit: Unit): Moment | null {
  const before = replay.stepAt(line - 2);
  const { web, context, facts } = replay;
  if (!before || !web || !facts) return null;
  const legal = before.legal as LegalAction[];
  const [played, better] = move ? [findExactly(legal, move.action), findExactly(legal, move.best)] : [null, null];
  const plain = (parts: LegalAction["parts"] | undefined): string =>
    parts ? actionText(facts.game, parts, context) : "";
  const words = [played, better].map((choice) => choice && web.hint?.(before.view, choice, context).move);
  const distinct = words[0] && words[1] && words[0] !== words[1];
  const shown = kind === "choice" ? before : (replay.stepAt(line - 1) ?? before);
  return {
    picture: { view: shown.view, picture: replay.pictureAt(shown.number), played, better },
    played: distinct ? words[0]! : plain(move?.action),
    better: distinct ? words[1]! : plain(move?.best),
    why: kind === "choice" ? reason() : fitSentences(replay.sentence(line - 1).split(/(?<=[.!?]) /), LONGEST),
  };

  /** The reasons for the better action that do not hold for the played one too. */
  function reason(): string {
    if (!played || !better || !move || !web?.hint) return "";
    const here = { ...context, me: replay.viewpoint };
    const lost = Math.round(unit === "wins" ? 100 * move.loss : move.loss);
    const count = `−${formatNumber(lost)}`;
    const loss = unit === "wins" ? say("analysis-of-100", { count }) : count;
    const both = new Set(web.hint(before!.view, played, here).why);
    const why = web.hint(before!.view, better, here, { choice: played, loss, played: true }).why;
    return fitSentences(
      why.filter((one) => !both.has(one)),
      LONGEST,
    );
  }
}
