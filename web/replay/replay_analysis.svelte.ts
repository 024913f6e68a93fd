/** The analysis of a replayed game: whether the game has one, and whether it is shown. Its screens are loaded on
 * demand. */
import { AnalysedGame } from "../analysis/analysed_game.svelte";
import { reportRefusal } from "../api/report_refusal";
import { findExactly, type Parts } from "../engine/actions";
import { assetUrl } from "../games/assets";
import type { Compared, LegalAction } from "../games/board";
import { actionText } from "../games/fallback";
import type { Replay } from "./replay.svelte";

/** Created while a component is set up: it has an effect. */
export class ReplayAnalysis {
  available = $state(false);
  /** Whether a link asks for it, and it is not shown yet. */
  #wanted = $state(new URLSearchParams(location.search).has("analysis"));
  shown = $state.raw<{
    Figures: typeof import("../analysis/StoryFigures.svelte").default;
    Story: typeof import("../analysis/Story.svelte").default;
    record: string;
  } | null>(null);
  readonly game: AnalysedGame;
  /** What the analysed seat did at the shown step and what was better, for the board to mark; null if it did the
   * best. */
  readonly compared = $derived.by((): Compared | null => {
    const move = this.shown && this.game.steps.find(({ line }) => line === this.replay.at + 2)?.move;
    return move && move.loss > 0 ? { played: move.action, better: move.best } : null;
  });

  constructor(readonly replay: Replay) {
    this.game = new AnalysedGame(() => {
      const record = this.shown?.record;
      return record === undefined ? null : { record, seat: replay.viewpoint ?? 0 };
    });
    $effect(() => {
      const { facts, web } = replay;
      if (!facts || !web) return;
      void assetUrl(facts.game, "web/analysis.wasm").then((url) => {
        this.available = url !== null;
        if (this.available && this.#wanted && !this.shown) void this.toggle();
        else this.#wanted = false;
      });
    });
  }

  /** Whether it is shown, or about to be. */
  get open(): boolean {
    return this.#wanted || this.shown !== null;
  }

  async toggle(): Promise<void> {
    if (this.shown) return void (this.shown = null);
    this.#wanted = true;
    try {
      const [figures, story, record] = await Promise.all([
        import("../analysis/StoryFigures.svelte"),
        import("../analysis/Story.svelte"),
        this.replay.source().record(),
      ]);
      this.replay.viewpoint ??= 0; // an analysis is about one seat
      this.shown = { Figures: figures.default, Story: story.default, record };
    } catch (error) {
      reportRefusal(error);
    } finally {
      this.#wanted = false;
    }
  }

  /** An action of the analysed seat at the shown step, in words. */
  actionText(parts: Parts): string {
    const { web, shown, context, facts } = this.replay;
    const choice = findExactly((shown?.step.legal ?? []) as LegalAction[], parts);
    return (choice && web!.hint?.(shown!.step.view, choice, context).move) || actionText(facts!.game, parts, context);
  }
}
