/** The games that this server offers, and the usual ways to sit down to one. */
import { api, isAlone, Refusal } from "../api/http";
import { beSomebody, guest } from "../api/guest.svelte";
import type { GameFacts, MyLevel, NewTable } from "../messages";
import { tablePath } from "../local/local_id";
import { opponents, type Level } from "./opponents";
import { go } from "../app/route.svelte";
import { set, settings } from "../app/settings.svelte";
import { known, say, wordsOf } from "../locale/fluent.svelte";

export type Places = NewTable["seats"];
/** Against bots, with people who get the link, around one screen, alone. */
export type Way = "bots" | "link" | "here" | "alone";

let asked: Promise<GameFacts[]> | undefined;

/** The games, asked once; where nobody answers, those that came with the page. */
export function offered(): Promise<GameFacts[]> {
  asked ??= api.games().catch(async (error: unknown) => {
    asked = undefined;
    if (!isAlone(error)) throw error;
    return alone((await (await fetch("/games.json")).json()) as GameFacts[]);
  });
  return asked;
}

/** Which levels suit me; where nobody answers, those that were said last. */
export async function myLevels(): Promise<MyLevel[]> {
  try {
    set("levels", await api.myLevels());
  } catch (error) {
    if (!isAlone(error)) throw error;
  }
  return settings.levels;
}

/** The games that can be played without a server: those that bring their law, against bots where they bring these too. */
function alone(games: readonly GameFacts[]): GameFacts[] {
  return games
    .filter(({ brings }) => "web/law.wasm" in brings.files)
    .map((game) => ("web/bots.wasm" in game.brings.files ? game : { ...game, bots: [], characters: [] }));
}

/** The fewest and the most seats of a game. */
export function seatsOf(game: GameFacts): [fewest: number, most: number] {
  return game.seats as [number, number];
}

/** How many minutes a game takes, as its words say; 0 if they do not. */
export function minutesOf(game: string): number {
  return known("game-minutes", game) ? Number(wordsOf(game)("game-minutes")) : 0;
}

/** The games whose words are there, the shortest first: it is the easiest to begin with. */
export function easiestFirst<Game extends GameFacts>(games: readonly Game[]): Game[] {
  const minutes = (game: GameFacts): number => minutesOf(game.game) || Infinity;
  return games.toSorted((one, other) => minutes(one) - minutes(other));
}

export function waysOf(game: GameFacts): Way[] {
  const [fewest, most] = seatsOf(game);
  return [
    ...(most > 1 && game.bots.length ? (["bots"] as const) : []),
    ...(most > 1 ? (["link", "here"] as const) : []),
    ...(fewest === 1 ? (["alone"] as const) : []),
  ];
}

/** How many sit at a table: as few as make a game, one more where many can play. */
export function usualSeats(game: GameFacts): number {
  const [fewest, most] = seatsOf(game);
  return Math.max(fewest, Math.min(most, most > 4 ? 3 : 2));
}

/** Who sits where, to begin with; bots are of this level. */
export function placesOf(game: GameFacts, way: Way, level: Level): Places {
  if (way === "alone") return [{ who: "here" }];
  const others = (way === "here" ? 2 : usualSeats(game)) - 1;
  if (way === "bots")
    return [{ who: "here" }, ...opponents(game, level, others).map((bot) => ({ who: "bot", bot }) as const)];
  return [
    { who: "here" },
    ...Array.from({ length: others }, () => ({ who: way === "link" ? "open" : "here" }) as const),
  ];
}

/** The options of a game that is to begin at once: where it is played in rounds, as few as can be. */
export function quickOptions(game: GameFacts): NonNullable<NewTable["options"]> {
  const rounds = game.options["rounds"];
  return rounds?.type === "integer" ? { rounds: rounds.values[0]! } : {};
}

/** Make a table and go there, as whoever one is. Where there is no server, this browser keeps it, if all play here. */
export async function openTable(table: NewTable): Promise<void> {
  go(tablePath(await make(table)));
}

async function make(table: NewTable): Promise<string> {
  try {
    await beSomebody();
    return (await api.makeTable(table)).table;
  } catch (error) {
    if (!isAlone(error) || table.seats.some((seat) => seat.who === "open")) throw error;
  }
  const game = (await offered()).find((one) => one.game === table.game)!;
  const options = table.options ?? {};
  const wrong = game.unfit.some(
    ({ seats, option, value }) => seats === table.seats.length && options[option] === value,
  );
  if (wrong) throw new Refusal("header", "these seats and options do not fit");
  const seats = table.seats.map((seat) =>
    seat.who === "here" ? { ...seat, name: seat.name ?? guest.me?.name ?? say("guest-name") } : seat,
  );
  return (await import("../local/create")).makeHere({ ...table, seats }, game);
}

/** Sit down at once, without further questions. */
export function sitDown(game: GameFacts, way: Way, level: Level): Promise<void> {
  const seats = placesOf(game, way, level);
  const open = seats.filter((seat) => seat.who === "open").length;
  // Several friends may or may not come: then the host says when to begin. A match among friends is a whole one.
  const options = open ? {} : quickOptions(game);
  return openTable({ game: game.game, seats, options, start: open > 1 ? "host" : "full" });
}
