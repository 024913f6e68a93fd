/** A game's rules in the page: the very functions that the server runs, compiled to WebAssembly, and a table made of them.
 *
 * Nothing of a game is written here. Its `law.json` says which functions there are, which records they take and how those
 * are read; what a table tells is put together as `core/game.py` does it.
 */
import { Verbs, type Parts } from "./actions";
import { readNumber, decoder, encode, writeNumber, type Schema, type Decode } from "./schema";

type Kept = Parameters<typeof readNumber>[2];

interface OptionFacts {
  type: "boolean" | "integer" | "choice";
  default: boolean | number | string;
  values: (boolean | number | string)[];
}

/** What every declaration of compiled functions holds. */
export interface ModuleDeclaration {
  game: string;
  /** The parameters of each function, in order. */
  functions: Record<string, string[]>;
  /** The records by their names: how large they are, where their single numbers stand, and what they are read as. */
  records: Record<string, { size: number; numbers: Record<string, [offset: number, kept: Kept]>; form?: Schema }>;
}

/** What `law.json` holds. */
export interface RulesDeclaration extends ModuleDeclaration {
  rules: number;
  /** Whoever has the same one means the same by the bytes of records. */
  layout: string;
  actions: ConstructorParameters<typeof Verbs>[0];
  outcomes: ConstructorParameters<typeof Verbs>[0];
  why: string[];
  reasons: string[];
  options: Record<string, OptionFacts>;
  data: Record<string, unknown>;
  /** The field of an event that carries a sample; missing if all outcomes of chance can be listed. */
  sampled?: string;
}

/** Who does something: a seat, or chance. */
export type By = number | "chance";

export interface LegalAction {
  do: string;
  parts: Parts;
  preview: unknown;
}

export type View = Record<string, unknown>;

type Functions = Record<string, (...given: number[]) => number>;

/** What `to_act` answers when it is chance's turn. */
const CHANCE = 2 ** 32;
/** What `chance_range` answers when outcomes cannot be listed. */
export const UNLISTABLE = 0;

/** The compiled functions of a game. Each record that a function takes has one place in the module's memory, named like the
 * parameter; whoever calls puts the record's bytes there first, and takes away what was written. */
export class CompiledModule<D extends ModuleDeclaration = ModuleDeclaration> {
  readonly #functions: Functions;
  readonly #memory: WebAssembly.Memory;
  readonly #places: Record<string, { at: number; size: number }> = {};
  readonly #readers: Record<string, Decode> = {};

  constructor(
    readonly declaration: D,
    instance: WebAssembly.Instance,
  ) {
    const { memory, __heap_base, ...functions } = instance.exports as Record<string, unknown>;
    this.#functions = functions as Functions;
    this.#memory = memory as WebAssembly.Memory;
    let at = Math.ceil((__heap_base as WebAssembly.Global).value / 64) * 64;
    for (const parameter of new Set(Object.values(declaration.functions).flat())) {
      const size = this.recordOf(parameter)?.size;
      if (size === undefined) continue;
      this.#places[parameter] = { at, size };
      at = Math.ceil((at + size) / 64) * 64;
    }
    const missing = at - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65536));
    for (const [name, { form }] of Object.entries(declaration.records)) if (form) this.#readers[name] = decoder(form);
  }

  recordOf(parameter: string): ModuleDeclaration["records"][string] | undefined {
    const { records } = this.declaration;
    return (
      records[parameter] ??
      records[parameter.replace(/^into_/, "")] ??
      (/^(before|after)$/.test(parameter) ? records["state"] : undefined)
    );
  }

  has(name: string): boolean {
    return name in this.#functions;
  }

  /** The bytes at a record's place. */
  bytes(place: string): Uint8Array {
    const found = this.#places[place];
    if (!found) throw new Error(`no function takes ${place}`);
    return new Uint8Array(this.#memory.buffer, found.at, found.size);
  }

  /** Put a record at its place. */
  put(place: string, bytes: Uint8Array): void {
    this.bytes(place).set(bytes);
  }

  /** What was written at a place, for oneself. */
  take(place: string): Uint8Array {
    return this.bytes(place).slice();
  }

  /** What stands at a place, as plain data. */
  read(place: string): unknown {
    const found = this.#places[place]!;
    return this.#readers[place]!(new DataView(this.#memory.buffer, found.at, found.size), 0);
  }

  /** Put plain data at a record's place. Throws a SchemaError if it does not fit the record's schema. */
  write(place: string, value: unknown): void {
    const bytes = this.bytes(place);
    bytes.fill(0);
    encode(this.recordOf(place)!.form!, value, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0);
  }

  /** Call a function on the records at their places; `numbers` are its other parameters, by name. */
  call(name: string, numbers: Record<string, number> = {}): number {
    const given = this.declaration.functions[name]!.map(
      (parameter) => this.#places[parameter]?.at ?? numbers[parameter]!,
    );
    return this.#functions[name]!(...given);
  }

  /** A single number of a record. */
  get(record: Uint8Array, kind: string, name: string): number {
    const [offset, kept] = this.declaration.records[kind]!.numbers[name]!;
    return readNumber(new DataView(record.buffer, record.byteOffset), offset, kept);
  }

  set(record: Uint8Array, kind: string, name: string, value: number): void {
    const [offset, kept] = this.declaration.records[kind]!.numbers[name]!;
    writeNumber(new DataView(record.buffer, record.byteOffset), offset, kept, value);
  }

  blank(kind: string): Uint8Array {
    return new Uint8Array(this.declaration.records[kind]!.size);
  }
}

