/** The games that this browser keeps, in its own database. */
import type { RecordedEvent } from "../records/events";
import type { ChanceDraw } from "../records/fairness";

/** Who has a seat: somebody at this screen, or a bot. */
export type LocalSeat = { who: "here"; name: string | null } | { who: "bot"; bot: string; name: string };

/** What is logged: an event, a take-back to the entry of a number, or that somebody looks at a hint. */
export type LogEntry = RecordedEvent | { entry: "take_back"; to: number } | { entry: "hint"; seat: number };

/** Where a game was begun that goes on from a position of another one. */
export interface ForkOrigin {
  /** The table of that game, if its record names one, and on which line of the record it goes on. */
  table: string | null;
  line: number;
  /** So many entries of the log are that game's. */
  taken: number;
  /** What chance brought there afterwards: it comes here too, as far as it can. */
  coming: RecordedEvent[];
}

/** A game: what never changes about it, its log, and how it stands for lists. */
export interface LocalGame {
  id: string;
  game: string;
  rules: number;
  options: Record<string, boolean | number | string>;
  choices: Record<string, boolean | number | string>;
  places: LocalSeat[];
  /** From which all chance follows. */
  seed: string;
  /** Where the seats were drawn: the place that each seat's player had before, and the picks. */
  drawn?: { seats: number[]; picks: ChanceDraw[] };
  /** Whether hints were agreed on, where several people play. */
  hints?: boolean;
  from?: ForkOrigin;
  created: string;
  entries: LogEntry[];
  last: string;
  toAct: number[];
  scores: number[] | null;
  winners: number[] | null;
  reason: string | null;
  /** The game that goes on from this one. */
  rematch: string | null;
}

const NAME = "ludotheque";
const STORE = "games";

/** The log has grown elsewhere, in another window. */
export class StaleWrite extends Error {}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error("the browser's database does not answer"));
  });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    return answered(request);
  })();
  return opened;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(STORE, mode).objectStore(STORE);
}

/** All games, the latest first. */
export async function loadLocalGames(): Promise<LocalGame[]> {
  const all = await answered<LocalGame[]>((await store("readonly")).getAll() as IDBRequest<LocalGame[]>);
  return all.sort((one, other) => other.last.localeCompare(one.last));
}

export async function loadLocalGame(id: string): Promise<LocalGame | undefined> {
  return answered((await store("readonly")).get(id) as IDBRequest<LocalGame | undefined>);
}

/** Keep a game as it is now. `grown`: by how many entries its log is longer than when it was last kept. */
export async function saveLocalGame(game: LocalGame, grown = 0): Promise<void> {
  const games = await store("readwrite");
  const before = await answered(games.get(game.id) as IDBRequest<LocalGame | undefined>);
  if (before && before.entries.length !== game.entries.length - grown) throw new StaleWrite();
  await answered(games.put(game));
}

export async function deleteLocalGame(id: string): Promise<void> {
  await answered((await store("readwrite")).delete(id));
}
