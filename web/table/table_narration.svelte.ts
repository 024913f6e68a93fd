/** What happens at a table, in sentences: on screen, for screen readers, as a sound, and in the title of the tab. */
import { untrack } from "svelte";
import { announce, announceNow } from "../app/announce.svelte";
import { playSound } from "../app/sound";
import { mostTelling } from "../app/sounds";
import { say } from "../locale/fluent.svelte";
import { eventsIn, narrate, sinceMine } from "./narration";
import { notifyTurn } from "./notify.svelte";
import { standingOf } from "./standing";
import type { TableView } from "./table_view.svelte";

/** Created while a component is set up: it has effects. */
export class TableNarration {
  readonly #view: TableView;
  /** The last long text that somebody has read. */
  #read = $state("");
  /** Whether the text is longer than its place above the table. */
  cut = $state(false);

  /** What others have done since my last action, seen by this page or not; otherwise the last event. */
  readonly text = $derived.by(() => {
    const { web, table, context, now } = this.#view;
    if (!web || !table) return "";
    const updates = table.recentFrames.length
      ? table.recentFrames.map(({ after }) => eventsIn(after.entries))
      : sinceMine(table.inForce, (seat) => now?.seats[seat]?.you ?? false);
    const recent = narrate(updates, web, context);
    if (recent) return recent;
    for (const event of eventsIn(table.inForce).toReversed()) {
      const text = event.parts ? web.narrate(event, context) : null;
      if (text) return text;
    }
    return "";
  });

  /** Whether the text is shown in full over the table: it is cut above it, and has not been read. */
  readonly shownInFull = $derived.by(() => {
    const { table, now } = this.#view;
    return Boolean(table?.recentFrames.length && now?.phase === "running" && this.cut && this.#read !== this.text);
  });

  constructor(view: TableView) {
    this.#view = view;
    let seen = 0;
    $effect(() => {
      const { now, web, table, context } = this.#view;
      if (!now || !web || now.n <= seen) return;
      const first = seen === 0;
      seen = now.n;
      if (first || table?.jumped) return;
      for (const event of eventsIn(table!.latest)) {
        // The actions of others are announced turn by turn, below.
        const mine = event.by === "chance" || now.seats[event.by!]?.you;
        const text = event.parts && mine ? web.narrate(event, context) : null;
        if (text) announce(text);
      }
      const heard = eventsIn(table!.latest).flatMap(({ effects }) => effects?.map((one) => web.sound?.(one)) ?? []);
      if (now.phase === "over") {
        const { winners = [] } = standingOf(now, this.#view.view ?? {}) ?? {};
        heard.push(now.seats.length > 1 && winners.some((seat) => now.seats[seat]?.you) ? "win" : "end");
      }
      playSound(mostTelling(heard));
    });
    let announced = "";
    /** A bot acts again at once: its turn is announced when it is over, not action by action. */
    const botContinues = $derived.by(() => {
      const { table, toAct, now } = this.#view;
      return table?.seated && toAct.length === 1 && typeof toAct[0] === "number" && now?.seats[toAct[0]]?.who === "bot";
    });
    $effect(() => {
      const { table } = this.#view;
      if (!table?.recentFrames.length || table.queue.busy || botContinues || this.text === announced) return;
      announced = this.text;
      announce(announced);
    });
    $effect(() => {
      if (!this.#view.yourTurn) return;
      announceNow(say("your-turn"));
      playSound("turn");
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(20); // browsers warn about it otherwise
      return untrack(() => notifyTurn(say("your-turn"), this.#view.words("game-name")));
    });
    $effect(() => {
      const name = this.#view.game ? this.#view.words("game-name") : "";
      const page = name ? `${name} · Ludothèque` : "Ludothèque";
      document.title = this.#view.yourTurn ? `● ${say("your-turn")} · ${name}` : page;
      return () => (document.title = "Ludothèque");
    });
  }

  markRead(): void {
    this.#read = this.text;
  }
}
