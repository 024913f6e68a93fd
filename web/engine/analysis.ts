/** Luck and skill in the page: a game's steps told by the very functions that `ludotheque analyse` runs, compiled to
 * WebAssembly. What computes is theirs; what is here walks through a record and adds up, as `analysis/__init__.py` does it.
 */
import { Module, SAMPLED, type By, type Known, type Law, type ModuleDeclaration, type Position } from "./rules";
import { loadModule } from "./load";

const loaded = new Map<string, Promise<Analysis>>();

const NOTHING = -1;
const WORD = 2 ** 32;

/** What `analysis.json` holds. */
interface AnalysisDeclaration extends ModuleDeclaration {
  /** How often each action in question is tried out, and how many actions are in question, unless one is told. */
  trials: number;
  candidates: number;
  /** Where chance has more picks than this, so many of them stand for all. */
  listed: number;
  /** Standard errors on either side of a figure. */
  confident: number;
  places: number;
  impossible: number;
  /** Whether one trial tells how it stands. */
  certain: boolean;
}

export interface Event {
  by: By;
  do: string;
  number: number;
}

/** A position of a record, and the event that happened there. */
export interface Step {
  line: number;
  position: Position;
  event: Event | null;
}

export interface Weighed {
  action: number;
  best: number;
  worth: number;
  bestWorth: number;
  low: number;
  high: number;
  tried: Map<number, number>;
}

/** A step of v, split without a rest. */
export interface Told {
  line: number;
  value: number;
  luck: number;
  decision: number;
  others: number;
  estimate: number;
  weighed: Weighed | null;
}

export interface Account {
  seat: number;
  unit: "points" | "wins";
  start: number;
  luck: number;
  decisions: number;
  others: number;
  estimate: number;
  result: number;
  moves: { line: number; action: string; best: string; loss: number; low: number; high: number }[];
  draws: { line: number; outcome: string; luck: number }[];
}

export class Analysis extends Module<AnalysisDeclaration> {
  constructor(declaration: AnalysisDeclaration, instance: WebAssembly.Instance, weights: Uint8Array) {
    super(declaration, instance);
    this.put("weights", weights);
  }

  analyst(law: Law, seat: number, trials = this.declaration.trials, seed = 1): Analyst {
    return new Analyst(this, law, seat, trials, seed);
  }

  number(name: string): number {
    return this.get(this.bytes("tale"), "tale", name);
  }

  tell(name: string, value: number): void {
    this.set(this.bytes("tale"), "tale", name, value);
  }
}

/** Judges what one seat of a game knows and does. */
export class Analyst {
  readonly #looks: number;

  constructor(
    readonly module: Analysis,
    readonly law: Law,
    readonly seat: number,
    readonly trials: number,
    seed: number,
  ) {
    module.tell("low", seed % WORD);
    module.tell("high", Math.floor(seed / WORD));
    module.tell("most", module.declaration.candidates);
    this.#looks = module.declaration.certain ? 1 : trials;
  }

  /** v of what the seat knows: when the game is over what it has brought, unless it is taken to go on. */
  value(known: Known, openEnd = false): number {
    const outcome = openEnd ? null : known.outcome;
    if (outcome) {
      if (known.seats === 1) return outcome.scores[this.seat]!;
      return outcome.winners.includes(this.seat) ? 1 / outcome.winners.length : 0;
    }
    return this.#try(known, this.seat, NOTHING, this.module.declaration.places - 1, -1, this.#looks)[0];
  }

  /** The actions that look best, the best first. */
  candidates(known: Pick<Known, "setup" | "state">): number[] {
    this.#lay(known);
    this.module.call("look_for", { seat: this.seat });
    const count = this.module.number("count");
    return Array.from({ length: count }, (_, place) => this.module.call("candidate", { place }));
  }

