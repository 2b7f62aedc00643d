/**
 * One connection to a broker, from CONNECT to its end: handshake, keep-alive, acknowledgements of what
 * comes in. What goes out is written by its owner.
 *
 * Invariants: `closed` is called exactly once and nothing after it; a message is acknowledged only after
 * `message` has returned, so after the channel's runtime has taken it over; acknowledgements of one read
 * leave in one write.
 */
import type { Duplex } from "node:stream";
import type { Clock } from "@hubwart/core";
import { netErrorText } from "@hubwart/runtime/net-errors";
import { MOVED, reasonText, refusalText, refusesFor } from "./reasons.ts";
import { texts } from "./texts.ts";
import { PacketCutter, type PacketReceiver, ProtocolError } from "./wire/decode.ts";
import { type ConnectOptions, DISCONNECT, encodeAck, encodeConnect, PINGREQ } from "./wire/encode.ts";
import { PROPERTY, readProperties, skipProperties } from "./wire/properties.ts";

export interface BrokerLimits {
  sessionPresent: boolean;
  /** Most unacknowledged publications, in all and while one of QoS 2 is among them. */
  receiveMaximum: number;
  receiveMaximumQos2: number;
  maximumQos: 0 | 1 | 2;
  retain: boolean;
  /** Largest packet the broker takes, bytes. */
  maximumPacketSize: number;
}

export interface ConnectionEvents {
  ready(limits: BrokerLimits): void;
  message(topic: string, bytes: Buffer, start: number, end: number, retained: boolean): void;
  /** A message was too large and has been thrown away; `size` in bytes. */
  dropped(topic: string, size: number): void;
  /** The broker acknowledged a publication; reasons from 0x80 on are refusals. */
  acked(kind: "puback" | "pubrec" | "pubcomp", id: number, reason: number): void;
  subscribed(id: number, reasons: readonly number[]): void;
  /** Everything written before the last-but-one probe has been processed by the broker. */
  probing(): void;
  proven(): void;
  drained(): void;
  /**
   * German reason; `byPeer` if the broker ended it, and did not say that nothing we sent was the cause; `later`: it would say
   * the same again for now.
   */
  closed(reason: string, byPeer: boolean, later: boolean): void;
}

/** Larger messages are no measured values, and a pod's memory is bounded. */
export const LARGEST_PACKET = 4 * 1024 * 1024;
const HANDSHAKE_MS = 10_000;
/** Characters of the server that a broker refers to. */
const LONGEST_REFERENCE = 200;
/** 3.1.1 has no receive maximum. At QoS 2 brokers count the open exchanges: Mosquitto hangs up after 20. */
const WINDOW_311_QOS2 = 10;
/** Unacknowledged publications are kept for a resend, so their number is bounded even where the broker takes more. */
const WINDOW = 1000;

/**
 * So long may an answer stand behind what the broker sends, ms: in that time a line of 5 kB/s brings the largest packet. A peer
 * that sends but does not listen is given up after it.
 */
const LONGEST_BEHIND = 900_000;

/** MQTT 5: the broker is ending or moved, is overloaded, heard nothing, took another client, or was told to. */
const OF_ITSELF: ReadonlySet<number> = new Set([0x89, 0x8b, 0x8d, 0x8e, 0x98, 0x9c, 0x9d]);

