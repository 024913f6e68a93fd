/** Loads the compiled rules, bots and analyses of games. */
import { fetchAsset, importAsset } from "../games/assets";
import { Rules, type RulesDeclaration, type Explain } from "./rules";

const loaded = new Map<string, Promise<Rules>>();

/** Samples outcomes of chance that cannot be listed: what `web/sampler.js` of a game exports. */
export interface Sampler {
  /** The sample for a seed of two 32-bit words, as plain data. `settings` are those of the table, by name. */
  sample(rules: Rules, setup: Uint8Array, low: number, high: number, settings: TableSettings): Promise<unknown>;
  /** A new setup and scene (null if the game has none) that hold a sample. Throws an Error if the sample is not acceptable;
   * its message is the code of the refusal. */
  settle(rules: Rules, setup: Uint8Array, sampled: unknown): { setup: Uint8Array; scene: Uint8Array | null };
}

/** What a table sets besides the options of the rules: values of `choices` in the catalogue. */
export type TableSettings = Readonly<Record<string, boolean | number | string>>;

/** The sampler of a game; null if it ships none. */
export function loadSampler(game: string): Promise<Sampler | null> {
  return importAsset<Sampler>(game, "web/sampler.js");
}

/** The rules of a game; loaded once. */
export function loadRules(game: string): Promise<Rules> {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  return found;
}

async function load(game: string): Promise<Rules> {
  const [declared, compiled, explainer] = await Promise.all([
    fetchAsset(game, "web/law.json"),
    fetchAsset(game, "web/law.wasm"),
    importAsset<{ explain: Explain }>(game, "web/explain.js"),
  ]);
  if (!declared || !compiled) throw new Error(`the rules of ${game} is not in the page`);
  const rules = await Rules.load((await declared.json()) as RulesDeclaration, compiled);
  if (explainer) rules.explain = explainer.explain;
  return rules;
}

/** A minimal module with a SIMD instruction: valid only where SIMD is supported. */
const WITH_VECTORS = Uint8Array.from([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** A compiled module; the SIMD build if the game has one and the browser supports it. */
async function compiledFor(game: string, name: string): Promise<Response | null> {
  const quick = WebAssembly.validate(WITH_VECTORS) ? await fetchAsset(game, `web/${name}-vectors.wasm`) : null;
  return quick ?? fetchAsset(game, `web/${name}.wasm`);
}

/** A compiled module with its declaration and the game's network weights. */
export async function loadModule<Declared>(
  game: string,
  name: string,
): Promise<[Declared, WebAssembly.Instance, Uint8Array]> {
  const [declared, compiled, weights] = await Promise.all([
    fetchAsset(game, `web/${name}.json`),
    compiledFor(game, name),
    fetchAsset(game, "data/weights.bin"),
  ]);
  if (!declared || !compiled || !weights) throw new Error(`the ${name} of ${game} are not in the page`);
  const plain = new Response(weights.body!.pipeThrough(new DecompressionStream("deflate")));
  const { instance } = await WebAssembly.instantiateStreaming(compiled);
  return [(await declared.json()) as Declared, instance, new Uint8Array(await plain.arrayBuffer())];
}
