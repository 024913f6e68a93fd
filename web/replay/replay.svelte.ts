/** A finished game or a record, step by step: which step is shown, from whose point of view, and whether it plays by itself. */
import { Refusal } from "../api/refusal";
import { reportRefusal } from "../api/report_refusal";
import { settings } from "../app/settings.svelte";
import type { GameEvent, GameWeb, JsonObject, NarrationContext } from "../games/board";
import { loadGame } from "../games/load";
import { setPortraitGame } from "../games/portraits";
import { loadGameLocale, say, sayFor, type Say } from "../locale/fluent.svelte";
import type { Replay as ReplayFacts, SeatState, StepFacts } from "../messages";
import type { SourcedVerdict } from "../records/records";
import { seatsOf } from "../records/seats";
import { eventsIn } from "../table/narration";
import { playerName } from "../table/player_names";

/** Where the steps of a game come from: a table that is over, or a record that somebody has. */
export interface ReplaySource {
  steps(first: number, count: number, seat: number | null): Promise<ReplayFacts>;
  record(): Promise<string>;
  verify(): Promise<SourcedVerdict>;
  /** Where the record can be downloaded, and the link to a place; null for a record that is only in this page. */
  file: string | null;
  link: ((place: Partial<ReplayPlace>) => string) | null;
}

/** What a link to a replay says: the step, from whose point of view, and whether the analysis is open. */
export interface ReplayPlace {
  step: number;
  /** Null for a spectator's point of view. */
  seat: number | null;
  analysis: boolean;
}

/** Steps are fetched in pages of this many. */
const PAGE = 50;
/** Milliseconds per step while it plays. */
const PACE = 1000;

/** Created while a component is set up: it has effects and a context. */
export class Replay {
  facts = $state.raw<ReplayFacts | null>(null);
  web = $state.raw<GameWeb | null>(null);
  /** The number of the step that is asked for; it is shown once it is fetched. */
  at = $state(0);
  /** The seat whose view is shown; null for a spectator's. */
  viewpoint = $state<number | null>(null);
  playing = $state(false);
  /** The score of each seat in the end; null if that is not known, or if the game has no result. */
  finalScores = $state.raw<readonly number[] | null>(null);
  shown = $state.raw<{
    step: StepFacts;
    picture: JsonObject | null;
    viewpoint: number | null;
    latest: GameEvent[];
  } | null>(null);
  /** The steps from this point of view, as far as they are fetched. */
  #steps = $state.raw<readonly StepFacts[]>([]);
  /** The picture of each page, for games that have one. */
  #pictures: (JsonObject | null)[] = [];
  readonly #requests = new Map<string, Promise<void>>();

  /** Whether the step that is asked for is still being computed or fetched. */
  readonly waiting = $derived(this.shown !== null && this.shown.step.number !== this.at);
  readonly last = $derived(Math.max(0, (this.facts?.total ?? 1) - 1));
  readonly words: Say = $derived(this.facts ? sayFor(this.facts.game) : say);
  readonly seats = $derived<SeatState[]>(this.facts ? seatsOf(this.facts) : []);
  readonly context = $derived<NarrationContext>({
    name: (seat) => playerName(this.seats[seat], seat, this.words),
    me: null,
    say: this.words,
  });

