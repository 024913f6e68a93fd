/** Forks a game: a new local table that continues from a position of a game record, against bots. */
import { Refusal } from "../api/refusal";
import { loadCatalogue } from "../games/catalogue";
import { botNames, pickOpponents, type Level } from "../games/opponents";
import { sampleOf, type RecordedEvent } from "../records/events";
import { RecordError, RecordReader } from "../records/reader";
import { newLocalGame } from "./create";
import { saveLocalGame, type LocalGame, type LocalSeat } from "./storage";
import { LocalTable } from "./table";

/** Create the table and return its id. It continues after the first `events` events of the record, with a person named
 * `name` in `seat`. The other seats go to the bots that had them, else to bots of `level`. The later draws of the record
 * come again, as far as they are legal. */
export async function forkFromRecord(
  record: string,
  events: number,
  seat: number,
  name: string,
  level: Level,
): Promise<string> {
  const reader = await RecordReader.open(record);
  const game = reader && (await loadCatalogue()).find((one) => one.game === reader.header.game.game);
  if (!reader || !game) throw new Refusal("rules_version", "rules_version");
  const { header, rules, sampler } = reader;
  const recorded = recordedEvents(reader);
  const bots = header.bots.map((before, at) =>
    at === seat ? null : before && game.bots.includes(before) ? before : "",
  );
  const others = pickOpponents(game, level, bots.filter((bot) => bot === "").length, bots);
  const seated = bots.map((bot) => (bot === "" ? others.shift()! : bot));
  const names = botNames(game, seated);
  const places = seated.map((bot, at): LocalSeat =>
    bot === null ? { who: "here", name } : { who: "bot", bot, name: names[at]! },
  );
  const choices = (header.fair?.["choices"] as LocalGame["choices"] | undefined) ?? {};
  const made = newLocalGame({ game: game.game, rules: game.rules, options: header.options, choices, places });
  const forked = {
    ...made,
    entries: recorded.slice(0, events),
    from: {
      table: header.table,
      line: events + 2,
      taken: events,
      coming: recorded.slice(events).filter((event) => event.by === "chance"),
    },
  };
  await saveLocalGame({ ...forked, ...new LocalTable(forked, rules, sampler).summary() });
  return made.id;
}

/** The legal events of a record, up to the first line that is refused, without draws and bots. */
function recordedEvents(reader: RecordReader): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  try {
    for (const { event } of reader.steps()) {
      if (!event) continue;
      const sampled = sampleOf(event, reader.rules);
      const carried = sampled === undefined ? {} : { [reader.rules.declaration.sampled!]: sampled };
      events.push({ by: event.by, do: event.do, ...carried });
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
  }
  return events;
}
