/** What others do comes faster than anybody can follow. It waits here and is shown one action after the other. */

export type Pace = "calm" | "brisk" | "at-once";
export const PACES: readonly Pace[] = ["calm", "brisk", "at-once"];

/** How long an action is looked at, in milliseconds. */
export const STEP: Record<Pace, number> = { calm: 700, brisk: 250, "at-once": 0 };
/** How long one's own action is, before another's follows. */
const OWN = 0.6;
/** If more than this wait, each gets less time: nobody watches a quarter of an hour. */
const MANY = 12;

/** What is shown, and how long it takes in actions: 0 if there is nothing to see. */
export interface Scene {
  weight: number;
  own: boolean;
}

export class Queue<One extends Scene> {
  /** Whether something is being shown, or waits to be. */
  busy = $state(false);
  /** How many actions wait. */
  waiting = $state(0);
  #scenes: One[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #held = true;
  #paused = false;
  /** Somebody wants to see it again: then it is shown slowly, whatever the pace. */
  #slowly = false;

  constructor(
    readonly show: (scene: One, time: number) => void,
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

  push(scene: One): void {
    this.#scenes.push(scene);
    this.#count();
    if (this.#timer === undefined && !this.#held && !this.#paused) this.#next();
  }

  /** Show these once more, and then what waits. */
  again(scenes: readonly One[]): void {
    this.#scenes.unshift(...scenes);
    this.#slowly = true;
    this.#count();
    clearTimeout(this.#timer);
    this.busy = true;
    this.#timer = setTimeout(() => this.#next(), STEP.calm / 2); // one sees how it was before
  }

  /** Show everything that waits, at once. */
  catchUp(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const all = this.#scenes;
    this.#scenes = [];
    this.#slowly = this.busy = false;
    this.#count();
    for (const scene of all) this.show(scene, 0);
  }

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.#timer);
    [this.#scenes, this.#held] = [[], true];
  }

  /** Change what waits. */
  map(change: (scene: One) => One): void {
    this.#scenes = this.#scenes.map(change);
  }

  #count(): void {
    this.waiting = this.#scenes.reduce((sum, { weight }) => sum + weight, 0);
  }

  #next(): void {
    this.#timer = undefined;
    const scene = this.#scenes.shift();
    this.#count();
    if (!scene) {
      this.#slowly = this.busy = false;
      return;
    }
    const step = STEP[this.#slowly ? "calm" : this.pace()] * Math.min(1, MANY / Math.max(1, this.waiting));
    const time = step * scene.weight * (scene.own ? OWN : 1);
    this.busy = this.busy || (time > 0 && !scene.own);
    this.show(scene, step);
    if (time > 0) this.#timer = setTimeout(() => this.#next(), time);
    else this.#next();
  }
}
