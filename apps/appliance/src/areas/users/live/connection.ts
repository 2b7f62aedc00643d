/**
 * One connection of the live channel API: hello, then subscriptions and writes. The kinds of messages stand in
 * `@hubwart/contract/live`.
 */
import { germanIssue } from "@hubwart/contract";
import {
  LIVE_CLOSE,
  LIVE_LIMITS,
  type LiveAnswer,
  type LiveRequest,
  liveRequest,
} from "@hubwart/contract/live";
import {
  DeniedError,
  hasWildcard,
  isAppError,
  type Logger,
  SerialQueue,
  UnavailableError,
} from "@hubwart/core";
import { type LiveUser, Outbox, type Peer } from "@hubwart/live";
import * as z from "zod/mini";
import { texts } from "../texts.ts";
import { type Access, accessOf } from "./access.ts";
import { type AlarmDesk, AlarmSide } from "./alarm-side.ts";
import { type LiveChannels, refusalOf } from "./channels.ts";
import type { Door } from "./door.ts";
import type { Feed } from "./feed.ts";
import type { Pace } from "./pace.ts";

export interface ConnectionParts {
  door: Pick<Door, "admit">;
  channels: LiveChannels;
  feed: Feed;
  alarms: AlarmDesk;
  log: Logger;
  /** Whether the hub is reached now. */
  hub: () => boolean;
  pace: Pace;
  /** The user has a place; false: there is none left. */
  enter: (connection: LiveConnection, user: LiveUser) => boolean;
}

type Of<T extends LiveRequest["t"]> = Extract<LiveRequest, { t: T }>;

const VALUES = { open: '{"t":"values","values":[', close: "]}" };
/** Questions of one connection that wait. */
const MOST_WAITING = 64;

export class LiveConnection {
  readonly address: string;
  readonly #peer: Peer;
  readonly #parts: ConnectionParts;
  readonly #outbox: Outbox;
  readonly #queue = new SerialQueue();
  readonly #chosen = new Set<string>();
  readonly #alarms: AlarmSide;
  #access: Access | undefined;
  #greeting = false;
  #waiting = 0;
  #writes = 0;

  constructor(peer: Peer, address: string, parts: ConnectionParts) {
    this.#peer = peer;
    this.address = address;
    this.#parts = parts;
    this.#outbox = new Outbox(peer, VALUES);
    this.#alarms = new AlarmSide(peer, address, parts);
  }

  get user(): string | undefined {
    return this.#access?.user;
  }

  mayRead(chan: string): boolean {
    return this.#access?.mayRead(chan) === true;
  }

  take(chan: string, json: string): void {
    this.#outbox.put(chan, json);
  }

  flush(): void {
    this.#outbox.flush();
    this.#alarms.flush();
  }

