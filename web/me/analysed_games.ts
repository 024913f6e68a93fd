/** My finished games with their analyses, for a page that does not compute any. */
import { loadAnalyses, measuredWith } from "../analysis/kept";
import type { Unit } from "../analysis/story";
import { guest, loadGuest } from "../api/guest.svelte";
import { api, isOffline } from "../api/http";
import type { Listed } from "../messages";
import { loadGame } from "../games/load";
import { listLocalTables } from "../local/list";
import type { AnalysedResult } from "./idle_analysis.svelte";
import { resultsOf } from "./results";

/** My tables at the server; none if it cannot be reached, or does not know me. */
async function myTables(): Promise<Listed[]> {
  try {
    return (guest.me ?? (await loadGuest())) ? await api.myTables() : [];
  } catch (error) {
    if (isOffline(error)) return [];
    throw error;
  }
}

/** The games at the server and in this browser, the latest first. */
export async function analysedGames(game: string, unit: Unit): Promise<AnalysedResult[]> {
  const [web, kept, here, there] = await Promise.all([loadGame(game), loadAnalyses(), listLocalTables(), myTables()]);
  const analyses = new Map(kept.map((one) => [one.table, one]));
  return resultsOf([...here, ...there]).flatMap((result) => {
    const analysis = analyses.get(result.table);
    const fits = analysis?.game === game && analysis.unit === unit && analysis.measuredWith === measuredWith(web);
    return fits ? [{ result, analysis }] : [];
  });
}
