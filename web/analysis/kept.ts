/** The analyses of my finished games, kept in this browser: what each decision lost, and where. They feed My page, and
 * no game is analysed twice. */
import type { Parts } from "../engine/actions";
import type { GameWeb } from "../games/board";
import { answered, openStore } from "../local/database";
import { parseLine, splitLines } from "../records/lines";
import { lossesOf, type Losses } from "./skill";
import type { Unit } from "./story";
import type { StepReport } from "./worker";

/** A choice with a loss outside the error. */
export interface Mistake {
  /** Its line in the game record. */
  line: number;
  turn: number;
  /** The game's name for the kind of mistake; null if it has none. */
  kind: string | null;
  loss: number;
  played: Parts;
  better: Parts;
  /** When it was last practised. */
  practised?: string;
}

export interface KeptAnalysis {
  table: string;
  /** The day of the game, as its record says. */
  date: string;
  game: string;
  seat: number;
  unit: Unit;
  /** The fingerprint of bots and analysis that the game's levels are measured with: under another one, an analysis no
   * longer counts. */
  measuredWith: string;
  losses: Losses;
  mistakes: Mistake[];
  /** What the game counts for bests (`GameWeb.counted`). */
  counted: Record<string, number>;
  /** The score as a share of the ceiling; null if the ceiling is not known. */
  ceiling: number | null;
}

/** As many analyses are kept at most. */
export const MOST_KEPT = 500;

/** The fingerprint that an analysis of a game has to have; empty if its levels are not measured. */
export const measuredWith = (web: Pick<GameWeb, "skill">): string => web.skill?.measured_with ?? "";

/** What is kept of an analysed game. */
export function summarise(
  of: Played & { game: string; seat: number; seats: number; ceiling?: number | null },
  steps: readonly StepReport[],
  web: Pick<GameWeb, "mistake" | "counted" | "longTurns" | "skill">,
): KeptAnalysis {
  const { table, date, game, seat, seats, ceiling = null } = of;
  const counted = Object.entries(web.counted ?? {}).map(([name, count]): [string, number] => [
    name,
    steps.reduce((sum, { effects }) => sum + effects.reduce((own, effect) => own + count(effect), 0), 0),
  ]);
  return {
    table,
    date,
    game,
    seat,
    unit: seats === 1 ? "points" : "wins",
    measuredWith: measuredWith(web),
    losses: lossesOf(steps.flatMap(({ move }) => (move ? [move.loss] : []))),
    mistakes: steps.flatMap(({ line, turn, move, choices }) =>
      move && choices
        ? [
            {
              line,
              turn: web.longTurns ? turn : line,
              kind: web.mistake?.(choices.view, choices.played, choices.better) ?? null,
              loss: move.loss,
              played: move.action,
              better: move.best,
            },
          ]
        : [],
    ),
    counted: Object.fromEntries(counted),
    ceiling,
  };
}

/** Where and when a game was played. */
export type Played = Pick<KeptAnalysis, "table" | "date">;

/** Where and when the game of a record was played; null if it continues another game, or if the record does not say:
 * analyses of such games are not kept. */
export function playedAs(record: string): Played | null {
  const { table, date, from } = parseLine(splitLines(record)[0]!) ?? {};
  return typeof table === "string" && typeof date === "string" && from === undefined ? { table, date } : null;
}

/** The losses of the last games of the same kind as one of them, the latest first. */
export function lastLosses(all: readonly KeptAnalysis[], one: KeptAnalysis, most = 10): Losses[] {
  return all
    .filter(({ game, unit, measuredWith: fingerprint, losses }) => {
      return game === one.game && unit === one.unit && fingerprint === one.measuredWith && losses.decisions > 0;
    })
    .sort((first, second) => second.date.localeCompare(first.date))
    .slice(0, most)
    .map(({ losses }) => losses);
}

const store = (mode: IDBTransactionMode): Promise<IDBObjectStore> =>
  openStore("ludotheque-analyses", "analyses", "table", mode);

/** All kept analyses; none if the browser stores nothing (private windows). */
export async function loadAnalyses(): Promise<KeptAnalysis[]> {
  try {
    return await answered((await store("readonly")).getAll() as IDBRequest<KeptAnalysis[]>);
  } catch {
    return [];
  }
}

export async function loadAnalysisOf(table: string): Promise<KeptAnalysis | undefined> {
  try {
    return await answered((await store("readonly")).get(table) as IDBRequest<KeptAnalysis | undefined>);
  } catch {
    return undefined;
  }
}

/** Keep an analysis, once for each table. What was known before stays: the ceiling, and what was practised. */
export async function keepAnalysis(analysis: KeptAnalysis): Promise<void> {
  try {
    const analyses = await store("readwrite");
    const before = await answered(analyses.get(analysis.table) as IDBRequest<KeptAnalysis | undefined>);
    const mistakes = analysis.mistakes.map((one): Mistake => {
      const practised = one.practised ?? before?.mistakes.find(({ line }) => line === one.line)?.practised;
      return practised === undefined ? one : { ...one, practised };
    });
    await answered(analyses.put({ ...analysis, mistakes, ceiling: analysis.ceiling ?? before?.ceiling ?? null }));
  } catch {
    // private windows store nothing
  }
}

export async function deleteAnalyses(tables: readonly string[]): Promise<void> {
  try {
    const analyses = await store("readwrite");
    await Promise.all(tables.map((table) => answered(analyses.delete(table))));
  } catch {
    // as above
  }
}

/** The table of a game has another id now: it was uploaded to a server. */
export async function moveAnalysis(from: string, to: string): Promise<void> {
  const kept = await loadAnalysisOf(from);
  if (!kept) return;
  await keepAnalysis({ ...kept, table: to });
  await deleteAnalyses([from]);
}
