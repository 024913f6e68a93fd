/** The selection that is not yet played, without anything visual: which tile goes where, what that would bring, and
 * why it is illegal. */
import { findAll } from "@web/engine/actions";
import type { BoardProps } from "@web/games/board";
import type { Because } from "@web/messages";
import type { TakeItEasy } from "./types";

export interface Given extends Pick<BoardProps<TakeItEasy>, "legal" | "pending" | "instant" | "act" | "why"> {
  /** The tiles to lay, in the order in which they were called. */
  toLay: readonly string[];
  /** Whether the shown board is the player's own. */
  own: boolean;
}

/** How long a refusal is shown, in milliseconds. */
const SHAKEN = 220;

export class Selection {
  /** Of two tiles, the one in hand. */
  picked = $state<string | null>(null);
  /** The selected cell, whether or not the tile may be laid there. */
  chosen = $state<string | null>(null);
  /** The cell under the mouse. */
  hover = $state<string | null>(null);
  /** The cell of a refused action. */
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
  /** The same for the shown board: empty for another player's. */
  readonly cells = $derived.by(() => new Set(this.given().own ? this.options.keys() : []));
  readonly spot = $derived(this.chosen && this.cells.has(this.chosen) ? this.chosen : null);
  /** The previewed cell. If a click plays at once, hovering previews. */
  readonly seen = $derived.by(
    () => this.spot ?? (this.given().instant && this.hover && this.cells.has(this.hover) ? this.hover : null),
  );
  /** What the lines would become. */
  readonly effects = $derived(this.seen ? (this.options.get(this.seen)?.preview.lines ?? []) : []);

  constructor(readonly given: () => Given) {}

  /** Clear the selection. */
  drop(): void {
    this.chosen = this.hover = this.wrong = this.picked = null;
  }

  /** Undo one step; returns whether there was one. */
  cancel(): boolean {
    const any = this.spot !== null || this.wrong !== null;
    this.chosen = this.wrong = null;
    return any;
  }

  /** Take up one of the tiles to lay, by its index; returns whether it exists. */
  pick(place: number): boolean {
    const { legal, toLay } = this.given();
    const wanted = legal.length ? toLay[place] : undefined;
    this.picked = wanted ?? this.picked;
    return wanted !== undefined;
  }

  /** Select an action that a hint proposes. */
  propose({ tile, cell }: TakeItEasy["choice"]["parts"]): void {
    [this.picked, this.chosen] = [tile, cell];
  }

  /** Select a cell; the tile is laid at once, or when the cell is selected again. For an illegal cell the rules say
   * why. */
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
