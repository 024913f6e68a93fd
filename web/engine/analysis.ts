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

const loaded = new Map<string, Promise<Analysis>>();

const NO_ACTION = -1;
const WORD = 2 ** 32;

/** The contents of `analysis.json`. */
interface AnalysisDeclaration extends ModuleDeclaration {
  /** Default number of rollouts per candidate, and of candidates. */
  trials: number;
  candidates: number;
  /** With more draws than this, a sample of this size stands for all of them. */
  listed: number;
  /** Half-width of the confidence interval, in standard errors. */
  confident: number;
  places: number;
  impossible: number;
  /** Whether a single trial evaluates a position exactly. */
  certain: boolean;
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
}

/** The change of the value by one event, split exactly into luck, decision, others and estimate (model error). */
export interface StepAnalysis {
  line: number;
  value: number;
  luck: number;
  decision: number;
  others: number;
  estimate: number;
  /** What this step adds to the standard errors of luck, decisions and others; summed up as squares. */
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
  /** Standard errors of `luck`, `decisions` and `others`. Those of `luck` and `others` are not estimated yet: 0. */
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

/** Evaluates the masked states and decisions of one seat. */
export class Analyst {
  readonly #valueTrials: number;

  constructor(
    readonly module: Analysis,
    readonly rules: Rules,
    readonly seat: number,
    readonly trials: number,
    seed: number,
  ) {
    module.setNumber("low", seed % WORD);
    module.setNumber("high", Math.floor(seed / WORD));
    module.setNumber("most", module.declaration.candidates);
    this.#valueTrials = module.declaration.certain ? 1 : trials;
  }

  /** The value of a masked state; the result if the game is over, unless `openEnd` asks to evaluate it as running. */
  evaluate(known: MaskedState, openEnd = false): number {
    const outcome = openEnd ? null : known.result;
    if (outcome) {
      if (known.seats === 1) return outcome.scores[this.seat]!;
      return outcome.winners.includes(this.seat) ? 1 / outcome.winners.length : 0;
    }
    return this.#rollouts(known, this.seat, NO_ACTION, this.module.declaration.places - 1, -1, this.#valueTrials)[0];
  }

  /** Candidate actions, the most promising first. */
  candidates(known: Pick<MaskedState, "setup" | "state">): number[] {
    this.#load(known);
    this.module.call("look_for", { seat: this.seat });
    const count = this.module.getNumber("count");
    return Array.from({ length: count }, (_, place) => this.module.call("candidate", { place }));
  }

  compare(known: MaskedState, action: number | null): Comparison {
    const { module } = this;
    let actions = this.candidates(known);
    if (action !== null) actions = [action, ...actions.filter((other) => other !== action)];
    const trials = module.getNumber("exact") ? 1 : this.trials;
    const worths = new Map<number, number>();
    let best = -1;
    actions.forEach((each, place) => {
      const [mean, whole] = this.#rollouts(known, this.seat, each, place, place === 0 ? -1 : best, trials);
      if (!whole) return;
      worths.set(each, mean);
      if (best < 0 || mean > worths.get(actions[best]!)!) best = place;
    });
    let [low, high] = [0, 0];
    if (best !== 0) {
      module.call("compare", { place: best, other: 0, trials });
      const spread = module.declaration.confident * module.getNumber("error");
      [low, high] = [module.getNumber("ahead") - spread, module.getNumber("ahead") + spread];
    }
    return {
      action: actions[0]!,
      best: actions[best]!,
      worth: worths.get(actions[0]!)!,
      bestWorth: worths.get(actions[best]!)!,
      low,
      high,
      tried: worths,
    };
  }

