/** Worker that computes a hint: the choice of the strongest bot, and other candidates. */
import type { Parts } from "../engine/actions";
import { setGameList, type GameAssets } from "../games/assets";
import { loadAnalysis } from "../engine/analysis";
import { loadBots } from "../engine/bots";
import { loadRules } from "../engine/load";
import { MaskedState } from "../engine/rules";

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

/** The second best action, found after the answer: what playing it would lose, in points or in chances to win. */
export interface HintRival {
  rival: Parts;
  loss: number;
  unit: "points" | "wins";
}

export type HintAnswer = HintResult | { failed: string };

/** The number of highlighted actions. */
const LOOKED_AT = 3;
/** Milliseconds: longer than for a bot at a table, since nobody else waits. */
const MS = 1500;

async function think({ game, seat, setup, state, games }: HintJob): Promise<void> {
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
  postMessage({ best: parts(best), look: some.sort((one, other) => one - other).map(parts) } satisfies HintResult);
  if (looked.length < 2) return;
  // Reasons are asked for last: until then there is time to compare.
  const position = new MaskedState(rules, setup, state, seat);
  const { tried } = (await loadAnalysis(game)).analyst(rules, seat).compare(position, best);
  const [rival, worth] =
    [...tried].filter(([action]) => action !== best).sort((one, other) => other[1] - one[1])[0] ?? [];
  if (rival === undefined || worth === undefined || !tried.has(best)) return;
  const loss = tried.get(best)! - worth;
  if (loss > 0)
    postMessage({ rival: parts(rival), loss, unit: position.seats === 1 ? "points" : "wins" } satisfies HintRival);
}

addEventListener("message", ({ data }: MessageEvent<HintJob>) => {
  think(data).catch((error: unknown) => postMessage({ failed: String(error) } satisfies HintAnswer));
});
