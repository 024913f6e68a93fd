/** The rules engine of the page: the functions that the server runs, compiled to WebAssembly, and positions made of
 * them. Nothing here is about one game: its `law.json` declares the functions, the records they take, and how these
 * are decoded. Views are put together as `engine/position.py` does. */
import { Verbs, type Parts } from "./actions";
import { readNumber, decoder, encode, writeNumber, type Schema, type Decode } from "./schema";

type Kept = Parameters<typeof readNumber>[2];

interface OptionFacts {
  type: "boolean" | "integer" | "choice";
  default: boolean | number | string;
  values: (boolean | number | string)[];
}

/** The part that all declarations of compiled modules share. */
export interface ModuleDeclaration {
  game: string;
  /** The parameters of each function, in order. */
  functions: Record<string, string[]>;
  /** The records by name: size, offset and type of single numbers, and schema. */
  records: Record<string, { size: number; numbers: Record<string, [offset: number, kept: Kept]>; form?: Schema }>;
}

/** The contents of `law.json`. */
export interface RulesDeclaration extends ModuleDeclaration {
  rules: number;
  /** Layout hash: equal hashes mean the same bytes of records. */
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

/** Who acts: a seat, or chance. */
export type By = number | "chance";

export interface LegalAction {
  do: string;
  parts: Parts;
  preview: unknown;
}

export type View = JsonObject;
type JsonObject = Record<string, unknown>;

type Functions = Record<string, (...given: number[]) => number>;

/** The value of `to_act` when chance acts. */
const CHANCE = 2 ** 32;
/** The value of `chance_range` when outcomes cannot be listed. */
export const UNLISTABLE = 0;

/** The compiled functions of a game. Each record parameter has a fixed buffer in the module's memory, named like the
 * parameter: callers write the record there before a call, and read the result after it. */
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

