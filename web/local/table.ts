/** A table on one device: the fold over its log, told in the messages that a server would send.
 *
 * It has no joins, hosts or clocks, only actions, chance, bots, take-backs and the result, each a call of the compiled law;
 * what is more belongs to the server. Each seat has its own knowledge here as there.
 */
import { Chance, commitment } from "../records/fairness";
import type { Bots } from "../engine/bots";
import { SAMPLED, type By, type Law, type Position } from "../engine/rules";
import type { Sampler } from "../engine/load";
import type { Because, Entry, Fair, SeatState, TableFacts, Update } from "../messages";
import type { Happened as GameEvent, Kept, Logged } from "./storage";

/** Pick from this range where what chance brings cannot be listed. */
const SEEDS = 2 ** 53;
const WORD = 2 ** 32;

/** Something that is not granted, by its code. */
export class NotGranted extends Error {
  constructor(
    readonly code: string,
    readonly detail: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

/** The chance of a kept game: nobody but this page has a part in it. */
export function chanceOf({ seed, places }: { seed: string; places: readonly unknown[] }): Chance {
  return new Chance(
    seed,
    places.map(() => ""),
  );
}

/** The header's field `fair` (of a game that was begun as such, and not taken from another's middle), with the seed once the game is over. `by` says that the page itself held the seed. */
export function fairOf(kept: Kept, over: boolean): Fair & { by: "page" } {
  return {
    commitment: commitment(kept.seed),
    nonces: kept.places.map(() => ""),
    ...(over ? { seed: kept.seed } : {}),
    ...(Object.keys(kept.choices).length ? { choices: kept.choices } : {}),
    ...kept.drawn,
    by: "page",
  };
}

/** What chance brings at a position, by the pick of a number. */
export async function drawn(
  law: Law,
  sampler: Sampler | null,
  position: Position,
  chance: Chance,
  number: number,
  kind: string,
): Promise<GameEvent> {
  const size = position.chanceRange;
  if (size !== SAMPLED) {
    const pick = chance.pick(number, size);
    return { by: "chance", do: law.outcomes.write(position.draw(pick).parts), picks: [[pick, size]] };
  }
  const pick = chance.pick(number, SEEDS);
  const { box } = await sampler!.sample(law, position.setup, pick % WORD, Math.floor(pick / WORD), kind);
  return { by: "chance", do: law.outcomes.write(law.outcomes.parts(0)), picks: [[pick, SEEDS]], box };
}

/** The position after an event, and its number; not granted if it cannot happen. */
export function after(
  position: Position,
  sampler: Sampler | null,
  { by, do: done, box }: GameEvent,
): { number: number; next: Position } {
  const { law } = position;
  const acts = position.toAct;
  if (!acts.includes(by)) throw new NotGranted(acts.length ? "not_to_act" : "over");
  const verbs = by === "chance" ? law.outcomes : law.actions;
  const number = verbs.read(done);
  if (number === null) throw new NotGranted("unknown_action");
  const code = position.refusal(by, number);
  if (code) throw new NotGranted(code, by === "chance" ? {} : law.detail(number, code));
  if (by !== "chance" || position.chanceRange !== SAMPLED) return { number, next: position.play(by, number) };
  if (box === undefined) throw new NotGranted("malformed");
  const { setup, scene } = sampler!.settle(law, position.setup, box);
  return { number, next: position.play(by, number, setup, scene) };
}

export class HereTable {
  position: Position;
  n = 0;
  readonly mine: number[];
  #picks: number;
  /** From which seats an event is, or was, hidden, and the number of the entry that made it public. */
  readonly #veils = new Map<number, { seats: Set<number>; opened: number | null }>();
  /** The hidden events that the game will open. */
  #sealed: number[] = [];
  /** The last entry by which something to be drawn came to light. */
  #lit = 0;
  /** How many moves each seat has looked at a hint for, and whether it has for this one. */
  readonly #hints: number[];
  readonly #hinted = new Set<number>();
  /** What chance has still to bring, where a game goes on from another one. */
  #coming: readonly GameEvent[];
  /** The events that may still be taken back, and the position before each. */
  #undo: { n: number; by: By; before: Position }[] = [];

  constructor(
    readonly kept: Kept,
    readonly law: Law,
    readonly sampler: Sampler | null,
  ) {
    this.mine = kept.places.flatMap((place, seat) => (place.who === "here" ? [seat] : []));
    this.#picks = kept.drawn?.picks.length ?? 0;
    this.#hints = kept.places.map(() => 0);
    this.#coming = kept.from?.coming ?? [];
    this.position = law.start(kept.places.length, kept.options);
    for (const entry of kept.entries) this.#apply(entry);
  }

  get over(): boolean {
    return this.position.toAct.length === 0;
  }

  // -- Going on. What is done is added to the log; whoever calls keeps it before anybody is told.

  /** Do what a seat wants, if it may. `seen` is the last entry that whoever chose had seen. */
  act(seat: number, action: string, seen: number): void {
    if (!this.mine.includes(seat)) throw new NotGranted("not_seated");
    if (this.kept.entries.findLastIndex((entry) => "by" in entry && entry.by === seat) >= seen)
      throw new NotGranted("stale");
    this.#add({ by: seat, do: action });
  }

  /** Let chance act as long as it has to. */
  async drawAll(): Promise<void> {
    const chance = chanceOf(this.kept);
    while (this.position.toAct[0] === "chance") {
      const known = this.#next();
      if (known) this.#add(known);
      else
        this.#add(
          await drawn(this.law, this.sampler, this.position, chance, this.#picks, String(this.kept.choices["box"])),
        );
    }
  }

  /** What chance brought in the game that this one goes on from, if it can come now. */
  #next(): GameEvent | null {
    const [next] = this.#coming;
    const number = next && this.position.chanceRange !== SAMPLED ? this.law.outcomes.read(next.do) : null;
    return number !== null && this.position.refusal("chance", number) === null ? { by: "chance", do: next!.do } : null;
  }

  /** Let the next bot act that is to; whether there was one. It is given what its seat knows. */
  think(bots: Bots, rng: Uint8Array): boolean {
    const seat = this.position.toAct.find((one) => one !== "chance" && this.kept.places[one]!.who === "bot") as
      number | undefined;
    if (seat === undefined) return false;
    const { bot } = this.kept.places[seat] as { bot: string };
    const { action } = bots.choose(bot, this.position.known(seat), seat, rng);
    this.#add({ by: seat, do: this.law.actions.write(this.law.actions.parts(action)), bot });
    return true;
  }

  /** Take back the last action of somebody here, and what bots did since. */
  takeBack(): void {
    const to = this.#mayTakeBack;
    if (to === null) throw new NotGranted("no_take_back");
    this.#add({ entry: "take_back", to });
  }

  /** Somebody here looks at a hint: it counts once a move. What the seat knows, to think of one. */
  hint(seat: number): { setup: Uint8Array; state: Uint8Array } {
    if (!this.mayHint) throw new NotGranted("no_hints");
    if (!this.mine.includes(seat)) throw new NotGranted("not_seated");
    if (!this.position.toAct.includes(seat)) throw new NotGranted("not_to_act");
    if (!this.#hinted.has(seat)) this.#add({ entry: "hint", seat });
    const { setup, state } = this.position.known(seat);
    return { setup, state };
  }

  /** Whether hints may be looked at: where one plays alone or against bots, else if that was agreed on. */
  get mayHint(): boolean {
    return !this.over && (this.mine.length === 1 || this.kept.hints === true);
  }

  /** Where a take-back would lead: before the last action of somebody here, where nothing was revealed since. */
  get #mayTakeBack(): number | null {
    const last = this.#undo.findLast(({ by }) => this.mine.includes(by as number));
    return last && !this.over ? last.n - 1 : null;
  }

  #add(entry: Logged): void {
    this.#apply(entry);
    this.kept.entries.push(entry);
  }

