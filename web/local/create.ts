/** A new table that this browser keeps. */
import type { GameFacts, NewTable } from "../messages";
import { namesOf } from "../games/opponents";
import { newId } from "./local_id";
import { keep, type Kept, type Place } from "./storage";
import { chanceOf } from "./table";

/** A table before its first event, with a seed of its own. Where seats are to be drawn, they are. */
export function newGame(
  from: Pick<Kept, "game" | "rules" | "options" | "choices" | "places" | "hints">,
  draw = false,
): Kept {
  const seed = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const now = new Date().toISOString();
  const { game, rules, options, choices, places, hints } = from;
  const made = {
    id: newId(),
    game,
    rules,
    options,
    choices,
    places,
    ...(hints ? { hints } : {}),
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
  const [seats, picks] = chanceOf(made).shuffle(0, places.length);
  return { ...made, places: seats.map((place) => places[place]!), drawn: { seats, picks } };
}

/** Make a table as one asks a server for it, and keep it; its id. */
export async function makeHere(table: NewTable, game: GameFacts): Promise<string> {
  const names = namesOf(
    game,
    table.seats.map((seat) => (seat.who === "bot" ? seat.bot : null)),
  );
  const places = table.seats.map((seat, at): Place =>
    seat.who === "bot"
      ? { who: "bot", bot: seat.bot, name: names[at]! }
      : { who: "here", name: (seat.who === "here" && seat.name) || null },
  );
  const made = newGame(
    {
      game: game.game,
      rules: game.rules,
      options: { ...table.options },
      choices: { ...table.choices },
      places,
      hints: table.hints ?? false,
    },
    table.draw,
  );
  await keep(made);
  return made.id;
}
