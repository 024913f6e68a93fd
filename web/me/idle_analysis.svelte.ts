/** Analyses my finished games one after the other, the latest first, while My page is open, visible and idle. */
import { onDestroy } from "svelte";
import { analyseMine } from "../analysis/analyse_mine";
import { deleteAnalyses, loadAnalyses, measuredWith, MOST_KEPT, type KeptAnalysis } from "../analysis/kept";
import { settings } from "../app/settings.svelte";
import { assetUrl } from "../games/assets";
import type { GameWeb } from "../games/board";
import { loadGame } from "../games/load";
import type { Result } from "./results";

/** A finished game and its analysis. */
export interface AnalysedResult {
  result: Result;
  analysis: KeptAnalysis;
}

/** Whether the browser asks to save data: then nothing is fetched that nobody asked for. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Created while a component is set up: it has effects. */
export class IdleAnalysis {
  /** The analyses that are kept, by table. */
  #kept = $state.raw<ReadonlyMap<string, KeptAnalysis> | null>(null);
  /** Games that could not be analysed: they are tried again with the next visit. */
  #failed = $state.raw<ReadonlySet<string>>(new Set());
  /** The modules of the games that have an analysis. */
  #webs = $state.raw<ReadonlyMap<string, GameWeb>>(new Map());
  #visible = $state(document.visibilityState === "visible");
  readonly savesData = savesData();

  readonly #results: () => readonly Result[];
  /** The games that can be analysed, the latest first. */
  readonly #analysable = $derived.by(() =>
    this.#results()
      .filter(({ game, score, table }) => score !== null && this.#webs.has(game) && !this.#failed.has(table))
      .slice(0, MOST_KEPT),
  );
  /** The games that are analysed, the latest first. */
  readonly analysed = $derived.by((): AnalysedResult[] =>
    this.#analysable.flatMap((result) => {
      const analysis = this.#kept?.get(result.table);
      return analysis && analysis.measuredWith === measuredWith(this.#webs.get(result.game)!)
        ? [{ result, analysis }]
        : [];
    }),
  );
  readonly count = $derived(this.#analysable.length);
  readonly #next = $derived.by((): string | null => {
    if (!this.#kept) return null;
    const done = new Set(this.analysed.map(({ result }) => result.table));
    return this.#analysable.find(({ table }) => !done.has(table))?.table ?? null;
  });
  readonly running = $derived(this.#next !== null && this.#visible && settings.analyse && !this.savesData);

  /** `results` are my finished games, the latest first. */
  constructor(results: () => readonly Result[]) {
    this.#results = results;
    const kinds = $derived([...new Set(results().map(({ game }) => game))].sort().join(" "));
    $effect(() => {
      for (const game of kinds.split(" ").filter(Boolean)) void this.#load(game);
    });
    void loadAnalyses().then((all) => {
      this.#kept = new Map(all.map((one) => [one.table, one]));
      const listed = new Set(results().map(({ table }) => table));
      const gone = all.filter(({ table }) => !listed.has(table)).slice(0, Math.max(0, all.length - MOST_KEPT));
      void deleteAnalyses(gone.map(({ table }) => table));
    });
    const onvisible = (): void => void (this.#visible = document.visibilityState === "visible");
    document.addEventListener("visibilitychange", onvisible);
    onDestroy(() => document.removeEventListener("visibilitychange", onvisible));
    $effect(() => (this.running ? this.#start(this.#next!) : undefined));
  }

  /** The module of a game that has an analysis. */
  web(game: string): GameWeb | undefined {
    return this.#webs.get(game);
  }

  async #load(game: string): Promise<void> {
    if (this.#webs.has(game) || (await assetUrl(game, "web/analysis.wasm")) === null) return;
    const web = await loadGame(game);
    this.#webs = new Map([...this.#webs, [game, web]]);
  }

  /** Analyse a game once the browser has nothing else to do; returns a function that stops it. */
  #start(table: string): () => void {
    let run: ReturnType<typeof analyseMine> | undefined;
    let stopped = false;
    const analyse = async (): Promise<void> => {
      if (stopped) return;
      const { game, seat, seats } = this.#results().find((one) => one.table === table)!;
      run = analyseMine({ table, game, seat, seats }, this.#webs.get(game)!);
      const found = await run.found;
      if (found) this.#kept = new Map([...this.#kept!, [table, found]]);
    };
    const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200));
    idle(() => {
      analyse().catch(() => (this.#failed = new Set([...this.#failed, table])));
    });
    return () => {
      stopped = true;
      run?.stop();
    };
  }
}