  #apply(entry: Logged): void {
    if ("entry" in entry) {
      this.n++;
      if (entry.entry === "hint") {
        this.#hints[entry.seat]!++;
        this.#hinted.add(entry.seat);
        return;
      }
      this.#hinted.clear();
      while (this.#undo.length && this.#undo.at(-1)!.n > entry.to) {
        const undone = this.#undo.pop()!;
        this.position = undone.before;
        if (this.#sealed.at(-1) === undone.n) this.#sealed.pop(); // what never came about is told when all is over
      }
      return;
    }
    const before = this.position;
    const { number, next } = after(before, this.sampler, entry);
    this.n++;
    if (entry.by === "chance") {
      this.#hinted.clear();
      if (this.n > (this.kept.from?.taken ?? 0)) this.#coming = this.#coming.slice(1);
    } else this.#hinted.delete(entry.by);
    const hidden = this.mine.filter((seat) => before.hides(entry.by, number, seat));
    if (hidden.length) {
      this.#veils.set(this.n, { seats: new Set(hidden), opened: null });
      this.#sealed.push(this.n);
    }
    this.position = next;
    if (next.isOpen || this.over) {
      const opened = this.over ? [...this.#veils.keys()] : this.#sealed;
      for (const n of opened) this.#veils.get(n)!.opened ??= this.n;
      this.#sealed = [];
    }
    if (next.scene && (!before.scene || before.reveals(next, 0))) this.#lit = this.n;
    this.#picks += entry.picks?.length ?? 0;
    if (entry.by === "chance" || this.mine.some((seat) => before.reveals(next, seat))) this.#undo = [];
    else this.#undo.push({ n: this.n, by: entry.by, before });
  }

  // -- What is told

  facts(): TableFacts {
    const { id, game, rules, choices, seed } = this.kept;
    const facts = { table: id, game, rules, options: this.position.options, choices, commitment: commitment(seed) };
    return {
      type: "table",
      ...facts,
      clock: null,
      listed: false,
      hints: this.kept.hints === true,
      code: null,
      phrases: [],
      bots: [],
      form: "view",
      layout: "",
    };
  }

  update(since: number, anew = false): Update {
    const [over, lit] = [this.over, anew || since < this.#lit];
    return {
      type: "update",
      table: this.kept.id,
      n: this.n,
      after: since,
      entries: this.#told(since),
      phase: over ? "over" : "running",
      ending: over ? "complete" : null,
      host: false,
      draw: false,
      seats: this.kept.places.map((place, seat) => seatState(place, this.#hints[seat]!)),
      watchers: 0,
      views: this.mine.map((seat) => {
        const known = this.position.known(seat);
        return { seat, view: known.view(), legal: known.legal() as never };
      }),
      ...(lit ? { picture: this.position.picture() as Update["picture"] & object } : {}),
      take_back: this.#mayTakeBack !== null,
      hint: this.mayHint,
      fair: fairOf(this.kept, over),
      rematch: this.kept.rematch,
    };
  }

  /** Why a seat may not do something, by what it knows; the code is null if it may. */
  why(seat: number, action: string): Because {
    const number = this.law.actions.read(action);
    const code =
      number === null
        ? "unknown_action"
        : this.position.toAct.includes(seat)
          ? this.position.known(seat).why(this.law.actions.parts(number))
          : "not_to_act";
    const detail = number === null || code === null ? {} : this.law.detail(number, code);
    return { type: "because", table: this.kept.id, action, code, message: code ?? "", detail };
  }

  /** How the game stands, for lists. */
  standing(): Partial<Kept> {
    const outcome = this.position.outcome;
    const toAct = this.position.toAct.filter((one) => one !== "chance") as number[];
    return {
      toAct,
      scores: outcome?.scores ?? null,
      winners: outcome?.winners ?? null,
      reason: outcome?.reason ?? null,
    };
  }

  #isVeiled(n: number, when = Infinity): boolean {
    const veil = this.#veils.get(n);
    return (
      veil !== undefined &&
      (veil.opened === null || veil.opened > when) &&
      this.mine.every((seat) => veil.seats.has(seat))
    );
  }

  /** The entries after a number, and before them those that were hidden when it was new and are public now. */
  #told(since: number): Entry[] {
    const opened = [...this.#veils.keys()].filter((n) => n <= since && this.#isVeiled(n, since) && !this.#isVeiled(n));
    const later = Array.from({ length: this.n - since }, (_, place) => since + 1 + place);
    return [...opened, ...later].map((n) => this.#tell(n));
  }

  #tell(n: number): Entry {
    const logged = this.kept.entries[n - 1]!;
    if ("entry" in logged)
      return logged.entry === "hint"
        ? { n, ...logged }
        : { n, entry: logged.entry, to: logged.to, seat: this.mine[0]! };
    const { by, do: done, picks, bot, box } = logged;
    if (this.#isVeiled(n)) return { n, by, do: null };
    const verbs = by === "chance" ? this.law.outcomes : this.law.actions;
    return {
      n,
      by,
      do: done,
      parts: verbs.parts(verbs.read(done)!),
      ...(bot === undefined ? {} : { bot }),
      ...(picks ? { picks } : {}),
      ...(box === undefined ? {} : { more: { box } }),
    };
  }
}

function seatState(place: Kept["places"][number], hints: number): SeatState {
  const bot = place.who === "bot" ? place.bot : null;
  const rest = { host: false, here: true, away: false, resigned: false, bank: null, reserved: false };
  return { who: bot ? "bot" : "guest", name: place.name, bot, you: !bot, ...rest, ...(hints ? { hints } : {}) };
}