/** What a refusal tells besides its code, where the refused action stands at its place. */
export type Explain = (rules: Rules, action: number, parts: Parts, code: string) => Record<string, unknown>;

/** The rules of a game. */
export class Rules extends CompiledModule<RulesDeclaration> {
  readonly actions: Verbs;
  readonly outcomes: Verbs;
  /** What the game's folder adds to a refusal, so that a board can show where it applies. */
  explain: Explain = () => ({});

  constructor(declaration: RulesDeclaration, instance: WebAssembly.Instance) {
    super(declaration, instance);
    this.actions = new Verbs(declaration.actions);
    this.outcomes = new Verbs(declaration.outcomes);
  }

  /** The rules of a game from its two files. */
  static async load(declaration: RulesDeclaration, module: Response | BufferSource): Promise<Rules> {
    const source =
      module instanceof Response ? WebAssembly.instantiateStreaming(module) : WebAssembly.instantiate(module);
    return new Rules(declaration, (await source).instance);
  }

  /** Where a refusal applies: the parts of the action that was refused just now, and what the game adds. */
  detail(action: number, code: string): Record<string, unknown> {
    const parts = this.actions.parts(action);
    return { ...parts, ...this.explain(this, action, parts, code) };
  }

  /** A new generator: equal seed (two words of 32 bits) and stream give equal numbers. */
  generator(low: number, high: number, stream = 0): Uint8Array {
    this.call("seed_words", { low, high, stream });
    return this.take("rng");
  }

  /** The first position of a table. */
  start(seats: number, options: Record<string, boolean | number | string> = {}): Position {
    const setup = this.blank("setup");
    this.set(setup, "setup", "seats", seats);
    for (const [name, option] of Object.entries(this.declaration.options)) {
      const value = options[name] ?? option.default;
      this.set(setup, "setup", name, option.type === "choice" ? option.values.indexOf(value) : Number(value));
    }
    this.put("setup", setup);
    this.bytes("state").fill(0);
    this.call("begin");
    return new Position(this, setup, this.take("state"), null);
  }
}

/** A setup and a state, and what the rules says of them. */
class TableState {
  constructor(
    readonly rules: Rules,
    readonly setup: Uint8Array,
    readonly state: Uint8Array,
  ) {}

  protected load(): Rules {
    this.rules.put("setup", this.setup);
    this.rules.put("state", this.state);
    return this.rules;
  }

  get seats(): number {
    return this.rules.get(this.setup, "setup", "seats");
  }

  /** The seats to act, or chance alone; nobody when the game is over. */
  get toAct(): By[] {
    const who = this.load().call("to_act");
    if (who === CHANCE) return ["chance"];
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => (who >> seat) & 1);
  }

  legalActions(seat: number): number[] {
    if (!this.toAct.includes(seat)) return [];
    return Array.from({ length: this.rules.call("legal_count", { seat }) }, (_, k) =>
      this.rules.call("legal_nth", { seat, k }),
    );
  }

  get scores(): number[] {
    this.load();
    return Array.from({ length: this.seats }, (_, seat) => this.rules.call("score", { seat }));
  }

  get result(): { scores: number[]; winners: number[]; reason: string } | null {
    if (this.toAct.length) return null;
    const won = this.rules.call("winners");
    const winners = Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => (won >> seat) & 1);
    return { scores: this.scores, winners, reason: this.rules.declaration.reasons[this.rules.call("reason")]! };
  }

  get options(): Record<string, boolean | number | string> {
    return Object.fromEntries(
      Object.entries(this.rules.declaration.options).map(([name, option]) => {
        const kept = this.rules.get(this.setup, "setup", name);
        return [name, option.type === "choice" ? option.values[kept]! : option.type === "boolean" ? kept !== 0 : kept];
      }),
    );
  }
}

