/** Worker that computes a hint: the choice of the strongest bot, and other candidates. */
import type { Parts } from "../engine/actions";
import { setGameList, type GameAssets } from "../games/assets";
import { loadAnalysis } from "../engine/analysis";
import { loadBots } from "../engine/bots";
import { loadRules } from "../engine/load";

export interface HintJob {
  game: string;
  seat: number;
  setup: Uint8Array;
  state: Uint8Array;
  /** The files of all games. */
  games: GameAssets[];
}

export interface HintResult {
  best: Parts;
  /** The best action among a few candidates, in neutral order: where to look. */
  look: Parts[];
}

export type HintAnswer = HintResult | { failed: string };

/** The number of highlighted actions. */
const LOOKED_AT = 3;
/** Milliseconds: longer than for a bot at a table, since nobody else waits. */
const MS = 1500;

async function think({ game, seat, setup, state, games }: HintJob): Promise<HintResult> {
  setGameList(() => Promise.resolve(games));
  const [rules, bots] = await Promise.all([loadRules(game), loadBots(game)]);
  const known = { setup, state };
  // The same position has the same hint.
  const { action: best } = bots.choose(bots.declaration.levels.at(-1)!, known, seat, rules.generator(1, 0), 0, MS);
  const looked = await loadAnalysis(game).then(
    (analysis) => analysis.analyst(rules, seat).candidates(known),
    () => [], // a game may have bots and no analysis
  );
  const some = [best, ...looked.filter((action) => action !== best)].slice(0, LOOKED_AT);
  const parts = (action: number): Parts => rules.actions.parts(action);
  return { best: parts(best), look: some.sort((one, other) => one - other).map(parts) };
}

addEventListener("message", ({ data }: MessageEvent<HintJob>) => {
  think(data).then(
    (answer) => postMessage(answer satisfies HintAnswer),
    (error: unknown) => postMessage({ failed: String(error) } satisfies HintAnswer),
  );
});
