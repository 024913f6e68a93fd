/** What is chosen and not yet done, with nothing to see: which tile goes where, what that would bring, and why not. */
import { findAll } from "@web/engine/actions";
import type { BoardProps } from "@web/games/board";
import type { Because } from "@web/messages";
import type { TakeItEasy } from "./types";

export interface Given extends Pick<BoardProps<TakeItEasy>, "legal" | "pending" | "instant" | "act" | "why"> {
  /** The tiles to lay, in the order in which they were called. */
  toLay: readonly string[];
  /** Whether the board that is looked at is one's own. */
  own: boolean;
}

/** How long it is shown that a cell was refused, in milliseconds. */
const SHAKEN = 220;

export class Choosing {
  /** Of two tiles, the one that was taken up. */
  picked = $state<string | null>(null);
  /** The cell that was chosen, whether or not the tile in hand may lie there. */
  chosen = $state<string | null>(null);
  /** The cell under the mouse. */
  hover = $state<string | null>(null);
  /** The cell of an action that was not done after all. */
  refused = $state<string | null>(null);
  /** The cell where the tile may not be laid, and why. */
  wrong = $state.raw<{ cell: string; because: Because } | null>(null);

  /** The tile in hand. */
  readonly tile = $derived.by((): string | null => {
    const { legal, toLay } = this.given();
    if (!legal.length) return null;
    return this.picked && toLay.includes(this.picked) ? this.picked : (toLay[0] ?? null);
  });
  /** Where the tile in hand may be laid. */
  readonly options = $derived.by(() => {
    const choices = this.tile ? findAll(this.given().legal, { verb: "place", tile: this.tile }) : [];
    return new Map(choices.map((choice) => [choice.parts.cell, choice]));
  });
  /** The same on the board that is looked at: nobody lays on another's. */
  readonly cells = $derived.by(() => new Set(this.given().own ? this.options.keys() : []));
  readonly spot = $derived(this.chosen && this.cells.has(this.chosen) ? this.chosen : null);
  /** The cell of the preview. Where a click plays at once, pointing is the preview. */
  readonly seen = $derived.by(
    () => this.spot ?? (this.given().instant && this.hover && this.cells.has(this.hover) ? this.hover : null),
  );
  /** What the lines would become. */
  readonly effects = $derived(this.seen ? (this.options.get(this.seen)?.preview.lines ?? []) : []);

  constructor(readonly given: () => Given) {}

  /** Everything as it was before anything was chosen. */
  drop(): void {
    this.chosen = this.hover = this.wrong = this.picked = null;
  }

  /** One step back; whether there was one. */
  cancel(): boolean {
    const any = this.spot !== null || this.wrong !== null;
    this.chosen = this.wrong = null;
    return any;
  }

  /** Take up one of the tiles to lay, by its place; whether there is one. */
  pick(place: number): boolean {
    const { legal, toLay } = this.given();
    const wanted = legal.length ? toLay[place] : undefined;
    this.picked = wanted ?? this.picked;
    return wanted !== undefined;
  }

  /** Choose what somebody else has thought of. */
  propose({ tile, cell }: TakeItEasy["choice"]["parts"]): void {
    [this.picked, this.chosen] = [tile, cell];
  }

  /** Choose a cell; at once, or when it is chosen a second time, the tile is laid. Where it may not be, the rules says why. */
  async choose(cell: string, atOnce: boolean): Promise<void> {
    const { own, pending, why } = this.given();
    if (!this.tile || !own || pending) return;
    this.wrong = null;
    if (this.cells.has(cell)) {
      const again = this.chosen === cell;
      this.chosen = cell;
      if (atOnce || again) await this.confirm();
      return;
    }
    const because = await why({ verb: "place", tile: this.tile, cell });
    if (because?.code) this.wrong = { cell, because };
  }

  async confirm(): Promise<void> {
    const [cell, { pending, act }] = [this.spot, this.given()];
    if (!cell || pending) return;
    if (await act(this.options.get(cell)!.do)) {
      this.chosen = this.picked = null;
      return;
    }
    this.refused = cell;
    setTimeout(() => (this.refused = this.chosen = null), SHAKEN);
  }
}
