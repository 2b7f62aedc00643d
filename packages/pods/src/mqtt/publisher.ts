/**
 * Everything that goes out over one interface, across connections.
 *
 * Invariants
 * - Order per channel is the order of `offer`.
 * - While the broker is away, one value per channel waits: the newest.
 * - A publication at QoS 1 or 2 is kept until the broker acknowledges it, and sent again after a reconnection.
 * - At QoS 0 the newest value per channel that the broker has not provably processed (by answering a later
 *   probe) is sent again after a connection broke, so that no outage loses the newest value.
 * - `flush` resolves when what was offered is handed to the socket and the socket has room, or is waiting
 *   for a broker that is away.
 */
import type { BrokerLimits } from "./connection.ts";
import type { PacketIds } from "./packet-ids.ts";
import { reasonText } from "./reasons.ts";
import { carriable, encodeAck, type ProtocolLevel, PublishWriter, type Qos } from "./wire/encode.ts";

export interface OutChannel {
  index: number;
  /** Encoded string. */
  topic: Buffer;
  qos: Qos;
  retain: boolean;
  /** Last payload sent at QoS 0, and in which period between probes. */
  sent?: string | undefined;
  period: number;
}

interface Item {
  out: OutChannel;
  text: string;
}
interface Inflight extends Item {
  qos: Qos;
  /** QoS 2: the broker has it and was told to pass it on. */
  released: boolean;
}

interface Waiting {
  text: string;
  /** It went out before; only whether it arrived is unknown. */
  again: boolean;
}

export interface Wire {
  write(bytes: Buffer): boolean;
}

export interface PublisherReport {
  failed(index: number, reason: string): void;
  coalesced(index: number): void;
}

export class Publisher {
  readonly #report: PublisherReport;
  readonly #ids: PacketIds;
  readonly #outs: readonly OutChannel[];
  readonly #writer: PublishWriter;
  readonly #waiting = new Map<OutChannel, Waiting>();
  readonly #inflight = new Map<number, Inflight>();
  #queue: Item[] = [];
  #head = 0;
  #wire: Wire | undefined;
  #limits: BrokerLimits | undefined;
  #congested = false;
  #flushed: (() => void)[] = [];
  #period = 1;
  #proven = 0;

  constructor(level: ProtocolLevel, outs: readonly OutChannel[], ids: PacketIds, report: PublisherReport) {
    this.#writer = new PublishWriter(level);
    this.#outs = outs;
    this.#ids = ids;
    this.#report = report;
  }

  offer(out: OutChannel, text: string): void {
    if (!this.#wire) {
      this.#wait(out, text);
    } else if (this.#idle && this.#admits(out.qos)) {
      this.#send(out, text);
    } else {
      this.#queue.push({ out, text });
    }
  }

