/** The games that can be played, and quick ways to start one. */
import { api, isOffline } from "../api/http";
import { Refusal } from "../api/refusal";
import { ensureGuest, guest } from "../api/guest.svelte";
import type { GameFacts, MyLevel, NewTable } from "../messages";
import { tablePath } from "../local/local_id";
import { pickOpponents, type Level } from "./opponents";
import { navigate } from "../app/route.svelte";
import { saveSetting, settings } from "../app/settings.svelte";
import { connectivity } from "../offline/connectivity.svelte";
import { hasMessage, say, sayFor } from "../locale/fluent.svelte";

export type Seating = NewTable["seats"];
/** Against bots, with people who get a link, on a shared screen, alone. */
export type PlayMode = "bots" | "link" | "here" | "alone";

let asked: Promise<GameFacts[]> | undefined;
/** The games that came with the page, while the server cannot be reached. */
let offline: Promise<GameFacts[]> | undefined;

/** The games, requested once; offline, those that came with the page: then again once the server has answered. */
export function loadCatalogue(): Promise<GameFacts[]> {
  if (offline && !connectivity.reachable) return offline;
  asked ??= api.games().catch((error: unknown) => {
    asked = undefined;
    if (!isOffline(error)) throw error;
    return (offline ??= loadOffline());
  });
  return asked;
}

async function loadOffline(): Promise<GameFacts[]> {
  return alone((await (await fetch("/games.json")).json()) as GameFacts[]);
}

/** My levels: those of the server (offline, those that were last received), together with the games in this browser and
 * the losses that it has computed. */
export async function loadMyLevels(): Promise<MyLevel[]> {
  try {
    saveSetting("levels", await api.myLevels());
  } catch (error) {
    if (!isOffline(error)) throw error;
  }
  const { combinedLevels } = await import("../me/levels");
  return combinedLevels(await loadCatalogue(), settings.levels);
}

/** The games that can be played without a server: those with compiled rules, and against bots if they have compiled
 * bots. */
function alone(games: readonly GameFacts[]): GameFacts[] {
  return games
    .filter(({ brings }) => "web/law.wasm" in brings.files)
    .map((game) => ("web/bots.wasm" in game.brings.files ? game : { ...game, bots: [], characters: [] }));
}

/** The minimum and maximum number of seats. */
export function seatRange(game: GameFacts): [fewest: number, most: number] {
  return game.seats as [number, number];
}

/** The minutes that a game takes, by its messages; 0 if unknown. */
export function gameMinutes(game: string): number {
  return hasMessage("game-minutes", game) ? Number(sayFor(game)("game-minutes")) : 0;
}

/** The games sorted by duration, shortest first. */
export function shortestFirst<Game extends GameFacts>(games: readonly Game[]): Game[] {
  const minutes = (game: GameFacts): number => gameMinutes(game.game) || Infinity;
  return games.toSorted((one, other) => minutes(one) - minutes(other));
}

export function playModes(game: GameFacts): PlayMode[] {
  const [fewest, most] = seatRange(game);
  return [
    ...(most > 1 && game.bots.length ? (["bots"] as const) : []),
    ...(most > 1 ? (["link", "here"] as const) : []),
    ...(fewest === 1 ? (["alone"] as const) : []),
  ];
}

/** The default number of seats: the minimum, and one more for games with many seats. */
export function defaultSeats(game: GameFacts): number {
  const [fewest, most] = seatRange(game);
  return Math.max(fewest, Math.min(most, most > 4 ? 3 : 2));
}

/** The default seating; bots are of this level. */
export function defaultSeating(game: GameFacts, way: PlayMode, level: Level): Seating {
  if (way === "alone") return [{ who: "here" }];
  const others = (way === "here" ? 2 : defaultSeats(game)) - 1;
  if (way === "bots")
    return [{ who: "here" }, ...pickOpponents(game, level, others).map((bot) => ({ who: "bot", bot }) as const)];
  return [
    { who: "here" },
    ...Array.from({ length: others }, () => ({ who: way === "link" ? "open" : "here" }) as const),
  ];
}

/** Create a table and open it. Without a server it becomes a local table, if nobody plays elsewhere. */
export async function createTable(table: NewTable): Promise<void> {
  navigate(tablePath(await make(table)));
}

async function make(table: NewTable): Promise<string> {
  try {
    await ensureGuest();
    return (await api.makeTable(table)).table;
  } catch (error) {
    if (!isOffline(error) || table.seats.some((seat) => seat.who === "open")) throw error;
  }
  const game = (await loadCatalogue()).find((one) => one.game === table.game)!;
  const options = table.options ?? {};
  const wrong = game.unfit.some(
    ({ seats, option, value }) => seats === table.seats.length && options[option] === value,
  );
  if (wrong) throw new Refusal("header", "these seats and options do not fit");
  const seats = table.seats.map((seat) =>
    seat.who === "here" ? { ...seat, name: seat.name ?? guest.me?.name ?? say("guest-name") } : seat,
  );
  return (await import("../local/create")).createLocalTable({ ...table, seats }, game);
}

/** Create a table with defaults and open it. */
export function startQuickGame(game: GameFacts, way: PlayMode, level: Level): Promise<void> {
  const seats = defaultSeating(game, way, level);
  // Games among friends are not shortened.
  const options = seats.some((seat) => seat.who === "open") ? {} : game.quick;
  return createTable({ game: game.game, seats, options });
}
