/** Analyses a record beside the page, so that the page stays quick and the server pays nothing. Whoever has heard enough
 * ends it. */
import type { Parts } from "../engine/actions";
import type { LegalAction, JsonObject } from "../games/board";
import { setGameList, type GameAssets } from "../games/assets";
import { loadAnalysis, type Event, type Step, type StepAnalysis, type Comparison } from "../engine/analysis";
import { loadRules, loadSampler } from "../engine/load";
import { UNLISTABLE } from "../engine/rules";

export interface AnalysisJob {
  record: string;
  seat: number;
  /** What part of the usual trials is made: less on a phone. */
  part: number;
  /** Whether what was done and what was better is wanted in full, where that certainly cost something. */
  choices?: boolean;
  /** What the games bring. */
  games: GameAssets[];
}

/** A step of v, as the page needs it. */
export interface StepReport extends Omit<StepAnalysis, "comparison"> {
  move: { action: Parts; best: Parts; loss: number; low: number; high: number; tried: number } | null;
  choices?: { view: JsonObject; played: LegalAction; better: LegalAction };
}

export type AnalysisAnswer = { told: StepReport; steps: number } | { done: true } | { failed: string };

async function analyse({ record, seat, part, games, choices = false }: AnalysisJob): Promise<void> {
  setGameList(() => Promise.resolve(games));
  const [header, ...lines] = record
    .split("\n")
    .filter((line) => line)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const game = header!["game"] as string;
  const [rules, sampler, analysis] = await Promise.all([loadRules(game), loadSampler(game), loadAnalysis(game)]);
  let position = rules.start(
    header!["seats"] as number,
    (header!["options"] ?? {}) as Record<string, boolean | number | string>,
  );
  const steps: Step[] = [];
  for (const [at, line] of lines.entries()) {
    if ("result" in line) break;
    const by = line["by"] as Event["by"];
    const done = line["do"] as string;
    const number = (by === "chance" ? rules.outcomes : rules.actions).parse(done)!;
    steps.push({ line: at + 2, position, event: { by, do: done, number } });
    const sampled = by === "chance" && position.chanceCount === UNLISTABLE;
    const settled = sampled && sampler ? sampler.settle(rules, position.setup, line["box"]) : null;
    position = position.apply(by, number, settled?.setup, settled?.scene);
  }
  steps.push({ line: steps.length + 2, position, event: null });
  const choicesAt = (line: number, { action, best }: Comparison): Pick<StepReport, "choices"> => {
    const known = steps.find((step) => step.line === line)!.position.mask(seat);
    const numbers = known.legalActions(seat);
    const legal = known.legalWithPreviews() as LegalAction[];
    const [played, better] = [legal[numbers.indexOf(action)]!, legal[numbers.indexOf(best)]!];
    return { choices: { view: known.view(), played, better } };
  };
  const analyst = analysis.analyst(rules, seat, Math.max(8, Math.round(analysis.declaration.trials * part)));
  for (const { comparison, ...told } of analyst.steps(steps)) {
    const move = comparison && {
      action: rules.actions.parts(comparison.action),
      best: rules.actions.parts(comparison.best),
      loss: comparison.bestWorth - comparison.worth,
      low: comparison.low,
      high: comparison.high,
      tried: comparison.tried.size,
    };
    const both = choices && comparison && comparison.low > 0 ? choicesAt(told.line, comparison) : {};
    postMessage({ told: { ...told, move, ...both }, steps: steps.length - 1 } satisfies AnalysisAnswer);
  }
  postMessage({ done: true } satisfies AnalysisAnswer);
}

addEventListener("message", (message: MessageEvent<AnalysisJob>) => {
  analyse(message.data).catch((error: unknown) => postMessage({ failed: String(error) } satisfies AnalysisAnswer));
});
