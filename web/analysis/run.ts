/** Analyses a seat of a record in a worker. */
import { allGameAssets } from "../games/assets";
import type { AnalysisAnswer, AnalysisJob, ComparedAction, StepReport } from "./worker";

/** Share of the rollouts on a touch device. */
const PHONE = 0.4;

/** The share of the usual number of rollouts on this device. */
const rolloutShare = (): number => (matchMedia("(pointer: coarse)").matches ? PHONE : 1);

/** An analysis that runs in a worker. */
export interface AnalysisRun {
  /** All steps; null if it was stopped. Rejected if the game cannot be analysed. */
  steps: Promise<readonly StepReport[] | null>;
  stop(): void;
}

/** Analyse a record; `onstep` gets the steps found so far and how many there will be. */
export function startAnalysis(
  asked: Pick<AnalysisJob, "record" | "seat">,
  onstep: (steps: readonly StepReport[], total: number) => void = () => undefined,
): AnalysisRun {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  let stop = (): void => undefined;
  const steps = new Promise<readonly StepReport[] | null>((done, fail) => {
    let found: readonly StepReport[] = [];
    stop = () => done(null);
    worker.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => {
      if ("step" in data) onstep((found = [...found, data.step]), data.steps);
      else if ("done" in data) done(found);
      else fail(new Error("failed" in data ? data.failed : "unexpected answer"));
    };
    worker.onerror = ({ message }) => fail(new Error(message));
    allGameAssets().then(
      (games) => worker.postMessage({ ...asked, part: rolloutShare(), games } satisfies AnalysisJob),
      fail,
    );
  });
  const ended = steps.finally(() => worker.terminate());
  return { steps: ended, stop: () => stop() };
}

/** Compare an action with the best one of its position, which is before a line of the record. */
export async function compareAction(
  asked: Pick<AnalysisJob, "record" | "seat"> & { line: number; action: string },
): Promise<ComparedAction> {
  const { record, seat, ...instead } = asked;
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  try {
    const games = await allGameAssets();
    return await new Promise((done, fail) => {
      worker.onmessage = ({ data }: MessageEvent<AnalysisAnswer>) => {
        if ("compared" in data) done(data.compared);
        else fail(new Error("failed" in data ? data.failed : "unexpected answer"));
      };
      worker.onerror = ({ message }) => fail(new Error(message));
      worker.postMessage({ record, seat, instead, part: rolloutShare(), games } satisfies AnalysisJob);
    });
  } finally {
    worker.terminate();
  }
}