export class BrokerConnection implements PacketReceiver {
  readonly #socket: Duplex;
  readonly #options: ConnectOptions;
  readonly #target: string;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  readonly #incoming: Set<number>;
  readonly #cutter = new PacketCutter(this, LARGEST_PACKET);
  #acks: Buffer[] = [];
  #corked = false;
  readonly #uncork = () => {
    this.#corked = false;
    this.#socket.uncork();
  };
  #ready = false;
  /** Requests for a sign of life, and answers to them. */
  #pings = 0;
  #pongs = 0;
  /** Number of the request that proves something once it is answered, and the one that was not answered at the last look. */
  #awaited: number | undefined;
  #awaitedBefore: number | undefined;
  /** Monotonic, ms. */
  #awaitedSince = 0;
  /** Something came since the last look. */
  #heard = false;
  #closed = false;
  #stopTimer: () => void;

  /** `incoming`: ids of QoS 2 messages taken over but not released; they outlive a connection. */
  constructor(
    socket: Duplex,
    target: string,
    options: ConnectOptions,
    incoming: Set<number>,
    clock: Clock,
    events: ConnectionEvents,
  ) {
    this.#socket = socket;
    this.#target = target;
    this.#options = options;
    this.#incoming = incoming;
    this.#clock = clock;
    this.#events = events;
    socket.on("drain", () => {
      if (!this.#closed) events.drained();
    });
    socket.on("error", (error) => this.#close(netErrorText(error, target), true));
    socket.on("close", () => this.#close(texts.hungUp(target), true));
    this.#stopTimer = clock.after(HANDSHAKE_MS, () => this.#close(texts.signInSilent(target)));
    this.write(encodeConnect(options));
  }

  /**
   * False when the socket wants no more for now; `drained` follows. What is written in one turn of the event
   * loop, acknowledgements and publications alike, leaves in one system call.
   */
  write(bytes: Buffer): boolean {
    if (this.#closed) return true;
    if (!this.#corked) {
      this.#corked = true;
      this.#socket.cork();
      setImmediate(this.#uncork);
    }
    return this.#socket.write(bytes);
  }

  /**
   * Ends the connection as MQTT wants it, so that the broker knows it was on purpose and forgets the last will.
   * `farewell`: a packet before that.
   */
  end(farewell?: Buffer): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.#stopTimer();
    return new Promise((resolve) => {
      const give = this.#clock.after(1000, () => this.#socket.destroy());
      this.#socket.once("close", () => {
        give();
        resolve();
      });
      if (!this.#ready) {
        this.#socket.destroy();
        return;
      }
      if (farewell) this.#socket.write(farewell);
      this.#socket.end(DISCONNECT);
    });
  }

  /** Gives the connection up; German reason. */
  abandon(reason: string): void {
    this.#close(reason);
  }

  /** Takes what the socket received. */
  feed(chunk: Buffer): void {
    if (this.#closed) return;
    this.#heard = true;
    try {
      this.#cutter.feed(chunk);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.#close(texts.noMqtt(this.#target));
      return;
    }
    this.#flushAcks();
  }

  #flushAcks(): void {
    const acks = this.#acks;
    if (acks.length === 0 || this.#closed) return;
    this.#acks = [];
    this.write(acks.length === 1 ? (acks[0] as Buffer) : Buffer.concat(acks));
  }

  packet(first: number, bytes: Buffer, start: number, end: number): void {
    if (this.#closed) return;
    const kind = first >> 4;
    if (!this.#ready) {
      if (kind !== 2) throw new ProtocolError("first packet is no CONNACK");
      this.#connack(bytes, start, end);
      return;
    }
    switch (kind) {
      case 3:
        this.#publish(first, bytes, start, end, undefined);
        break;
      case 4:
        this.#events.acked("puback", ...idAndReason(bytes, start, end));
        break;
      case 5:
        this.#events.acked("pubrec", ...idAndReason(bytes, start, end));
        break;
      case 6: {
        const [id] = idAndReason(bytes, start, end);
        this.#incoming.delete(id);
        this.#acks.push(encodeAck("pubcomp", id));
        break;
      }
      case 7:
        this.#events.acked("pubcomp", ...idAndReason(bytes, start, end));
        break;
      case 9: {
        const [id] = idAndReason(bytes, start, end);
        const at = this.#options.level === 5 ? skipProperties(bytes, start + 2, end) : start + 2;
        this.#events.subscribed(id, [...bytes.subarray(at, end)]);
        break;
      }
      case 13:
        // An answer that nobody asked for proves nothing.
        if (this.#pongs === this.#pings) break;
        this.#pongs += 1;
        if (this.#pongs !== this.#awaited) break;
        this.#awaited = undefined;
        this.#events.proven();
        break;
      case 14: {
        const reason = end > start ? (bytes[start] as number) : 0;
        const why = reasonText(reason) + this.#reference(reason, bytes, start + 1, end);
        this.#close(texts.hungUpBecause(this.#target, why), !OF_ITSELF.has(reason), MOVED.has(reason));
        break;
      }
      default:
        throw new ProtocolError(`unexpected packet ${kind}`);
    }
  }

  oversize(first: number, bytes: Buffer, start: number, end: number, size: number): void {
    if (this.#closed) return;
    if (!this.#ready || first >> 4 !== 3) throw new ProtocolError("packet too large");
    this.#publish(first, bytes, start, end, size);
  }

  #publish(first: number, bytes: Buffer, start: number, end: number, oversize: number | undefined): void {
    const qos = (first >> 1) & 3;
    let at = start + 2;
    if (at > end) throw new ProtocolError("truncated publication");
    const topicEnd = at + (((bytes[start] as number) << 8) | (bytes[start + 1] as number));
    const idEnd = qos > 0 ? topicEnd + 2 : topicEnd;
    if (idEnd > end || qos === 3) throw new ProtocolError("malformed publication");
    const topic = bytes.toString("utf8", at, topicEnd);
    const id = qos > 0 ? ((bytes[topicEnd] as number) << 8) | (bytes[topicEnd + 1] as number) : 0;
    at = idEnd;
    const fresh = qos !== 2 || !this.#incoming.has(id);
    if (oversize !== undefined) {
      if (fresh) this.#events.dropped(topic, oversize);
    } else {
      if (this.#options.level === 5) at = skipProperties(bytes, at, end);
      if (fresh) this.#events.message(topic, bytes, at, end, (first & 1) === 1);
    }
    if (qos === 1) {
      this.#acks.push(encodeAck("puback", id));
    } else if (qos === 2) {
      this.#incoming.add(id);
      this.#acks.push(encodeAck("pubrec", id));
    }
  }

  #connack(bytes: Buffer, start: number, end: number): void {
    if (end - start < 2) throw new ProtocolError("truncated CONNACK");
    const code = bytes[start + 1] as number;
    if (code !== 0) {
      const { level } = this.#options;
      const why = refusalText(level, code) + this.#reference(code, bytes, start + 2, end);
      this.#close(texts.signInRefused(this.#target, why), false, refusesFor(level, code));
      return;
    }
    const found =
      this.#options.level === 5 && end - start > 2
        ? readProperties(bytes, start + 2, end).numbers
        : undefined;
    const sessionPresent = ((bytes[start] as number) & 1) === 1;
    if (!sessionPresent) this.#incoming.clear();
    this.#ready = true;
    this.#stopTimer();
    this.#keepAlive(found?.get(PROPERTY.serverKeepAlive) ?? this.#options.keepalive);
    const maximumQos = found?.get(PROPERTY.maximumQos);
    const window = Math.min(found?.get(PROPERTY.receiveMaximum) ?? WINDOW, WINDOW);
    this.#events.ready({
      sessionPresent,
      receiveMaximum: window,
      receiveMaximumQos2: this.#options.level === 5 ? window : WINDOW_311_QOS2,
      maximumQos: maximumQos === 0 ? 0 : maximumQos === 1 ? 1 : 2,
      retain: found?.get(PROPERTY.retainAvailable) !== 0,
      maximumPacketSize: found?.get(PROPERTY.maximumPacketSize) ?? Number.POSITIVE_INFINITY,
    });
  }

  /** The server that the broker refers to, where it names one (MQTT 5.0 §4.11). */
  #reference(reason: number, bytes: Buffer, start: number, end: number): string {
    if (this.#options.level !== 5 || !MOVED.has(reason) || end <= start) return "";
    const named = readProperties(bytes, start, end).texts.get(PROPERTY.serverReference);
    const shown = named?.replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, LONGEST_REFERENCE);
    return shown ? texts.tellsOther(shown) : "";
  }

  /**
   * Probes twice per period, traffic or not: the answer proves that the broker processed what was sent before. Over a slow line it
   * may stand behind a large message: as long as that comes, the broker lives, and is shown that we do.
   */
  #keepAlive(seconds: number): void {
    if (seconds <= 0) return;
    this.#stopTimer = this.#clock.every(seconds * 500, () => {
      if (this.#awaited !== undefined && this.#awaited === this.#awaitedBefore) {
        const waited = this.#clock.monotonic() - this.#awaitedSince;
        if (!this.#heard || waited >= LONGEST_BEHIND) {
          this.#close(texts.answersNoMore(this.#target));
          return;
        }
        this.#ping();
      }
      this.probe();
      this.#awaitedBefore = this.#awaited;
      this.#heard = false;
    });
  }

  /** Asks for a sign of life, which says that the broker has processed what was written before. */
  probe(): void {
    if (this.#closed || this.#awaited !== undefined) return;
    this.#awaited = this.#pings + 1;
    this.#awaitedSince = this.#clock.monotonic();
    this.#events.probing();
    this.#ping();
  }

  #ping(): void {
    this.#pings += 1;
    this.write(PINGREQ);
  }

  #close(reason: string, byPeer = false, later = false): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#stopTimer();
    this.#socket.destroy();
    this.#events.closed(reason, byPeer, later);
  }
}

function idAndReason(bytes: Buffer, start: number, end: number): [id: number, reason: number] {
  if (end - start < 2) throw new ProtocolError("truncated acknowledgement");
  const reason = end - start > 2 ? (bytes[start + 2] as number) : 0;
  return [((bytes[start] as number) << 8) | (bytes[start + 1] as number), reason];
}