  told(hub: boolean): void {
    if (this.#access) this.#say({ t: "hub", connected: hub });
  }

  close(code: number, reason: string): void {
    this.#peer.close(code, reason);
  }

  ended(): void {
    this.#parts.feed.set(this, []);
    this.#alarms.end();
    this.#access = undefined;
  }

  took(raw: unknown): void {
    const parsed = z.safeParse(liveRequest, raw, { error: germanIssue });
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const where = issue?.path.map(String).join(".").slice(0, 100) ?? "";
      return this.#error(idOf(raw), texts.badMessage(where));
    }
    const request = parsed.data;
    if (request.t === "hello") return void this.#hello(request);
    if (!this.#access) return this.#error(request.id, texts.helloFirst);
    switch (request.t) {
      case "ping":
        return this.#say({ t: "pong", ...idPart(request.id) });
      case "write":
        return void this.#write(this.#access, request);
      case "subscribe":
      case "unsubscribe":
      case "subscribe_alarms":
      case "unsubscribe_alarms":
      case "acknowledge":
        if (this.#waiting >= MOST_WAITING) return this.#error(request.id, texts.tooManyAtOnce);
        this.#waiting += 1;
        return void this.#queue
          .run(() => this.#inTurn(request))
          .finally(() => {
            this.#waiting -= 1;
          });
    }
  }

  async #hello({ id, token, user, password }: Of<"hello">): Promise<void> {
    if (this.#greeting || this.#access) return this.#error(id, texts.alreadyIn);
    const credentials =
      token !== undefined
        ? { token }
        : user !== undefined && password !== undefined
          ? { user, password }
          : undefined;
    if (!credentials) return this.#error(id, texts.proofNeeded);
    this.#greeting = true;
    try {
      const found = await this.#parts.door.admit(credentials, this.address);
      if (this.#peer.closed) return;
      if (!this.#parts.enter(this, found)) {
        this.#error(id, texts.tooManyConnections);
        return this.close(LIVE_CLOSE.tooMany, "too many connections");
      }
      this.#access = accessOf(found);
      const { read, write } = this.#access;
      this.#say({
        t: "welcome",
        ...idPart(id),
        user: found.username,
        read: [...read],
        write: [...write],
        hub: this.#parts.hub(),
      });
    } catch (error) {
      if (!isAppError(error)) this.#parts.log.error(`hello: ${refusalOf(error)}`);
      const seconds = error instanceof DeniedError ? error.retryAfter : undefined;
      this.#error(id, isAppError(error) ? error.message : texts.unexpected, seconds);
      const later = error instanceof UnavailableError || !isAppError(error);
      this.close(later ? LIVE_CLOSE.tryLater : LIVE_CLOSE.notSignedIn, "not signed in");
    }
  }

  async #inTurn(request: Exclude<LiveRequest, Of<"hello" | "ping" | "write">>): Promise<void> {
    const access = this.#access;
    if (!access) return;
    if (request.t === "subscribe" || request.t === "unsubscribe") return await this.#choose(request);
    try {
      await this.#alarms.took(access, request);
    } catch (error) {
      this.#error(request.id, refusalOf(error));
    }
  }

  async #choose({ t, id, names = [], patterns = [] }: Of<"subscribe"> | Of<"unsubscribe">): Promise<void> {
    const asked = [...names, ...patterns];
    if (t === "unsubscribe") {
      for (const one of asked) this.#chosen.delete(one);
      this.#parts.feed.set(this, [...this.#chosen]);
      return this.#say({ t: "unsubscribed", ...idPart(id) });
    }
    const access = this.#access;
    if (!access) return;
    const added = asked.filter((one) => !this.#chosen.has(one));
    if (this.#chosen.size + new Set(added).size > LIVE_LIMITS.subscriptions) {
      return this.#error(id, texts.mostNames(LIVE_LIMITS.subscriptions));
    }
    const wild = [...this.#chosen, ...new Set(added)].filter(hasWildcard).length;
    if (wild > LIVE_LIMITS.patterns) {
      return this.#error(id, texts.mostPatterns(LIVE_LIMITS.patterns));
    }
    await this.#parts.pace.turn(access.user, wild);
    if (this.#peer.closed) return;
    for (const one of added) this.#chosen.add(one);
    const undo = () => {
      for (const one of added) this.#chosen.delete(one);
      this.#parts.feed.set(this, [...this.#chosen]);
    };
    this.#parts.feed.set(this, [...this.#chosen]);
    try {
      await this.#parts.feed.ready();
      const all = await this.#parts.channels.find(access, [...this.#chosen], LIVE_LIMITS.channels);
      if (this.#peer.closed) return;
      if (!all) {
        undo();
        return this.#error(id, texts.mostChannels(LIVE_LIMITS.channels));
      }
      const there = new Set(all.map(({ chan }) => chan));
      const unknown = names.filter((name) => !there.has(name));
      this.#say({ t: "subscribed", ...idPart(id), channels: there.size, unknown });
      for (const value of all) this.#outbox.put(value.chan, JSON.stringify(value));
      this.#outbox.flush();
    } catch (error) {
      if (this.#peer.closed) return;
      undo();
      this.#error(id, refusalOf(error));
    }
  }

  async #write(access: Access, { id, chan, value }: Of<"write">): Promise<void> {
    const ack = (state: "written" | "waiting" | "refused", reason?: string) =>
      this.#say({ t: "ack", ...idPart(id), chan, state, ...(reason === undefined ? {} : { reason }) });
    if (this.#writes >= LIVE_LIMITS.writes) return ack("refused", texts.tooManyValues);
    this.#writes += 1;
    try {
      const { state, reason } = await this.#parts.channels.write(access, this.address, chan, value);
      ack(state, reason);
    } catch (error) {
      ack("refused", refusalOf(error));
    } finally {
      this.#writes -= 1;
    }
  }

  #error(id: LiveRequest["id"], message: string, seconds?: number): void {
    const retry = seconds === undefined ? {} : { retry_after: seconds };
    this.#say({ t: "error", ...idPart(id), message, ...retry });
  }

  #say(answer: LiveAnswer): void {
    this.#peer.sendJson(answer);
  }
}

const idPart = (id: LiveRequest["id"]) => (id === undefined ? {} : { id });

/** Of a message that fits nothing. */
function idOf(raw: unknown): LiveRequest["id"] {
  if (typeof raw !== "object" || raw === null || !("id" in raw)) return undefined;
  return typeof raw.id === "number" || (typeof raw.id === "string" && raw.id.length <= 100)
    ? raw.id
    : undefined;
}
