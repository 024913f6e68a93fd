/** Writes the game record of a local game. */
import { Refusal } from "../api/refusal";
import { loadRules } from "../engine/load";
import type { RecordedEvent } from "../records/events";
import { loadLocalGame, type LocalGame } from "./storage";
import { fairField } from "./table";

/** The game record of a local game. */
export async function writeRecord(kept: LocalGame): Promise<string> {
  const events: RecordedEvent[] = [];
  const numbers: number[] = [];
  kept.entries.forEach((entry, at) => {
    if (!("entry" in entry)) {
      events.push(entry);
      numbers.push(at + 1);
    } else if (entry.entry === "take_back")
      while (numbers.length && numbers.at(-1)! > entry.to) {
        numbers.pop();
        events.pop();
      }
  });
  const { game, rules, places, id, created, scores, winners, from } = kept;
  const usual = (await loadRules(kept.game)).declaration.options;
  const options = Object.fromEntries(
    Object.entries(usual).flatMap(([name, option]) =>
      name in kept.options && kept.options[name] !== option.default ? [[name, kept.options[name]]] : [],
    ),
  );
  const header = {
    record: 1,
    game,
    rules,
    seats: places.length,
    options,
    players: places.map((place, seat) => place.name ?? `player ${seat}`),
    bots: places.map((place) => (place.who === "bot" ? place.bot : null)),
    table: id,
    date: created.slice(0, 10),
    // A fork has draws of another seed: its record proves nothing, and says where it came from.
    ...(from ? { from: { table: from.table, line: from.line } } : { fair: fairField(kept, scores !== null) }),
  };
  const lines: unknown[] = [header, ...events.map(({ bot: _, by, do: done, ...more }) => ({ by, do: done, ...more }))];
  if (scores) lines.push({ result: { scores, winners, reason: kept.reason } });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** The record of a finished local game. Throws a Refusal if it does not exist or is not over. */
export async function localRecord(id: string): Promise<string> {
  const kept = await loadLocalGame(id);
  if (!kept) throw new Refusal("no_such_table", "no_such_table");
  if (!kept.scores) throw new Refusal("not_over", "not_over");
  return writeRecord(kept);
}
