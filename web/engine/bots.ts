/** The bots of a game in the page: the same code as on the server, compiled to WebAssembly. A bot gets the masked
 * state of its seat as bytes and a generator; equal inputs and budget give equal choices. */
import { CompiledModule, type ModuleDeclaration } from "./rules";
import { loadModule } from "./load";

const loaded = new Map<string, Promise<Bots>>();

/** The contents of `bots.json`. */
interface BotDeclaration extends ModuleDeclaration {
  levels: string[];
  tempers: string[];
  /** Time limit of a choice, in milliseconds. */
  ms: number;
}

/** The choice of a bot. */
export interface Decision {
  /** The number of the action. */
  action: number;
  /** Whether the time limit ended the search, so that the choice cannot be reproduced. */
  cut: boolean;
}

export class Bots extends CompiledModule<BotDeclaration> {
  constructor(declaration: BotDeclaration, instance: WebAssembly.Instance, weights: Uint8Array) {
    super(declaration, instance);
    this.put("weights", weights);
  }

  /** The action that a bot (`club`, `club-bold`) chooses with the masked state of its seat; `rng` is advanced. The
   * budget counts simulations; 0 is the level's default. */
  choose(
    name: string,
    known: { setup: Uint8Array; state: Uint8Array },
    seat: number,
    rng: Uint8Array,
    budget = 0,
    ms = this.declaration.ms,
  ): Decision {
    const [level, style = "even"] = name.split("-");
    const character = this.blank("character");
    this.set(character, "character", "level", this.declaration.levels.indexOf(level!));
    this.set(character, "character", "temper", this.declaration.tempers.indexOf(style) - 1);
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

/** The bots of a game; loaded once. */
export function loadBots(game: string): Promise<Bots> {
  const found = loaded.get(game) ?? load(game);
  loaded.set(game, found);
  return found;
}

async function load(game: string): Promise<Bots> {
  return new Bots(...(await loadModule<BotDeclaration>(game, "bots")));
}
