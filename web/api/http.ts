/** The HTTP API. The types come from the server's schema. */
import { setReachable, connectivity } from "../offline/connectivity.svelte";
import { Refusal } from "./refusal";
import type {
  Best,
  DailyOverview,
  DailyResults,
  EarlierDraw,
  FinalPosition,
  Found,
  GameFacts,
  Handle,
  Link,
  Listed,
  ListedDraw,
  Made,
  Me,
  MyHandle,
  MyLevel,
  NewTable,
  Problem,
  Replay,
  SecretFacts,
  Verdict,
} from "../messages";

/** Whether a request failed because there is no server or it cannot be reached. */
export function isOffline(error: unknown): boolean {
  return error instanceof Refusal && (error.code === "unreachable" || error.code === "no_server");
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  if (!connectivity.served) throw new Refusal("no_server", "this page has no server");
  const record = typeof body === "string";
  let answer: Response;
  try {
    answer = await fetch(`/api/${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": record ? "application/x-ndjson" : "application/json" },
      body: body === undefined ? null : record ? body : JSON.stringify(body),
    });
  } catch {
    setReachable(false);
    throw new Refusal("unreachable", "the server does not answer");
  }
  setReachable(true);
  if (answer.ok) return answer;
  const problem = ((await answer.json().catch(() => null)) as { error?: Problem } | null)?.error;
  throw new Refusal(
    problem?.code ?? "incident",
    problem?.message ?? answer.statusText,
    problem?.detail,
    problem?.incident,
  );
}

async function json<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  return (await (await ask(method, path, body)).json()) as Answer;
}

const steps = (first: number, count: number, seat: number | null): string =>
  `first=${first}&count=${count}${seat === null ? "" : `&seat=${seat}`}`;

export const api = {
  games: () => json<GameFacts[]>("GET", "games"),
  me: () => json<Me>("GET", "me"),
  becomeGuest: (name: string) => json<Me>("POST", "guests", { name }),
  rename: (name: string) => json<Me>("PATCH", "me", { name }),
  forgetMe: () => ask("DELETE", "me"),
  resumeLink: () => json<Link>("POST", "me/link"),
  resume: (secret: string) => json<Me>("POST", "resume", { secret }),
  resumeByPassphrase: (handle: string, passphrase: string) =>
    json<Me>("POST", "resume/passphrase", { handle, passphrase }),
  setPassphrase: (passphrase: string) => ask("PUT", "me/passphrase", { passphrase }),
  keys: () => json<SecretFacts[]>("GET", "me/secrets"),
  revoke: (key: string) => ask("DELETE", `me/secrets/${key}`),
  myTables: () => json<Listed[]>("GET", "me/tables"),
  myBests: () => json<Best[]>("GET", "me/bests"),
  myLevels: () => json<MyLevel[]>("GET", "me/levels"),
  tables: () => json<Listed[]>("GET", "tables"),
  makeTable: (table: NewTable) => json<Made>("POST", "tables", table),
  table: (id: string) => json<Listed>("GET", `tables/${id}`),
  code: (code: string) => json<Found>("GET", `codes/${encodeURIComponent(code)}`),
  record: async (id: string) => (await ask("GET", `tables/${id}/record`)).text(),
  steps: (id: string, first: number, count: number, seat: number | null) =>
    json<Replay>("GET", `tables/${id}/steps?${steps(first, count, seat)}`),
  final: (id: string) => json<FinalPosition>("GET", `tables/${id}/final`),
  replay: (record: string, first: number, count: number, seat: number | null) =>
    json<Replay>("POST", `replay?${steps(first, count, seat)}`, record),
  handIn: (record: string) => json<Found>("POST", "records", record),
  verify: (record: string) => json<Verdict>("POST", "verify", record),
  daily: () => json<DailyOverview>("GET", "daily"),
  dailyArchive: (month: string) => json<EarlierDraw[]>("GET", `daily/archive?month=${month}`),
  dailyDraws: (game: string) => json<ListedDraw[]>("GET", `daily/${game}/draws`),
  dailyResults: (game: string, day: string) => json<DailyResults>("GET", `daily/${game}/${day}`),
  playDaily: (game: string, day: string) => json<Found>("POST", `daily/${game}/${day}`),
  myHandle: () => json<MyHandle>("GET", "me/handle"),
  takeHandle: (handle: string) => json<Handle>("POST", "me/handle", { handle }),
  dropHandle: () => ask("DELETE", "me/handle"),
  verifyTable: (id: string) => json<Verdict>("GET", `tables/${id}/verify`),
};
