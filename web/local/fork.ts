/** A table that goes on from a position of a record, against the bots. */
import { begunWith } from "../games/assets";
import { Refusal } from "../api/http";
import { loadLaw, loadSampler } from "../engine/load";
import { offered } from "../games/catalogue";
import { namesOf, opponents, type Level } from "../games/opponents";
import { keep, type Happened, type Place } from "./storage";
import { newGame } from "./create";
import { HereTable } from "./table";

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
export async function onwardFrom(
  record: string,
  events: number,
  seat: number,
  name: string,
  level: Level,
): Promise<string> {
  const [header, ...lines] = record
    .split("\n")
    .filter((line) => line)
    .map((line) => JSON.parse(line) as unknown) as [Header, ...Partial<Happened>[]];
  const game = (await offered()).find((one) => one.game === header.game);
  const [law, sampler] = await Promise.all([loadLaw(header.game), loadSampler(header.game)]);
  const options = game && begunWith(game, header.rules, header.options ?? {});
  if (!game || !options) throw new Refusal("rules_version", "rules_version");
  const happened = lines
    .filter((line): line is Happened => line.do !== undefined)
    .map(({ by, do: done, box }): Happened => ({ by, do: done, ...(box === undefined ? {} : { box }) }));
  const bots = Array.from({ length: header.seats }, (_, at) => {
    const before = header.bots?.[at];
    return at === seat ? null : before && game.bots.includes(before) ? before : "";
  });
  const others = opponents(game, level, bots.filter((bot) => bot === "").length, bots);
  const sitting = bots.map((bot) => (bot === "" ? others.shift()! : bot));
  const names = namesOf(game, sitting);
  const places = sitting.map((bot, at): Place =>
    bot === null ? { who: "here", name } : { who: "bot", bot, name: names[at]! },
  );
  const made = newGame({ game: game.game, rules: game.rules, options, choices: header.fair?.choices ?? {}, places });
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
  await keep({ ...begun, ...new HereTable(begun, law, sampler).standing() });
  return made.id;
}
