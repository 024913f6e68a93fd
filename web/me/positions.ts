/** The position before a choice of mine, from the record of its game. */
import { compareInWords, type Moment } from "../analysis/moment";
import { findExactly, type Parts } from "../engine/actions";
import type { GameWeb, JsonObject, LegalAction, NarrationContext } from "../games/board";
import { sayFor } from "../locale/fluent.svelte";
import { loadRecord, replay } from "../records/records";
import { playerName } from "../table/player_names";
import { seatsOf } from "../records/seats";
import type { SeatState } from "../messages";
import type { Example } from "./losses";

export interface LoadedPosition extends Example {
  record: string;
  view: JsonObject;
  picture: JsonObject | null;
  legal: readonly LegalAction[];
  seats: SeatState[];
  context: NarrationContext;
}

export async function loadPosition({ game, mistake }: Example): Promise<LoadedPosition> {
  const { table, seat } = game.analysis;
  const record = await loadRecord(table);
  // The position before line n is step n - 2.
  const facts = await replay(record, mistake.line - 2, 1, seat);
  const step = facts.steps[0];
  if (!step) throw new Error(`the record of ${table} has no line ${mistake.line}`);
  const seats = seatsOf(facts, seat);
  const say = sayFor(facts.game);
  const name = (other: number): string => playerName(seats[other], other, say);
  return {
    ...{ game, mistake, record, seats, view: step.view, picture: facts.picture },
    legal: step.legal as LegalAction[],
    context: { name, me: seat, say },
  };
}

/** Two actions of a position, in words and for its picture. */
export function compareAt(
  { game, view, picture, legal, context }: LoadedPosition,
  web: GameWeb,
  actions: { played: Parts; better: Parts; loss: number },
): Moment {
  const [played, better] = [findExactly(legal, actions.played), findExactly(legal, actions.better)];
  const { game: kind, unit } = game.analysis;
  const words = compareInWords({ ...{ game: kind, web, view, played, better, unit, context }, loss: actions.loss });
  return { picture: { view, picture, played, better }, ...words };
}
