/** The sampler of the box: makes it from a seed or reads it from a record, by the compiled functions that the server
 * runs. */
import { SchemaError } from "@web/engine/schema";
import type { Rules } from "@web/engine/rules";
import type { Sampler, TableSettings } from "@web/engine/load";
import address from "../data/heaps.bin?url";

interface Faults {
  form: Record<string, string>;
  check: string[];
}

/** The codes of the reasons why a box is refused. */
export class BoxRefused extends Error {}

/** The shipped heaps, one record after the other. */
async function heaps(): Promise<Uint8Array> {
  const packed = (await fetch(address)).body!;
  return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** Make the box of a seed (two 32-bit words) in its buffer: shaken (a real heap) or dropped. */
async function make(rules: Rules, low: number, high: number, dropped: boolean): Promise<void> {
  rules.bytes("box").fill(0);
  rules.call("seed_box", { low, high });
  if (dropped) {
    rules.call("drop_box");
    return;
  }
  const [all, { length: size }] = [await heaps(), rules.bytes("heap")];
  // The buffers belong to the last caller: nothing may be awaited from here on.
  rules.bytes("box").fill(0);
  rules.call("seed_box", { low, high });
  do {
    const drawn = rules.call("draw_heap", { many: all.length / size });
    rules.put("heap", all.subarray(drawn * size, (drawn + 1) * size));
  } while (!rules.call("shake_box"));
}

/** The `box` of an event, without missing fields. */
function told(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(told);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null)
      .map(([name, one]) => [name, told(one)]),
  );
}

/** The box for a seed, as an event carries it. */
export async function sample(
  rules: Rules,
  _setup: Uint8Array,
  low: number,
  high: number,
  settings: TableSettings,
): Promise<unknown> {
  await make(rules, low, high, settings["box"] === "dropped");
  return told(rules.read("box"));
}

/** The setup and the scene with the box that an event carries. */
export function settle(rules: Rules, setup: Uint8Array, box: unknown): ReturnType<Sampler["settle"]> {
  const faults = rules.declaration.data["faults"] as Faults;
  try {
    rules.write("box", box);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const steps = error.path.map((step) => (typeof step === "number" ? "#" : step));
    while (!(steps.join(" ") in faults.form)) steps.pop();
    throw new BoxRefused(faults.form[steps.join(" ")]);
  }
  const fault = rules.call("check_box");
  if (fault) throw new BoxRefused(faults.check[fault]);
  rules.put("into_setup", setup);
  rules.bytes("into_scene").fill(0);
  rules.call("put_box");
  return { setup: rules.take("into_setup"), scene: rules.take("into_scene") };
}
