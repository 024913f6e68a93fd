/** The analysis of one seat of a record, computed in a worker: its steps appear as they are found. */
import { onDestroy } from "svelte";
import { startAnalysis, type AnalysisRun } from "./run";
import type { StepReport } from "./worker";

/** Created while a component is set up: it has an effect. */
export class AnalysedGame {
  steps = $state.raw<readonly StepReport[]>([]);
  /** The number of steps that there will be. */
  total = $state(0);
  phase = $state<"running" | "done" | "stopped" | "failed">("running");
  #run: AnalysisRun | undefined;

  /** `asked` is the record and the seat to analyse; null as long as none is wanted. */
  constructor(asked: () => { record: string; seat: number } | null) {
    $effect(() => {
      this.#run?.stop();
      [this.steps, this.phase] = [[], "running"];
      const job = asked();
      if (job) this.#start(job);
    });
    onDestroy(() => this.#run?.stop());
  }

  stop(): void {
    this.#run?.stop();
    if (this.phase === "running") this.phase = "stopped";
  }

  #start(job: { record: string; seat: number }): void {
    const mine = (this.#run = startAnalysis(job, (steps, total) => {
      if (mine === this.#run) [this.steps, this.total] = [steps, total];
    }));
    mine.steps.then(
      (steps) => {
        if (steps && mine === this.#run) this.phase = "done";
      },
      () => {
        if (mine === this.#run) this.phase = "failed";
      },
    );
  }
}
