/** The client of the live channel API; what it promises stands in `types.ts`. */
import { Book } from "./book.ts";
import type { connect as Connect, Live, LiveAccess, LiveAlarm, LiveOptions, LiveState } from "./types.ts";

/** ms before the next try: each pause is twice the one before, and not the same for all pages after a restart of the hub. */
const PAUSE = { first: 1_000, most: 30_000 };
/** ms without a word after which the hub is asked whether it is there, and then has so long to say so. */
const SILENCE = { ask: 30_000, end: 10_000 };
/** Close codes after which only a person can help. */
const REFUSED = new Set([4401, 4403]);
/** Names in one message, so that it stays below the largest that is taken (names have up to 500 characters). */
const AT_ONCE = 100;

interface Answer {
  t: string;
  id?: number;
  [more: string]: unknown;
}
interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

export const connect: typeof Connect = (options) => new Client(options);

class Client implements Live {
  state: LiveState = "connecting";
  access: LiveAccess | undefined;
  readonly #options: LiveOptions;
  readonly #book = new Book();
  readonly #states = new Set<(state: LiveState, reason?: string) => void>();
  readonly #alarmed = new Set<(standing: LiveAlarm[]) => void>();
  readonly #standing = new Map<string, LiveAlarm>();
  /** Which alarms stand has been told, even if none does. */
  #known = false;
  readonly #waiting = new Map<number, Waiting>();
  readonly #asked = { subscribe: new Set<string>(), unsubscribe: new Set<string>() };
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pause = PAUSE.first;
  #id = 0;
  #reason: string | undefined;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#open();
  }

  onState(told: (state: LiveState, reason?: string) => void): () => void {
    this.#states.add(told);
    told(this.state, this.#reason);
    return () => this.#states.delete(told);
  }

  watch(channels: string | readonly string[], told: Parameters<Live["watch"]>[1]): () => void {
    const names = typeof channels === "string" ? [channels] : [...new Set(channels)];
    // A function of its own, so that whoever watches twice ends one of both.
    const mine: typeof told = (value) => told(value);
    for (const name of names) if (this.#book.add(name, mine)) this.#ask("subscribe", name);
    return () => {
      for (const name of names) if (this.#book.remove(name, mine)) this.#ask("unsubscribe", name);
    };
  }

  alarms(told: (standing: LiveAlarm[]) => void): () => void {
    if (this.#alarmed.size === 0) this.#say({ t: "subscribe_alarms" });
    else if (this.#known) told(this.#worstFirst());
    this.#alarmed.add(told);
    return () => {
      if (!this.#alarmed.delete(told) || this.#alarmed.size > 0) return;
      this.#forget();
      this.#say({ t: "unsubscribe_alarms" });
    };
  }

  write(chan: string, value: unknown): ReturnType<Live["write"]> {
    return this.#request({ t: "write", chan, value });
  }

  acknowledge(nrs: readonly number[]): ReturnType<Live["acknowledge"]> {
    return this.#request({ t: "acknowledge", nrs });
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#change("closed");
    this.#drop();
  }

  #open(): void {
    this.#change("connecting", this.#reason);
    const socket = new WebSocket(this.#options.url ?? ownAddress());
    this.#socket = socket;
    const { token, user, password } = this.#options;
    socket.onopen = () => socket.send(JSON.stringify({ t: "hello", token, user, password }));
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#heard();
      this.#take(JSON.parse(String(data)) as Answer);
    };
    // What went wrong is told by the close that follows.
    socket.onerror = () => undefined;
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#broken(code);
    };
    this.#heard();
  }

  /** Something came: the next word is due within a while, else the connection is dead without having been told. */
  #heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#say({ t: "ping" });
      this.#timer = setTimeout(() => this.#broken(0), SILENCE.end);
    }, SILENCE.ask);
  }

  #broken(code: number): void {
    clearTimeout(this.#timer);
    this.#drop();
    if (REFUSED.has(code)) return this.#change("refused", this.#reason);
    this.#change("connecting", this.#reason);
    this.#timer = setTimeout(() => this.#open(), this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(this.#pause * 2, PAUSE.most);
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    this.access = undefined;
    socket?.close();
    for (const { reject } of this.#waiting.values()) reject(new Error("connection lost before the answer"));
    this.#waiting.clear();
  }

  #take(answer: Answer): void {
    if (answer.t === "welcome") return this.#welcome(answer);
    if (answer.t === "hub") return this.#change(answer["connected"] === true ? "ready" : "away");
    if (answer.t === "values") for (const value of answer["values"] as never[]) this.#book.tell(value);
    if (answer.t === "alarms") this.#alarms(answer["alarms"] as LiveAlarm[]);
    // None follow where none stand.
    if (answer.t === "subscribed_alarms" && answer["standing"] === 0) this.#alarms([]);
    const wrong = answer.t === "error" ? String(answer["message"]) : undefined;
    const waiting = this.#waiting.get(answer.id ?? 0);
    if (waiting) {
      this.#waiting.delete(answer.id ?? 0);
      if (wrong === undefined) waiting.resolve(answer as never);
      else waiting.reject(new Error(wrong));
    } else if (wrong !== undefined) this.#change(this.state, wrong);
  }

  #welcome({ hub, read, user, write }: Answer): void {
    this.#pause = PAUSE.first;
    this.#reason = undefined;
    this.access = { user, read, write } as LiveAccess;
    this.#book.forget();
    this.#forget();
    this.#asked.unsubscribe.clear();
    for (const name of this.#book.channels) this.#ask("subscribe", name);
    if (this.#alarmed.size > 0) this.#say({ t: "subscribe_alarms" });
    this.#change(hub === true ? "ready" : "away");
  }

  #forget(): void {
    this.#standing.clear();
    this.#known = false;
  }

  #alarms(changed: readonly LiveAlarm[]): void {
    this.#known = true;
    for (const alarm of changed)
      if (alarm.state === "normal") this.#standing.delete(alarm.id);
      else this.#standing.set(alarm.id, alarm);
    for (const told of this.#alarmed) told(this.#worstFirst());
  }

  #worstFirst(): LiveAlarm[] {
    return [...this.#standing.values()].sort((a, b) => a.priority - b.priority || b.nr - a.nr);
  }

  /** What is asked for in one turn goes together. */
  #ask(what: "subscribe" | "unsubscribe", name: string): void {
    const { subscribe, unsubscribe } = this.#asked;
    if (subscribe.size + unsubscribe.size === 0) queueMicrotask(() => this.#sayAsked());
    // The last word counts.
    subscribe.delete(name);
    unsubscribe.delete(name);
    this.#asked[what].add(name);
  }

  #sayAsked(): void {
    for (const t of ["unsubscribe", "subscribe"] as const) {
      const all = [...this.#asked[t]];
      this.#asked[t].clear();
      for (let at = 0; at < all.length; at += AT_ONCE) {
        const some = all.slice(at, at + AT_ONCE);
        const isPattern = (name: string) => /[*?]/.test(name);
        this.#say({ t, names: some.filter((name) => !isPattern(name)), patterns: some.filter(isPattern) });
      }
    }
  }

  /** Before the welcome nothing is said: all of it is said then. */
  #say(message: object): boolean {
    if (!this.access || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #request<T>(message: object): Promise<T> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      if (this.#say({ ...message, id })) this.#waiting.set(id, { resolve, reject });
      else reject(new Error("not connected"));
    });
  }

  #change(state: LiveState, reason?: string): void {
    if (state === this.state && reason === this.#reason) return;
    this.state = state;
    this.#reason = reason;
    for (const told of this.#states) told(state, reason);
  }
}

/** Where this script comes from; a page in a sandbox has no origin of its own, but an address. */
function ownAddress(): string {
  const { host, protocol } = new URL(import.meta.url);
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/ws`;
}
