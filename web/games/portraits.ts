/** Which game's pieces portraits are made of, for all that is shown inside. */
import { getContext, setContext } from "svelte";

const GAME = Symbol("game");

export function setPortraitGame(game: () => string | undefined): void {
  setContext(GAME, game);
}

export function portraitGame(): string | undefined {
  return getContext<(() => string | undefined) | undefined>(GAME)?.();
}