  /** Split the change of the value by an event. */
  analyseStep(
    value: number,
    line: number,
    before: Position,
    event: Event,
    after: Position,
    sealed: boolean,
  ): StepAnalysis {
    const { seat, rules } = this;
    const [knew, knows] = [before.mask(seat), after.mask(seat)];
    const hidden = hides(before, event, seat);
    const analysed: StepAnalysis = {
      line,
      value: this.evaluate(knows),
      luck: 0,
      decision: 0,
      others: 0,
      estimate: 0,
      luckError: 0,
      decisionError: 0,
      othersError: 0,
      comparison: null,
    };
    let [expected, mean] = [value, analysed.value];
    if (event.by === seat && !hidden) {
      if (knew.legalActions(seat).length > 1) {
        const comparison = this.compare(knew, event.number);
        analysed.comparison = comparison;
        analysed.decision = comparison.worth - comparison.bestWorth;
        analysed.decisionError = (comparison.high - comparison.low) / (2 * this.module.declaration.confident);
        analysed.estimate = comparison.bestWorth - value;
        expected = comparison.worth;
      }
      if (sealed) {
        rules.put("setup", knew.setup);
        rules.put("state", knew.state);
        rules.call("step", { seat, action: event.number });
        const own = this.evaluate(withState(knew, rules.take("state")), true);
        analysed.estimate += own - expected;
        expected = own;
      }
    }
    if (event.by === "chance") {
      if (!hidden) mean = this.#meanOfChance(knew);
    } else if (!hidden && !sealed && reveals(before, after, seat)) {
      const [found, whole] = this.#rollouts(
        knew,
        event.by,
        event.number,
        this.module.declaration.places - 1,
        -1,
        this.trials,
      );
      if (whole) mean = found;
    }
    analysed.luck = analysed.value - mean;
    if (event.by === "chance" || (event.by === seat && !sealed)) analysed.estimate += mean - expected;
    else analysed.others = mean - expected;
    return analysed;
  }

  /** Analyse every step of a record. */
  *steps(steps: readonly Step[]): Generator<StepAnalysis> {
    let value: number | null = null;
    let sealed = false;
    for (let at = 0; at + 1 < steps.length; at++) {
      const [{ line, position: before, event }, { position: after }] = [steps[at]!, steps[at + 1]!];
      if (!event) return;
      if (value === null) {
        const sampled = event.by === "chance" && before.chanceCount === UNLISTABLE;
        value = this.evaluate((sampled ? after : before).mask(this.seat));
        yield {
          line: sampled ? line : line - 1,
          value,
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
      const analysed = this.analyseStep(value, line, before, event, after, sealed && event.by === this.seat && open);
      sealed &&= !open;
      value = analysed.value;
      yield analysed;
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
    let [luckError, decisionError, othersError] = [0, 0, 0]; // squared
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
      luckError += analysed.luckError * analysed.luckError;
      decisionError += analysed.decisionError * analysed.decisionError;
      othersError += analysed.othersError * analysed.othersError;
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
    summary.luck_error = Math.sqrt(luckError);
    summary.decisions_error = Math.sqrt(decisionError);
    summary.others_error = Math.sqrt(othersError);
    return summary;
  }

  #load(known: Pick<MaskedState, "setup" | "state">): void {
    this.module.put("setup", known.setup);
    this.module.put("state", known.state);
  }

  /** The mean value of an action by rollouts, and whether all of them were made. */
  #rollouts(
    known: MaskedState,
    mover: number,
    action: number,
    place: number,
    rival: number,
    trials: number,
  ): [number, boolean] {
    this.#load(known);
    this.module.call("try_out", { seat: this.seat, mover, action, place, rival, trials });
    const worth = this.module.getNumber("worth");
    return [worth, this.module.getNumber("made") === trials && worth > this.module.declaration.impossible];
  }

  #meanOfChance(knew: MaskedState): number {
    const { rules } = this;
    rules.put("setup", knew.setup);
    rules.put("state", knew.state);
    const picks = rules.call("chance_range");
    const { listed } = this.module.declaration;
    let some = Array.from({ length: picks }, (_, pick) => pick);
    if (picks > listed) {
      rules.put("rng", rules.generator(1, 0));
      some = Array.from({ length: listed }, () => rules.call("below", { n: picks }));
    }
    let total = 0;
    for (const pick of some) {
      rules.put("setup", knew.setup);
      rules.put("state", knew.state);
      rules.call("apply_chance", { outcome: rules.call("chance_nth", { pick }) });
      total += this.evaluate(withState(knew, rules.take("state")));
    }
    return total / some.length;
  }
}

function withState(known: MaskedState, state: Uint8Array): MaskedState {
  return new (known.constructor as typeof MaskedState)(known.rules, known.setup, state, known.seat);
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