  constructor(
    readonly source: () => ReplaySource,
    options: {
      start: number;
      viewpoint: number | null;
      /** The game cannot be shown at all. */
      onfail: (refusal: Refusal) => void;
    },
  ) {
    this.at = options.start;
    this.viewpoint = options.viewpoint;
    this.#fail = options.onfail;
    setPortraitGame(() => this.facts?.game);
    $effect(() => {
      const { at, facts } = this;
      const page = Math.floor(at / PAGE);
      void this.viewpoint;
      void this.#fetchPage(page);
      if (at % PAGE === 0 && page) void this.#fetchPage(page - 1); // the event before the first step of a page
      if (facts && at % PAGE > PAGE * 0.8 && at + PAGE * 0.2 < facts.total) void this.#fetchPage(page + 1);
    });
    $effect(() => {
      if (!this.facts) return;
      void Promise.all([loadGame(this.facts.game), loadGameLocale(this.facts.game, settings.language)]).then(
        ([found]) => (this.web = found),
      );
    });
    $effect(() => {
      const { facts } = this;
      if (!facts) return;
      this.source()
        .steps(facts.total - 1, 1, null)
        .then(({ steps }) => {
          const outcome = steps[0]?.view["outcome"] as { scores: number[] } | null | undefined;
          this.finalScores = outcome?.scores ?? null;
        }, reportRefusal);
    });
    $effect(() => {
      const { at, viewpoint, shown: before } = this;
      const step = this.#steps[at];
      if (!step || before?.step === step) return; // what was shown stays until the step is there
      const event = this.#steps[at - 1]?.event;
      const forward = before?.step.number === at - 1 && before.viewpoint === viewpoint;
      this.shown = {
        step,
        picture: this.#pictures[Math.floor(at / PAGE)] ?? null,
        viewpoint,
        latest: forward && event ? [entry(at - 1, event)] : [],
      };
    });
    $effect(() => {
      if (!this.playing) return;
      const timer = setInterval(() => {
        if (this.at < this.last) this.goTo(this.at + 1);
        else this.playing = false;
      }, PACE);
      return () => clearInterval(timer);
    });
  }

  readonly #fail: (refusal: Refusal) => void;

  /** Fetch a page of steps, unless it is there already or on its way. */
  #fetchPage(page: number): Promise<void> {
    const seat = this.viewpoint;
    const key = `${seat} ${page}`;
    const request =
      this.#requests.get(key) ??
      this.source()
        .steps(page * PAGE, PAGE, seat)
        .then((replay) => {
          this.facts ??= replay;
          if (seat !== this.viewpoint) return void this.#requests.delete(key); // the point of view has changed since
          this.#pictures[page] = replay.picture;
          const all = [...this.#steps];
          for (const step of replay.steps) all[step.number] = step;
          this.#steps = all;
          if (this.at >= replay.total) this.at = Math.max(0, replay.total - 1);
        })
        .catch((error: unknown) => {
          this.#requests.delete(key);
          if (!(error instanceof Refusal)) throw error;
          if (this.facts) reportRefusal(error);
          else this.#fail(error);
        });
    this.#requests.set(key, request);
    return request;
  }

  /** Fetch a step and the next one. */
  fetch(step: number): void {
    for (const each of [step, step + 1]) if (each >= 0) void this.#fetchPage(Math.floor(each / PAGE));
  }

  /** A step, if it is fetched. */
  stepAt(step: number): StepFacts | undefined {
    return this.#steps[step];
  }

  /** The drawing data of a step that is fetched, for games that have some. */
  pictureAt(step: number): JsonObject | null {
    return this.#pictures[Math.floor(step / PAGE)] ?? null;
  }

  async fetchAll(): Promise<void> {
    for (let page = 0; page * PAGE <= this.last; page++) await this.#fetchPage(page);
  }

  /** The event that led to a step, in one sentence; empty if there is none. */
  sentence(step: number): string {
    const before = this.#steps[step - 1];
    return (this.web && before?.event && this.web.narrate(entry(step - 1, before.event), this.context)) || "";
  }

  /** All steps that are fetched and led to by an event that has a sentence. */
  sentences(): { step: number; text: string }[] {
    return this.#steps.flatMap(({ number }) => {
      const text = this.sentence(number);
      return text ? [{ step: number, text }] : [];
    });
  }

  goTo(step: number): void {
    this.at = Math.max(0, Math.min(this.last, step));
  }

  look(seat: number | null): void {
    if (seat === this.viewpoint) return;
    this.viewpoint = seat;
    [this.#steps, this.#pictures] = [[], []];
    this.#requests.clear();
  }

  togglePlaying(): void {
    if (!this.playing && this.at === this.last) this.goTo(0);
    this.playing = !this.playing;
  }
}

function entry(step: number, event: NonNullable<StepFacts["event"]>): GameEvent {
  return eventsIn([{ n: step + 1, ...event }])[0]!;
}
