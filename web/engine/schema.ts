/** Decodes and encodes records by the schemas that `codec/schema.py` declares: the same objects that the server sends
 * as JSON. */

type NumberType = "i1" | "u1" | "i2" | "i4" | "i8" | "f8";

/** How a part of a record is decoded. Parts that can be encoded also declare what they accept: `low` and `high` of a
 * number, `least` and `most` of a list, which name stands for any `other`, and whether values that do not fit are left out. */
export type Schema =
  | { form: "number"; kept: NumberType; low?: number; high?: number }
  | { form: "flag" | "number_or_none"; kept: NumberType }
  | { form: "name"; kept: NumberType; names: (string | null)[]; other?: number }
  | { form: "members"; words: number; bits: number; names: string[] | null }
  | { form: "fixed"; item: Schema; step: number; size: number }
  | { form: "listed"; item: Schema; step: number; least?: number; most?: number }
  | { form: "keyed"; names: string[]; item: Schema; step: number }
  | { form: "fields"; fields: [name: string, offset: number, form: Schema][] }
  | { form: "maybe"; it: Schema; if_fits?: boolean }
  | { form: "cases"; cases: [offset: number, form: Schema][]; tag?: undefined }
  | { form: "cases"; cases: [offset: number, form: Schema][]; tag: string; names: string[] };

export type Decode = (data: DataView, at: number) => unknown;

const NUMBERS: Record<NumberType, (data: DataView, at: number) => number> = {
  i1: (data, at) => data.getInt8(at),
  u1: (data, at) => data.getUint8(at),
  i2: (data, at) => data.getInt16(at, true),
  i4: (data, at) => data.getInt32(at, true),
  // Numbers of the rules stay far below 2**53; only bitsets use more bits, and these are read in halves.
  i8: (data, at) => Number(data.getBigInt64(at, true)),
  f8: (data, at) => data.getFloat64(at, true),
};

/** A single number of a record. */
export function readNumber(data: DataView, at: number, kept: NumberType): number {
  return NUMBERS[kept](data, at);
}

/** Write a single number of a record. */
export function writeNumber(data: DataView, at: number, kept: NumberType, value: number): void {
  if (kept === "i8") data.setBigInt64(at, BigInt(value), true);
  else if (kept === "i4") data.setInt32(at, value, true);
  else if (kept === "i2") data.setInt16(at, value, true);
  else data.setInt8(at, value);
}

/** A function that decodes what a schema describes. */
export function decoder(layout: Schema): Decode {
  switch (layout.form) {
    case "number":
      return NUMBERS[layout.kept];
    case "flag": {
      const read = NUMBERS[layout.kept];
      return (data, at) => read(data, at) !== 0;
    }
    case "number_or_none": {
      const read = NUMBERS[layout.kept];
      return (data, at) => {
        const kept = read(data, at);
        return kept === 0 ? null : kept - 1;
      };
    }
    case "name": {
      const [read, names] = [NUMBERS[layout.kept], layout.names];
      return (data, at) => names[read(data, at)];
    }
    case "members":
      return (data, at) => {
        const { words, bits, names } = layout;
        const found: (string | number)[] = [];
        for (let word = 0; word < words; word++) {
          // Two halves of 32 bits, since a bitset may have more bits than a number holds exactly.
          for (const half of [0, 32]) {
            let members = data.getUint32(at + 8 * word + half / 8, true);
            while (members) {
              const member = word * bits + half + 31 - Math.clz32(members & -members);
              found.push(names ? names[member]! : member);
              members &= members - 1;
            }
          }
        }
        return found;
      };
    case "fixed": {
      const [read, { step, size }] = [decoder(layout.item), layout];
      return (data, at) => Array.from({ length: size }, (_, place) => read(data, at + step * place));
    }
    case "listed": {
      const [read, { step }] = [decoder(layout.item), layout];
      return (data, at) =>
        Array.from({ length: data.getInt32(at, true) }, (_, place) => read(data, at + 4 + step * place));
    }
    case "keyed": {
      const [read, { names, step }] = [decoder(layout.item), layout];
      return (data, at) =>
        Object.fromEntries(
          names.map((name, place) => [name, read(data, at + step * place)]).filter(([, value]) => value !== null),
        );
    }
    case "fields": {
      const fields = layout.fields.map(([name, offset, form]) => [name, offset, decoder(form)] as const);
      return (data, at) => {
        const found: Record<string, unknown> = {};
        for (const [name, offset, read] of fields) found[name] = read(data, at + offset);
        return found;
      };
    }
    case "maybe": {
      const read = decoder(layout.it);
      return (data, at) => (data.getInt8(at) ? read(data, at + 1) : null);
    }
    case "cases": {
      const cases = layout.cases.map(([offset, form]) => [offset, decoder(form)] as const);
      const { tag } = layout;
      return (data, at) => {
        const used = data.getInt16(at, true);
        const [offset, read] = cases[used]!;
        const found = read(data, at + offset);
        return tag === undefined ? found : { [tag]: layout.names[used], ...(found as object) };
      };
    }
  }
}

