/** Creates local tables. */
import type { GameFacts, NewTable } from "../messages";
import { botNames } from "../games/opponents";
import { newLocalId } from "./local_id";
import { saveLocalGame, type LocalGame, type LocalSeat } from "./storage";
import { localChance } from "./table";

/** A new game with its own seed. Draws the seats if `draw` is set. */
export function newLocalGame(
  from: Pick<LocalGame, "game" | "rules" | "options" | "choices" | "places" | "hints" | "bots_version">,
  draw = false,
): LocalGame {
  const seed = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const now = new Date().toISOString();
  const { game, rules, options, choices, places, hints, bots_version } = from;
  const made = {
    id: newLocalId(),
    game,
    rules,
    options,
    choices,
    places,
    ...(hints ? { hints } : {}),
    ...(bots_version === undefined ? {} : { bots_version }),
    seed,
    created: now,
    last: now,
    entries: [],
    toAct: [],
    scores: null,
    winners: null,
    reason: null,
    rematch: null,
  };
  if (!draw) return made;
  const [seats, picks] = localChance(made).shuffle(0, places.length);
  return { ...made, places: seats.map((place) => places[place]!), drawn: { seats, picks } };
}

/** The default of each setting. */
function defaults(settings: GameFacts["choices"]): LocalGame["choices"] {
  return Object.fromEntries(Object.entries(settings).map(([name, setting]) => [name, setting.default]));
}

/** Create and store a table from the same request as on a server; returns its id. */
export async function createLocalTable(table: NewTable, game: GameFacts): Promise<string> {
  const names = botNames(
    game,
    table.seats.map((seat) => (seat.who === "bot" ? seat.bot : null)),
  );
  const places = table.seats.map((seat, at): LocalSeat =>
    seat.who === "bot"
      ? { who: "bot", bot: seat.bot, name: names[at]! }
      : { who: "here", name: (seat.who === "here" && seat.name) || null },
  );
  const made = newLocalGame(
    {
      game: game.game,
      rules: game.rules,
      options: { ...table.options },
      choices: { ...defaults(game.choices), ...table.choices },
      places,
      hints: table.hints ?? false,
      bots_version: game.strength?.version ?? null,
    },
    table.draw,
  );
  await saveLocalGame(made);
  return made.id;
}
