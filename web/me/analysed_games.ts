/** My finished games with their analyses, for a page that does not compute any. */
import { loadAnalyses, measuredWith } from "../analysis/kept";
import type { Unit } from "../analysis/story";
import { api } from "../api/http";
import { Refusal } from "../api/refusal";
import { loadGame } from "../games/load";
import { listLocalTables } from "../local/list";
import type { AnalysedResult } from "./idle_analysis.svelte";
import { resultsOf } from "./results";

/** The games at the server and in this browser, the latest first. */
export async function analysedGames(game: string, unit: Unit): Promise<AnalysedResult[]> {
  const [web, kept, here, there] = await Promise.all([
    loadGame(game),
    loadAnalyses(),
    listLocalTables(),
    api.myTables().catch((error: unknown) => {
      if (error instanceof Refusal) return []; // there is no server, or no profile
      throw error;
    }),
  ]);
  const analyses = new Map(kept.map((one) => [one.table, one]));
  return resultsOf([...here, ...there]).flatMap((result) => {
    const analysis = analyses.get(result.table);
    const fits = analysis?.game === game && analysis.unit === unit && analysis.measuredWith === measuredWith(web);
    return fits ? [{ result, analysis }] : [];
  });
}
