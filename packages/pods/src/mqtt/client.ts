/**
 * One interface of an MQTT pod: keeps a connection to its broker, for ever, and carries messages both ways.
 *
 * Invariants: there is at most one attempt or connection at a time; the next attempt waits for the back-off,
 * which starts anew only after a connection has held for a while, so that two clients that push each other
 * out do not do so in a frenzy.
 */
import { randomBytes } from "node:crypto";
import { Backoff } from "@hubwart/core";
import { BrokerConnection, type BrokerLimits, LARGEST_PACKET } from "@hubwart/mqtt/connection";
import { PacketIds } from "@hubwart/mqtt/packet-ids";
import { askedMoreRarely, refusedBackoff } from "@hubwart/mqtt/reasons";
import { encodePublish, type Message, type ProtocolLevel } from "@hubwart/mqtt/wire/encode";
import { Held } from "@hubwart/runtime/held";
import type { CheckResult } from "@hubwart/runtime/methods";
import { address, netErrorText } from "@hubwart/runtime/net-errors";
import type { PodContext } from "@hubwart/runtime/pod";
import { openSocket } from "@hubwart/runtime/socket";
import { Birth } from "./birth.ts";
import { checkBroker } from "./check.ts";
import { Dispatcher, type InChannel } from "./dispatch.ts";
import { Publisher } from "./publisher.ts";
import type { MqttIface } from "./schema.ts";
import { Subscriber } from "./subscriber.ts";
import { texts } from "./texts.ts";
import { endpointOf, lineOver, readsOf, UpgradeRefused } from "./transport.ts";

const CONNECT_MS = 10_000;
/** Between two attempts, ms: a broker that is back is found soon. */
const LONGEST_PAUSE = 4_000;
/** A connection that held so long was a good one. */
const HELD_MS = 5_000;
/** MQTT 5: how long the broker keeps a session for us, s. */
const SESSION_EXPIRY = 86_400;

export class MqttClient {
  readonly publisher: Publisher;
  readonly #id: string;
  readonly #config: MqttIface;
  readonly #level: ProtocolLevel;
  readonly #target: string;
  readonly #clientId: string;
  readonly #context: PodContext;
  readonly #dispatcher: Dispatcher;
  readonly #ids = new PacketIds();
  readonly #incoming = new Set<number>();
  readonly #backoff = new Backoff(250, LONGEST_PAUSE);
  /** Of sign-ins that the broker refuses. A change of the parameters starts the pod anew, and so this too. */
  readonly #refused = refusedBackoff();
  readonly #birth: Birth;
  readonly #subscriber: Subscriber;
  #connection: BrokerConnection | undefined;
  #limits: BrokerLimits | undefined;
  #since = 0;
  #lastError = "";
  #stopRetry: () => void = () => undefined;