  flush(): Promise<void> {
    this.#pump();
    if (this.#idle) return Promise.resolve();
    return new Promise((resolve) => this.#flushed.push(resolve));
  }

  attach(wire: Wire, limits: BrokerLimits): void {
    this.#wire = wire;
    this.#limits = limits;
    this.#congested = false;
    this.#resume(limits.sessionPresent);
    for (const [out, { text }] of this.#waiting) this.#queue.push({ out, text });
    this.#waiting.clear();
    this.#pump();
  }

  /** The connection is gone. Again and again while attempts fail: only the first one may bring back what was sent. */
  detach(): void {
    if (!this.#wire) return;
    this.#wire = undefined;
    this.#congested = false;
    this.#writer.take();
    for (const out of this.#outs) {
      if (out.sent !== undefined && out.period > this.#proven) {
        this.#waiting.set(out, { text: out.sent, again: true });
      }
      out.sent = undefined;
    }
    for (const { out, text } of this.#queue.splice(0).slice(this.#head)) this.#wait(out, text);
    this.#head = 0;
    this.#settle();
  }

  drained(): void {
    this.#congested = false;
    this.#pump();
  }

  /** A probe leaves; what is offered from now on belongs to the next period. */
  probing(): void {
    this.#pump();
    this.#period += 1;
  }

  proven(): void {
    this.#proven = this.#period - 1;
  }

  acked(kind: "puback" | "pubrec" | "pubcomp", id: number, reason: number): void {
    const entry = this.#inflight.get(id);
    if (!entry) {
      // A broker that still waits for a release gets it, whatever we know about it (MQTT 5.0 §4.3.3).
      if (kind === "pubrec") this.#wire?.write(encodeAck("pubrel", id));
      return;
    }
    if (kind === "pubrec" && reason < 0x80) {
      entry.released = true;
      this.#wire?.write(encodeAck("pubrel", id));
      return;
    }
    this.#inflight.delete(id);
    this.#ids.release(id);
    if (reason >= 0x80) {
      this.#report.failed(entry.out.index, `Der Broker nimmt die Nachricht nicht an: ${reasonText(reason)}`);
    }
    if (this.#queue.length > 0) this.#pump();
  }

  get #idle(): boolean {
    return !this.#congested && this.#head === this.#queue.length;
  }

  #admits(qos: Qos): boolean {
    if (qos === 0 || !this.#limits) return true;
    const { receiveMaximum, receiveMaximumQos2 } = this.#limits;
    return this.#inflight.size < (qos === 2 ? receiveMaximumQos2 : receiveMaximum);
  }

  #wait(out: OutChannel, text: string): void {
    const older = this.#waiting.get(out);
    if (older) {
      if (!older.again) this.#report.coalesced(out.index);
      this.#waiting.delete(out);
    }
    this.#waiting.set(out, { text, again: false });
  }

  #pump(): void {
    while (this.#wire && !this.#congested && this.#head < this.#queue.length) {
      const { out, text } = this.#queue[this.#head] as Item;
      if (!this.#admits(out.qos)) break;
      this.#head += 1;
      this.#send(out, text);
    }
    if (this.#head === this.#queue.length && this.#head > 0) {
      this.#queue = [];
      this.#head = 0;
    }
    this.#push();
    if (this.#idle) this.#settle();
  }

  #send(out: OutChannel, text: string): void {
    const qos = Math.min(out.qos, this.#limits?.maximumQos ?? 2) as Qos;
    if (qos === 0) {
      if (!this.#put(out, text, 0, false, 0)) return;
      out.sent = text;
      out.period = this.#period;
      return;
    }
    const id = this.#ids.take();
    if (this.#put(out, text, qos, false, id)) this.#inflight.set(id, { out, text, qos, released: false });
    else this.#ids.release(id);
  }

  #put(out: OutChannel, text: string, qos: Qos, dup: boolean, id: number): boolean {
    const bytes = Buffer.byteLength(text);
    const size = this.#writer.size(out.topic, qos, bytes);
    if (size > (this.#limits?.maximumPacketSize ?? 0) || !carriable(out.topic, bytes)) {
      this.#report.failed(out.index, "Die Nachricht ist dem Broker zu groß");
      return false;
    }
    if (!this.#writer.fits(size)) {
      this.#push();
      this.#writer.renew(size);
    }
    this.#writer.put(out.topic, text, bytes, qos, out.retain && (this.#limits?.retain ?? true), dup, id);
    return true;
  }

  #push(): void {
    if (this.#wire && this.#writer.pending > 0 && !this.#wire.write(this.#writer.take())) {
      this.#congested = true;
    }
  }

  /** Sends again what was under way when the last connection ended, in its order. */
  #resume(sessionPresent: boolean): void {
    const entries = [...this.#inflight];
    if (sessionPresent) {
      for (const [id, entry] of entries) {
        if (entry.released) {
          this.#push();
          this.#wire?.write(encodeAck("pubrel", id));
        } else {
          this.#put(entry.out, entry.text, entry.qos, true, id);
        }
      }
      return;
    }
    this.#inflight.clear();
    for (const [id, { out, text, released }] of entries) {
      this.#ids.release(id);
      if (!released) this.#queue.push({ out, text });
    }
  }

  #settle(): void {
    for (const resolve of this.#flushed.splice(0)) resolve();
  }
}
