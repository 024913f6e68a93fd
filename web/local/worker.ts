/** Worker that answers for local tables in place of a server. A change is stored before it is sent. */
import { currentOptions, setGameList, gameAssets, type GameAssets } from "../games/assets";
import { loadBots } from "../engine/bots";
import { loadRules, loadSampler } from "../engine/load";
import type { ClientMessage, ServerMessage } from "../messages";
import type { HintGranted } from "./local_id";
import { saveLocalGame, loadLocalGame, StaleWrite } from "./storage";
import { newLocalGame } from "./create";
import { RefusedError } from "../records/events";
import { LocalTable } from "./table";

const tables = new Map<string, { table: LocalTable; told: number; rng: Uint8Array }>();
type Open = typeof tables extends Map<string, infer One> ? One : never;
let work = Promise.resolve();

function say(message: ServerMessage): void {
  postMessage(message);
}

/** Open a table by folding its log. */
async function open(id: string): Promise<Open> {
  const kept = await loadLocalGame(id);
  if (!kept) throw new RefusedError("no_such_table");
  const [rules, sampler, offer] = await Promise.all([
    loadRules(kept.game),
    loadSampler(kept.game),
    gameAssets(kept.game),
  ]);
  const options = offer && currentOptions(offer, kept.rules, kept.options);
  if (!options) throw new RefusedError("rules_version");
  const [low, high] = crypto.getRandomValues(new Uint32Array(2));
  const found = {
    table: new LocalTable({ ...kept, options }, rules, sampler),
    told: 0,
    rng: rules.generator(low!, high!),
  };
  tables.set(id, found);
  return found;
}

/** Apply a change and pending chance; store it, then send the update. */
async function happen(one: Open, what: () => void): Promise<void> {
  const { table } = one;
  const before = table.game.entries.length;
  what();
  await table.resolveChance();
  const grown = table.game.entries.length - before;
  if (!grown) return;
  Object.assign(table.game, table.summary(), { last: new Date().toISOString() });
  await saveLocalGame(table.game, grown);
  say(table.update(one.told));
  one.told = table.n;
}

/** Let chance and bots act until a person is to act. */
async function goOn(one: Open): Promise<void> {
  await happen(one, () => undefined);
  const { game } = one.table;
  if (!game.places.some((place) => place.who === "bot")) return;
  const bots = await loadBots(game.game);
  for (let acted = true; acted;) await happen(one, () => (acted = one.table.playBot(bots, one.rng)));
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
      let known: HintGranted["known"] | undefined;
      await happen(one, () => (known = table.hint(message.seat ?? table.mine[0]!)));
      return done({ known });
    }
    case "why":
      return say({ ...table.why(message.seat ?? table.mine[0]!, message.action), ref: ref! });
    case "rematch": {
      if (!table.over) throw new RefusedError("not_over");
      if (!table.game.rematch) {
        const { places } = table.game;
        const next = newLocalGame({ ...table.game, places: [...places.slice(1), places[0]!] });
        await saveLocalGame(next);
        table.game.rematch = next.id;
        await saveLocalGame(table.game);
      }
      return done({ new_table: table.game.rematch });
    }
    case "leave":
      return done(); // it stays stored
    default:
      throw new RefusedError("method");
  }
  await goOn(one);
}

async function answerOrRefuse(message: ClientMessage): Promise<void> {
  try {
    await answer(message);
  } catch (error) {
    const { table, ref } = message as { table: string; ref?: string };
    const about = { table, ...(ref === undefined ? {} : { ref }) };
    if (error instanceof RefusedError)
      return say({ type: "refused", code: error.code, message: error.code, detail: error.detail, ...about });
    tables.delete(table); // the copy in memory may differ from the stored one
    if (error instanceof StaleWrite) {
      say({ type: "refused", code: "stale", message: "stale", detail: {}, ...about });
      return answer({ type: "watch", table, ref: `watch-${table}` } as ClientMessage);
    }
    say({ type: "refused", code: "incident", message: String(error), detail: {}, ...about });
    throw error;
  }
}

// Messages are handled one after the other. The first one is the list of games.
addEventListener("message", ({ data }: MessageEvent<ClientMessage | GameAssets[]>) => {
  if (Array.isArray(data)) return setGameList(() => Promise.resolve(data));
  work = work.then(() => answerOrRefuse(data)).catch((error: unknown) => console.error(error));
});
