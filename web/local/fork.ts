/** A table that goes on from a position of a record, against the bots. */
import { currentOptions } from "../games/assets";
import { Refusal } from "../api/http";
import { loadRules, loadSampler } from "../engine/load";
import { loadCatalogue } from "../games/catalogue";
import { botNames, pickOpponents, type Level } from "../games/opponents";
import { saveLocalGame, type RecordedEvent, type LocalSeat } from "./storage";
import { newLocalGame } from "./create";
import { LocalTable } from "./table";

interface Header {
  game: string;
  rules: number;
  options?: Record<string, boolean | number | string>;
  seats: number;
  bots?: (string | null)[];
  table?: string;
  fair?: { choices?: Record<string, boolean | number | string> };
}

/** What a table is that goes on after so many events of a record, with somebody here in this seat. Others are the bots that
 * they were, or bots of this level. What chance brought afterwards is still to come, as far as it can. */
export async function forkFromRecord(
  record: string,
  events: number,
  seat: number,
  name: string,
  level: Level,
): Promise<string> {
  const [header, ...lines] = record
    .split("\n")
    .filter((line) => line)
    .map((line) => JSON.parse(line) as unknown) as [Header, ...Partial<RecordedEvent>[]];
  const game = (await loadCatalogue()).find((one) => one.game === header.game);
  const [rules, sampler] = await Promise.all([loadRules(header.game), loadSampler(header.game)]);
  const options = game && currentOptions(game, header.rules, header.options ?? {});
  if (!game || !options) throw new Refusal("rules_version", "rules_version");
  const happened = lines
    .filter((line): line is RecordedEvent => line.do !== undefined)
    .map(({ by, do: done, box }): RecordedEvent => ({ by, do: done, ...(box === undefined ? {} : { box }) }));
  const bots = Array.from({ length: header.seats }, (_, at) => {
    const before = header.bots?.[at];
    return at === seat ? null : before && game.bots.includes(before) ? before : "";
  });
  const others = pickOpponents(game, level, bots.filter((bot) => bot === "").length, bots);
  const sitting = bots.map((bot) => (bot === "" ? others.shift()! : bot));
  const names = botNames(game, sitting);
  const places = sitting.map((bot, at): LocalSeat =>
    bot === null ? { who: "here", name } : { who: "bot", bot, name: names[at]! },
  );
  const made = newLocalGame({
    game: game.game,
    rules: game.rules,
    options,
    choices: header.fair?.choices ?? {},
    places,
  });
  const begun = {
    ...made,
    entries: happened.slice(0, events),
    from: {
      table: header.table ?? null,
      line: events + 2,
      taken: events,
      coming: happened.slice(events).filter((event) => event.by === "chance"),
    },
  };
  await saveLocalGame({ ...begun, ...new LocalTable(begun, rules, sampler).summary() });
  return made.id;
}
