/** Hints at a table: whether they are allowed, and the one that is open. */
import { onDestroy, untrack } from "svelte";
import { assetUrl } from "../games/assets";
import { Hint } from "../hint/hint.svelte";
import { provideHint } from "../hint/HintCard.svelte";
import type { FramePlayer } from "./frame_player.svelte";
import type { TableView } from "./table_view.svelte";

/** Created while a component is set up: it has effects and a context. */
export class TableHints {
  readonly hint = new Hint();
  readonly #view: TableView;
  readonly #player: FramePlayer;
  /** Whether the game has bots that run in the page. */
  #hasBots = $state(false);

  /** Whether the table has hints at all. */
  readonly offered = $derived.by(() => {
    const { table } = this.#view;
    return this.#hasBots && table?.seated === true && table.mayHint;
  });
  /** Whether a hint can be asked for now. */
  readonly available = $derived.by(() => {
    const { yourTurn, covered, web } = this.#view;
    return this.offered && yourTurn && !covered && web !== null;
  });

  constructor(view: TableView, player: FramePlayer) {
    [this.#view, this.#player] = [view, player];
    provideHint({
      hint: this.hint,
      next: () => this.next(),
      confirm: () => {
        const action = this.hint.choice?.do;
        this.hint.close();
        if (action && view.me !== null) void view.table?.act(view.me, action);
      },
    });
    $effect(() => {
      if (view.game) void assetUrl(view.game, "web/bots.wasm").then((url) => (this.#hasBots = url !== null));
    });
    // A hint is for one move.
    const move = $derived(`${view.me} ${view.legal.map((one) => one.do).join()}`);
    $effect(() => {
      void move;
      untrack(() => this.hint.close());
    });
    onDestroy(() => this.hint.close());
  }

  /** Ask for a hint, or for the next step of the open one. */
  next(): void {
    const { table, web, view, game, me, legal, context } = this.#view;
    if (!this.available || !table || !web || !view || !game || me === null) return;
    this.#player.catchUp();
    void this.hint.next({ table, seat: me, game, web, view, legal, context: { ...context, me } });
  }
}
