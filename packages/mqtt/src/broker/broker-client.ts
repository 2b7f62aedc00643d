/**
 * A connection to the broker of the external pods that is made again for as long as its scope lives.
 *
 *     const client = new BrokerClient({ address, credentials, clientId, filters, will, clock, scope, events });
 *     client.publish("a/topic", text);      // QoS 1, in order; dropped while there is no connection
 *
 * Invariants: at most one attempt or connection at a time. `up` means connected and subscribed. A session
 * ends with its connection: whoever publishes numbers and repeats. Credentials that the broker refused are tried ever more
 * seldom, others at once.
 */
import { Backoff, type Clock, errorText, type Scope } from "@hubwart/core";
import { netErrorText } from "@hubwart/runtime/net-errors";
import { openSocket } from "@hubwart/runtime/socket";
import { BrokerConnection, type BrokerLimits, LARGEST_PACKET } from "../connection.ts";
import { PacketIds } from "../packet-ids.ts";
import { askedMoreRarely, reasonText, refusedBackoff } from "../reasons.ts";
import { texts } from "../texts.ts";
import { encodeString, encodeSubscribe, PublishWriter } from "../wire/encode.ts";
import { type BrokerAddress, type BrokerCredentials, BrokerSettingError } from "./address.ts";
import { LARGEST_FRAME } from "./frames.ts";

export interface BrokerClientEvents {
  /** Connected and subscribed. */
  up(): void;
  /** German reason; also for attempts that failed. */
  down(reason: string): void;
  message(topic: string, payload: string): void;
  /** The broker did not take a message. German. */
  refused(reason: string): void;
}

export interface BrokerClientOptions {
  address: BrokerAddress;
  credentials: () => Promise<BrokerCredentials>;
  clientId: string;
  filters: readonly string[];
  /** What the broker tells others when this connection breaks. */
  will: { topic: string; payload: string };
  clock: Clock;
  scope: Scope;
  events: BrokerClientEvents;
}

const LEVEL = 5;
const QOS = 1;
const CONNECT_MS = 10_000;
/** For the broker's word on the subscriptions. */
const ANSWER_MS = 10_000;
/** The broker misses us after one and a half times this; we miss it after once. s. */
const KEEPALIVE = 4;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 2_000;
const HELD_MS = 5_000;
/** Unacknowledged publications; more wait here. */
const WINDOW = 100;

interface Waiting {
  topic: string;
  payload: string;
}

export class BrokerClient {
  readonly #options: BrokerClientOptions;
  readonly #backoff = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
  readonly #refusals = refusedBackoff();
  /** What the last sign-in was tried with, and until when it is not tried again, monotonic ms. */
  #tried = "";
  #refusedUntil = 0;
  #connection: BrokerConnection | undefined;
  #ids = new PacketIds();
  #writer = new PublishWriter(LEVEL);
  #queue: Waiting[] = [];
  #underWay = 0;
  #window = 0;
  #up = false;
  #since = 0;
  #stopRetry: () => void = () => {};
  #stopDeadline: () => void = () => {};

  constructor(options: BrokerClientOptions) {
    this.#options = options;
    options.scope.add(async () => {
      this.#stopRetry();
      this.#stopDeadline();
      this.#up = false;
      await this.#connection?.end();
    });
    void this.#attempt();
  }

  get up(): boolean {
    return this.#up;
  }

