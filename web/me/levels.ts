/** My level in each game, from the server's and this browser's games and from the losses that were computed here. */
import { loadAnalyses, type KeptAnalysis } from "../analysis/kept";
import { estimateLevel, type LevelModel, type RatedGame } from "../analysis/level";
import type { Losses } from "../analysis/skill";
import { levelOf, levelsOf } from "../games/opponents";
import { listLocalTables, type LocalListed } from "../local/list";
import type { GameFacts, MyLevel } from "../messages";

/** As many of the last games count. */
const GAMES_COUNTED = 20;

interface RatedTable extends RatedGame {
  table: string;
  at: string;
}

/** The levels of the server with what this browser knows besides. */
export async function combinedLevels(games: readonly GameFacts[], server: readonly MyLevel[]): Promise<MyLevel[]> {
  const [here, analyses] = await Promise.all([listLocalTables(), loadAnalyses()]);
  return games.flatMap((facts) => {
    const own = server.find(({ game }) => game === facts.game);
    return combine(facts, own, here, lossesFor(facts, analyses)) ?? own ?? [];
  });
}

/** The losses of analysed games that the levels of a game can be compared with, by table. */
function lossesFor({ game, level_model }: GameFacts, analyses: readonly KeptAnalysis[]): Map<string, Losses> {
  const model = level_model as LevelModel | null;
  const fitting = analyses.filter(
    (one) => one.game === game && one.unit === model?.unit && one.measuredWith === model.measured_with,
  );
  return new Map(fitting.map(({ table, losses }) => [table, losses]));
}

/** My level in a game; null without a model of its levels. What was measured with other bots does not count. `losses`:
 * by table, in the unit of the model. */
export function combine(
  facts: GameFacts,
  server: MyLevel | undefined,
  here: readonly LocalListed[],
  losses: ReadonlyMap<string, Losses>,
): MyLevel | null {
  const model = facts.level_model as LevelModel | null;
  if (!model) return null;
  const rated: RatedTable[] = (server?.bots === model.bots ? server.rated : []).map((one) => ({
    ...one,
    at: one.at ?? "",
    rivals: one.rivals as unknown as RatedGame["rivals"],
    ...lossOf(undefined),
  }));
  const tables = [...rated, ...here.flatMap((table) => ratedTable(facts, model, table) ?? [])]
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, GAMES_COUNTED)
    .map((one) => ({ ...one, ...lossOf(losses.get(one.table)) }));
  const { level, low, high, value, error } = estimateLevel(model, tables);
  const offered = levelsOf(facts).filter((one) => !facts.withheld.includes(one));
  return {
    game: facts.game,
    bots: model.bots,
    level: offered.findLast((one) => levelsOf(facts).indexOf(one) <= levelsOf(facts).indexOf(level)) ?? level,
    low,
    high,
    games: tables.length,
    value,
    error,
    rated: server?.rated ?? [],
  };
}

function lossOf(losses: Losses | undefined): Pick<RatedGame, "loss" | "decisions"> {
  return losses?.decisions
    ? { loss: losses.sum / losses.decisions, decisions: losses.decisions }
    : { loss: null, decisions: 0 };
}

/** What a local game says; null if it does not count. */
function ratedTable(facts: GameFacts, model: LevelModel, table: LocalListed): RatedTable | null {
  const { game, options, players, scores, winners, rated } = table;
  const mine = players.flatMap(({ you }, seat) => (you ? [seat] : []));
  const [own] = mine;
  if (game !== facts.game || !rated || own === undefined || mine.length > 1 || !scores) return null;
  const special = Object.entries(options).some(
    ([name, value]) => name !== model.each && value !== facts.options[name]?.default,
  );
  if (special || (model.deviation === undefined && rated.bots !== model.bots)) return null;
  const about = { table: table.table, at: table.last_at, ...lossOf(undefined) };
  if (model.deviation !== undefined) {
    const rounds = model.each ? Number(options[model.each] ?? facts.options[model.each]?.default) : 1;
    return { ...about, rivals: [], points: scores[own]! / rounds, rounds };
  }
  const won = (seat: number): boolean => winners?.includes(seat) ?? false;
  const results = players.flatMap(({ bot }, seat) => {
    const level = seat === own ? null : levelOf(bot);
    const rating = level && model.levels[level]?.rating;
    if (rating === null || rating === undefined) return [];
    const same = won(own) === won(seat);
    const ahead = same ? scores[own]! - scores[seat]! : won(own) ? 1 : -1;
    return [{ rating, result: ahead === 0 ? 0.5 : ahead > 0 ? 1 : 0 }];
  });
  if (!results.length) return null;
  const weight = 1 / results.length;
  return {
    ...about,
    points: null,
    rounds: 1,
    rivals: results.map(({ rating, result }) => [rating, result, weight, 0]),
  };
}