  weigh(known: Known, action: number | null): Weighed {
    const { module } = this;
    let actions = this.candidates(known);
    if (action !== null) actions = [action, ...actions.filter((other) => other !== action)];
    const trials = module.number("exact") ? 1 : this.trials;
    const worths = new Map<number, number>();
    let best = -1;
    actions.forEach((each, place) => {
      const [mean, whole] = this.#try(known, this.seat, each, place, place === 0 ? -1 : best, trials);
      if (!whole) return;
      worths.set(each, mean);
      if (best < 0 || mean > worths.get(actions[best]!)!) best = place;
    });
    let [low, high] = [0, 0];
    if (best !== 0) {
      module.call("compare", { place: best, other: 0, trials });
      const spread = module.declaration.confident * module.number("error");
      [low, high] = [module.number("ahead") - spread, module.number("ahead") + spread];
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

  /** Split the step of v by an event, from a value before it. */
  tell(value: number, line: number, before: Position, event: Event, after: Position, sealed: boolean): Told {
    const { seat, law } = this;
    const [knew, knows] = [before.known(seat), after.known(seat)];
    const hidden = hides(before, event, seat);
    const told: Told = { line, value: this.value(knows), luck: 0, decision: 0, others: 0, estimate: 0, weighed: null };
    let [expected, mean] = [value, told.value];
    if (event.by === seat && !hidden) {
      if (knew.numbers(seat).length > 1) {
        const weighed = this.weigh(knew, event.number);
        told.weighed = weighed;
        told.decision = weighed.worth - weighed.bestWorth;
        told.estimate = weighed.bestWorth - value;
        expected = weighed.worth;
      }
      if (sealed) {
        law.put("setup", knew.setup);
        law.put("state", knew.state);
        law.call("step", { seat, action: event.number });
        const own = this.value(recordsOf(knew, law.take("state")), true);
        told.estimate += own - expected;
        expected = own;
      }
    }
    if (event.by === "chance") {
      if (!hidden) mean = this.#meanOfChance(knew);
    } else if (!hidden && !sealed && reveals(before, after, seat)) {
      const [found, whole] = this.#try(
        knew,
        event.by,
        event.number,
        this.module.declaration.places - 1,
        -1,
        this.trials,
      );
      if (whole) mean = found;
    }
    told.luck = told.value - mean;
    if (event.by === "chance" || (event.by === seat && !sealed)) told.estimate += mean - expected;
    else told.others = mean - expected;
    return told;
  }

  /** Every step of a record, as it is told. */
  *steps(steps: readonly Step[]): Generator<Told> {
    let value: number | null = null;
    let sealed = false;
    for (let at = 0; at + 1 < steps.length; at++) {
      const [{ line, position: before, event }, { position: after }] = [steps[at]!, steps[at + 1]!];
      if (!event) return;
      if (value === null) {
        const sampled = event.by === "chance" && before.chanceRange === SAMPLED;
        value = this.value((sampled ? after : before).known(this.seat));
        yield { line: sampled ? line : line - 1, value, luck: 0, decision: 0, others: 0, estimate: 0, weighed: null };
        if (sampled) continue;
      }
      sealed ||= event.by !== this.seat && event.by !== "chance" && hides(before, event, this.seat);
      const open = isOpen(after);
      const told = this.tell(value, line, before, event, after, sealed && event.by === this.seat && open);
      sealed &&= !open;
      value = told.value;
      yield told;
    }
  }

  /** What the game of a record brought the seat. */
  account(steps: readonly Step[]): Account {
    const account: Account = {
      seat: this.seat,
      unit: steps[0]!.position.seats === 1 ? "points" : "wins",
      start: 0,
      luck: 0,
      decisions: 0,
      others: 0,
      estimate: 0,
      result: 0,
      moves: [],
      draws: [],
    };
    const events = new Map(steps.map((step) => [step.line, step]));
    let begun = false;
    const write = (action: number): string => this.law.actions.write(this.law.actions.parts(action));
    for (const told of this.steps(steps)) {
      account.result = told.value;
      if (!begun) {
        account.start = told.value;
        begun = true;
        continue;
      }
      account.luck += told.luck;
      account.decisions += told.decision;
      account.others += told.others;
      account.estimate += told.estimate;
      const { event, position } = events.get(told.line)!;
      if (told.luck !== 0 || (event!.by === "chance" && !hides(position, event!, this.seat)))
        account.draws.push({ line: told.line, outcome: event!.do, luck: told.luck });
      if (told.weighed) {
        const { action, best, worth, bestWorth, low, high } = told.weighed;
        account.moves.push({
          line: told.line,
          action: write(action),
          best: write(best),
          loss: bestWorth - worth,
          low,
          high,
        });
      }
    }
    return account;
  }

  #lay(known: Pick<Known, "setup" | "state">): void {
    this.module.put("setup", known.setup);
    this.module.put("state", known.state);
  }

  /** What an action comes to, and whether all its trials were made. */
  #try(known: Known, mover: number, action: number, place: number, rival: number, trials: number): [number, boolean] {
    this.#lay(known);
    this.module.call("try_out", { seat: this.seat, mover, action, place, rival, trials });
    const worth = this.module.number("worth");
    return [worth, this.module.number("made") === trials && worth > this.module.declaration.impossible];
  }

  #meanOfChance(knew: Known): number {
    const { law } = this;
    law.put("setup", knew.setup);
    law.put("state", knew.state);
    const picks = law.call("chance_range");
    const { listed } = this.module.declaration;
    let some = Array.from({ length: picks }, (_, pick) => pick);
    if (picks > listed) {
      law.put("rng", law.generator(1, 0));
      some = Array.from({ length: listed }, () => law.call("below", { n: picks }));
    }
    let total = 0;
    for (const pick of some) {
      law.put("setup", knew.setup);
      law.put("state", knew.state);
      law.call("apply_chance", { outcome: law.call("chance_nth", { pick }) });
      total += this.value(recordsOf(knew, law.take("state")));
    }
    return total / some.length;
  }
}

function recordsOf(known: Known, state: Uint8Array): Known {
  return new (known.constructor as typeof Known)(known.law, known.setup, state, known.seat);
}

function hides({ law, setup, state }: Position, event: Event, seat: number): boolean {
  law.put("setup", setup);
  law.put("state", state);
  return law.call("hides", { by: event.by === "chance" ? -1 : event.by, action: event.number, seat }) !== 0;
}

function isOpen({ law, setup, state }: Position): boolean {
  law.put("setup", setup);
  law.put("state", state);
  return law.call("is_open") !== 0;
}

function reveals(before: Position, after: Position, seat: number): boolean {
  const { law } = before;
  law.put("setup", after.setup);
  law.put("before", before.state);
  law.put("after", after.state);
  return law.call("reveals", { seat }) !== 0;
}

/** What analyses a game, the same for all who ask. */
export function loadAnalysis(game: string): Promise<Analysis> {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  return found;
}

async function load(game: string): Promise<Analysis> {
  return new Analysis(...(await loadModule<AnalysisDeclaration>(game, "analysis")));
}
