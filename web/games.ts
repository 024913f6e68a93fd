/** The games of the page, found in their own folders: the page itself names none. */
import type { Component } from "svelte";
import type { GameWeb, PortraitProps } from "./board";

const WEB = import.meta.glob<GameWeb>("../src/ludotheque/games/*/web/index.ts", { import: "default" });
const COVERS = import.meta.glob<Component>("../src/ludotheque/games/*/web/Cover.svelte", { import: "default" });
const PORTRAITS = import.meta.glob<Component<PortraitProps>>("../src/ludotheque/games/*/web/Portrait.svelte", {
  import: "default",
});
const ICONS = import.meta.glob<Component>("../src/ludotheque/games/*/web/Icon.svelte", {
  import: "default",
  eager: true,
});

const at = (game: string, file: string): string => `../src/ludotheque/games/${game}/web/${file}`;

/** How a game is shown; a game that came without a board of its own gets the plain one. */
export async function loadGame(game: string): Promise<GameWeb> {
  const own = WEB[at(game, "index.ts")];
  return own ? own() : (await import("./plain")).default;
}

/** The picture on a game's card. */
export async function loadCover(game: string): Promise<Component | null> {
  return (await COVERS[at(game, "Cover.svelte")]?.()) ?? null;
}

/** What shows the characters of a game. */
export async function loadPortrait(game: string): Promise<Component<PortraitProps> | null> {
  return (await PORTRAITS[at(game, "Portrait.svelte")]?.()) ?? null;
}

/** A game's small mark. */
export function iconOf(game: string): Component | null {
  return ICONS[at(game, "Icon.svelte")] ?? null;
}