  constructor(id: string, config: MqttIface, ins: readonly InChannel[], context: PodContext) {
    this.#id = id;
    this.#config = config;
    this.#level = config.protocol === "5" ? 5 : 4;
    const { host, port } = endpointOf(config);
    this.#target = address(host, port);
    this.#clientId = config.client_id ?? `${context.load.id}-${randomBytes(6).toString("hex")}`;
    this.#context = context;
    const held = new Held(context);
    this.#dispatcher = new Dispatcher(ins, {
      took: (index, value, quality) => held.took(index, value, quality),
      lost: (index) => held.lost(index),
      failed: (index, reason) => context.failed(index, reason),
    });
    const will = lastWill(config);
    const birth = will && { ...will, payload: config.birth };
    this.#birth = new Birth(this.#level, this.#ids, context.clock, birth, {
      refused: (error) => {
        context.log.error(error);
        this.#tell();
      },
      over: () => this.#publish(),
    });
    this.publisher = new Publisher(this.#level, this.#ids, context.clock, {
      written: (write) => context.written(write),
      refused: (write, reason) => context.refused(write, reason),
      coalesced: (index) => context.coalesced?.(index),
      changed: () => this.#tell(),
      stuck: (reason) => this.#connection?.abandon(reason),
    });
    this.#subscriber = new Subscriber(this.#level, this.#ids, context.clock, this.#dispatcher.subscriptions, {
      refused: (filter, reason, fresh) => {
        if (fresh) context.log.error(reason);
        this.#dispatcher.refused(filter, reason);
      },
      changed: () => this.#tell(),
      silent: (reason) => this.#connection?.abandon(reason),
      settled: () => this.#publish(),
    });
    context.scope.add(async () => {
      this.#stopRetry();
      this.#birth.detach();
      this.#subscriber.end();
      this.publisher.end();
      await this.#connection?.end(will && encodePublish(this.#level, will, this.#ids.take()));
    });
  }

  start(): void {
    void this.#attempt();
  }

  check(signal: AbortSignal): Promise<CheckResult> {
    return checkBroker(this.#config, this.#since > 0, this.#context.clock, signal);
  }

  /** Never rejects: whatever goes wrong is reported as the state of the connection. */
  async #attempt(): Promise<void> {
    const { scope, clock } = this.#context;
    const onRead = (bytes: Buffer) => this.#connection?.feed(bytes);
    const bounds = { timeoutMs: CONNECT_MS, clock, signal: scope.signal };
    const will = lastWill(this.#config);
    try {
      const socket = await openSocket({
        ...endpointOf(this.#config),
        ...bounds,
        ...readsOf(this.#config, onRead),
      });
      this.#connection = new BrokerConnection(
        await lineOver(socket, this.#config, { ...bounds, onRead }),
        this.#target,
        {
          level: this.#level,
          clientId: this.#clientId,
          clean: this.#config.clean,
          keepalive: this.#config.keepalive,
          user: this.#config.user,
          password: this.#config.password,
          sessionExpiry: this.#config.clean ? 0 : SESSION_EXPIRY,
          maximumPacketSize: LARGEST_PACKET,
          ...(will === undefined ? {} : { will }),
        },
        this.#incoming,
        clock,
        {
          ready: (limits) => this.#ready(limits),
          message: (topic, bytes, start, end, retained) =>
            this.#dispatcher.dispatch(topic, bytes, start, end, retained),
          dropped: (topic, size) => this.#dispatcher.failed(topic, texts.tooManyBytes(size, LARGEST_PACKET)),
          acked: (kind, id, reason) => {
            if (!this.#birth.acked(id, reason)) this.publisher.acked(kind, id, reason);
          },
          subscribed: (id, reasons) => this.#subscriber.answered(id, reasons),
          probing: () => this.publisher.probing(),
          proven: () => this.publisher.proven(),
          drained: () => this.publisher.drained(),
          closed: (reason, byPeer, later) => this.#lost(reason, byPeer, later),
        },
      );
    } catch (error) {
      if (error instanceof UpgradeRefused) this.#lost(error.message, false, error.lasting);
      else this.#lost(netErrorText(error, this.#target));
    }
  }

  #ready(limits: BrokerLimits): void {
    const connection = this.#connection;
    if (!connection) return;
    this.#since = this.#context.clock.monotonic();
    this.#lastError = "";
    this.#refused.reset();
    this.#context.log.info(texts.connectedTo(this.#target));
    this.#limits = limits;
    this.#birth.attach(connection, limits);
    this.#tell();
    // A clean session has none, whatever the broker says.
    this.#subscriber.attach(connection, limits.sessionPresent && !this.#config.clean);
  }

  /** Values go once birth message and subscriptions are through. */
  #publish(): void {
    if (!this.#connection || !this.#limits || !this.#birth.isOver || !this.#subscriber.isSettled) return;
    this.publisher.attach(this.#connection, this.#limits);
  }

  /** The connection stands; tells so, with what is wrong nevertheless. */
  #tell(): void {
    const [first, ...more] = [
      ...(this.#birth.error ? [this.#birth.error] : []),
      ...this.#subscriber.errors,
      ...this.publisher.errors,
    ];
    const error = first === undefined || more.length === 0 ? first : texts.andMore(first, more.length);
    this.#context.connection(this.#id, { state: true, active: 1, ...(error === undefined ? {} : { error }) });
  }

  /** `later`: the broker would refuse it again for now. */
  #lost(why: string, byPeer = false, later = false): void {
    const reason = later ? askedMoreRarely(why) : why;
    const { scope, clock, log } = this.#context;
    this.#connection = undefined;
    this.#subscriber.detach(byPeer);
    this.#birth.detach();
    this.publisher.detach(byPeer);
    if (scope.ended) return;
    if (this.#since > 0 && clock.monotonic() - this.#since >= HELD_MS) this.#backoff.reset();
    this.#since = 0;
    if (reason === this.#lastError) log.debug(reason);
    else log.warn(reason);
    this.#lastError = reason;
    this.#context.connection(this.#id, { state: false, active: 0, error: reason });
    this.#stopRetry = clock.after((later ? this.#refused : this.#backoff).next(), () => void this.#attempt());
  }
}

/** What the broker says of the pod when the connection breaks, and the pod itself before it ends one. */
function lastWill({ status_qos, status_retain, status_topic, will }: MqttIface): Message | undefined {
  if (status_topic === undefined) return undefined;
  return { topic: status_topic, payload: will, qos: status_qos, retain: status_retain };
}
