/** A table as this page follows it: what the server last said, and what is asked of it. */
import { Refusal } from "./api";
import type { Parts } from "./actions";
import type { Facts } from "./board";
import { connection, type Connection, type Listener, type Sendable } from "./connection.svelte";
import { isHere } from "./local/here";
import type { Because, Done, Entry, Presence, SeatView, TableFacts, Update } from "./messages";
import { Held } from "./law/held";
import type { Law } from "./law/law";
import { loadLaw } from "./law/load";
import { replay } from "./records";
import { complain } from "./refusals";

type Order = Sendable extends infer One ? (One extends { table: string } ? Omit<One, "table"> : never) : never;

function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class LiveTable implements Listener {
  facts = $state.raw<TableFacts | null>(null);
  now = $state.raw<Update | null>(null);
  /** Every entry that was told, by its number; one that was hidden is replaced when it becomes public. */
  entries = $state.raw<Entry[]>([]);
  /** The entries that the last update brought. */
  latest = $state.raw<Entry[]>([]);
  /** Whether the last update came after a gap: then it is a jump, and nothing moves. */
  jumped = $state(true);
  /** How what is seen is drawn, where the game tells that apart: as it was told last. */
  picture = $state.raw<Facts | null>(null);
  /** The parts of the action that was sent and is not answered yet. */
  pending = $state.raw<Parts | null>(null);
  /** Why the table cannot be shown. */
  trouble = $state.raw<Refusal | null>(null);

  readonly #stop: () => void;
  #joining = false;
  /** The law of the game, once it is here: from then on the server need not make views. */
  #law: Law | null = null;
  #held: Held | null = null;

  constructor(readonly id: string) {
    this.#stop = connection.watch(id, this);
  }

  leave(): void {
    this.#stop();
  }

  /** Whether this browser keeps the table itself. */
  get here(): boolean {
    return isHere(this.id);
  }

  get status(): Connection["status"] {
    return connection.statusOf(this.id);
  }

  // -- What the server says

  seen(): number {
    return this.now?.n ?? 0;
  }

  layout(): string {
    return this.#law?.declaration.layout ?? "";
  }

  table(facts: TableFacts): void {
    this.facts = facts;
    this.#held = facts.form === "record" && this.#law ? new Held(this.#law) : null;
    if (!this.#law && !this.here) void this.#holdLaw(facts);
  }

  /** Fetch the law. A page that is older or younger than the server has another one, and goes on with views. */
  async #holdLaw(facts: TableFacts): Promise<void> {
    const law = await loadLaw(facts.game).catch(() => null);
    if (!law || law.declaration.layout !== facts.layout || this.#law) return;
    this.#law = law;
    connection.watchAgain(this.id);
  }

  update(told: Update): void {
    const update = this.#held ? this.#held.take(told) : told;
    this.jumped = this.now === null || this.status !== "live";
    const known = new Map(this.entries.map((entry) => [entry.n, entry]));
    for (const entry of update.entries) known.set(entry.n, entry);
    this.entries = [...known.values()].sort((one, other) => one.n - other.n);
    this.latest = update.entries;
    this.now = update;
    if (update.picture !== undefined) this.picture = update.picture;
    this.#takeMySeats();
  }

  presence({ here, watchers }: Presence): void {
    if (!this.now) return;
    const seats = this.now.seats.map((seat, at) => ({ ...seat, here: here[at] ?? seat.here }));
    this.now = { ...this.now, seats, watchers };
  }

  refused(refusal: Refusal): void {
    this.trouble = refusal;
  }

  // -- What is asked of it

  ask(order: Order): Promise<Done | Because> {
    return connection.ask({ ...order, table: this.id } as unknown as Sendable);
  }

  /** Ask, and tell the reader if it is not granted. */
  async tell(order: Order): Promise<Done | null> {
    try {
      return (await this.ask(order)) as Done;
    } catch (error) {
      complain(error, this.facts?.game);
      return null;
    }
  }

  /** Do one of the legal actions; whether it was done. */
  async act(seat: number, action: string): Promise<boolean> {
    this.pending = this.views.find((one) => one.seat === seat)?.legal.find((one) => one.do === action)?.parts ?? null;
    const done = await this.tell({ type: "act", seq: this.seen(), action, seat } as Order);
    this.pending = null;
    return done !== null;
  }

  async why(seat: number, action: string): Promise<Because | null> {
    try {
      return (await this.ask({ type: "why", action, seat } as Order)) as Because;
    } catch (error) {
      if (error instanceof Refusal) return null; // the table has moved on; its next update says more
      throw error;
    }
  }

  /** How a seat (null: a spectator) saw the table just before chance acted last. It is replayed: the page knows no rules. */
  async beforeChance(seat: number | null): Promise<Facts | null> {
    if (!this.facts || !this.now) return null;
    let events: Entry[] = [];
    for (const entry of this.entries) {
      if (entry.entry === "take_back") events = events.filter((one) => one.n <= entry.to!);
      else if (entry.by !== undefined) events.push(entry);
    }
    const last = events.findLastIndex((entry) => entry.by === "chance");
    if (last < 0) return null;
    const { game, rules, options } = this.facts;
    const header = { record: 1, game, rules, options, seats: this.now.seats.length };
    const record = [header, ...events.slice(0, last).map(({ by, do: action, more }) => ({ ...more, by, do: action }))];
    try {
      const found = await replay(record.map((line) => JSON.stringify(line)).join("\n"), last, 1, seat);
      return found.steps[0]?.view ?? null;
    } catch (error) {
      if (error instanceof Refusal) return null; // then it is not shown
      throw error;
    }
  }

  join(seat?: number): Promise<Done | null> {
    return this.tell({ type: "join", nonce: nonce(), ...(seat === undefined ? {} : { seat }) } as Order);
  }

  /** Seats that are kept for me are mine to take: the table only waits for my nonce, which chance needs to be fair. */
  #takeMySeats(): void {
    const mine = this.now?.phase === "waiting" && this.now.seats.some((seat) => seat.who === "open" && seat.reserved && seat.you);
    if (!mine || this.#joining) return;
    this.#joining = true;
    void this.join().finally(() => (this.#joining = false));
  }

  // -- What follows

  /** My seats, as they see the table; a spectator has one view without a seat. */
  get views(): SeatView[] {
    return this.now?.views ?? [];
  }

  get seated(): boolean {
    return this.views.some((one) => one.seat !== null);
  }

  /** Whether people at other devices play here. */
  get shared(): boolean {
    return this.now?.seats.some((seat) => seat.who === "guest" && !seat.you) ?? false;
  }
}
