/** The laws of the games, found in their own folders and loaded when they are first needed. */
import { Law, type Declaration, type Explain } from "./law";

// By address, not as code: a declaration that boards import too would be drawn into a chunk that every visitor loads.
const DECLARATIONS = import.meta.glob<string>("../../src/ludotheque/games/*/web/law.json", {
  query: "?url",
  import: "default",
});
const MODULES = import.meta.glob<string>("../../src/ludotheque/games/*/web/law.wasm", {
  query: "?url",
  import: "default",
});
const EXPLAINERS = import.meta.glob<{ explain: Explain }>("../../src/ludotheque/games/*/web/explain.ts");
const SAMPLERS = import.meta.glob<Sampler>("../../src/ludotheque/games/*/web/sampler.ts");
const loaded = new Map<string, Promise<Law>>();

const at = (game: string, file: string): string => `../../src/ludotheque/games/${game}/web/${file}`;

/** Chance that cannot be listed (a box): sampled from a seed, or read from a record. */
export interface Sampler {
  sample(
    law: Law,
    setup: Uint8Array,
    low: number,
    high: number,
    kind: string,
  ): Promise<{ box: unknown; setup: Uint8Array; scene: Uint8Array }>;
  settle(law: Law, setup: Uint8Array, sampled: unknown): { setup: Uint8Array; scene: Uint8Array };
}

/** How a game samples; null where all its chance can be listed. */
export async function loadSampler(game: string): Promise<Sampler | null> {
  return (await SAMPLERS[at(game, "sampler.ts")]?.()) ?? null;
}

/** The law of a game, the same one for all who ask. */
export function loadLaw(game: string): Promise<Law> {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  return found;
}

async function load(game: string): Promise<Law> {
  const [declaration, module] = [DECLARATIONS[at(game, "law.json")], MODULES[at(game, "law.wasm")]];
  if (!declaration || !module) throw new Error(`the law of ${game} is not in the page`);
  const [declared, compiled] = await Promise.all([declaration().then(fetch), module().then(fetch)]);
  const law = await Law.load((await declared.json()) as Declaration, compiled);
  const explainer = await EXPLAINERS[at(game, "explain.ts")]?.();
  if (explainer) law.more = explainer.explain;
  return law;
}
