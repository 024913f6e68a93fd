/** A watched table: the updates of the server, played back one action at a time, and requests to it. */
import { Refusal } from "../api/refusal";
import type { Parts } from "../engine/actions";
import type { JsonObject } from "../games/board";
import { connection, type Connection, type Listener, type Sendable } from "../api/connection.svelte";
import { isUnnamed } from "../api/guest.svelte";
import { isLocal, type HintGranted } from "../local/local_id";
import type { Because, Done, Entry, Presence, SeatView, StepFacts, TableFacts, Update } from "../messages";
import { PlaybackQueue, type PlaybackItem } from "./playback.svelte";
import { TableMirror } from "../engine/mirror";
import type { Rules } from "../engine/rules";
import { loadRules } from "../engine/load";
import { replay } from "../records/records";
import { reportRefusal } from "../api/report_refusal";
import { saveSetting, settings } from "../app/settings.svelte";
import { actedLast } from "./narration";

type Order = Sendable extends infer One ? (One extends { table: string } ? Omit<One, "table"> : never) : never;

function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One update to play back: the table before and after it. */
export interface Frame extends PlaybackItem {
  before: Update | null;
  after: Update;
  /** Drawing data before and after, for games that have it. */
  pictures: [before: JsonObject | null, after: JsonObject | null];
  /** Whether it came after a gap, or goes backwards: then nothing is animated. */
  jump: boolean;
}

/** Shows frames: knows how many actions each has, and prepares before the table changes. */
export interface FrameRenderer {
  weight(frame: Omit<Frame, "weight">): number;
  show(frame: Frame, time: number): void;
}

/** The number of frames that can be replayed. */
const MAX_FRAMES = 60;
/** How many muted players are remembered. */
const MAX_MUTED = 100;

export class LiveTable implements Listener {
  facts = $state.raw<TableFacts | null>(null);
  /** The table as shown. Playback may be behind the server. */
  now = $state.raw<Update | null>(null);
  /** All entries by number; a hidden entry is replaced when it becomes public. */
  entries = $state.raw<Entry[]>([]);
  /** The entries of the last update. */
  latest = $state.raw<Entry[]>([]);
  /** Whether the last update came after a gap: then nothing is animated. */
  jumped = $state(true);
  /** The last phrase that was said while this page listened. */
  phrase = $state.raw<Entry | null>(null);
  /** The last drawing data, for games that have it. */
  picture = $state.raw<JsonObject | null>(null);
  /** The parts of the action that was sent and is not answered. */
  pending = $state.raw<Parts | null>(null);
  /** Why the table cannot be shown. */
  refusal = $state.raw<Refusal | null>(null);

  /** The frames of what others have done since my last action. */
  recentFrames = $state.raw<readonly Frame[]>([]);
  readonly queue = new PlaybackQueue<Frame>(
    (frame, time) => this.#show(frame, time),
    // With a clock, playback must not cost time.
    () => (settings.pace === "calm" && this.now?.seats.some((seat) => seat.bank !== null) ? "brisk" : settings.pace),
  );

  readonly #stop: () => void;
  #joining = false;
  /** The entry by which I took my seats: earlier updates do not know of them. */
  #joined = 0;
  /** The last update of the server. */
  #newest: Update | null = null;
  #newestPicture: JsonObject | null = null;
  readonly #known = new Map<number, Entry>();
  #renderer: FrameRenderer | null = null;
  /** Whether the next update reports what was missed, not what happens now. */
  #missed = true;
  /** Whether the table is only watched again: in another form, or because the game is over. */
  #reforming = false;
  /** Whether the next update has all entries again, now that nothing in them is hidden any more. */
  #reopening = false;
  /** Whether I have acted since the last frame of others: the next one starts a new list. */
  #acted = false;
  /** The rules of the game, once loaded: from then on the server sends records instead of views. */
  #rules: Rules | null = null;
  #mirror: TableMirror | null = null;

  constructor(readonly id: string) {
    this.#stop = connection.watch(id, this);
  }