/** What a seat (null: a spectator) knows of a table. */
export class MaskedState extends TableState {
  constructor(
    rules: Rules,
    setup: Uint8Array,
    state: Uint8Array,
    readonly seat: number | null,
  ) {
    super(rules, setup, state);
  }

  get #number(): number {
    return this.seat ?? -1;
  }

  /** What is shown: what all games tell, and what the game's own view adds. */
  view(): View {
    const general = {
      game: this.rules.declaration.game,
      seat: this.seat,
      seats: this.seats,
      options: this.options,
      to_act: this.toAct,
      outcome: this.result,
    };
    this.load().bytes("view").fill(0);
    this.rules.call("show", { seat: this.#number });
    return { ...general, ...(this.rules.read("view") as object) };
  }

  /** The legal actions with their parts, and what each would bring. */
  legalWithPreviews(): LegalAction[] {
    if (this.seat === null) return [];
    const numbers = this.legalActions(this.seat);
    return numbers.map((action) => {
      const parts = this.rules.actions.parts(action);
      this.rules.bytes("preview").fill(0);
      this.rules.call("preview", { seat: this.#number, action });
      return { do: this.rules.actions.text(parts), parts, preview: this.rules.read("preview") };
    });
  }

  /** Why the seat may not do this now, as a code; null if it may. */
  illegalReason(parts: Parts): string | null {
    return (
      this.rules.declaration.why[
        this.load().call("why", { seat: this.#number, action: this.rules.actions.number(parts) })
      ] || null
    );
  }

  /** A world that fits, and the generator as it goes on. */
  determinize(rng: Uint8Array): { position: Position; rng: Uint8Array } {
    this.load().put("rng", rng);
    this.rules.call("imagine", { seat: this.#number });
    return {
      position: new Position(this.rules, this.rules.take("into_setup"), this.rules.take("into_state"), null),
      rng: this.rules.take("rng"),
    };
  }
}

/** A table between two events, as it truly is. Playing gives a new position. */
export class Position extends TableState {
  constructor(
    rules: Rules,
    setup: Uint8Array,
    state: Uint8Array,
    readonly scene: Uint8Array | null,
  ) {
    super(rules, setup, state);
  }

  mask(seat: number | null): MaskedState {
    this.load().call("known", { seat: seat ?? -1 });
    return new MaskedState(this.rules, this.rules.take("into_setup"), this.rules.take("into_state"), seat);
  }

  /** How what has come to light is drawn, where a game tells that apart from its views. */
  picture(): unknown {
    if (!this.scene) return null;
    this.load().put("scene", this.scene);
    this.rules.call("unveil");
    this.rules.put("scene", this.rules.take("into_scene"));
    this.rules.bytes("picture").fill(0);
    this.rules.call("depict");
    return this.rules.read("picture");
  }

  /** How many equally likely picks chance has; SAMPLED if they cannot be listed. */
  get chanceCount(): number {
    return this.load().call("chance_range");
  }

  /** The position after what a pick of chance stands for, and its parts. */
  chanceOutcome(pick: number): { outcome: number; parts: Parts } {
    const outcome = this.load().call("chance_nth", { pick });
    return { outcome, parts: this.rules.outcomes.parts(outcome) };
  }

  /** Why this cannot happen here, as a code; null if it can. */
  illegalReason(by: By, number: number): string | null {
    const { why } = this.rules.declaration;
    this.load();
    return (
      why[
        by === "chance"
          ? this.rules.call("chance_why", { outcome: number })
          : this.rules.call("why", { seat: by, action: number })
      ] || null
    );
  }

  /** Whether an event that is possible here is kept from a seat until all is open. */
  hides(by: By, action: number, seat: number): boolean {
    return this.load().call("hides", { by: by === "chance" ? -1 : by, action, seat }) !== 0;
  }

  /** Whether all events up to here may be told to everybody. */
  get isOpen(): boolean {
    return this.load().call("is_open") !== 0;
  }

  /** Whether the step from here to the next position taught a seat something that it could not know. */
  reveals(after: Position, seat: number): boolean {
    this.rules.put("setup", after.setup);
    this.rules.put("before", this.state);
    this.rules.put("after", after.state);
    return this.rules.call("reveals", { seat }) !== 0;
  }

  /** The position after a possible action or outcome. Where chance has brought a setup and a scene, these are given. */
  apply(by: By, number: number, setup = this.setup, scene = this.scene): Position {
    this.load().put("setup", setup);
    if (by === "chance") this.rules.call("apply_chance", { outcome: number });
    else this.rules.call("apply", { seat: by, action: number });
    if (scene) {
      this.rules.put("scene", scene);
      this.rules.call("witness");
    }
    return new Position(this.rules, setup, this.rules.take("state"), scene);
  }
}
