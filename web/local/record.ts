/** Records in the page: written, replayed and verified by the compiled rules, with no request. The same answers as those of
 * `ludotheque replay` and `ludotheque verify`, which also look at how the lines themselves are written. */
import { currentOptions } from "../games/assets";
import { Refusal } from "../api/http";
import { Chance, checkDraws } from "../records/fairness";
import type { Rules, Position } from "../engine/rules";
import { loadRules, loadSampler, type Sampler } from "../engine/load";
import type { Finding, GameFacts, Replay, StepFacts, Verdict } from "../messages";
import { loadCatalogue } from "../games/catalogue";
import { loadLocalGame, type RecordedEvent as GameEvent, type LocalGame } from "./storage";
import { applyEvent, drawOutcome, fairField, RefusedError } from "./table";

type Json = Record<string, unknown>;

interface Header {
  game: GameFacts;
  seats: number;
  options: Record<string, boolean | number | string>;
  players: string[];
  bots: (string | null)[];
  date: string | null;
  fair: Json | null;
}

/** The position before a line, and the event on it; null at the end of what was read. */
interface Step {
  line: number;
  position: Position;
  event: GameEvent | null;
}

/** A line that is refused. */
class RecordError extends Error {
  constructor(
    readonly code: string,
    readonly line: number,
    readonly detail: Json = {},
  ) {
    super(code);
  }
}

function readLine(text: string, line: number): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new RecordError("malformed", line);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || text.includes("\r"))
    throw new RecordError("malformed", line);
  return value as Json;
}

/** The header; null if it is of a version of the rules that the page cannot read. */
function readHeader(text: string, games: readonly GameFacts[]): Header | null {
  const { record, game: id, rules, seats, options = {}, players, bots, date, fair } = readLine(text, 1);
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
  const begun = currentOptions(game, rules as number, options as Json);
  if (!begun) return null;
  for (const [name, value] of Object.entries(begun)) {
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
    options: begun as Header["options"],
    players: (players as string[] | undefined) ?? each.map((seat) => `player ${seat}`),
    bots: each.map((seat) => (typeof listed[seat] === "string" ? listed[seat] : null)),
    date: typeof date === "string" ? date : null,
    fair: typeof fair === "object" ? (fair as Json | null) : null,
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A record being read: its header at once, then its steps, one by one. */
class Reader {
  private constructor(
    readonly header: Header,
    readonly rules: Rules,
    readonly sampler: Sampler | null,
    readonly lines: readonly string[],
  ) {}

  /** A Refusal if the header is not right; null if the rules that it began under is not in the page. */
  static async open(record: string): Promise<Reader | null> {
    const lines = record.split("\n");
    if (lines.at(-1) === "") lines.pop();
    try {
      const header = readHeader(lines[0] ?? "", await loadCatalogue());
      if (!header) return null;
      const id = header.game.game;
      const rules = await loadRules(id).catch(() => null);
      return rules && new Reader(header, rules, await loadSampler(id), lines);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      throw new Refusal(error.code, error.code, { line: error.line });
    }
  }

  *steps(): Generator<Step> {
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
        const outcome = position.result;
        if (!outcome) throw new RecordError("result_early", line);
        if (!same([scores, winners, reason], [outcome.scores, outcome.winners, outcome.reason]))
          throw new RecordError("result_wrong", line);
        yield { line, position, event: null };
        ended = true;
        continue;
      }
      const event = fields as unknown as GameEvent;
      if (!(Number.isInteger(event.by) || event.by === "chance") || typeof event.do !== "string")
        throw new RecordError("malformed", line);
      let next: Position;
      try {
        next = applyEvent(position, this.sampler, event).next;
      } catch (error) {
        if (error instanceof RefusedError) throw new RecordError(error.code, line, error.detail);
        throw new RecordError((error as Error).message, line); // a box says why it is refused
      }
      yield { line, position, event };
      position = next;
    }
    if (ended) return;
    if (!position.toAct.length) throw new RecordError("no_result", this.lines.length + 1);
    yield { line: this.lines.length + 1, position, event: null };
  }
}

/** A record step by step: `count` steps from number `first` on, as a seat (null: a spectator) saw them. Null if the page
 * has not got the rules of its game. */
