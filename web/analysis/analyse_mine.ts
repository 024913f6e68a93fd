/** Analyses a finished game of mine and keeps the result. */
import { api } from "../api/http";
import type { GameWeb } from "../games/board";
import { isLocal } from "../local/local_id";
import { resultIn } from "../records/lines";
import { loadRecord } from "../records/records";
import { keepAnalysis, playedAs, summarise, type KeptAnalysis } from "./kept";
import { startAnalysis, type AnalysisRun } from "./run";

/** `found` is null if it was stopped, and rejected if the game cannot be analysed. */
export function analyseMine(
  { table, game, seat, seats }: Pick<KeptAnalysis, "table" | "game" | "seat"> & { seats: number },
  web: GameWeb,
): { found: Promise<KeptAnalysis | null>; stop(): void } {
  let run: AnalysisRun | undefined;
  let stopped = false;
  const analyse = async (): Promise<KeptAnalysis | null> => {
    // Only a server proves ceilings.
    const [record, replay] = await Promise.all([
      loadRecord(table),
      isLocal(table) ? null : api.steps(table, 0, 1, null),
    ]);
    if (stopped) return null;
    run = startAnalysis({ record, seat });
    const steps = await run.steps;
    if (!steps) return null;
    const played = playedAs(record);
    const score = resultIn(record)?.scores[seat];
    const ceiling = replay?.ceiling && score !== undefined ? score / replay.ceiling.score : null;
    const found = summarise({ ...(played ?? { date: "" }), table, game, seat, seats, ceiling }, steps, web);
    if (played) await keepAnalysis(found);
    return found;
  };
  return {
    found: analyse(),
    stop: () => {
      stopped = true;
      run?.stop();
    },
  };
}
