/** Worker that analyses a record. The page ends it when it needs no more results. */
import type { Parts } from "../engine/actions";
import type { LegalAction, JsonObject } from "../games/board";
import { setGameList, type GameAssets } from "../games/assets";
import { turnOf } from "./advice";
import { loadAnalysis, type Comparison, type Step, type StepAnalysis } from "../engine/analysis";
import { RecordReader } from "../records/reader";

export interface AnalysisJob {
  record: string;
  seat: number;
  /** Share of the usual number of rollouts: less on a phone. */
  part: number;
  /** Whether to report the view with the played and the better action, for losses outside the error. */
  choices?: boolean;
  /** The files of all games. */
  games: GameAssets[];
}

/** One analysed step, with actions as parts. */
export interface StepReport extends Omit<StepAnalysis, "comparison"> {
  move: { action: Parts; best: Parts; loss: number; low: number; high: number; tried: number } | null;
  choices?: { view: JsonObject; played: LegalAction; better: LegalAction };
  /** The turn that it belongs to, in a game whose turns have several actions. */
  turn: number;
}

export type AnalysisAnswer = { step: StepReport; steps: number } | { done: true } | { failed: string };

async function analyse({ record, seat, part, games, choices = false }: AnalysisJob): Promise<void> {
  setGameList(() => Promise.resolve(games));
  const reader = await RecordReader.open(record);
  if (!reader) throw new Error("the page cannot read this record");
  const { rules } = reader;
  const analysis = await loadAnalysis(reader.header.game.game);
  const steps = Array.from(reader.steps(), ({ line, position, event, number }): Step => ({
    line,
    position,
    event: event && { by: event.by, do: event.do, number },
  }));
  const choicesAt = (line: number, { action, best }: Comparison): Pick<StepReport, "choices"> => {
    const known = steps.find((one) => one.line === line)!.position.mask(seat);
    const numbers = known.legalActions(seat);
    const legal = known.legalWithPreviews() as LegalAction[];
    const [played, better] = [legal[numbers.indexOf(action)]!, legal[numbers.indexOf(best)]!];
    return { choices: { view: known.view(), played, better } };
  };
  const events = steps.flatMap(({ line, event }) => (event ? [{ line, by: event.by }] : []));
  const analyst = analysis.analyst(rules, seat, Math.max(8, Math.round(analysis.declaration.trials * part)));
  for (const { comparison, ...step } of analyst.steps(steps)) {
    const move = comparison && {
      action: rules.actions.parts(comparison.action),
      best: rules.actions.parts(comparison.best),
      loss: comparison.bestWorth - comparison.worth,
      low: comparison.low,
      high: comparison.high,
      tried: comparison.tried.size,
    };
    const both = choices && comparison && comparison.low > 0 ? choicesAt(step.line, comparison) : {};
    const turn = turnOf(step.line, seat, events);
    postMessage({ step: { ...step, move, turn, ...both }, steps: steps.length - 1 } satisfies AnalysisAnswer);
  }
  postMessage({ done: true } satisfies AnalysisAnswer);
}

addEventListener("message", (message: MessageEvent<AnalysisJob>) => {
  analyse(message.data).catch((error: unknown) => postMessage({ failed: String(error) } satisfies AnalysisAnswer));
});
