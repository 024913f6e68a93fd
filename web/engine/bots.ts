/** The characters of a game in the page: the very bots that the server asks, compiled to WebAssembly.
 *
 * A bot is given what its seat knows, as bytes, and a generator; equal bytes, generator and budget give equal choices.
 */
import { CompiledModule, type ModuleDeclaration } from "./rules";
import { loadModule } from "./load";

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

export class Bots extends CompiledModule<BotDeclaration> {
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
  return new Bots(...(await loadModule<BotDeclaration>(game, "bots")));
}
