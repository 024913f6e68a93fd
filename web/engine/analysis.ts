/** Luck and skill in the page, by the functions of `ludotheque analyse` compiled to WebAssembly. This module walks
 * through a record and sums up, as `analysis/__init__.py` does. */
import {
  CompiledModule,
  UNLISTABLE,
  type By,
  type MaskedState,
  type Rules,
  type ModuleDeclaration,
  type Position,
} from "./rules";
import { loadModule } from "./load";
import { student } from "./student";

const loaded = new Map<string, Promise<Analysis>>();

const NO_ACTION = -1;
const WORD = 2 ** 32;

/** The contents of `analysis.json`. */
interface AnalysisDeclaration extends ModuleDeclaration {
  /** Default number of rollouts per candidate, and of candidates. */
  trials: number;
  candidates: number;
  places: number;
  impossible: number;
  /** Offset of the trials' values in the record `tale`, and how many a row has room for. */
  results: [offset: number, room: number];
}

export interface Event {
  by: By;
  do: string;
  number: number;
}

/** A position of a record, and the event that followed. */
export interface Step {
  line: number;
  position: Position;
  event: Event | null;
}

export interface Comparison {
  action: number;
  best: number;
  worth: number;
  bestWorth: number;
  low: number;
  high: number;
  tried: Map<number, number>;
  /** The values of the played action and of what the policy of the trials plays here, by trial. */
  trials: number[];
  policy: number[];
}

/** The change of the value by one event, split exactly into luck, decision, others and estimate (model error). */
export interface StepAnalysis {
  line: number;
  value: number;
  luck: number;
  decision: number;
  others: number;
  estimate: number;
  /** Standard errors of luck, decisions and others, summed up to this step. */
  luckError: number;
  decisionError: number;
  othersError: number;
  comparison: Comparison | null;
}

export interface AnalysisSummary {
  seat: number;
  unit: "points" | "wins";
  start: number;
  luck: number;
  decisions: number;
  others: number;
  estimate: number;
  result: number;
  /** Standard errors of `luck`, `decisions` and `others`. */
  luck_error: number;
  decisions_error: number;
  others_error: number;
  moves: { line: number; action: string; best: string; loss: number; low: number; high: number }[];
  draws: { line: number; outcome: string; luck: number }[];
}

export class Analysis extends CompiledModule<AnalysisDeclaration> {
  constructor(declaration: AnalysisDeclaration, instance: WebAssembly.Instance, weights: Uint8Array) {
    super(declaration, instance);
    this.put("weights", weights);
  }

  analyst(rules: Rules, seat: number, trials = this.declaration.trials, seed = 1): Analyst {
    return new Analyst(this, rules, seat, trials, seed);
  }

  getNumber(name: string): number {
    return this.get(this.bytes("tale"), "tale", name);
  }

  setNumber(name: string, value: number): void {
    this.set(this.bytes("tale"), "tale", name, value);
  }
}

/** The mean, summed up in order as in Python, for the same bits. */
function meanOf(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total / values.length;
}

/** The standard error of the mean of independent values. */
function errorOf(values: readonly number[]): number {
  const mean = meanOf(values);
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return Math.sqrt(squares / (values.length * Math.max(values.length - 1, 1)));
}

const less = (values: readonly number[], others: readonly number[]): number[] =>
  values.map((value, at) => value - others[at]!);
const plus = (values: readonly number[], others: readonly number[]): number[] =>
  values.map((value, at) => value + others[at]!);

/** By trial, what the first action lost to the best one: chosen on the even trials for the odd ones, and the other way
 * round. An action counts as better only if it is ahead by more than its standard error. */
function lossesOf(rows: readonly number[][]): number[] {
  const first = rows[0]!;
  const losses = first.map(() => 0);
  for (const half of [0, 1]) {
    let [best, most] = [0, 0];
    rows.forEach((row, place) => {
      const ahead = less(row, first).filter((_, trial) => trial % 2 !== half);
      const mean = meanOf(ahead);
      if (mean > most && mean > errorOf(ahead)) [best, most] = [place, mean];
    });
    for (let trial = half; trial < losses.length; trial += 2) losses[trial] = rows[best]![trial]! - first[trial]!;
  }
  return losses;
}

/** The change of the value by one event, by trial. */
interface StepTrials {
  values: number[];
  luck: number[];
  decision: number[];
  others: number[];
  estimate: number[];
  comparison: Comparison | null;
}

/** Evaluates the masked states and decisions of one seat. */
export class Analyst {
  readonly trials: number;

