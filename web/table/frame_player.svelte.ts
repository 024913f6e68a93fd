/** Plays the frames of a table on screen: pieces move from place to place, one action after the other. */
import { flushSync, tick } from "svelte";
import { reducedMotion } from "../app/settings.svelte";
import { MotionAnimator } from "./motion";
import { eventsIn, playbackWeight } from "./narration";
import type { TableView } from "./table_view.svelte";

/** The longest motion, in milliseconds. */
const LONGEST = 420;

/** Created while a component is set up: it has an effect. */
export class FramePlayer {
  /** The element in which pieces move, once it is mounted. */
  layer = $state<HTMLElement>();
  readonly #view: TableView;
  #animator: MotionAnimator | null = null;

  constructor(view: TableView) {
    this.#view = view;
    $effect(() => {
      const { table, web } = view;
      if (!table || !web || !this.layer) return;
      const animator = (this.#animator = new MotionAnimator(this.layer));
      let actor: unknown;
      table.setRenderer({
        weight: ({ after }) => playbackWeight(eventsIn(after.entries), web, view.context),
        show(frame, time) {
          const events = frame.jump ? [] : eventsIn(frame.after.entries);
          const acting = frame.after.entries.findLast((entry) => typeof entry.by === "number" && entry.parts)?.by;
          if (frame.jump || frame.own || (acting !== undefined && acting !== actor)) animator.clear();
          if (acting !== undefined) actor = acting;
          animator.finish();
          const captured = events.length ? animator.capture(web.motions?.(events, view.me) ?? []) : [];
          if (!captured.length) return;
          void tick().then(() => {
            animator.animate(captured, Math.min(LONGEST, time * 0.8), time > 0 && !reducedMotion());
            if (frame.after.phase === "over") animator.clear(); // the result is shown where the marks would be
          });
        },
      });
    });
  }

  /** Stop playback and show the table as it is. */
  catchUp(): void {
    this.#animator?.finish();
    flushSync(() => this.#view.table?.queue.catchUp());
  }

  /** The player starts to choose an action: show the table as it is, without marks. */
  interrupt(): void {
    const queue = this.#view.table?.queue;
    if (queue?.busy || queue?.waiting) this.catchUp();
    this.clear();
  }

  /** Play the recent actions of others again. */
  replay(): void {
    this.clear();
    this.#view.table?.replayRecent();
  }

  /** Remove the marks that show where pieces were. */
  clear(): void {
    this.#animator?.clear();
  }
}
