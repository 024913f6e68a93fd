/** A local table: a fold over its log, with the same messages as a server's table. It has actions, chance, bots, take-
 * backs and the result, but no joins, hosts or clocks. Each seat has its own masked state. */
import { Chance, commitment } from "../records/fairness";
import type { Bots } from "../engine/bots";
import { UNLISTABLE, type By, type Rules, type Position } from "../engine/rules";
import type { Sampler } from "../engine/load";
import type { Because, Entry, Fair, SeatState, TableFacts, Update } from "../messages";
import { applyEvent, drawOutcome, RefusedError, type RecordedEvent } from "../records/events";
import type { LocalGame, LogEntry } from "./storage";

/** The chance of a local game; no other party contributes a nonce. */
export function localChance({ seed, places }: { seed: string; places: readonly unknown[] }): Chance {
  return new Chance(
    seed,
    places.map(() => ""),
  );
}

/** The `fair` field of a record's header, with the seed once the game is over. `by` says that the page held the seed.
 * Not for forks. */
export function fairField(game: LocalGame, over: boolean): Fair & { by: "page" } {
  return {
    commitment: commitment(game.seed),
    nonces: game.places.map(() => ""),
    ...(over ? { seed: game.seed } : {}),
    ...(Object.keys(game.choices).length ? { choices: game.choices } : {}),
    ...game.drawn,
    by: "page",
  };
}

export class LocalTable {
  position: Position;
  n = 0;
  readonly mine: number[];
  #picks: number;
  /** Hidden events: from which seats, and the entry that made each public (null while it is hidden). */
  readonly #hidden = new Map<number, { seats: Set<number>; opened: number | null }>();
  /** Hidden events that become public when the game opens them. */
  #sealed: number[] = [];
  /** What each event in force changed, by entry number. */
  readonly #effects = new Map<number, Uint8Array>();
  /** The last entry that revealed something of the scene. */
  #sceneShown = 0;
  /** How many moves each seat used a hint for, and the seats that used one for the current move. */
  readonly #hints: number[];
  readonly #hinted = new Set<number>();
  /** The draws still to come from the original of a fork. */
  #plannedDraws: readonly RecordedEvent[];
  /** The events that can still be taken back, and the position before each. */
  #undo: { n: number; by: By; before: Position }[] = [];

  constructor(
    readonly game: LocalGame,
    readonly rules: Rules,
    readonly sampler: Sampler | null,
  ) {
    this.mine = game.places.flatMap((place, seat) => (place.who === "here" ? [seat] : []));
    this.#picks = game.drawn?.picks.length ?? 0;
    this.#hints = game.places.map(() => 0);
    this.#plannedDraws = game.from?.coming ?? [];
    this.position = rules.start(game.places.length, game.options);
    for (const entry of game.entries) this.#apply(entry);
  }

  get over(): boolean {
    return this.position.toAct.length === 0;
  }

  // -- Changes. Callers store the log before they send anything.

  /** Perform an action. `seen` is the last entry that the player had seen. */
  act(seat: number, action: string, seen: number): void {
    if (!this.mine.includes(seat)) throw new RefusedError("not_seated");
    if (this.game.entries.findLastIndex((entry) => "by" in entry && entry.by === seat) >= seen)
      throw new RefusedError("stale");
    this.#add({ by: seat, do: action });
  }

  /** Resolve all pending chance. */
  async resolveChance(): Promise<void> {
    const chance = localChance(this.game);
    while (this.position.toAct[0] === "chance") {
      const known = this.#next();
      if (known) this.#add(known);
      else
        this.#add(await drawOutcome(this.rules, this.sampler, this.position, chance, this.#picks, this.game.choices));
    }
  }