  constructor(
    readonly module: Analysis,
    readonly rules: Rules,
    readonly seat: number,
    trials: number,
    seed: number,
  ) {
    this.trials = Math.max(trials, 2);
    module.setNumber("low", seed % WORD);
    module.setNumber("high", Math.floor(seed / WORD));
    module.setNumber("most", module.declaration.candidates);
  }

  /** The values of a masked state by trial; the result if the game is over. */
  evaluate(known: MaskedState): number[] {
    const outcome = known.result;
    if (outcome) {
      const result =
        known.seats === 1
          ? outcome.scores[this.seat]!
          : outcome.winners.includes(this.seat)
            ? 1 / outcome.winners.length
            : 0;
      return Array.from({ length: this.trials }, () => result);
    }
    return this.#try(known, this.seat, NO_ACTION, this.module.declaration.places - 1, -1)!;
  }

  /** Candidate actions, the most promising first. */
  candidates(known: Pick<MaskedState, "setup" | "state">): number[] {
    this.#load(known);
    this.module.call("look_for", { seat: this.seat });
    const count = this.module.getNumber("count");
    return Array.from({ length: count }, (_, place) => this.module.call("candidate", { place }));
  }

  compare(known: MaskedState, action: number | null): Comparison {
    let actions = this.candidates(known);
    if (action !== null) actions = [action, ...actions.filter((other) => other !== action)];
    const tried = new Map<number, number>();
    const rows: number[][] = [];
    let best = -1;
    actions.forEach((each, place) => {
      const row = this.#try(known, this.seat, each, place, best);
      if (!row) return;
      const mean = meanOf(row);
      tried.set(each, mean);
      rows.push(row);
      if (best < 0 || mean > tried.get(actions[best]!)!) best = place;
    });
    const losses = lossesOf(rows);
    const loss = meanOf(losses);
    const errors = student(this.trials - 1);
    const reach = errors * errorOf(losses);
    let high = loss + reach;
    for (const row of rows.slice(1)) {
      const ahead = less(row, rows[0]!);
      high = Math.max(high, meanOf(ahead) + errors * errorOf(ahead));
    }
    const worth = tried.get(actions[0]!)!;
    return {
      action: actions[0]!,
      best: actions[best]!,
      worth,
      bestWorth: worth + loss,
      low: loss - reach,
      high,
      tried,
      trials: rows[0]!,
      policy: this.evaluate(known),
    };
  }

  /** Split the change of the value by an event, from the `values` before it. */
  analyseStep(values: number[], before: Position, event: Event, after: Position, sealed: boolean): StepTrials {
    const { seat } = this;
    const [knew, knows] = [before.mask(seat), after.mask(seat)];
    const hidden = hides(before, event, seat);
    const zeros = values.map(() => 0);
    const step: StepTrials = { values, luck: zeros, decision: zeros, others: zeros, estimate: zeros, comparison: null };
    const own = event.by === seat;
    let expected = values;
    if (own && !hidden && knew.legalActions(seat).length > 1) {
      step.comparison = this.compare(knew, event.number);
      expected = step.comparison.trials;
      step.decision = less(expected, step.comparison.policy);
      step.estimate = less(step.comparison.policy, values);
    }
    const seen = reveals(before, after, seat);
    if (hidden || (own && !seen && !sealed && !knows.result)) {
      step.values = expected;
      return step;
    }
    step.values = this.evaluate(knows);
    if (event.by === "chance" || (own && !sealed)) {
      step.luck = less(step.values, expected);
      return step;
    }
    let mean = step.values;
    if (seen && !own)
      mean = this.#try(knew, event.by as number, event.number, this.module.declaration.places - 1, -1) ?? mean;
    step.luck = less(step.values, mean);
    step.others = less(mean, expected);
    return step;
  }

