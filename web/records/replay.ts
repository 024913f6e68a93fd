/** Replays a game record in the page. */
import type { Finding, Replay, StepFacts } from "../messages";
import { RecordError, RecordReader } from "./reader";

/** `count` steps of a record from number `first` on, as a seat (null: a spectator) saw them. Null if the page lacks
 * the rules of its game. */
export async function replayLocally(
  record: string,
  first: number,
  count: number,
  seat: number | null,
): Promise<Replay | null> {
  const reader = await RecordReader.open(record);
  if (!reader) return null;
  const { header, rules } = reader;
  const steps: StepFacts[] = [];
  let [total, picture, refused]: [number, Replay["picture"], Finding | null] = [0, null, null];
  try {
    for (const { line, position, event, effects } of reader.steps()) {
      const number = total++;
      if (number < first || number >= first + count) continue;
      const viewer = seat !== null && seat < header.seats ? seat : null;
      const known = position.mask(viewer);
      const verbs = event?.by === "chance" ? rules.outcomes : rules.actions;
      steps.push({
        number,
        line,
        view: known.view(),
        legal: known.legalWithPreviews() as StepFacts["legal"],
        event: event && {
          by: event.by,
          do: event.do,
          parts: verbs.parts(verbs.parse(event.do)!),
          effects: effects(viewer),
        },
      });
      picture = position.picture() as Replay["picture"];
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    refused = { code: error.code, message: error.code, line: error.line, detail: error.detail };
  }
  const { game, seats, players, bots, date } = header;
  const options = rules.start(seats, header.options).options;
  return {
    game: game.game,
    rules: game.rules,
    seats,
    options,
    players,
    bots,
    date,
    total,
    steps,
    picture,
    ceiling: null,
    refused,
  };
}
