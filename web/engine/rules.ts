/** A game's law in the page: the very functions that the server runs, compiled to WebAssembly, and a table made of them.
 *
 * Nothing of a game is written here. Its `law.json` says which functions there are, which records they take and how those
 * are read; what a table tells is put together as `core/game.py` does it.
 */
import { Verbs, type Parts } from "./actions";
import { readNumber, reader, writeNumber, type Layout, type Read } from "./schema";

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
  records: Record<string, { size: number; numbers: Record<string, [offset: number, kept: Kept]>; form?: Layout }>;
}

/** What `law.json` holds. */
export interface Declaration extends ModuleDeclaration {
  rules: number;
  /** Whoever has the same one means the same by the bytes of records. */
  layout: string;
  actions: ConstructorParameters<typeof Verbs>[0];
  outcomes: ConstructorParameters<typeof Verbs>[0];
  why: string[];
  reasons: string[];
  options: Record<string, OptionFacts>;
  data: Record<string, unknown>;
}

/** Who does something: a seat, or chance. */
export type By = number | "chance";

export interface Choice {
  do: string;
  parts: Parts;
  preview: unknown;
}

export type View = Record<string, unknown>;

type Functions = Record<string, (...given: number[]) => number>;

/** What `to_act` answers when it is chance's turn. */
const CHANCE = 2 ** 32;
/** What `chance_range` answers when outcomes cannot be listed. */
export const SAMPLED = 0;

/** The compiled functions of a game. Each record that a function takes has one place in the module's memory, named like the
 * parameter; whoever calls puts the record's bytes there first, and takes away what was written. */
export class Module<D extends ModuleDeclaration = ModuleDeclaration> {
  readonly #functions: Functions;
  readonly #memory: WebAssembly.Memory;
  readonly #places: Record<string, { at: number; size: number }> = {};
  readonly #readers: Record<string, Read> = {};

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
    for (const [name, { form }] of Object.entries(declaration.records)) if (form) this.#readers[name] = reader(form);
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
export type Explain = (law: Law, action: number, parts: Parts, code: string) => Record<string, unknown>;

/** The law of a game. */
export class Law extends Module<Declaration> {
  readonly actions: Verbs;
  readonly outcomes: Verbs;
  /** What the game's folder adds to a refusal, so that a board can show where it applies. */
  more: Explain = () => ({});

  constructor(declaration: Declaration, instance: WebAssembly.Instance) {
    super(declaration, instance);
    this.actions = new Verbs(declaration.actions);
    this.outcomes = new Verbs(declaration.outcomes);
  }

  /** The law of a game from its two files. */
  static async load(declaration: Declaration, module: Response | BufferSource): Promise<Law> {
    const source =
      module instanceof Response ? WebAssembly.instantiateStreaming(module) : WebAssembly.instantiate(module);
    return new Law(declaration, (await source).instance);
  }

  /** Where a refusal applies: the parts of the action that was refused just now, and what the game adds. */
  detail(action: number, code: string): Record<string, unknown> {
    const parts = this.actions.parts(action);
    return { ...parts, ...this.more(this, action, parts, code) };
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

/** A setup and a state, and what the law says of them. */
class Records {
  constructor(
    readonly law: Law,
    readonly setup: Uint8Array,
    readonly state: Uint8Array,
  ) {}

  protected lay(): Law {
    this.law.put("setup", this.setup);
    this.law.put("state", this.state);
    return this.law;
  }

  get seats(): number {
    return this.law.get(this.setup, "setup", "seats");
  }

  /** The seats to act, or chance alone; nobody when the game is over. */
  get toAct(): By[] {
    const who = this.lay().call("to_act");
    if (who === CHANCE) return ["chance"];
    return Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => (who >> seat) & 1);
  }

  numbers(seat: number): number[] {
    if (!this.toAct.includes(seat)) return [];
    return Array.from({ length: this.law.call("legal_count", { seat }) }, (_, k) =>
      this.law.call("legal_nth", { seat, k }),
    );
  }

  get scores(): number[] {
    this.lay();
    return Array.from({ length: this.seats }, (_, seat) => this.law.call("score", { seat }));
  }

  get outcome(): { scores: number[]; winners: number[]; reason: string } | null {
    if (this.toAct.length) return null;
    const won = this.law.call("winners");
    const winners = Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => (won >> seat) & 1);
    return { scores: this.scores, winners, reason: this.law.declaration.reasons[this.law.call("reason")]! };
  }

