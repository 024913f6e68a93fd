/** What happens at a table, in sentences: on screen, for screen readers, as a sound, and in the title of the tab. */
import { untrack } from "svelte";
import { reportRefusal } from "../api/report_refusal";
import { announce, announceNow } from "../app/announce.svelte";
import { playSound } from "../app/sound";
import type { Step } from "../games/board";
import { say } from "../locale/fluent.svelte";
import type { Entry } from "../messages";
import { frameStep, narrate } from "./narration";
import { notifyTurn } from "./notify.svelte";
import type { TableView } from "./table_view.svelte";

/** Created while a component is set up: it has effects. */
export class TableNarration {
  readonly #view: TableView;
  /** The steps of events that happened before this page was opened, by entry number. */
  #past = $state.raw<ReadonlyMap<number, Step>>(new Map());
  /** The last long text that somebody has read. */
  #read = $state("");
  /** Whether the text is longer than its place above the table. */
  cut = $state(false);

  /** What others have done since my last action; before that, the last event. */
  readonly text = $derived.by(() => {
    const { web, view, table, context } = this.#view;
    if (!web || !view || !table) return "";
    const recent = narrate(table.recentFrames, web, context);
    if (recent) return recent;
    for (const entry of table.entries.toReversed()) {
      const text = entry.by !== undefined && entry.parts ? web.tell(entry, view, context, this.stepOf(entry)) : null;
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
      const { now, web, view: shown, table, context } = this.#view;
      if (!now || !web || !shown || now.n <= seen) return;
      const first = seen === 0;
      seen = now.n;
      if (first || table?.jumped) return;
      for (const entry of table!.latest) {
        // The actions of others are announced turn by turn, below.
        const text =
          entry.by !== undefined && entry.parts && (entry.by === "chance" || now.seats[entry.by]?.you)
            ? web.tell(entry, shown, context, this.stepOf(entry))
            : null;
        if (text) announce(text);
      }
      playSound(now.phase === "over" ? "end" : "lay");
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

  /** The views just before and after an event, if this page saw it happen or has replayed it. */
  stepOf(entry: Entry): Step | null {
    const frame = this.#view.table?.frameOf(entry);
    return (frame && frameStep(frame, this.#view.me)) ?? this.#past.get(entry.n) ?? null;
  }

  /** Replay what happened before this page was opened. */
  loadPast(): void {
    void this.#view.table?.replayedSteps().then((found) => (this.#past = found), reportRefusal);
  }

  markRead(): void {
    this.#read = this.text;
  }
}
