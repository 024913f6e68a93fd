/** Loads the modules with which games are shown. */
import type { Component } from "svelte";
import type { GameWeb, PortraitProps } from "./board";
import { assetUrl, importAsset } from "./assets";

/** The contents of a game's `web/pictures.js`: Svelte components built with the page. */
interface Pictures {
  Cover?: Component;
  Icon?: Component;
  Portrait?: Component<PortraitProps>;
}

/** A picture of a game: a component, or the URL of an image. */
export type Picture = Component | string | null;

const pictures = new Map<string, Promise<Pictures>>();

function picturesOf(game: string): Promise<Pictures> {
  const found = pictures.get(game) ?? loadPictures(game);
  pictures.set(game, found);
  return found;
}

async function loadPictures(game: string): Promise<Pictures> {
  try {
    return (await importAsset<{ default: Pictures }>(game, "web/pictures.js"))?.default ?? {};
  } catch (error) {
    console.warn(`the pictures of ${game} cannot be loaded`, error);
    return {};
  }
}

/** The picture on a game's card. */
export async function loadCover(game: string): Promise<Picture> {
  return (await picturesOf(game)).Cover ?? assetUrl(game, "web/cover.svg");
}

/** The icon of a game. */
export async function loadIcon(game: string): Promise<Picture> {
  return (await picturesOf(game)).Icon ?? assetUrl(game, "web/icon.svg");
}

/** The component that shows the bots of a game. */
export async function loadPortrait(game: string): Promise<Component<PortraitProps> | null> {
  return (await picturesOf(game)).Portrait ?? null;
}

/** The module of a game, completed by fallbacks for what it lacks or what cannot be loaded. */
export async function loadGame(game: string): Promise<GameWeb> {
  let own: Partial<GameWeb> = {};
  let broken = false;
  try {
    own = (await importAsset<{ default?: Partial<GameWeb> }>(game, "web/index.js"))?.default ?? {};
  } catch (error) {
    broken = true;
    console.warn(`the board of ${game} cannot be loaded`, error);
  }
  return own.Board ? (own as GameWeb) : (await import("./fallback")).withFallbacks(game, own, broken);
}