  /** Analyse every step of a record. */
  *steps(steps: readonly Step[]): Generator<StepAnalysis> {
    let values: number[] | null = null;
    let sealed = false;
    const zeros: number[] = Array.from({ length: this.trials }, () => 0);
    const sums = { luck: zeros, decision: zeros, others: zeros };
    for (let at = 0; at + 1 < steps.length; at++) {
      const [{ line, position: before, event }, { position: after }] = [steps[at]!, steps[at + 1]!];
      if (!event) return;
      if (values === null) {
        const sampled = event.by === "chance" && before.chanceCount === UNLISTABLE;
        values = this.evaluate((sampled ? after : before).mask(this.seat));
        yield {
          line: sampled ? line : line - 1,
          value: meanOf(values),
          luck: 0,
          decision: 0,
          others: 0,
          estimate: 0,
          luckError: 0,
          decisionError: 0,
          othersError: 0,
          comparison: null,
        };
        if (sampled) continue;
      }
      sealed ||= event.by !== this.seat && event.by !== "chance" && hides(before, event, this.seat);
      const open = isOpen(after);
      const found = this.analyseStep(values, before, event, after, sealed && event.by === this.seat && open);
      sealed &&= !open;
      values = found.values;
      sums.luck = plus(sums.luck, found.luck);
      sums.decision = plus(sums.decision, found.decision);
      sums.others = plus(sums.others, found.others);
      yield {
        line,
        value: meanOf(values),
        luck: meanOf(found.luck),
        decision: meanOf(found.decision),
        others: meanOf(found.others),
        estimate: meanOf(found.estimate),
        luckError: errorOf(sums.luck),
        decisionError: errorOf(sums.decision),
        othersError: errorOf(sums.others),
        comparison: found.comparison,
      };
    }
  }

  /** Sum up a record for the seat. */
  summarise(steps: readonly Step[]): AnalysisSummary {
    const summary: AnalysisSummary = {
      seat: this.seat,
      unit: steps[0]!.position.seats === 1 ? "points" : "wins",
      start: 0,
      luck: 0,
      decisions: 0,
      others: 0,
      estimate: 0,
      result: 0,
      luck_error: 0,
      decisions_error: 0,
      others_error: 0,
      moves: [],
      draws: [],
    };
    const events = new Map(steps.map((step) => [step.line, step]));
    let begun = false;
    const write = (action: number): string => this.rules.actions.text(this.rules.actions.parts(action));
    for (const analysed of this.steps(steps)) {
      summary.result = analysed.value;
      if (!begun) {
        summary.start = analysed.value;
        begun = true;
        continue;
      }
      summary.luck += analysed.luck;
      summary.decisions += analysed.decision;
      summary.others += analysed.others;
      summary.estimate += analysed.estimate;
      summary.luck_error = analysed.luckError;
      summary.decisions_error = analysed.decisionError;
      summary.others_error = analysed.othersError;
      const { event, position } = events.get(analysed.line)!;
      if (analysed.luck !== 0 || (event!.by === "chance" && !hides(position, event!, this.seat)))
        summary.draws.push({ line: analysed.line, outcome: event!.do, luck: analysed.luck });
      if (analysed.comparison) {
        const { action, best, worth, bestWorth, low, high } = analysed.comparison;
        summary.moves.push({
          line: analysed.line,
          action: write(action),
          best: write(best),
          loss: bestWorth - worth,
          low,
          high,
        });
      }
    }
    return summary;
  }

  #load(known: Pick<MaskedState, "setup" | "state">): void {
    this.module.put("setup", known.setup);
    this.module.put("state", known.state);
  }

  /** The values of an action by trial; null if not all trials were made. */
  #try(known: MaskedState, mover: number, action: number, place: number, rival: number): number[] | null {
    const { module, trials } = this;
    this.#load(known);
    module.call("try_out", { seat: this.seat, mover, action, place, rival, trials });
    if (module.getNumber("made") < trials || module.getNumber("worth") < module.declaration.impossible) return null;
    const [offset, room] = module.declaration.results;
    const tale = module.bytes("tale");
    return Array.from(new Float64Array(tale.buffer, tale.byteOffset + offset + place * room * 8, trials));
  }
}

function hides({ rules, setup, state }: Position, event: Event, seat: number): boolean {
  rules.put("setup", setup);
  rules.put("state", state);
  return rules.call("hides", { by: event.by === "chance" ? -1 : event.by, action: event.number, seat }) !== 0;
}

function isOpen({ rules, setup, state }: Position): boolean {
  rules.put("setup", setup);
  rules.put("state", state);
  return rules.call("is_open") !== 0;
}

function reveals(before: Position, after: Position, seat: number): boolean {
  const { rules } = before;
  rules.put("setup", after.setup);
  rules.put("before", before.state);
  rules.put("after", after.state);
  return rules.call("reveals", { seat }) !== 0;
}

/** The analysis of a game; loaded once. */
export function loadAnalysis(game: string): Promise<Analysis> {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  return found;
}

async function load(game: string): Promise<Analysis> {
  return new Analysis(...(await loadModule<AnalysisDeclaration>(game, "analysis")));
}
