/** The files that games bring to the page at run time, built-in and third-party games alike. Their URLs come from the list
 * of games, which workers receive from the page. */
import type { GameFacts } from "../messages";

/** What a worker has to know of a game: where its files are, and which records it can read. */
export type GameAssets = Pick<GameFacts, "game" | "rules" | "older" | "brings" | "seats" | "options" | "unfit">;

let list: () => Promise<readonly GameAssets[]> = () =>
  Promise.reject(new Error("nobody has told which games there are"));

/** Say where the list of the games comes from. */
export function setGameList(given: () => Promise<readonly GameAssets[]>): void {
  list = given;
}

/** All that games bring, to be handed to a worker. */
export async function allGameAssets(): Promise<GameAssets[]> {
  return (await list()).map(({ game, rules, older, brings, seats, options, unfit }) => ({
    game,
    rules,
    older,
    brings,
    seats,
    options,
    unfit,
  }));
}

export async function gameAssets(game: string): Promise<GameAssets | undefined> {
  return (await list()).find((one) => one.game === game);
}

/** The options of a game that began under a version of the rules, for the rules as it is now; null if games of that version
 * cannot be read any more. */
export function currentOptions<Options extends object>(
  { rules, older }: Pick<GameAssets, "rules" | "older">,
  version: number,
  options: Options,
): Options | null {
  const then = version === rules ? {} : older[version];
  return then ? { ...then, ...options } : null;
}

/** Where a file of a game's folder is; null if the game has not brought it. */
export async function assetUrl(game: string, file: string): Promise<string | null> {
  return (await gameAssets(game))?.brings.files[file] ?? null;
}

/** A file of a game's folder; null if the game has not brought it. */
export async function fetchAsset(game: string, file: string): Promise<Response | null> {
  const address = await assetUrl(game, file);
  if (address === null) return null;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there: ${answer.status}`);
  return answer;
}

/** A module of a game's folder, with its styles; null if the game has not brought it. */
export async function importAsset<Module>(game: string, file: string): Promise<Module | null> {
  const brings = (await gameAssets(game))?.brings;
  const address = brings?.files[file];
  if (!address) return null;
  const styles = typeof document === "undefined" ? [] : (brings.needs[file] ?? []).map(need);
  const [found] = await Promise.all([import(/* @vite-ignore */ address) as Promise<Module>, ...styles]);
  return found;
}

/** Have what a module needs: its styles, before it is shown; modules are only fetched sooner. */
function need(address: string): Promise<void> {
  const style = address.endsWith(".css");
  if (document.head.querySelector(`link[href="${address}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = style ? "stylesheet" : "modulepreload";
  link.href = address;
  document.head.append(link);
  if (!style) return Promise.resolve();
  return new Promise((done) => {
    link.onload = () => done();
    link.onerror = () => done(); // it looks poor, but it works
  });
}
