/** The files that games bring to the page at run time, built-in and third-party games alike. Their URLs come from the list
 * of games, which workers receive from the page. */
import type { GameFacts } from "../messages";

/** What a worker has to know of a game: where its files are, and which records it can read. */
export type GameAssets = Pick<GameFacts, "game" | "rules" | "older" | "brings" | "seats" | "options" | "unfit">;

let list: () => Promise<readonly GameAssets[]> = () =>
  Promise.reject(new Error("nobody has told which games there are"));

/** Set the source of the list of games. */
export function setGameList(given: () => Promise<readonly GameAssets[]>): void {
  list = given;
}

/** The list of games, to be sent to a worker. */
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

/** The options for the current rules of a game that began under another version of them; null if games of that version
 * can no longer be read. */
export function currentOptions<Options extends object>(
  { rules, older }: Pick<GameAssets, "rules" | "older">,
  version: number,
  options: Options,
): Options | null {
  const then = version === rules ? {} : older[version];
  return then ? { ...then, ...options } : null;
}

/** The URL of a file of a game; null if the game has no such file. */
export async function assetUrl(game: string, file: string): Promise<string | null> {
  return (await gameAssets(game))?.brings.files[file] ?? null;
}

/** A file of a game; null if the game has no such file. */
export async function fetchAsset(game: string, file: string): Promise<Response | null> {
  const address = await assetUrl(game, file);
  if (address === null) return null;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there: ${answer.status}`);
  return answer;
}

/** A module of a game, with its styles; null if the game has no such file. */
export async function importAsset<Module>(game: string, file: string): Promise<Module | null> {
  const brings = (await gameAssets(game))?.brings;
  const address = brings?.files[file];
  if (!address) return null;
  const styles = typeof document === "undefined" ? [] : (brings.needs[file] ?? []).map(need);
  const [found] = await Promise.all([import(/* @vite-ignore */ address) as Promise<Module>, ...styles]);
  return found;
}

/** Load the styles of a module, and preload its imports. */
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
    link.onerror = () => done(); // unstyled, but it works
  });
}
