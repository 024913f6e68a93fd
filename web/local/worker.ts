/** What answers instead of a server: tables that this browser keeps, in a thread of their own. A log is kept first, told
 * afterwards. */
import { begunWith, listedBy, offerOf, type Offer } from "../games/assets";
import { loadBots } from "../engine/bots";
import { loadLaw, loadSampler } from "../engine/load";
import type { ClientMessage, ServerMessage } from "../messages";
import type { Hinted } from "./local_id";
import { keep, keptGame, Overtaken } from "./storage";
import { newGame } from "./create";
import { HereTable, NotGranted } from "./table";

const tables = new Map<string, { table: HereTable; told: number; rng: Uint8Array }>();
type Open = typeof tables extends Map<string, infer One> ? One : never;
let work = Promise.resolve();

function say(message: ServerMessage): void {
  postMessage(message);
}

/** Open a table: fold its log. */
async function open(id: string): Promise<Open> {
  const kept = await keptGame(id);
  if (!kept) throw new NotGranted("no_such_table");
  const [law, sampler, offer] = await Promise.all([loadLaw(kept.game), loadSampler(kept.game), offerOf(kept.game)]);
  const options = offer && begunWith(offer, kept.rules, kept.options);
  if (!options) throw new NotGranted("rules_version");
  const [low, high] = crypto.getRandomValues(new Uint32Array(2));
  const found = { table: new HereTable({ ...kept, options }, law, sampler), told: 0, rng: law.generator(low!, high!) };
  tables.set(id, found);
  return found;
}

/** Let something happen at a table and chance after it; keep it, then tell it. */
async function happen(one: Open, what: () => void): Promise<void> {
  const { table } = one;
  const before = table.kept.entries.length;
  what();
  await table.drawAll();
  const grown = table.kept.entries.length - before;
  if (!grown) return;
  Object.assign(table.kept, table.standing(), { last: new Date().toISOString() });
  await keep(table.kept, grown);
  say(table.update(one.told));
  one.told = table.n;
}

/** Chance and bots, until somebody here is to act. */
async function goOn(one: Open): Promise<void> {
  await happen(one, () => undefined);
  const { kept } = one.table;
  if (!kept.places.some((place) => place.who === "bot")) return;
  const bots = await loadBots(kept.game);
  for (let acted = true; acted;) await happen(one, () => (acted = one.table.think(bots, one.rng)));
}

async function answer(message: ClientMessage): Promise<void> {
  if (!("table" in message)) return;
  const { table: id, ref } = message as { table: string; ref?: string };
  if (message.type === "unwatch") return void tables.delete(id);
  const again = message.type === "watch";
  const one = (!again && tables.get(id)) || (await open(id));
  const { table } = one;
  const done = (more: object = {}): void =>
    say({ type: "done", table: id, n: table.n, ...more, ...(ref === undefined ? {} : { ref }) });
  switch (message.type) {
    case "watch":
      say({ ...table.facts(), ref: ref! });
      say(table.update(message.after ?? 0, true));
      one.told = table.n;
      break;
    case "act":
      await happen(one, () => table.act(message.seat ?? table.mine[0]!, message.action, message.seq));
      done();
      break;
    case "take_back":
      await happen(one, () => table.takeBack());
      done();
      break;
    case "hint": {
      let known: Hinted["known"] | undefined;
      await happen(one, () => (known = table.hint(message.seat ?? table.mine[0]!)));
      return done({ known });
    }
    case "why":
      return say({ ...table.why(message.seat ?? table.mine[0]!, message.action), ref: ref! });
    case "rematch": {
      if (!table.over) throw new NotGranted("not_over");
      if (!table.kept.rematch) {
        const { places } = table.kept;
        const next = newGame({ ...table.kept, places: [...places.slice(1), places[0]!] });
        await keep(next);
        table.kept.rematch = next.id;
        await keep(table.kept);
      }
      return done({ new_table: table.kept.rematch });
    }
    case "leave":
      return done(); // it is kept, and goes on when somebody comes back
    default:
      throw new NotGranted("method");
  }
  await goOn(one);
}

async function answerOrRefuse(message: ClientMessage): Promise<void> {
  try {
    await answer(message);
  } catch (error) {
    const { table, ref } = message as { table: string; ref?: string };
    const about = { table, ...(ref === undefined ? {} : { ref }) };
    if (error instanceof NotGranted)
      return say({ type: "refused", code: error.code, message: error.code, detail: error.detail, ...about });
    tables.delete(table); // what is in memory may not be what is kept
    if (error instanceof Overtaken) {
      say({ type: "refused", code: "stale", message: "stale", detail: {}, ...about });
      return answer({ type: "watch", table, ref: `watch-${table}` } as ClientMessage);
    }
    say({ type: "refused", code: "incident", message: String(error), detail: {}, ...about });
    throw error;
  }
}

// One after the other, so that a table is never in two minds. First of all it is told what the games bring.
addEventListener("message", ({ data }: MessageEvent<ClientMessage | Offer[]>) => {
  if (Array.isArray(data)) return listedBy(() => Promise.resolve(data));
  work = work.then(() => answerOrRefuse(data)).catch((error: unknown) => console.error(error));
});