/** Data that does not match its schema, with the path to it. */
export class SchemaError extends Error {
  constructor(readonly path: (string | number)[]) {
    super(`does not fit at ${path.join(".")}`);
  }
}

/** The last element of the path to an unknown name. */
export const UNKNOWN = "unknown";

/** Encode data into a zeroed record, as `codec/decode.py` does. Throws a SchemaError if it does not match. */
export function encode(
  layout: Schema,
  value: unknown,
  data: DataView,
  at: number,
  path: (string | number)[] = [],
): void {
  const fail = (...more: string[]): never => {
    throw new SchemaError([...path, ...more]);
  };
  switch (layout.form) {
    case "number":
      if (!Number.isInteger(value) || (value as number) < layout.low! || (value as number) > layout.high!) fail();
      return writeNumber(data, at, layout.kept, value as number);
    case "name": {
      if (typeof value !== "string") return fail();
      const place = layout.names.indexOf(value);
      if (place < 0 && layout.other === undefined) fail(UNKNOWN);
      return writeNumber(data, at, layout.kept, place < 0 ? layout.other! : place);
    }
    case "members": {
      const { words, bits } = layout;
      const members = Array.isArray(value) ? (value as unknown[]) : fail();
      if (
        !members.every(
          (member) => Number.isInteger(member) && 0 <= (member as number) && (member as number) < words * bits,
        )
      )
        fail();
      if (members.some((member, place) => place > 0 && (members[place - 1] as number) >= (member as number))) fail();
      for (const member of members as number[]) {
        const word = at + 8 * Math.floor(member / bits);
        data.setBigInt64(word, data.getBigInt64(word, true) | (1n << BigInt(member % bits)), true);
      }
      return;
    }
    case "fixed":
    case "listed": {
      const items = Array.isArray(value) ? (value as unknown[]) : fail();
      const [least, most] = layout.form === "fixed" ? [layout.size, layout.size] : [layout.least!, layout.most!];
      if (items.length < least || items.length > most) fail();
      if (layout.form === "listed") data.setInt32(at, items.length, true);
      const begin = layout.form === "listed" ? at + 4 : at;
      items.forEach((item, place) => encode(layout.item, item, data, begin + layout.step * place, [...path, place]));
      return;
    }
    case "maybe":
      try {
        encode(layout.it, value, data, at + 1, path);
        data.setInt8(at, 1);
      } catch (error) {
        if (!(error instanceof SchemaError) || !layout.if_fits) throw error;
      }
      return;
    case "fields": {
      if (typeof value !== "object" || value === null || Array.isArray(value)) fail();
      for (const [name, offset, part] of layout.fields) {
        if (name in (value as object) || part.form !== "maybe")
          encode(part, (value as Record<string, unknown>)[name], data, at + offset, [...path, name]);
      }
      return;
    }
    default:
      throw new Error(`${layout.form} cannot be filled`);
  }
}