  /** The buffer of a record. */
  bytes(place: string): Uint8Array {
    const found = this.#places[place];
    if (!found) throw new Error(`no function takes ${place}`);
    return new Uint8Array(this.#memory.buffer, found.at, found.size);
  }

  /** Write a record to its buffer. */
  put(place: string, bytes: Uint8Array): void {
    this.bytes(place).set(bytes);
  }

  /** A copy of a buffer. */
  take(place: string): Uint8Array {
    return this.bytes(place).slice();
  }

  /** A buffer, decoded by its schema. */
  read(place: string): unknown {
    const found = this.#places[place]!;
    return this.#readers[place]!(new DataView(this.#memory.buffer, found.at, found.size), 0);
  }

  /** Put plain data into a record's buffer. Throws a SchemaError if it does not fit the record's schema. */
  write(place: string, value: unknown): void {
    const bytes = this.bytes(place);
    bytes.fill(0);
    encode(this.recordOf(place)!.form!, value, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0);
  }

  /** Call a function on the buffers; `numbers` are its other parameters, by name. */
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

/** Details of a refusal; the refused action is in its buffer. */
export type Explain = (rules: Rules, action: number, parts: Parts, code: string) => Record<string, unknown>;

/** The rules of a game. */
export class Rules extends CompiledModule<RulesDeclaration> {
  readonly actions: Verbs;
  readonly outcomes: Verbs;
  /** Details that the game adds to a refusal, so that its board can show where it applies. */
  explain: Explain = () => ({});

  constructor(declaration: RulesDeclaration, instance: WebAssembly.Instance) {
    super(declaration, instance);
    this.actions = new Verbs(declaration.actions);
    this.outcomes = new Verbs(declaration.outcomes);
  }

  /** Load the rules from the two files of a game. */
  static async load(declaration: RulesDeclaration, module: Response | BufferSource): Promise<Rules> {
    const source =
      module instanceof Response ? WebAssembly.instantiateStreaming(module) : WebAssembly.instantiate(module);
    return new Rules(declaration, (await source).instance);
  }

  /** Whether the rules report effects. */
  get reports(): boolean {
    return "effects" in this.declaration.records;
  }

  /** The detail of a refusal: the parts of the refused action, and what the game adds. */
  detail(action: number, code: string): Record<string, unknown> {
    const parts = this.actions.parts(action);
    return { ...parts, ...this.explain(this, action, parts, code) };
  }

  /** A new generator; equal seed (two 32-bit words) and stream give equal numbers. */
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

/** A setup and a state, with the questions that the rules answer about them. */
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

  /** The seats to act, or `["chance"]`; empty when the game is over. */
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

/** A masked state: what a seat (null: a spectator) knows of a table. */
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

  /** The view: the fields that all games have, and the game's own. */
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

  /** The legal actions with their parts and previews. */
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

  /** The code of the reason why an action is illegal; null if it is legal. */
  illegalReason(parts: Parts): string | null {
    return (
      this.rules.declaration.why[
        this.load().call("why", { seat: this.#number, action: this.rules.actions.number(parts) })
      ] || null
    );
  }

  /** A determinization, and the generator after it. */
  determinize(rng: Uint8Array): { position: Position; rng: Uint8Array } {
    this.load().put("rng", rng);
    this.rules.call("imagine", { seat: this.#number });
    return {
      position: new Position(this.rules, this.rules.take("into_setup"), this.rules.take("into_state"), null),
      rng: this.rules.take("rng"),
    };
  }
}

/** A full position. Applying an event gives a new position. */
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

  /** Drawing data of what has been revealed, for games that have it besides their views. */
  picture(): unknown {
    if (!this.scene) return null;
    this.load().put("scene", this.scene);
    this.rules.call("unveil");
    this.rules.put("scene", this.rules.take("into_scene"));
    this.rules.bytes("picture").fill(0);
    this.rules.call("depict");
    return this.rules.read("picture");
  }

  /** The number of equally likely draws; UNLISTABLE if they cannot be listed. */
  get chanceCount(): number {
    return this.load().call("chance_range");
  }

  /** The outcome that a draw index stands for, and its parts. */
  chanceOutcome(pick: number): { outcome: number; parts: Parts } {
    const outcome = this.load().call("chance_nth", { pick });
    return { outcome, parts: this.rules.outcomes.parts(outcome) };
  }

  /** The code of the reason why an event is illegal; null if it is legal. */
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

  /** Whether a legal event is hidden from a seat until the game opens it. */
  hides(by: By, action: number, seat: number): boolean {
    return this.load().call("hides", { by: by === "chance" ? -1 : by, action, seat }) !== 0;
  }

  /** Whether all events so far may be public. */
  get isOpen(): boolean {
    return this.load().call("is_open") !== 0;
  }

  /** Whether the step to the next position reveals something to a seat. */
  reveals(after: Position, seat: number): boolean {
    this.rules.put("setup", after.setup);
    this.rules.put("before", this.state);
    this.rules.put("after", after.state);
    return this.rules.call("reveals", { seat }) !== 0;
  }

  /** The position after a legal action or outcome, and the effects that the rules report, for `maskEffects`. A sampled
   * outcome comes with its setup and scene. */
  apply(by: By, number: number, setup = this.setup, scene = this.scene): { next: Position; effects: Uint8Array } {
    this.load().put("setup", setup);
    const reports = this.rules.reports;
    if (reports) this.rules.bytes("effects").fill(0);
    if (by === "chance") this.rules.call("apply_chance", { outcome: number });
    else this.rules.call("apply", { seat: by, action: number });
    if (scene) {
      this.rules.put("scene", scene);
      this.rules.call("witness");
    }
    return {
      next: new Position(this.rules, setup, this.rules.take("state"), scene),
      effects: reports ? this.rules.take("effects") : new Uint8Array(),
    };
  }

  /** What a seat (null: a spectator) may know now of the effects of an event that led here. */
  maskEffects(effects: Uint8Array, seat: number | null): JsonObject[] {
    if (!this.rules.reports) return [];
    this.load().put("effects", effects);
    this.rules.bytes("into_effects").fill(0);
    this.rules.call("mask_effects", { seat: seat ?? -1 });
    this.rules.put("effects", this.rules.take("into_effects"));
    return this.rules.read("effects") as JsonObject[];
  }
}
