/** What one screen shows of a table: whose seat it shows, that seat's view and legal actions, and the game's own module. */
import { onDestroy } from "svelte";
import { ensureGuest } from "../api/guest.svelte";
import { reportRefusal } from "../api/report_refusal";
import { settings } from "../app/settings.svelte";
import type { GameWeb, NarrationContext } from "../games/board";
import { loadCatalogue } from "../games/catalogue";
import { loadGame } from "../games/load";
import { setPortraitGame } from "../games/portraits";
import { formatList, loadGameLocale, say, sayFor, type Say } from "../locale/fluent.svelte";
import { isLocal } from "../local/local_id";
import type { ForkOrigin } from "../local/storage";
import { loadGuide } from "../rules/guide";
import { LiveTable } from "./live_table.svelte";
import { eventsIn } from "./narration";
import { playerName } from "./player_names";

/** Created while a component is set up: it has effects and a context. */
export class TableView {
  table = $state.raw<LiveTable | null>(null);
  /** For a local table that continues another game: where that game was left. */
  origin = $state.raw<ForkOrigin | null>(null);
  web = $state.raw<GameWeb | null>(null);
  hasLesson = $state(false);

  readonly game = $derived(this.table?.facts?.game);
  /** The messages of the game, and the shared ones until the game is known. */
  readonly words: Say = $derived(this.game ? sayFor(this.game) : say);
  readonly now = $derived(this.table?.now ?? null);
  /** The views of my seats; several where people share this screen. */
  readonly own = $derived(this.table?.views.filter((one) => one.seat !== null) ?? []);

  #shownSeat = $state<number | null>(null);
  /** The seat whose player last said that the device is in their hands. */
  #handedTo = $state<number | null>(null);
  /** Whether the game has hidden information, so that others at this screen must look away. */
  #hidden = $state(false);

  readonly #shown = $derived(
    this.table?.views.find((one) => one.seat === this.#shownSeat) ?? this.table?.views[0] ?? null,
  );
  readonly me = $derived(this.#shown?.seat ?? null);
  readonly view = $derived(this.#shown?.view ?? null);
  /** The legal actions; empty while playback shows an earlier state of the table. */
  readonly legal = $derived(this.table?.queue.waiting ? [] : (this.#shown?.legal ?? []));
  readonly yourTurn = $derived(this.now?.phase === "running" && this.legal.length > 0);
  readonly toAct = $derived((this.view?.["to_act"] as (number | "chance")[] | undefined) ?? []);
  readonly latest = $derived(this.table && !this.table.jumped ? eventsIn(this.table.latest) : []);
  readonly context: NarrationContext = $derived({
    name: (seat: number) => playerName(this.now?.seats[seat], seat, this.words, this.own.length < 2),
    me: this.own.length < 2 ? this.me : null, // around one screen everybody has a name
    say: this.words,
  });
  /** Whether the view is covered until the next player at this screen takes the device. */
  readonly covered = $derived(
    this.#hidden &&
      (settings.curtain || !this.web?.openTable) &&
      this.own.length > 1 &&
      this.#handedTo !== this.#shownSeat &&
      this.now?.phase === "running",
  );
  /** Whether the board is shown. */
  readonly playing = $derived(
    Boolean(this.table && !this.table.refusal && this.now && this.now.phase !== "waiting" && this.web && this.view),
  );
  /** Whose turn it is, in one sentence; empty when the game is not running. */
  readonly turnText = $derived.by(() => {
    if (this.now?.phase !== "running") return "";
    if (this.yourTurn)
      return this.own.length > 1 ? say("turn-of", { name: this.context.name(this.me!) }) : say("your-turn-told");
    const awaited = this.toAct.filter((seat) => seat !== "chance") as number[];
    // The board shows who is still missing; a list of many names would change with every action.
    if (awaited.length > 2) return say("waiting-for-many");
    return say("waiting-for", { names: formatList(awaited.map((seat) => this.context.name(seat))) });
  });

  constructor(readonly id: string) {
    // Following a link makes the visitor a guest; a name is asked for only at a seat.
    (isLocal(id) ? Promise.resolve() : ensureGuest()).then(() => (this.table = new LiveTable(id)), reportRefusal);
    onDestroy(() => this.table?.leave());
    if (isLocal(id))
      void import("../local/storage").then(
        async ({ loadLocalGame }) => (this.origin = (await loadLocalGame(id))?.from ?? null),
      );
    setPortraitGame(() => this.game);
    $effect(() => {
      if (!this.game) return;
      const [game, language] = [this.game, settings.language];
      void Promise.all([loadGame(game), loadGameLocale(game, language)]).then(([found]) => (this.web = found));
      void loadGuide(game).then((found) => (this.hasLesson = found.lesson));
    });
    // On a shared screen the view changes when the shown seat has nothing to do and another one has.
    $effect(() => {
      const shown = this.own.find((one) => one.seat === this.#shownSeat);
      if (shown?.legal.length) return;
      this.#shownSeat = (this.own.find((one) => one.legal.length) ?? shown ?? this.own[0])?.seat ?? null;
    });
    $effect(() => {
      const { game } = this; // read now: the answer may come when this screen is gone
      if (this.own.length > 1)
        loadCatalogue().then(
          (all) => (this.#hidden = all.find((one) => one.game === game)?.secret ?? false),
          reportRefusal,
        );
    });
  }

  /** The player of the shown seat has the device now. */
  uncover(): void {
    this.#handedTo = this.me;
  }
}