  publish(topic: string, payload: string): void {
    if (!this.#up) return;
    if (this.#underWay < this.#window) this.#send(topic, payload);
    else this.#queue.push({ topic, payload });
  }

  /** Never rejects: whatever goes wrong is told as `down`. */
  async #attempt(): Promise<void> {
    const { address, clientId, clock, credentials, events, scope, will } = this.#options;
    const { host, port, shown, tls } = address;
    try {
      const read = await credentials();
      if (this.#isRefused(JSON.stringify(read))) return;
      const { ca, password, user } = read;
      const socket = await openSocket({
        host,
        port,
        ...(tls ? { tls: { verify: true, ca } } : {}),
        timeoutMs: CONNECT_MS,
        clock,
        signal: scope.signal,
        onRead: (bytes) => this.#connection?.feed(bytes),
      });
      this.#connection = new BrokerConnection(
        socket,
        shown,
        {
          level: LEVEL,
          clientId,
          clean: true,
          keepalive: KEEPALIVE,
          user,
          password,
          sessionExpiry: 0,
          maximumPacketSize: LARGEST_PACKET,
          will: { ...will, qos: 1, retain: false },
        },
        new Set(),
        clock,
        {
          ready: (limits) => this.#subscribe(limits),
          message: (topic, bytes, start, end) => events.message(topic, bytes.toString("utf8", start, end)),
          dropped: () => undefined,
          acked: (_kind, id, reason) => this.#acked(id, reason),
          subscribed: (_id, reasons) => this.#subscribed(reasons),
          probing: () => undefined,
          proven: () => undefined,
          drained: () => undefined,
          closed: (reason, _byPeer, later) => (later ? this.#denied(reason) : this.#lost(reason)),
        },
      );
    } catch (error) {
      this.#lost(error instanceof BrokerSettingError ? errorText(error) : netErrorText(error, shown));
    }
  }

  #subscribe(limits: BrokerLimits): void {
    if (limits.maximumPacketSize < LARGEST_FRAME || limits.maximumQos < QOS) {
      const needed = texts.neededAtBroker(LARGEST_FRAME, QOS);
      this.#giveUp(texts.brokerAllowsTooLittle(this.#options.address.shown, needed));
      return;
    }
    this.#ids = new PacketIds();
    this.#writer = new PublishWriter(LEVEL);
    this.#queue = [];
    this.#underWay = 0;
    this.#window = Math.min(WINDOW, limits.receiveMaximum);
    const wanted = this.#options.filters.map((filter) => ({ filter, qos: QOS, noLocal: true }) as const);
    this.#connection?.write(encodeSubscribe(LEVEL, this.#ids.take(), wanted));
    const { address, clock } = this.#options;
    this.#stopDeadline = clock.after(ANSWER_MS, () => this.#giveUp(texts.subscriptionSilent(address.shown)));
  }

  #subscribed(reasons: readonly number[]): void {
    this.#stopDeadline();
    const refused = reasons.find((reason) => reason >= 0x80);
    if (refused !== undefined) {
      const { shown } = this.#options.address;
      this.#giveUp(texts.subscriptionRefused(shown, reasonText(refused)));
      return;
    }
    this.#up = true;
    this.#refusals.reset();
    this.#since = this.#options.clock.monotonic();
    this.#options.events.up();
  }

  #acked(id: number, reason: number): void {
    this.#ids.release(id);
    this.#underWay -= 1;
    if (reason >= 0x80) this.#options.events.refused(reasonText(reason));
    while (this.#up && this.#underWay < this.#window) {
      const next = this.#queue.shift();
      if (!next) return;
      this.#send(next.topic, next.payload);
    }
  }

  #send(topic: string, payload: string): void {
    const writer = this.#writer;
    const name = encodeString(topic);
    const bytes = Buffer.byteLength(payload);
    const size = writer.size(name, QOS, bytes);
    if (!writer.fits(size)) writer.renew(size);
    this.#underWay += 1;
    writer.put(name, payload, bytes, QOS, false, false, this.#ids.take());
    this.#connection?.write(writer.take());
  }

  #giveUp(reason: string): void {
    const connection = this.#connection;
    this.#lost(reason);
    void connection?.end();
  }

  /** Looks again soon, whether there are others. */
  #isRefused(credentials: string): boolean {
    const { clock, scope } = this.#options;
    const refused = credentials === this.#tried && clock.monotonic() < this.#refusedUntil;
    this.#tried = credentials;
    if (refused && !scope.ended) this.#stopRetry = clock.after(LONGEST_PAUSE, () => void this.#attempt());
    return refused;
  }

  #denied(reason: string): void {
    this.#refusedUntil = this.#options.clock.monotonic() + this.#refusals.next();
    this.#lost(askedMoreRarely(reason));
  }

  #lost(reason: string): void {
    const { clock, events, scope } = this.#options;
    this.#stopDeadline();
    this.#connection = undefined;
    this.#up = false;
    this.#queue = [];
    if (scope.ended) return;
    if (this.#since > 0 && clock.monotonic() - this.#since >= HELD_MS) this.#backoff.reset();
    this.#since = 0;
    this.#stopRetry();
    this.#stopRetry = clock.after(this.#backoff.next(), () => void this.#attempt());
    events.down(reason);
  }
}
