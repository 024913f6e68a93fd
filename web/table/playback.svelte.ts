/** What others do comes faster than anybody can follow. It waits here and is shown one action after the other. */

export type Pace = "calm" | "brisk" | "at-once";
export const PACES: readonly Pace[] = ["calm", "brisk", "at-once"];

/** How long an action is looked at, in milliseconds. */
export const STEP_MS: Record<Pace, number> = { calm: 700, brisk: 250, "at-once": 0 };
/** How long one's own action is, before another's follows. */
const OWN_SHARE = 0.6;
/** If more than this wait, each gets less time: nobody watches a quarter of an hour. */
const CROWDED = 12;

/** What is shown, and how long it takes in actions: 0 if there is nothing to see. */
export interface PlaybackItem {
  weight: number;
  own: boolean;
}

export class PlaybackQueue<One extends PlaybackItem> {
  /** Whether something is being shown, or waits to be. */
  busy = $state(false);
  /** How many actions wait. */
  waiting = $state(0);
  #items: One[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = true;
  #paused = false;
  /** Somebody wants to see it again: then it is shown slowly, whatever the pace. */
  #slow = false;

  constructor(
    readonly show: (item: One, time: number) => void,
    readonly pace: () => Pace,
  ) {}

  /** Nothing is shown before there is a table to show it on. */
  open(): void {
    this.#held = false;
    if (this.#timer === undefined && !this.#paused) this.#next();
  }

  /** Whether it waits: somebody reads something else. */
  pause(on: boolean): void {
    if (on) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
    this.#paused = on;
    if (!on && this.#timer === undefined && !this.#held) this.#next();
  }

  push(item: One): void {
    this.#items.push(item);
    this.#count();
    if (this.#timer === undefined && !this.#held && !this.#paused) this.#next();
  }

  /** Show these once more, and then what waits. */
  replay(items: readonly One[]): void {
    this.#items.unshift(...items);
    this.#slow = true;
    this.#count();
    clearTimeout(this.#timer);
    this.busy = true;
    this.#timer = setTimeout(() => this.#next(), STEP_MS.calm / 2); // one sees how it was before
  }

  /** Show everything that waits, at once. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#items;
    this.#items = [];
    this.#slow = this.busy = false;
    this.#count();
    for (const item of all) this.show(item, 0);
  }

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.#timer);
    [this.#items, this.#held] = [[], true];
  }

  /** Change what waits. */
  map(change: (item: One) => One): void {
    this.#items = this.#items.map(change);
  }

  #count(): void {
    this.waiting = this.#items.reduce((sum, { weight }) => sum + weight, 0);
  }

  #next(): void {
    this.#timer = undefined;
    const item = this.#items.shift();
    this.#count();
    if (!item) {
      this.#slow = this.busy = false;
      return;
    }
    const step = STEP_MS[this.#slow ? "calm" : this.pace()] * Math.min(1, CROWDED / Math.max(1, this.waiting));
    const time = step * item.weight * (item.own ? OWN_SHARE : 1);
    this.busy = this.busy || (time > 0 && !item.own);
    this.show(item, step);
    if (time > 0) this.#timer = setTimeout(() => this.#next(), time);
    else this.#next();
  }
}
