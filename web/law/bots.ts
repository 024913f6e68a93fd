/** The characters of a game in the page: the very bots that the server asks, compiled to WebAssembly.
 *
 * A bot is given what its seat knows, as bytes, and a generator; equal bytes, generator and budget give equal choices.
 */
import { Module, type ModuleDeclaration } from "./law";

// By address, not as code: nobody loads them who does not play against them here.
const DECLARATIONS = import.meta.glob<string>("../../src/ludotheque/games/*/web/bots.json", {
  query: "?url",
  import: "default",
});
const MODULES = import.meta.glob<string>("../../src/ludotheque/games/*/web/bots.wasm", {
  query: "?url",
  import: "default",
});
const WEIGHTS = import.meta.glob<string>("../../src/ludotheque/games/*/data/weights.bin", {
  query: "?url",
  import: "default",
});
const loaded = new Map<string, Promise<Bots>>();

/** What `bots.json` holds. */
interface BotDeclaration extends ModuleDeclaration {
  levels: string[];
  tempers: string[];
  /** How long a bot thinks at most, in milliseconds. */
  ms: number;
}

/** What a bot has decided. */
export interface Decision {
  /** The number of the action. */
  action: number;
  /** Whether the clock ended its thought, so that it cannot be had again. */
  cut: boolean;
}

export class Bots extends Module<BotDeclaration> {
  constructor(declaration: BotDeclaration, instance: WebAssembly.Instance, weights: Uint8Array) {
    super(declaration, instance);
    this.put("weights", weights);
  }

  /** What a character (`club`, `club-bold`) does with what its seat knows; `rng` goes on from where it ends. A budget counts
   * simulations, 0 means as many as are usual for the level. */
  choose(
    name: string,
    known: { setup: Uint8Array; state: Uint8Array },
    seat: number,
    rng: Uint8Array,
    budget = 0,
    ms = this.declaration.ms,
  ): Decision {
    const [level, temper = "even"] = name.split("-");
    const character = this.blank("character");
    this.set(character, "character", "level", this.declaration.levels.indexOf(level!));
    this.set(character, "character", "temper", this.declaration.tempers.indexOf(temper) - 1);
    this.set(character, "character", "budget", budget);
    for (const [place, bytes] of Object.entries({ setup: known.setup, state: known.state, rng, character }))
      this.put(place, bytes);
    const end = performance.now() + ms;
    let cut = false;
    this.call("ready", { seat });
    while (!cut && this.call("ponder", { seat }) > 0) cut = performance.now() > end;
    const action = this.call("decide", { seat });
    rng.set(this.take("rng"));
    return { action, cut };
  }
}

/** The characters of a game, the same for all who ask. */
export function loadBots(game: string): Promise<Bots> {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  return found;
}

async function load(game: string): Promise<Bots> {
  const at = (file: string): string => `../../src/ludotheque/games/${game}/${file}`;
  const addresses = [DECLARATIONS[at("web/bots.json")], MODULES[at("web/bots.wasm")], WEIGHTS[at("data/weights.bin")]];
  const [declared, compiled, weights] = await Promise.all(
    addresses.map(async (address) => {
      if (!address) throw new Error(`the bots of ${game} are not in the page`);
      return fetch(await address());
    }),
  );
  const plain = new Response(weights!.body!.pipeThrough(new DecompressionStream("deflate")));
  const { instance } = await WebAssembly.instantiateStreaming(compiled!);
  return new Bots((await declared!.json()) as BotDeclaration, instance, new Uint8Array(await plain.arrayBuffer()));
}
