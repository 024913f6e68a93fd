/** Checks the chance of a record as far as that is possible without rules: the commitment and every draw
 * (docs/reference/fairness.md). SHA-256 is implemented here, since browsers offer it only on https, and the page also runs on
 * plain http. */
import { verbOf } from "../engine/actions";
import { parseLine, same, splitLines, type Json } from "./lines";

/** A uniform integer and its range: 0 <= draw[0] < draw[1]. */
export type ChanceDraw = [pick: number, size: number];

export interface PageFinding {
  code: string;
  line: number;
}

/** Random words have 53 bits, which numbers hold exactly. No range is larger. */
const WORD = 2 ** 53;

/** The 64 primes that SHA-256 takes its constants from. */
const PRIMES: number[] = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
/** The first 32 bits of the fractional part. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

type Eight = [number, number, number, number, number, number, number, number];

/** SHA-256 of a text, as eight words of 32 bits. */
function sha256(text: string): Uint32Array {
  const bytes = new TextEncoder().encode(text);
  const blocks = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  bytes.forEach((byte, at) => blocks.setUint8(at, byte));
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 4, bytes.length * 8);
  const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));
  const hash = Uint32Array.from(START);
  const w = new Int32Array(64);
  for (let block = 0; block < blocks.byteLength; block += 64) {
    let [a, b, c, d, e, f, g, h] = hash as unknown as Eight;
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = blocks.getInt32(block + 4 * i);
      else {
        const [x, y] = [w[i - 15]!, w[i - 2]!];
        const [low, high] = [turn(x, 7) ^ turn(x, 18) ^ (x >>> 3), turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)];
        w[i] = w[i - 16]! + low + w[i - 7]! + high;
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i]! + w[i]!) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at]! += word));
  }
  return hash;
}

const hex = (hash: Uint32Array): string => Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");

/** SHA-256 of a text, in hex. */
export function sha256Hex(text: string): string {
  return hex(sha256(text));
}

/** The commitment to a seed. */
export function commitment(seed: string): string {
  return hex(sha256(seed));
}

/** The chance of one table: all draws follow from its seed and the seats' nonces. */
export class Chance {
  readonly key: string;

  constructor(seed: string, nonces: readonly string[]) {
    this.key = hex(sha256(["ludotheque fair 1", seed, ...nonces].join("\n")));
  }

  /** Draw `number`, counted from 0 over the whole table: a uniform integer from 0 to size - 1. */
  pick(number: number, size: number): number {
    for (let attempt = 0; ; attempt++) {
      const hash = sha256(`${this.key}\n${number}\n${attempt}`);
      const word = hash[0]! * 2 ** 21 + (hash[1]! >>> 11);
      if (word < WORD - (WORD % size)) return word % size; // larger words would favour small numbers
    }
  }

  /** 0 to size - 1 in random order, and the draws used, from `number` on. */
  shuffle(number: number, size: number): [order: number[], picks: ChanceDraw[]] {
    const order = Array.from({ length: size }, (_, at) => at);
    const picks: ChanceDraw[] = [];
    for (let last = size - 1; last > 0; last--) {
      const at = this.pick(number + picks.length, last + 1);
      picks.push([at, last + 1]);
      [order[at], order[last]] = [order[last]!, order[at]!];
    }
    return [order, picks];
  }
}

const texts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Check the commitment and the draws of a record. Their meaning can only be checked with the rules. */
export function checkDraws(record: string): { picks: number; findings: PageFinding[] } {
  const lines = splitLines(record).map((line): Json => parseLine(line) ?? {}); // the reader reports malformed lines
  const findings: PageFinding[] = [];
  const wrong = (code: string, line = 1): { picks: number; findings: PageFinding[] } => {
    findings.push({ code, line });
    return { picks: 0, findings };
  };
  const fair = lines[0]?.["fair"] as Json | undefined;
  if (typeof fair !== "object" || fair === null) return wrong("fair_missing");
  const { seed, nonces, chosen = [] } = fair;
  if (!texts(nonces) || nonces.some((nonce) => !/^([0-9a-f]{32})?$/.test(nonce))) return wrong("fair_form");
  if (!texts(chosen)) return wrong("fair_form");
  if (seed === undefined || seed === null) return wrong("not_revealed");
  if (typeof seed !== "string" || !/^[0-9a-f]{64}$/.test(seed)) return wrong("fair_form");
  if (fair["commitment"] !== commitment(seed)) wrong("commitment_wrong");

  const chance = new Chance(seed, nonces);
  let number = 0;
  let good = 0;
  if ("seats" in fair) {
    const [order, picks] = chance.shuffle(0, nonces.length);
    number = picks.length;
    if (same(fair["seats"], order) && same(fair["picks"], picks)) good = number;
    else wrong("seats_wrong");
  }
  lines.slice(1).forEach(({ by, do: done, picks }, at) => {
    const line = at + 2;
    if (by !== "chance") {
      if (picks !== undefined && by !== undefined) wrong("picks_form", line);
      return;
    }
    if (picks === undefined && chosen.includes(verbOf(String(done)))) return;
    const size = Number((picks as number[][] | undefined)?.[0]?.[1]);
    if (picks === undefined) wrong("picks_missing", line);
    else if (size >= 1 && size <= WORD && same(picks, [[chance.pick(number, size), size]])) good++;
    else wrong("pick_wrong", line);
    number++;
  });
  return { picks: good, findings };
}

/** Whether the findings of the server and of the page agree; the server checks more. */
export function verdictsAgree(page: readonly PageFinding[], server: readonly PageFinding[]): boolean {
  const checkedHere = /^(fair_missing|not_revealed|commitment_wrong|seats_wrong|picks_missing|picks_form|pick_wrong)$/;
  return page.length ? server.length > 0 : !server.some((one) => checkedHere.test(one.code));
}