export async function replayLocally(
  record: string,
  first: number,
  count: number,
  seat: number | null,
): Promise<Replay | null> {
  const reader = await Reader.open(record);
  if (!reader) return null;
  const { header, rules } = reader;
  const steps: StepFacts[] = [];
  let [total, picture, refused]: [number, Replay["picture"], Finding | null] = [0, null, null];
  try {
    for (const { line, position, event } of reader.steps()) {
      const number = total++;
      if (number < first || number >= first + count) continue;
      const known = position.mask(seat !== null && seat < header.seats ? seat : null);
      const verbs = event?.by === "chance" ? rules.outcomes : rules.actions;
      steps.push({
        number,
        line,
        view: known.view(),
        legal: known.legalWithPreviews() as StepFacts["legal"],
        event: event && { by: event.by, do: event.do, parts: verbs.parts(verbs.parse(event.do)!) },
      });
      picture = position.picture() as Replay["picture"];
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    refused = { code: error.code, message: error.code, line: error.line, detail: error.detail };
  }
  const { game, seats, players, bots, date } = header;
  const options = rules.start(seats, header.options).options;
  return { game: game.game, rules: game.rules, seats, options, players, bots, date, total, steps, picture, refused };
}

/** Whether chance was fair in a record: the commitment, every pick, and what each pick means. */
export async function verifyLocally(record: string): Promise<Verdict | null> {
  const reader = await Reader.open(record);
  if (!reader) return null;
  const { findings: found } = checkDraws(record);
  const findings: Finding[] = found.map((one) => ({ ...one, message: one.code }));
  const verdict = { picks: 0, sampled: 0, chosen: 0 };
  const fair = reader.header.fair ?? {};
  const nonces = fair["nonces"] as string[];
  if (!found.length && nonces.length !== reader.header.seats)
    findings.push({ code: "fair_form", line: 1, message: "fair_form" });
  const usable = !findings.some(({ line }) => line === 1);
  const chance = new Chance(String(fair["seed"]), usable ? nonces : []);
  const chosen = (fair["chosen"] as string[] | undefined) ?? [];
  let number = "seats" in fair ? reader.header.seats - 1 : 0;
  if (usable) verdict.picks = number;
  try {
    for (const { line, position, event } of reader.steps()) {
      if (event?.by !== "chance" || !usable) continue;
      if (!event.picks) {
        if (chosen.includes(String(reader.rules.outcomes.parts(reader.rules.outcomes.parse(event.do)!)["verb"])))
          verdict.chosen++;
        else number++; // that is found already
        continue;
      }
      const right = await drawOutcome(
        reader.rules,
        reader.sampler,
        position,
        chance,
        number++,
        String((fair["choices"] as Json | undefined)?.["box"]),
      );
      if (!same(event.picks, right.picks)) continue; // that is found already
      if (event.do !== right.do) findings.push({ code: "outcome_wrong", line, message: "outcome_wrong" });
      else if (!same(sorted(event.box), sorted(right.box)))
        findings.push({ code: "sampled_wrong", line, message: "sampled_wrong" });
      else {
        verdict.picks++;
        verdict.sampled += right.box === undefined ? 0 : 1;
      }
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    findings.push({ code: error.code, line: error.line, message: error.code });
  }
  findings.sort((one, other) => one.line - other.line);
  return { good: findings.length === 0, ...verdict, by_page: fair["by"] === "page", findings };
}

/** The same data with the fields of each object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, one]) => [name, sorted(one)]),
  );
}

/** The record of a game that this browser has kept, which is over. */
export async function writeRecord(kept: LocalGame): Promise<string> {
  const engine = await loadRules(kept.game);
  const events: GameEvent[] = [];
  const numbers: number[] = [];
  kept.entries.forEach((entry, at) => {
    if (!("entry" in entry)) {
      events.push(entry);
      numbers.push(at + 1);
    } else if (entry.entry === "take_back")
      while (numbers.length && numbers.at(-1)! > entry.to) {
        numbers.pop();
        events.pop();
      }
  });
  const { game, rules, places, id, created, scores, winners, from } = kept;
  const usual = engine.declaration.options;
  const options = Object.fromEntries(
    Object.entries(usual).flatMap(([name, option]) =>
      name in kept.options && kept.options[name] !== option.default ? [[name, kept.options[name]]] : [],
    ),
  );
  const header = {
    record: 1,
    game,
    rules,
    seats: places.length,
    options,
    players: places.map((place, seat) => place.name ?? `player ${seat}`),
    bots: places.map((place) => (place.who === "bot" ? place.bot : null)),
    table: id,
    date: created.slice(0, 10),
    // A game that goes on from another one has draws of that one's seed: its record proves nothing, and says why.
    ...(from ? { from: { table: from.table, line: from.line } } : { fair: fairField(kept, scores !== null) }),
  };
  const lines: unknown[] = [header, ...events.map(({ bot: _, by, do: done, ...more }) => ({ by, do: done, ...more }))];
  if (scores) lines.push({ result: { scores, winners, reason: kept.reason } });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The same by the game's id; a Refusal if it is not kept, or not over. */
export async function localRecord(id: string): Promise<string> {
  const kept = await loadLocalGame(id);
  if (!kept) throw new Refusal("no_such_table", "no_such_table");
  if (!kept.scores) throw new Refusal("not_over", "not_over");
  return writeRecord(kept);
}