  get options(): Record<string, boolean | number | string> {
    return Object.fromEntries(
      Object.entries(this.law.declaration.options).map(([name, option]) => {
        const kept = this.law.get(this.setup, "setup", name);
        return [name, option.type === "choice" ? option.values[kept]! : option.type === "boolean" ? kept !== 0 : kept];
      }),
    );
  }
}

/** What a seat (null: a spectator) knows of a table. */
export class Known extends Records {
  constructor(
    law: Law,
    setup: Uint8Array,
    state: Uint8Array,
    readonly seat: number | null,
  ) {
    super(law, setup, state);
  }

  get #number(): number {
    return this.seat ?? -1;
  }

  /** What is shown: what all games tell, and what the game's own view adds. */
  view(): View {
    const general = {
      game: this.law.declaration.game,
      seat: this.seat,
      seats: this.seats,
      options: this.options,
      to_act: this.toAct,
      outcome: this.outcome,
    };
    this.lay().bytes("view").fill(0);
    this.law.call("show", { seat: this.#number });
    return { ...general, ...(this.law.read("view") as object) };
  }

  /** The legal actions with their parts, and what each would bring. */
  legal(): Choice[] {
    if (this.seat === null) return [];
    const numbers = this.numbers(this.seat);
    return numbers.map((action) => {
      const parts = this.law.actions.parts(action);
      this.law.bytes("preview").fill(0);
      this.law.call("preview", { seat: this.#number, action });
      return { do: this.law.actions.write(parts), parts, preview: this.law.read("preview") };
    });
  }

  /** Why the seat may not do this now, as a code; null if it may. */
  why(parts: Parts): string | null {
    return (
      this.law.declaration.why[
        this.lay().call("why", { seat: this.#number, action: this.law.actions.number(parts) })
      ] || null
    );
  }

  /** A world that fits, and the generator as it goes on. */
  imagine(rng: Uint8Array): { world: Position; rng: Uint8Array } {
    this.lay().put("rng", rng);
    this.law.call("imagine", { seat: this.#number });
    return {
      world: new Position(this.law, this.law.take("into_setup"), this.law.take("into_state"), null),
      rng: this.law.take("rng"),
    };
  }
}

/** A table between two events, as it truly is. Playing gives a new position. */
export class Position extends Records {
  constructor(
    law: Law,
    setup: Uint8Array,
    state: Uint8Array,
    readonly scene: Uint8Array | null,
  ) {
    super(law, setup, state);
  }

  known(seat: number | null): Known {
    this.lay().call("known", { seat: seat ?? -1 });
    return new Known(this.law, this.law.take("into_setup"), this.law.take("into_state"), seat);
  }

  /** How what has come to light is drawn, where a game tells that apart from its views. */
  picture(): unknown {
    if (!this.scene) return null;
    this.lay().put("scene", this.scene);
    this.law.call("unveil");
    this.law.put("scene", this.law.take("into_scene"));
    this.law.bytes("picture").fill(0);
    this.law.call("depict");
    return this.law.read("picture");
  }

  /** How many equally likely picks chance has; SAMPLED if they cannot be listed. */
  get chanceRange(): number {
    return this.lay().call("chance_range");
  }

  /** The position after what a pick of chance stands for, and its parts. */
  draw(pick: number): { outcome: number; parts: Parts } {
    const outcome = this.lay().call("chance_nth", { pick });
    return { outcome, parts: this.law.outcomes.parts(outcome) };
  }

  /** Why this cannot happen here, as a code; null if it can. */
  refusal(by: By, number: number): string | null {
    const { why } = this.law.declaration;
    this.lay();
    return (
      why[
        by === "chance"
          ? this.law.call("chance_why", { outcome: number })
          : this.law.call("why", { seat: by, action: number })
      ] || null
    );
  }

  /** Whether an event that is possible here is kept from a seat until all is open. */
  hides(by: By, action: number, seat: number): boolean {
    return this.lay().call("hides", { by: by === "chance" ? -1 : by, action, seat }) !== 0;
  }

  /** Whether all events up to here may be told to everybody. */
  get isOpen(): boolean {
    return this.lay().call("is_open") !== 0;
  }

  /** Whether the step from here to the next position taught a seat something that it could not know. */
  reveals(after: Position, seat: number): boolean {
    this.law.put("setup", after.setup);
    this.law.put("before", this.state);
    this.law.put("after", after.state);
    return this.law.call("reveals", { seat }) !== 0;
  }

  /** The position after a possible action or outcome. Where chance has brought a setup and a scene, these are given. */
  play(by: By, number: number, setup = this.setup, scene = this.scene): Position {
    this.lay().put("setup", setup);
    if (by === "chance") this.law.call("apply_chance", { outcome: number });
    else this.law.call("apply", { seat: by, action: number });
    if (scene) {
      this.law.put("scene", scene);
      this.law.call("witness");
    }
    return new Position(this.law, setup, this.law.take("state"), scene);
  }
}
