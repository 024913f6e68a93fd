/** Which game's pieces portraits are made of, for all that is shown inside. */
import { getContext, setContext } from "svelte";

const GAME = Symbol("game");

export function portraitsOf(game: () => string | undefined): void {
  setContext(GAME, game);
}

export function gameHere(): string | undefined {
  return getContext<(() => string | undefined) | undefined>(GAME)?.();
}
