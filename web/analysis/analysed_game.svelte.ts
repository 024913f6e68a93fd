/** The analysis of one seat of a record, computed in a worker: its steps appear as they are found. */
import { onDestroy } from "svelte";
import { allGameAssets } from "../games/assets";
import type { AnalysisAnswer, AnalysisJob, StepReport } from "./worker";

/** Share of the rollouts on a touch device. */
const PHONE = 0.4;

/** Created while a component is set up: it has an effect. */
export class AnalysedGame {
  steps = $state.raw<readonly StepReport[]>([]);
  /** The number of steps that there will be. */
  total = $state(0);
  phase = $state<"running" | "done" | "stopped" | "failed">("running");
  #worker: Worker | undefined;

  /** `asked` is the record and the seat to analyse; null as long as none is wanted. */
  constructor(asked: () => { record: string; seat: number } | null) {
    $effect(() => {
      this.#worker?.terminate();
      [this.steps, this.phase] = [[], "running"];
      const job = asked();
      if (job) this.#start({ ...job, part: matchMedia("(pointer: coarse)").matches ? PHONE : 1 });
    });
    onDestroy(() => this.#worker?.terminate());
  }

  stop(): void {
    this.#worker?.terminate();
    if (this.phase === "running") this.phase = "stopped";
  }

  #start(job: Omit<AnalysisJob, "games">): void {
    const mine = (this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }));
    const failed = (): void => {
      if (mine === this.#worker) this.phase = "failed";
    };
    mine.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => {
      if (mine !== this.#worker) return;
      if ("step" in data) [this.steps, this.total] = [[...this.steps, data.step], data.steps];
      else this.phase = "done" in data ? "done" : "failed";
    };
    mine.onerror = failed;
    allGameAssets().then((games) => mine.postMessage({ ...job, games } satisfies AnalysisJob), failed);
  }
}
