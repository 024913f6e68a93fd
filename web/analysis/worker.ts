/** Worker that analyses a record, or one decision of it. The page ends it when it needs no more results. */
import type { Parts } from "../engine/actions";
import type { Effect, LegalAction, JsonObject } from "../games/board";
import { setGameList, type GameAssets } from "../games/assets";
import { turnOf } from "./advice";
import { loadAnalysis, type Comparison, type Step, type StepAnalysis } from "../engine/analysis";
import { RecordReader } from "../records/reader";

export interface AnalysisJob {
  record: string;
  seat: number;
  /** Share of the usual number of rollouts: less on a phone. */
  part: number;
  /** Compare only this action with the others, instead of the event on that line. */
  instead?: { line: number; action: string };
  /** The files of all games. */
  games: GameAssets[];
}

/** An action compared with the best one: what it loses, with its 95 % interval. */
export interface ComparedAction {
  action: Parts;
  best: Parts;
  loss: number;
  low: number;
  high: number;
  tried: number;
}

/** One analysed step, with actions as parts. */
export interface StepReport extends Omit<StepAnalysis, "comparison"> {
  move: ComparedAction | null;
  /** For a loss outside the error: the view, the played and the better action. */
  choices?: { view: JsonObject; played: LegalAction; better: LegalAction };
  /** What an event of the seat changed, as the rules report it. */
  effects: Effect[];
  /** The turn that it belongs to, in a game whose turns have several actions. */
  turn: number;
}

export type AnalysisAnswer =
  { step: StepReport; steps: number } | { done: true } | { compared: ComparedAction } | { failed: string };

async function analyse({ record, seat, part, games, instead }: AnalysisJob): Promise<void> {
  setGameList(() => Promise.resolve(games));
  const reader = await RecordReader.open(record);
  if (!reader) throw new Error("the page cannot read this record");
  const { rules } = reader;
  const analysis = await loadAnalysis(reader.header.game.game);
  const analyst = analysis.analyst(rules, seat, Math.max(8, Math.round(analysis.declaration.trials * part)));
  const reported = ({ action, best, worth, bestWorth, low, high, tried }: Comparison): ComparedAction => ({
    action: rules.actions.parts(action),
    best: rules.actions.parts(best),
    loss: bestWorth - worth,
    low,
    high,
    tried: tried.size,
  });
  const effects = new Map<number, Effect[]>();
  const steps = Array.from(reader.steps(), ({ line, position, event, number, effects: changes }): Step => {
    if (event?.by === seat) effects.set(line, changes(seat) as unknown as Effect[]);
    return { line, position, event: event && { by: event.by, do: event.do, number } };
  });
  if (instead) {
    const known = steps.find(({ line }) => line === instead.line)!.position.mask(seat);
    const compared = analyst.compare(known, rules.actions.parse(instead.action));
    return postMessage({ compared: reported(compared) } satisfies AnalysisAnswer);
  }
  const choicesAt = (line: number, { action, best }: Comparison): Pick<StepReport, "choices"> => {
    const known = steps.find((one) => one.line === line)!.position.mask(seat);
    const numbers = known.legalActions(seat);
    const legal = known.legalWithPreviews() as LegalAction[];
    const [played, better] = [legal[numbers.indexOf(action)]!, legal[numbers.indexOf(best)]!];
    return { choices: { view: known.view(), played, better } };
  };
  const events = steps.flatMap(({ line, event }) => (event ? [{ line, by: event.by }] : []));
  for (const { comparison, ...step } of analyst.steps(steps)) {
    const report: StepReport = {
      ...step,
      move: comparison && reported(comparison),
      ...(comparison && comparison.low > 0 ? choicesAt(step.line, comparison) : {}),
      effects: effects.get(step.line) ?? [],
      turn: turnOf(step.line, seat, events),
    };
    postMessage({ step: report, steps: steps.length - 1 } satisfies AnalysisAnswer);
  }
  postMessage({ done: true } satisfies AnalysisAnswer);
}

addEventListener("message", (message: MessageEvent<AnalysisJob>) => {
  analyse(message.data).catch((error: unknown) => postMessage({ failed: String(error) } satisfies AnalysisAnswer));
});
