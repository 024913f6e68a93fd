/** The coach of a player's first games of a kind. */
import { saveSetting, settings } from "../app/settings.svelte";
import type { Tip } from "../games/board";
import { provideCoach, type CoachContext } from "./Coach.svelte";
import type { TableView } from "./table_view.svelte";

/** In how many games of a kind the coach speaks. */
const FIRST_GAMES = 3;

/** Provide the coach to the board, and count the games that are played to their end on this device. */
export function provideTableCoach(view: TableView, openLesson: () => void): CoachContext {
  const played = (): number => settings.played[view.game ?? ""] ?? 0;
  const tip = $derived.by((): Tip | null => {
    const { yourTurn, web, view: shown, covered, legal, context } = view;
    const said = yourTurn && web && shown && !covered && web.coach?.(shown, legal, context);
    return typeof said === "string" ? { text: said, light: [] } : said || null;
  });
  const coaching = provideCoach({
    get on() {
      return (
        settings.coach &&
        played() < FIRST_GAMES &&
        view.now?.phase === "running" &&
        view.table?.seated === true &&
        view.web?.coach !== undefined
      );
    },
    get text() {
      return tip?.text ?? "";
    },
    get light() {
      return (this.on && tip?.light) || [];
    },
    get lesson() {
      return played() === 0 && view.hasLesson;
    },
    learn: openLesson,
    quiet: () => saveSetting("coach", false),
  });
  // A game counts when it ends on this screen, not when its table is opened again.
  let wasRunning = false;
  $effect(() => {
    const { now, table, game } = view;
    if (now?.phase === "running" && table?.seated) wasRunning = true;
    else if (now?.phase === "over" && wasRunning && game) {
      wasRunning = false;
      saveSetting("played", { ...settings.played, [game]: (settings.played[game] ?? 0) + 1 });
    }
  });
  return coaching;
}
