/** The selection that is not yet played, without anything visual: which tile goes where and how, which group gets a
 * stone, and what would be sent on confirmation. What fits and what it brings, the rules say. */
import { find, findAll } from "@web/engine/actions";
import type { BoardProps } from "@web/games/board";
import { keyOf, looks, same, turned } from "./geometry";
import type { Mode } from "./ActionTabs.svelte";
import type { Action, Lay, LayPreview, Micropul, Place } from "./types";

export type Given = Pick<BoardProps<Micropul>, "view" | "legal" | "pending" | "instant" | "act">;

/** How long a refusal is shown, in milliseconds. */
const SHAKEN = 260;

export class Selection {
  mode = $state<Mode>("lay");
  /** The tile of the hand. */
  chosen = $state<number | null>(null);
  turn = $state(0);
  /** Turns to the right minus turns to the left, so that a drawing knows the direction. */
  spin = $state(0);
  target = $state.raw<Place | null>(null);
  stoneOn = $state<number | null>(null);
  refused = $state(false);
  #shaken: ReturnType<typeof setTimeout> | undefined;
  /** Whether the selection was proposed by a hint. */
  #proposed = false;

  readonly tile = $derived.by(() => this.given().view.hand.find((held) => held.tile === this.chosen) ?? null);
  readonly corners = $derived(this.tile ? turned(this.tile.corners, this.turn) : "....");
  /** With which turns the tile fits where. */
  readonly fits = $derived(new Map((this.tile?.ways ?? []).map((way) => [keyOf(way), way.turns])));
  /** The legal action that lays the tile in its orientation, by place. */
  readonly lays = $derived.by(() => {
    const tile = this.chosen;
    const choices = tile === null ? [] : findAll(this.given().legal, { verb: "lay", tile, turns: this.turn });
    return new Map(choices.map((choice) => [keyOf(choice.parts), choice]));
  });
  /** The legal action that puts a stone, by group. */
  readonly stones = $derived.by(
    () => new Map(findAll(this.given().legal, { verb: "stone" }).map((choice) => [choice.preview.group, choice])),
  );
  readonly take = $derived.by(() => find(this.given().legal, { verb: "take" }));
  readonly pass = $derived.by(() => find(this.given().legal, { verb: "pass" }));
  readonly mustPass = $derived.by(() => this.pass !== undefined && this.given().legal.length === 1);
  /** The action that confirmation would send. */
  readonly ready = $derived.by(() => {
    if (this.mustPass) return this.pass;
    if (this.mode === "take") return this.take;
    if (this.mode === "stone") return this.stoneOn === null ? undefined : this.stones.get(this.stoneOn);
    return this.tile && this.target ? this.lays.get(keyOf(this.target)) : undefined;
  });

  constructor(readonly given: () => Given) {}

  howFits(place: Place): "now" | "turned" | "no" {
    const turns = this.fits.get(keyOf(place));
    return turns?.includes(this.turn) ? "now" : turns ? "turned" : "no";
  }

  layAt({ x, y }: Place): Lay {
    return { verb: "lay", tile: this.chosen!, turns: this.turn, x, y };
  }

  previewAt(place: Place): LayPreview | undefined {
    return this.lays.get(keyOf(place))?.preview;
  }

  async confirm(): Promise<void> {
    const [{ pending, act }, ready] = [this.given(), this.ready];
    if (!ready || pending) return;
    if (await act(ready.do)) return this.drop(true);
    this.refused = true;
    this.#shaken = setTimeout(() => ((this.refused = false), (this.target = null)), SHAKEN);
  }

  /** Undo the selection: all of it, or one step. */
  drop(all = false): void {
    if (!all && (this.target !== null || this.stoneOn !== null)) [this.target, this.stoneOn] = [null, null];
    else {
      [this.target, this.stoneOn, this.chosen] = [null, null, null];
      [this.turn, this.spin, this.mode] = [0, 0, "lay"];
      this.#proposed = false;
    }
  }

  /** Select an action that a hint proposes. */
  propose(action: Action): void {
    this.drop(true);
    this.#proposed = true;
    if (action.verb === "lay") {
      const { tile, turns, x, y } = action;
      [this.chosen, this.turn, this.spin, this.target] = [tile, turns, turns, { x, y }];
    } else if (action.verb === "stone") {
      this.mode = "stone";
      this.stoneOn = find(this.given().legal, action)?.preview.group ?? null;
    } else if (action.verb === "take") this.mode = "take";
  }

  /** The table has changed: drop what is no longer possible. */
  follow(): void {
    if (this.#proposed) this.drop(true);
    const there = new Set(this.given().view.places.map(String));
    this.stoneOn = null;
    if (!this.tile || (this.target && !there.has(keyOf(this.target)))) this.target = null;
  }

  choose(next: Mode): void {
    this.mode = next;
    this.stoneOn = null;
    if (next !== "lay") this.target = null;
    if (next === "take" && this.given().instant && this.take) void this.confirm();
  }

  pick(which: number): void {
    if (this.mode !== "lay") this.choose("lay");
    if (which === this.chosen) return;
    [this.chosen, this.turn, this.spin, this.target] = [which, 0, 0, null];
  }

  rotate(by: number): void {
    if (!this.tile) return;
    const round = looks(this.tile.corners);
    this.turn = (this.turn + by + round) % round;
    this.spin += by;
  }

  turnToFit(place: Place): void {
    const turns = this.fits.get(keyOf(place)) ?? [];
    const by = [1, 2, 3].find((step) => turns.includes((this.turn + step) % 4));
    if (by) this.rotate(by === 3 ? -1 : by);
  }

  /** Select a place; selecting it again confirms, or turns the tile on a touch screen. */
  choosePlace(place: Place, touch: boolean): void {
    if (!this.tile || this.given().pending) return;
    if (same(place, this.target)) {
      if (touch) this.rotate(1);
      else void this.confirm();
    } else {
      this.target = place;
      if (this.given().instant && !touch) void this.confirm();
    }
  }

  /** Select a group for a stone; selecting it again confirms. Returns whether a stone can be put there. */
  chooseGroup(group: number): boolean {
    if (this.mode !== "stone" || !this.stones.has(group)) return false;
    const again = this.stoneOn === group;
    this.stoneOn = group;
    if (again || this.given().instant) void this.confirm();
    return true;
  }

  /** Clean up. */
  stop(): void {
    clearTimeout(this.#shaken);
  }
}