  leave(): void {
    this.queue.stop();
    this.#stop();
  }

  /** Whether this is a local table. */
  get isLocal(): boolean {
    return isLocal(this.id);
  }

  get status(): Connection["status"] {
    return connection.statusOf(this.id);
  }

  // -- Messages of the server

  seen(): number {
    return this.#reopening ? 0 : (this.#newest?.n ?? 0);
  }

  layout(): string {
    return this.#rules?.declaration.layout ?? "";
  }

  table(facts: TableFacts): void {
    this.facts = facts;
    this.#missed = !this.#reforming;
    this.#reforming = false;
    this.#mirror = facts.form === "record" && this.#rules ? new TableMirror(this.#rules) : null;
    if (!this.#rules && !this.isLocal) void this.#loadRules(facts);
  }

  /** Load the rules. If their layout differs from the server's, the page continues with views. */
  async #loadRules(facts: TableFacts): Promise<void> {
    const rules = await loadRules(facts.game).catch(() => null);
    if (!rules || rules.declaration.layout !== facts.layout || this.#rules) return;
    this.#rules = rules;
    this.#reforming = connection.status === "live";
    connection.rewatch(this.id);
  }

  update(message: Update): void {
    const all = this.#mirror ? this.#mirror.apply(message) : message;
    const before = this.#newest;
    // In another form all entries come again.
    const after = {
      ...all,
      entries: all.entries.filter(
        (entry) => !this.#known.has(entry.n) || (entry.parts && !this.#known.get(entry.n)?.parts),
      ),
    };
    for (const entry of all.entries) this.#known.set(entry.n, entry);
    if (this.#reopening && before?.n === all.n && !after.entries.length) {
      this.#reopening = false;
      if (this.now?.phase === "over") this.entries = this.#newestVersions(this.entries);
      return;
    }
    this.#reopening = false;
    const pictures: Frame["pictures"] = [this.#newestPicture, after.picture ?? this.#newestPicture];
    const own = after.entries.some(
      (entry) => typeof entry.by === "number" && after.seats[entry.by]?.you && entry.n > (before?.n ?? 0),
    );
    const jump = !before || this.#missed || after.entries.some((entry) => entry.entry === "take_back");
    this.#missed = false;
    [this.#newest, this.#newestPicture] = [after, pictures[1]];
    const frame = { before, after, pictures, own, jump };
    const whole = { ...frame, weight: jump ? 0 : (this.#renderer?.weight(frame) ?? 1) };
    // My own actions, missed updates and updates in the background are shown at once.
    if (own || jump || document.hidden) this.queue.catchUp();
    if (jump || document.hidden) this.#show(whole, 0);
    else this.queue.push(whole);
    this.#takeMySeats();
    if (before && before.phase !== "over" && after.phase === "over") this.#reopen();
  }

  /** Ask for all entries again: effects of earlier ones that were masked are known when the game is over. */
  #reopen(): void {
    if (connection.statusOf(this.id) !== "live") return;
    [this.#reforming, this.#reopening] = [true, true];
    connection.rewatch(this.id);
  }

  #newestVersions(entries: Entry[]): Entry[] {
    return entries.map((entry) => this.#known.get(entry.n) ?? entry);
  }

  #show(frame: Frame, time: number): void {
    const { after, before, jump } = frame;
    this.#renderer?.show(frame, time);
    const known = new Map(this.entries.map((entry) => [entry.n, entry]));
    for (const entry of after.entries) known.set(entry.n, entry);
    const sorted = [...known.values()].sort((one, other) => one.n - other.n);
    this.entries = after.phase === "over" ? this.#newestVersions(sorted) : sorted;
    this.#remember(frame);
    if (!jump && before) this.phrase = after.entries.findLast((entry) => entry.entry === "phrase") ?? this.phrase;
    this.jumped = jump || before === null;
    this.latest = after.entries;
    this.picture = frame.pictures[1];
    this.now = after;
  }

  /** Add a frame to the recent ones, or start a new list with it. */
  #remember(frame: Frame): void {
    if (frame.jump) return void (this.#acted = true);
    const others = this.#actors(frame);
    if (frame.own) this.#acted = true;
    if (!others.length) return;
    // For spectators a new turn starts a new list.
    const last = this.recentFrames.at(-1);
    const next = this.#acted || (!this.seated && last && this.#actors(last)[0] !== others[0]);
    this.recentFrames = next ? [frame] : [...this.recentFrames.slice(-MAX_FRAMES), frame];
    this.#acted = frame.own && actedLast(frame.after.entries, (seat) => !!frame.after.seats[seat]?.you);
  }

  /** The other players who openly acted in a frame. */
  #actors({ after }: Frame): number[] {
    return after.entries.flatMap(({ by, parts }) =>
      typeof by === "number" && parts && !(after.seats[by]?.you && this.seated) ? [by] : [],
    );
  }

  /** Set the renderer and start playback. */
  setRenderer(renderer: FrameRenderer): void {
    this.#renderer = renderer;
    this.queue.open();
  }

  /** Play the recent actions of others again. */
  replayRecent(): void {
    const [frames, first, last, now] = [this.recentFrames, this.recentFrames[0], this.recentFrames.at(-1), this.now];
    if (!first?.before || !last || !now || this.queue.busy) return;
    // Hidden actions may have happened since.
    const present: Frame = {
      before: last.after,
      after: { ...now, entries: [] },
      pictures: [last.pictures[1], this.picture],
      own: false,
      jump: false,
      weight: 0,
    };
    this.recentFrames = [];
    [this.latest, this.jumped, this.picture, this.now] = [[], true, first.pictures[0], first.before];
    this.queue.replay(now.n > last.after.n ? [...frames, present] : frames);
  }

  /** Whether actions of others are being played back. */
  get playingBack(): boolean {
    return this.queue.busy && (this.queue.waiting > 0 || this.stepsShown > 1);
  }

  /** The number of recent actions that have been shown. */
  readonly stepsShown = $derived(this.recentFrames.filter((frame) => frame.weight > 0).length);

  /** Whether I am to act, by the last update. */
  get isMyTurn(): boolean {
    return this.#newest?.views?.some((one) => one.seat !== null && one.legal.length) ?? false;
  }

  presence({ here, watchers }: Presence): void {
    const now = (update: Update): Update => ({
      ...update,
      seats: update.seats.map((seat, at) => ({ ...seat, here: here[at] ?? seat.here })),
      watchers,
    });
    if (!this.now || !this.#newest) return;
    const same = this.now === this.#newest;
    this.#newest = now(this.#newest);
    this.queue.map((frame) => ({ ...frame, after: now(frame.after) }));
    this.now = same ? this.#newest : now(this.now);
  }

  refused(refusal: Refusal): void {
    this.refusal = refusal;
  }

  // -- Requests

  ask(order: Order): Promise<Done | Because> {
    return connection.ask({ ...order, table: this.id } as unknown as Sendable);
  }

  /** Send a request and report a refusal; null if it was refused. */
  async send(order: Order): Promise<Done | null> {
    try {
      return (await this.ask(order)) as Done;
    } catch (error) {
      reportRefusal(error, this.facts?.game);
      return null;
    }
  }

  /** Perform a legal action; resolves to whether it was done. */
  async act(seat: number, action: string): Promise<boolean> {
    this.queue.catchUp();
    this.pending = this.views.find((one) => one.seat === seat)?.legal.find((one) => one.do === action)?.parts ?? null;
    const done = await this.send({ type: "act", seq: this.seen(), action, seat } as Order);
    this.pending = null;
    return done !== null;
  }

  /** Whether hints are allowed, and the page has the masked state to compute them. */
  get mayHint(): boolean {
    return this.now?.hint === true && (this.isLocal || this.#mirror !== null);
  }

  /** Tell the table that a seat uses a hint; resolves to its masked state. Null if refused, or the page has only
   * views. */
  async hint(seat: number): Promise<{ setup: Uint8Array; state: Uint8Array } | null> {
    const done = await this.send({ type: "hint", seat } as Order);
    if (!done) return null;
    return this.isLocal ? (done as HintGranted).known : (this.#mirror?.known(seat) ?? null);
  }

  async why(seat: number, action: string): Promise<Because | null> {
    try {
      return (await this.ask({ type: "why", action, seat } as Order)) as Because;
    } catch (error) {
      if (error instanceof Refusal) return null; // the table has moved on; its next update says more
      throw error;
    }
  }

  /** The view of a seat (null: a spectator) just before the last outcome of chance. */
  async beforeChance(seat: number | null): Promise<JsonObject | null> {
    const events = this.inForce.filter((entry) => entry.by !== undefined);
    const last = events.findLastIndex((entry) => entry.by === "chance");
    if (last < 0) return null;
    return (await this.#replay(events.slice(0, last), last, 1, seat))[0]?.view ?? null;
  }

  /** The entries that were not taken back. */
  readonly inForce = $derived.by(() => {
    let entries: Entry[] = [];
    for (const entry of this.entries) {
      if (entry.entry === "take_back") entries = entries.filter((one) => one.by === undefined || one.n <= entry.to!);
      entries.push(entry);
    }
    return entries;
  });

  /** Replay some events. */
  async #replay(events: readonly Entry[], first: number, count: number, seat: number | null): Promise<StepFacts[]> {
    if (!this.facts || !this.now) return [];
    const { game, rules, options } = this.facts;
    const header = { record: 1, game, rules, options, seats: this.now.seats.length };
    const record = [header, ...events.map(({ by, do: action, more }) => ({ ...more, by, do: action }))];
    try {
      return (await replay(record.map((line) => JSON.stringify(line)).join("\n"), first, count, seat)).steps;
    } catch (error) {
      if (error instanceof Refusal) return []; // without a replay there are no views
      throw error;
    }
  }

  /** Take a seat, or the seats that are reserved for me. */
  async join(): Promise<void> {
    const newest = this.#newest;
    const taken = !newest || newest.n < this.#joined || newest.seats.some((seat) => seat.you && seat.who === "guest");
    if (taken || this.#joining) return;
    this.#joining = true;
    const done = await this.send({ type: "join", nonce: nonce() } as Order);
    this.#joining = false;
    this.#joined = done?.n ?? 0;
  }

  /** Whether a seat is reserved for me, and I must tell the others my name before I take it. */
  readonly asksName = $derived.by(() => {
    const { phase, seats = [] } = this.now ?? {};
    const others = seats.some((seat) => seat.who !== "bot" && !seat.you);
    return phase === "waiting" && others && isUnnamed() && seats.some((seat) => seat.reserved && seat.you);
  });

  /** Take my reserved seats: the table waits for my nonce, which makes chance fair. */
  #takeMySeats(): void {
    const newest = this.#newest; // playback may be behind
    const mine =
      newest?.phase === "waiting" && newest.seats.some((seat) => seat.who === "open" && seat.reserved && seat.you);
    if (mine && !this.asksName) void this.join();
  }

  // -- Derived

  /** The views of my seats; a spectator has one view without a seat. */
  get views(): SeatView[] {
    return this.now?.views ?? [];
  }

  get seated(): boolean {
    return this.views.some((one) => one.seat !== null);
  }

  /** Whether somebody else hears what is said here. */
  get hasListeners(): boolean {
    return this.seated && !this.isLocal && (this.shared || (this.now?.watchers ?? 0) > 0);
  }

  /** Whether the phrases of a seat are not shown on this device. */
  isMuted(seat: number): boolean {
    return settings.muted.includes(`${this.id} ${seat}`);
  }

  mute(seat: number, on: boolean): void {
    const others = settings.muted.filter((one) => one !== `${this.id} ${seat}`);
    saveSetting("muted", on ? [...others, `${this.id} ${seat}`].slice(-MAX_MUTED) : others);
  }

  /** Whether people at other devices play here. */
  get shared(): boolean {
    return this.now?.seats.some((seat) => seat.who === "guest" && !seat.you) ?? false;
  }
}
