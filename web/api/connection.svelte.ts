/** The connection of the page to its tables: one WebSocket to the server, kept alive and reopened when it is lost, and
 * a worker that answers in the same messages for local tables. A request is sent until it is answered; its `ref` lets
 * the server execute it once, however often it arrives. */
import { Refusal } from "./refusal";
import { allGameAssets } from "../games/assets";
import { isLocal } from "../local/local_id";
import type { Because, ClientMessage, Done, Presence, ServerMessage, TableFacts, Update } from "../messages";

type Answer = Extract<ServerMessage, { ref?: string }>;
/** A client message without the `ref` that the connection adds. */
export type Sendable = ClientMessage extends infer One
  ? One extends { type: string }
    ? Omit<One, "ref">
    : never
  : never;

/** Receives the messages about a watched table. */
export interface Listener {
  /** The number of the last received entry: the server sends what came after it. */
  seen(): number;
  /** The layout hash of the loaded rules, with which this page can read records; empty if no rules are loaded. */
  layout(): string;
  table(facts: TableFacts): void;
  update(update: Update): void;
  presence(presence: Presence): void;
  /** The table cannot be watched. */
  refused(refusal: Refusal): void;
}

const PING_EVERY = 10_000;
/** Milliseconds without an answer after which the connection counts as lost. */
const PONG_TIMEOUT = 1500;
const RETRY_DELAYS = [500, 1000, 2000, 4000, 8000];

export class Connection {
  /** `live` once the server has answered on this socket. */
  status = $state<"connecting" | "live" | "lost">("connecting");
  /** Time of the next attempt to connect, on the clock of `performance.now()`. */
  nextTry = $state(0);

  #socket: WebSocket | null = null;
  #worker: Worker | null = null;
  /** Resolves when the worker has the list of games. */
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

  /** Connect now instead of waiting for the next attempt. */
  tryNow(): void {
    if (this.#socket?.readyState === WebSocket.OPEN || this.#socket?.readyState === WebSocket.CONNECTING) return;
    this.#connect();
  }

  /** Reconnect, after the cookie has changed. */
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

  /** The status of the connection to a table; local tables are always `live`. */
  statusOf(table: string): "connecting" | "live" | "lost" {
    return isLocal(table) ? "live" : this.status;
  }

  /** Watch a table again, now that this page can read another form of its updates. */
  rewatch(table: string): void {
    if (this.statusOf(table) === "live" && this.#listeners.has(table)) this.#watch(table);
  }

  /** Send a request. Resolves when it is done, rejects with the server's Refusal. */
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

  /** Whether a table or request needs the server. */
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

  /** Check that the server still answers; reconnect if it does not. */
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
