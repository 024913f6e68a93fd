/** The game of whose pieces portraits are made, as a Svelte context. */
import { getContext, setContext } from "svelte";

const GAME = Symbol("game");

export function setPortraitGame(game: () => string | undefined): void {
  setContext(GAME, game);
}

export function portraitGame(): string | undefined {
  return getContext<(() => string | undefined) | undefined>(GAME)?.();
}
