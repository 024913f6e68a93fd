/** A queue that plays back the actions of others one after the other. */

export type Pace = "calm" | "brisk" | "at-once";
export const PACES: readonly Pace[] = ["calm", "brisk", "at-once"];

/** Time per action, in milliseconds. */
const STEP_MS: Record<Pace, number> = { calm: 700, brisk: 250, "at-once": 0 };
/** Share of that time for one's own action. */
const OWN_SHARE = 0.6;
/** With more items than this waiting, each gets less time. */
const CROWDED = 12;

/** An item of the queue; its weight is its number of actions, 0 if there is nothing to see. */
export interface PlaybackItem {
  weight: number;
  own: boolean;
}

export class PlaybackQueue<One extends PlaybackItem> {
  /** Whether something is shown or waiting. */
  busy = $state(false);
  /** The number of waiting actions. */
  waiting = $state(0);
  #items: One[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = true;
  #paused = false;
  /** A replay is shown slowly, whatever the pace. */
  #slow = false;

  constructor(
    readonly show: (item: One, time: number) => void,
    readonly pace: () => Pace,
  ) {}

  /** Start, once there is a table to show items on. */
  open(): void {
    this.#held = false;
    if (this.#timer === undefined && !this.#paused) this.#next();
  }

  /** Pause or resume. */
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

  /** Play these again, then what is waiting. */
  replay(items: readonly One[]): void {
    this.#items.unshift(...items);
    this.#slow = true;
    this.#count();
    clearTimeout(this.#timer);
    this.busy = true;
    this.#timer = setTimeout(() => this.#next(), STEP_MS.calm / 2); // first the state before is visible
  }

  /** Show all waiting items at once. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#items;
    this.#items = [];
    this.#slow = this.busy = false;
    this.#count();
    for (const item of all) this.show(item, 0);
  }

  /** Stop for good. */
  stop(): void {
    clearTimeout(this.#timer);
    [this.#items, this.#held] = [[], true];
  }

  /** Replace the waiting items. */
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
