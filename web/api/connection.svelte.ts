/** What the page plays over. It has two ends: the socket to the server, one for the page, kept alive, opened again when it
 * is lost; and, for tables that this browser keeps itself, a worker beside the page that answers in the same messages.
 *
 * A request is sent until it is answered; its `ref` lets the server do it once, however often it arrives.
 */
import { Refusal } from "./refusal";
import { allGameAssets } from "../games/assets";
import { isLocal } from "../local/local_id";
import type { Because, ClientMessage, Done, Presence, ServerMessage, TableFacts, Update } from "../messages";

type Answer = Extract<ServerMessage, { ref?: string }>;
/** A message of the client without what the connection adds itself. */
export type Sendable = ClientMessage extends infer One
  ? One extends { type: string }
    ? Omit<One, "ref">
    : never
  : never;

/** What a watched table gets to hear. */
export interface Listener {
  /** The last entry that was seen, to be told only what came after. */
  seen(): number;
  /** The layout of the rules that is held here, by which records can be read; empty while there is none. */
  layout(): string;
  table(facts: TableFacts): void;
  update(update: Update): void;
  presence(presence: Presence): void;
  /** The table cannot be watched. */
  refused(refusal: Refusal): void;
}

const PING_EVERY = 10_000;
/** After this long without an answer the connection counts as lost. */
const PONG_TIMEOUT = 1500;
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000];

export class Connection {
  /** `live` only when the server has answered on this very socket. */
  status = $state<"connecting" | "live" | "lost">("connecting");
  /** When the next try is, in milliseconds of `performance.now()`. */
  nextTry = $state(0);

  #socket: WebSocket | null = null;
  #worker: Worker | null = null;
  /** When the worker knows what the games bring. */
  #gamesSent = Promise.resolve();
  #tries = 0;
  #refs = 0;
  readonly #prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
  readonly #pending = new Map<
    string,
    { message: ClientMessage; done: (answer: Answer) => void; fail: (error: Refusal) => void }
  >();
  readonly #listeners = new Map<string, Listener>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pongTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    addEventListener("online", () => this.tryNow());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#ping();
    });
    setInterval(() => this.#ping(), PING_EVERY);
  }

  /** Connect at once instead of waiting for the next try. */
  tryNow(): void {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#connect();
  }

  /** Become known anew, after the cookie has changed. */
  reconnect(): void {
    this.#socket?.close();
  }

  watch(table: string, listener: Listener): () => void {
    this.#listeners.set(table, listener);
    if (this.statusOf(table) === "live") this.#watch(table);
    else this.tryNow();
    return () => {
      this.#listeners.delete(table);
      if (this.statusOf(table) === "live") this.#write({ type: "unwatch", table } as ClientMessage);
    };
  }

  /** Whether a table can be reached; one that is kept here always can. */
  statusOf(table: string): "connecting" | "live" | "lost" {
    return isLocal(table) ? "live" : this.status;
  }

  /** Watch a table anew, since it can be told in another form now. */
  rewatch(table: string): void {
    if (this.statusOf(table) === "live" && this.#listeners.has(table)) this.#watch(table);
  }

  /** Ask something; resolves when the server has done it, fails with its refusal. */
  ask(message: Sendable): Promise<Done | Because> {
    const ref = `${this.#prefix}-${++this.#refs}`;
    const whole = { ...message, ref } as ClientMessage;
    return new Promise((done, fail) => {
      this.#pending.set(ref, { message: whole, done: done as (answer: Answer) => void, fail });
      if (this.#isLocal(whole) || this.status === "live") this.#write(whole);
      else this.tryNow();
    });
  }

  #isLocal(message: ClientMessage): boolean {
    return "table" in message && isLocal(message.table);
  }

  /** Whether somebody waits for the server. */
  get #needed(): boolean {
    return (
      [...this.#listeners.keys()].some((table) => !isLocal(table)) ||
      [...this.#pending.values()].some(({ message }) => !this.#isLocal(message))
    );
  }

  #write(message: ClientMessage): void {
    if (this.#isLocal(message)) return this.#toWorker(message);
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #watch(table: string): void {
    const listener = this.#listeners.get(table);
    const layout = listener?.layout() ?? "";
    const form = layout ? { form: "record", layout } : {};
    this.#write({
      type: "watch",
      table,
      after: listener?.seen() ?? 0,
      ref: `watch-${table}`,
      ...form,
    } as ClientMessage);
  }

  #toWorker(message: ClientMessage): void {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("../local/worker.ts", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }: MessageEvent<ServerMessage>) => this.#receive(data);
      this.#gamesSent = allGameAssets()
        .catch(() => [])
        .then((games) => this.#worker!.postMessage(games));
    }
    void this.#gamesSent.then(() => this.#worker!.postMessage(message));
  }

  #connect(): void {
    clearTimeout(this.#timer);
    const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
    const socket = (this.#socket = new WebSocket(address));
    socket.onopen = () => this.#write({ type: "hello", protocol: 2 } as ClientMessage);
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#pongTimer);
      this.#pongTimer = undefined;
      this.#receive(JSON.parse(event.data as string) as ServerMessage);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  #lose(): void {
    clearTimeout(this.#pongTimer);
    this.#pongTimer = undefined;
    this.#socket = null;
    this.status = this.status === "connecting" && this.#tries === 0 ? "connecting" : "lost";
    if (!this.#needed) return;
    const wait = RETRY_DELAYS[Math.min(this.#tries++, RETRY_DELAYS.length - 1)]! * (0.8 + Math.random() * 0.4);
    this.nextTry = performance.now() + wait;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** Is anybody there? */
  #ping(): void {
    if (this.status !== "live") {
      if (this.#needed) this.tryNow();
      return;
    }
    if (this.#pongTimer !== undefined) return;
    this.#write({ type: "ping" } as ClientMessage);
    this.#pongTimer = setTimeout(() => {
      const socket = this.#socket;
      this.#lose();
      socket?.close();
    }, PONG_TIMEOUT + 2500);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case "welcome":
        this.status = "live";
        this.#tries = 0;
        for (const table of this.#listeners.keys()) if (!isLocal(table)) this.#watch(table);
        for (const { message } of this.#pending.values()) if (!this.#isLocal(message)) this.#write(message);
        return;
      case "table":
        this.#listeners.get(message.table)?.table(message);
        return;
      case "update":
        this.#listeners.get(message.table)?.update(message);
        return;
      case "presence":
        this.#listeners.get(message.table)?.presence(message);
        return;
      case "refused": {
        const refusal = new Refusal(
          message.code,
          message.message,
          message.detail as Record<string, unknown>,
          message.incident,
        );
        if (message.ref?.startsWith("watch-")) this.#listeners.get(message.ref.slice(6))?.refused(refusal);
        else this.#settle(message.ref, (one) => one.fail(refusal));
        return;
      }
      case "done":
      case "because":
        this.#settle(message.ref, (one) => one.done(message));
    }
  }

  #settle(
    ref: string | undefined,
    how: (one: { done: (answer: Answer) => void; fail: (error: Refusal) => void }) => void,
  ): void {
    const one = ref === undefined ? undefined : this.#pending.get(ref);
    if (!one) return;
    this.#pending.delete(ref!);
    how(one);
  }
}

export const connection = new Connection();
