/** Reads game records, in the page and in its workers: the header, then position after position, by the compiled rules of
 * the game. Gives the same answers as `ludotheque replay`, which also checks how the lines themselves are written. */
import { Refusal } from "../api/refusal";
import { loadRules, loadSampler, type Sampler } from "../engine/load";
import type { Position, Rules } from "../engine/rules";
import { allGameAssets, currentOptions, type GameAssets } from "../games/assets";
import { applyEvent, RefusedError, type RecordedEvent } from "./events";
import { parseLine, same, splitLines, type Json } from "./lines";

export interface RecordHeader {
  game: GameAssets;
  seats: number;
  /** The options for the current rules, also of a record that began under an older version of them. */
  options: Record<string, boolean | number | string>;
  players: string[];
  bots: (string | null)[];
  table: string | null;
  date: string | null;
  fair: Json | null;
}

/** The position before a line, and the event on that line with what it changed; no event at the end of the record. */
export interface RecordStep {
  line: number;
  position: Position;
  event: RecordedEvent | null;
  /** The number of the action or outcome; -1 without an event. */
  number: number;
  /** What the event changed, as far as the seat may know that acted; for chance, as far as a given seat may know. */
  effects(seat: number | null): Record<string, unknown>[];
}

/** A line that is refused, with the code of the refusal. */
export class RecordError extends Error {
  constructor(
    readonly code: string,
    readonly line: number,
    readonly detail: Json = {},
  ) {
    super(code);
  }
}

function readLine(text: string, line: number): Json {
  const fields = text.includes("\r") ? null : parseLine(text);
  if (!fields) throw new RecordError("malformed", line);
  return fields;
}

/** The header; null if the game of the record can no longer be read under the rules version that it names. */
function readHeader(text: string, games: readonly GameAssets[]): RecordHeader | null {
  const { record, game: id, rules, seats, options = {}, players, bots, table, date, fair } = readLine(text, 1);
  const wrong = (): never => {
    throw new RecordError("header", 1);
  };
  const game = games.find((one) => one.game === id) ?? wrong();
  const [fewest, most] = game.seats as [number, number];
  if (
    record !== 1 ||
    !Number.isInteger(rules) ||
    !Number.isInteger(seats) ||
    (seats as number) < fewest ||
    (seats as number) > most
  )
    wrong();
  if (typeof options !== "object" || options === null) wrong();
  const current = currentOptions(game, rules as number, options as Json);
  if (!current) return null;
  for (const [name, value] of Object.entries(current)) {
    const { type, values } = game.options[name] ?? wrong();
    const fits =
      type === "integer"
        ? Number.isInteger(value) &&
          (value as number) >= (values[0] as number) &&
          (value as number) <= (values[1] as number)
        : values.includes(value as string);
    if (!fits || game.unfit.some((one) => one.seats === seats && one.option === name && one.value === value)) wrong();
  }
  const count = seats as number;
  const each = Array.from({ length: count }, (_, seat) => seat);
  const listed = Array.isArray(bots) && bots.length === count ? (bots as unknown[]) : [];
  if (
    players !== undefined &&
    !(Array.isArray(players) && players.length === count && players.every((name) => typeof name === "string"))
  )
    wrong();
  return {
    game,
    seats: count,
    options: current as RecordHeader["options"],
    players: (players as string[] | undefined) ?? each.map((seat) => `player ${seat}`),
    bots: each.map((seat) => (typeof listed[seat] === "string" ? listed[seat] : null)),
    table: typeof table === "string" ? table : null,
    date: typeof date === "string" ? date : null,
    fair: typeof fair === "object" ? (fair as Json | null) : null,
  };
}

/** An opened record: its header, and its steps one by one. */
export class RecordReader {
  private constructor(
    readonly header: RecordHeader,
    readonly rules: Rules,
    readonly sampler: Sampler | null,
    readonly lines: readonly string[],
  ) {}

  /** Throws a Refusal if the header is wrong. Null if the page lacks the rules of the game, or cannot read games of the
   * rules version that the record names. */
  static async open(record: string): Promise<RecordReader | null> {
    const lines = splitLines(record);
    try {
      const header = readHeader(lines[0] ?? "", await allGameAssets());
      if (!header) return null;
      const id = header.game.game;
      const [rules, sampler] = await Promise.all([loadRules(id).catch(() => null), loadSampler(id)]);
      if (!rules || (rules.declaration.sampled !== undefined && !sampler)) return null;
      return new RecordReader(header, rules, sampler, lines);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      throw new Refusal(error.code, error.code, { line: error.line });
    }
  }

  /** Throws a RecordError at the first line that is refused. */
  *steps(): Generator<RecordStep> {
    let position = this.rules.start(this.header.seats, this.header.options);
    let ended = false;
    for (const [at, text] of this.lines.entries()) {
      if (at === 0) continue;
      const line = at + 1;
      if (ended) throw new RecordError("after_result", line);
      const fields = readLine(text, line);
      if ("result" in fields) {
        if ("by" in fields || "do" in fields) throw new RecordError("malformed", line);
        const { scores, winners, reason } = Object(fields["result"]) as Json;
        const result = position.result;
        if (!result) throw new RecordError("result_early", line);
        if (!same([scores, winners, reason], [result.scores, result.winners, result.reason]))
          throw new RecordError("result_wrong", line);
        yield { line, position, event: null, number: -1, effects: () => [] };
        ended = true;
        continue;
      }
      const event = fields as unknown as RecordedEvent;
      if (!(Number.isInteger(event.by) || event.by === "chance") || typeof event.do !== "string")
        throw new RecordError("malformed", line);
      const { number, next, effects } = this.#apply(position, event, line);
      const { by } = event;
      yield {
        line,
        position,
        event,
        number,
        effects: (seat) => next.maskEffects(effects, by === "chance" ? seat : by),
      };
      position = next;
    }
    if (ended) return;
    if (!position.toAct.length) throw new RecordError("no_result", this.lines.length + 1);
    yield { line: this.lines.length + 1, position, event: null, number: -1, effects: () => [] };
  }

  #apply(position: Position, event: RecordedEvent, line: number): ReturnType<typeof applyEvent> {
    try {
      return applyEvent(position, this.sampler, event);
    } catch (error) {
      if (error instanceof RefusedError) throw new RecordError(error.code, line, error.detail);
      throw new RecordError((error as Error).message, line); // a sampler's message is its code
    }
  }
}