  /** The next draw of the original game, if it is legal now. */
  #next(): RecordedEvent | null {
    const [next] = this.#plannedDraws;
    const number = next && this.position.chanceCount !== UNLISTABLE ? this.rules.outcomes.parse(next.do) : null;
    return number !== null && this.position.illegalReason("chance", number) === null
      ? { by: "chance", do: next!.do }
      : null;
  }

  /** Let the next bot act, with the masked state of its seat; returns whether there was one. */
  playBot(bots: Bots, rng: Uint8Array): boolean {
    const seat = this.position.toAct.find((one) => one !== "chance" && this.game.places[one]!.who === "bot") as
      number | undefined;
    if (seat === undefined) return false;
    const { bot } = this.game.places[seat] as { bot: string };
    const { action } = bots.choose(bot, this.position.mask(seat), seat, rng);
    this.#add({ by: seat, do: this.rules.actions.text(this.rules.actions.parts(action)), bot });
    return true;
  }

  /** Take back the last action of a person here, and what bots did since. */
  takeBack(): void {
    const to = this.#mayTakeBack;
    if (to === null) throw new RefusedError("no_take_back");
    this.#add({ entry: "take_back", to });
  }

  /** Log a hint, counted once per move; returns the masked state of the seat. */
  hint(seat: number): { setup: Uint8Array; state: Uint8Array } {
    if (!this.mayHint) throw new RefusedError("no_hints");
    if (!this.mine.includes(seat)) throw new RefusedError("not_seated");
    if (!this.position.toAct.includes(seat)) throw new RefusedError("not_to_act");
    if (!this.#hinted.has(seat)) this.#add({ entry: "hint", seat });
    const { setup, state } = this.position.mask(seat);
    return { setup, state };
  }

  /** Whether hints are allowed: for a single person, else if agreed on. */
  get mayHint(): boolean {
    return !this.over && (this.mine.length === 1 || this.game.hints === true);
  }

  /** The entry before the last action of a person here, if nothing was revealed since; else null. */
  get #mayTakeBack(): number | null {
    const last = this.#undo.findLast(({ by }) => this.mine.includes(by as number));
    return last && !this.over ? last.n - 1 : null;
  }

  #add(entry: LogEntry): void {
    this.#apply(entry);
    this.game.entries.push(entry);
  }

  #apply(entry: LogEntry): void {
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
        this.#effects.delete(undone.n);
        if (this.#sealed.at(-1) === undone.n) this.#sealed.pop(); // what was taken back stays hidden until the end
      }
      return;
    }
    const before = this.position;
    const { number, next, effects } = applyEvent(before, this.sampler, entry);
    this.n++;
    this.#effects.set(this.n, effects);
    if (entry.by === "chance") {
      this.#hinted.clear();
      if (this.n > (this.game.from?.taken ?? 0)) this.#plannedDraws = this.#plannedDraws.slice(1);
    } else this.#hinted.delete(entry.by);
    const hidden = this.mine.filter((seat) => before.hides(entry.by, number, seat));
    if (hidden.length) {
      this.#hidden.set(this.n, { seats: new Set(hidden), opened: null });
      this.#sealed.push(this.n);
    }
    this.position = next;
    if (next.isOpen || this.over) {
      const opened = this.over ? [...this.#hidden.keys()] : this.#sealed;
      for (const n of opened) this.#hidden.get(n)!.opened ??= this.n;
      this.#sealed = [];
    }
    if (next.scene && (!before.scene || before.reveals(next, 0))) this.#sceneShown = this.n;
    this.#picks += entry.picks?.length ?? 0;
    if (entry.by === "chance" || this.mine.some((seat) => before.reveals(next, seat))) this.#undo = [];
    else this.#undo.push({ n: this.n, by: entry.by, before });
  }

  // -- Messages

  facts(): TableFacts {
    const { id, game, rules, choices, seed } = this.game;
    const facts = { table: id, game, rules, options: this.position.options, choices, commitment: commitment(seed) };
    return {
      type: "table",
      ...facts,
      clock: null,
      listed: false,
      hints: this.game.hints === true,
      start: "full",
      code: null,
      phrases: [],
      bots: [],
      form: "view",
      layout: "",
    };
  }

  /** The update after entry `since`. It contains the picture if this changed since then, or if `withPicture`. */
  update(since: number, withPicture = false): Update {
    const [over, lit] = [this.over, withPicture || since < this.#sceneShown];
    return {
      type: "update",
      table: this.game.id,
      n: this.n,
      after: since,
      entries: this.#entriesAfter(since),
      phase: over ? "over" : "running",
      ending: over ? "complete" : null,
      host: false,
      draw: false,
      seats: this.game.places.map((place, seat) => seatState(place, this.#hints[seat]!)),
      watchers: 0,
      views: this.mine.map((seat) => {
        const known = this.position.mask(seat);
        return { seat, view: known.view(), legal: known.legalWithPreviews() as never };
      }),
      ...(lit ? { picture: this.position.picture() as Update["picture"] & object } : {}),
      take_back: this.#mayTakeBack !== null,
      hint: this.mayHint,
      fair: fairField(this.game, over),
      rematch: this.game.rematch,
    };
  }

  /** Why an action is illegal, by the masked state of the seat; the code is null if it is legal. */
  why(seat: number, action: string): Because {
    const number = this.rules.actions.parse(action);
    const code =
      number === null
        ? "unknown_action"
        : this.position.toAct.includes(seat)
          ? this.position.mask(seat).illegalReason(this.rules.actions.parts(number))
          : "not_to_act";
    const detail = number === null || code === null ? {} : this.rules.detail(number, code);
    return { type: "because", table: this.game.id, action, code, message: code ?? "", detail };
  }

  /** The state of the game, for lists. */
  summary(): Partial<LocalGame> {
    const outcome = this.position.result;
    const toAct = this.position.toAct.filter((one) => one !== "chance") as number[];
    return {
      toAct,
      scores: outcome?.scores ?? null,
      winners: outcome?.winners ?? null,
      reason: outcome?.reason ?? null,
    };
  }

  #isHidden(n: number, when = Infinity): boolean {
    return this.mine.every((seat) => this.#hides(n, seat, when));
  }

  /** Whether an event was still hidden from a seat after entry `when`. */
  #hides(n: number, seat: number, when = Infinity): boolean {
    const hidden = this.#hidden.get(n);
    return hidden !== undefined && (hidden.opened === null || hidden.opened > when) && hidden.seats.has(seat);
  }

  /** The entries after a number, preceded by those that were hidden then and are public now. */
  #entriesAfter(since: number): Entry[] {
    const opened = [...this.#hidden.keys()].filter((n) => n <= since && this.#isHidden(n, since) && !this.#isHidden(n));
    const later = Array.from({ length: this.n - since }, (_, place) => since + 1 + place);
    return [...opened, ...later].map((n) => this.#publicEntry(n));
  }

  #publicEntry(n: number): Entry {
    const logged = this.game.entries[n - 1]!;
    if ("entry" in logged)
      return logged.entry === "hint"
        ? { n, ...logged }
        : { n, entry: logged.entry, to: logged.to, seat: this.mine[0]! };
    const { by, do: done, picks, bot, ...more } = logged;
    if (this.#isHidden(n)) return { n, by, do: null };
    const verbs = by === "chance" ? this.rules.outcomes : this.rules.actions;
    const effects = this.#effects.get(n);
    // Of several people here the one who acted, or the first who may know of it.
    const viewer = this.mine.find((seat) => seat === by) ?? this.mine.find((seat) => !this.#hides(n, seat)) ?? null;
    return {
      n,
      by,
      do: done,
      parts: verbs.parts(verbs.parse(done)!),
      ...(effects && this.rules.reports ? { effects: this.position.maskEffects(effects, viewer) } : {}),
      ...(bot === undefined ? {} : { bot }),
      ...(picks ? { picks } : {}),
      ...(Object.keys(more).length ? { more } : {}),
    };
  }
}

function seatState(place: LocalGame["places"][number], hints: number): SeatState {
  const bot = place.who === "bot" ? place.bot : null;
  const rest = { host: false, here: true, away: false, resigned: false, bank: null, reserved: false };
  return { who: bot ? "bot" : "guest", name: place.name, bot, you: !bot, ...rest, ...(hints ? { hints } : {}) };
}
