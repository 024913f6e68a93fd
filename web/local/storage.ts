/** Local games in IndexedDB. */
import type { RecordedEvent } from "../records/events";
import type { ChanceDraw } from "../records/fairness";
import { answered, openStore } from "./database";

/** The owner of a seat: a person at this screen, or a bot. */
export type LocalSeat = { who: "here"; name: string | null } | { who: "bot"; bot: string; name: string };

/** A log entry: an event, a take-back to an entry, or a hint. */
export type LogEntry = RecordedEvent | { entry: "take_back"; to: number } | { entry: "hint"; seat: number };

/** Where a fork was made. */
export interface ForkOrigin {
  /** The table of the original game, if its record names one, and the line of the record. */
  table: string | null;
  line: number;
  /** The number of log entries taken from the original game. */
  taken: number;
  /** Later draws of the original game: they come again as far as they are legal. */
  coming: RecordedEvent[];
}

/** A local game: its constants, its log, and its state for lists. */
export interface LocalGame {
  id: string;
  game: string;
  rules: number;
  options: Record<string, boolean | number | string>;
  choices: Record<string, boolean | number | string>;
  places: LocalSeat[];
  /** The seed of all draws. */
  seed: string;
  /** If the seats were drawn: the original place of each seat's player, and the draws. */
  drawn?: { seats: number[]; picks: ChanceDraw[] };
  /** Whether hints are allowed among several people. */
  hints?: boolean;
  /** The fingerprint of the game's bots when it began, if it can count for the player's level. */
  bots_version?: string | null;
  from?: ForkOrigin;
  created: string;
  entries: LogEntry[];
  last: string;
  toAct: number[];
  scores: number[] | null;
  winners: number[] | null;
  reason: string | null;
  /** The rematch of this game. */
  rematch: string | null;
}

/** Another window has changed the log. */
export class StaleWrite extends Error {}

const store = (mode: IDBTransactionMode): Promise<IDBObjectStore> => openStore("ludotheque", "games", "id", mode);

/** All games, newest first. */
export async function loadLocalGames(): Promise<LocalGame[]> {
  const all = await answered<LocalGame[]>((await store("readonly")).getAll() as IDBRequest<LocalGame[]>);
  return all.sort((one, other) => other.last.localeCompare(one.last));
}

export async function loadLocalGame(id: string): Promise<LocalGame | undefined> {
  return answered((await store("readonly")).get(id) as IDBRequest<LocalGame | undefined>);
}

/** Store a game. `grown` is the number of new log entries; throws a StaleWrite if the stored log does not match. */
export async function saveLocalGame(game: LocalGame, grown = 0): Promise<void> {
  const games = await store("readwrite");
  const before = await answered(games.get(game.id) as IDBRequest<LocalGame | undefined>);
  if (before && before.entries.length !== game.entries.length - grown) throw new StaleWrite();
  await answered(games.put(game));
}

export async function deleteLocalGame(id: string): Promise<void> {
  await answered((await store("readwrite")).delete(id));
}
