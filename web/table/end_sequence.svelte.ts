/** The end of a game: what scores on the winner's board lights up piece by piece, then the result opens, once. */
import { onDestroy } from "svelte";
import { reducedMotion, settings } from "../app/settings.svelte";
import type { EndReveal } from "../games/board";
import { standingOf } from "./standing";
import type { FramePlayer } from "./frame_player.svelte";
import type { TableView } from "./table_view.svelte";

/** Milliseconds: for all pieces together, for one at least and at most, and from the last one to the result. */
const TIMES = { all: 3000, least: 160, most: 420, pause: 700 };

/** Created while a component is set up: it has an effect. */
export class EndSequence {
  /** What the board shows of the end; null before it and after the result is closed. */
  shown = $state.raw<EndReveal | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    view: TableView,
    player: FramePlayer,
    readonly onresult: () => void,
  ) {
    let begun = false;
    onDestroy(() => clearTimeout(this.#timer));
    $effect(() => {
      const { now, web, view: shown, me, table } = view;
      if (now?.phase !== "over" || begun || !web || !shown) return;
      begun = true;
      const { winners, scores } = standingOf(now, shown) ?? { winners: [], scores: [] };
      const seat = (me !== null && winners.includes(me) ? me : winners[0]) ?? me ?? 0;
      const count = scores.length && now.ending === "complete" ? (web.scoring?.(shown, seat) ?? 0) : 0;
      player.clear();
      if (table?.jumped || reducedMotion() || settings.pace === "at-once") return void this.showResult(seat);
      this.#light(seat, 0, count);
    });
  }

  /** Light the scoring pieces of a seat one after the other, then open the result. */
  #light(seat: number, lit: number, count: number): void {
    this.shown = { seat, lit };
    this.#timer = setTimeout(
      () => (lit < count ? this.#light(seat, lit + 1, count) : this.showResult(seat)),
      lit < count ? Math.max(TIMES.least, Math.min(TIMES.most, TIMES.all / count)) : TIMES.pause,
    );
  }

  /** Open the result beside the board of a seat. */
  showResult(seat: number): void {
    clearTimeout(this.#timer);
    this.shown = { seat, lit: Infinity };
    this.onresult();
  }

  close(): void {
    this.shown = null;
  }
}
