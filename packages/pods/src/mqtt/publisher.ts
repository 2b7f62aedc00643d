/**
 * Everything that goes out over one interface, across connections.
 *
 * Invariants
 * - Order per channel is the order of `offer`.
 * - While the broker is away, one value per channel waits: the newest.
 * - A publication at QoS 1 or 2 is kept until the broker acknowledges it, and sent again after a reconnection.
 * - At QoS 0 a value counts as written when the broker has answered a later probe: then it has processed what was sent
 *   before. The newest value per channel without that proof is sent again after a connection broke, so that no outage
 *   loses the newest value.
 * - `flush` resolves when what was offered is handed to the socket and the socket has room, or is waiting
 *   for a broker that is away.
 */
import type { Clock } from "@hubwart/core";
import type { PodWrite } from "../base/pod.ts";
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
}

interface Item {
  out: OutChannel;
  text: string;
  write: PodWrite;
}
interface Inflight extends Item {
  qos: Qos;
  /** QoS 2: the broker has it and was told to pass it on. */
  released: boolean;
}

interface Waiting {
  text: string;
  write: PodWrite;
  /** It went out before; only whether it arrived is unknown. */
  again: boolean;
}

export interface Wire {
  write(bytes: Buffer): boolean;
  /** Asks for a sign of life; `probing` is called, and later `proven`. Does nothing while one is awaited. */
  probe(): void;
}

export interface PublisherReport {
  written(write: PodWrite): void;
  refused(write: PodWrite, reason: string): void;
  coalesced(index: number): void;
}

/** Time between two probes for the proof of values, ms; sooner when so many values wait for it. */
const PROBE_EVERY = 200;
const MOST_UNPROVEN = 1_000;

export class Publisher {
  readonly #report: PublisherReport;
  readonly #ids: PacketIds;
  readonly #clock: Clock;
  readonly #writer: PublishWriter;
  readonly #waiting = new Map<OutChannel, Waiting>();
  readonly #inflight = new Map<number, Inflight>();
  #queue: Item[] = [];
  #head = 0;
  #wire: Wire | undefined;
  #limits: BrokerLimits | undefined;
  #congested = false;
  #flushed: (() => void)[] = [];
  /** Sent at QoS 0 since the last probe, and before it. */
  #unproven: Item[] = [];
  #probed: Item[] = [];
  #probing = false;
  #probedAt = Number.NEGATIVE_INFINITY;
  #stopProbe: (() => void) | undefined;

  constructor(level: ProtocolLevel, ids: PacketIds, clock: Clock, report: PublisherReport) {
    this.#writer = new PublishWriter(level);
    this.#ids = ids;
    this.#clock = clock;
    this.#report = report;
  }

  offer(item: Item): void {
    if (!this.#wire) {
      this.#wait(item);
    } else if (this.#idle && this.#admits(item.out.qos)) {
      this.#send(item);
    } else {
      this.#queue.push(item);
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
    for (const [out, { text, write }] of this.#waiting) this.#queue.push({ out, text, write });
    this.#waiting.clear();
    this.#pump();
  }

  /** The connection is gone. Again and again while attempts fail: only the first one may bring back what was sent. */
  detach(): void {
    if (!this.#wire) return;
    this.#wire = undefined;
    this.#congested = false;
    this.#writer.take();
    this.#stopProbe?.();
    this.#stopProbe = undefined;
    this.#probing = false;
    for (const { out, text, write } of [...this.#probed, ...this.#unproven]) {
      this.#waiting.delete(out);
      this.#waiting.set(out, { text, write, again: true });
    }
    this.#probed = [];
    this.#unproven = [];
    for (const item of this.#queue.splice(0).slice(this.#head)) this.#wait(item);
    this.#head = 0;
    this.#settle();
  }

  drained(): void {
    this.#congested = false;
    this.#pump();
  }

  /** A probe leaves; what is offered from now on waits for the next one. */
  probing(): void {
    this.#probing = true;
    this.#probedAt = this.#clock.monotonic();
    this.#pump();
    this.#probed = this.#unproven;
    this.#unproven = [];
  }

  proven(): void {
    this.#probing = false;
    for (const { write } of this.#probed) this.#report.written(write);
    this.#probed = [];
    this.#probeSoon();
  }

  /** At once after a quiet time; else many values share a probe. */
  #probeSoon(): void {
    if (this.#probing || this.#unproven.length === 0 || !this.#wire) return;
    const wait = this.#probedAt + PROBE_EVERY - this.#clock.monotonic();
    if (wait > 0 && this.#unproven.length < MOST_UNPROVEN) {
      this.#stopProbe ??= this.#clock.after(wait, () => {
        this.#stopProbe = undefined;
        this.#wire?.probe();
      });
      return;
    }
    this.#stopProbe?.();
    this.#stopProbe = undefined;
    this.#wire.probe();
  }

  acked(kind: "puback" | "pubrec" | "pubcomp", id: number, reason: number): void {
    const entry = this.#inflight.get(id);
    if (!entry) {
      // A broker that still waits for a release gets it, whatever we know about it (MQTT 5.0 §4.3.3).
      if (kind === "pubrec") this.#wire?.write(encodeAck("pubrel", id));
      return;
    }
    if (kind === "pubrec" && reason < 0x80) {
      // From now on the broker answers for it.
      if (!entry.released) this.#report.written(entry.write);
      entry.released = true;
      this.#wire?.write(encodeAck("pubrel", id));
      return;
    }
    this.#inflight.delete(id);
    this.#ids.release(id);
    if (reason >= 0x80) {
      this.#report.refused(entry.write, `Der Broker nimmt die Nachricht nicht an: ${reasonText(reason)}`);
    } else if (kind === "puback") {
      this.#report.written(entry.write);
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

  #wait({ out, text, write }: Item): void {
    const older = this.#waiting.get(out);
    if (older) {
      if (!older.again) this.#report.coalesced(out.index);
      this.#waiting.delete(out);
    }
    this.#waiting.set(out, { text, write, again: false });
  }

  #pump(): void {
    while (this.#wire && !this.#congested && this.#head < this.#queue.length) {
      const item = this.#queue[this.#head] as Item;
      if (!this.#admits(item.out.qos)) break;
      this.#head += 1;
      this.#send(item);
    }
    if (this.#head === this.#queue.length && this.#head > 0) {
      this.#queue = [];
      this.#head = 0;
    }
    this.#push();
    this.#probeSoon();
    if (this.#idle) this.#settle();
  }

  #send(item: Item): void {
    const qos = Math.min(item.out.qos, this.#limits?.maximumQos ?? 2) as Qos;
    if (qos === 0) {
      if (this.#put(item, 0, false, 0)) this.#unproven.push(item);
      return;
    }
    const id = this.#ids.take();
    if (this.#put(item, qos, false, id)) this.#inflight.set(id, { ...item, qos, released: false });
    else this.#ids.release(id);
  }

  #put({ out, text, write }: Item, qos: Qos, dup: boolean, id: number): boolean {
    const bytes = Buffer.byteLength(text);
    const size = this.#writer.size(out.topic, qos, bytes);
    if (size > (this.#limits?.maximumPacketSize ?? 0) || !carriable(out.topic, bytes)) {
      this.#report.refused(write, "Die Nachricht ist dem Broker zu groß");
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
          this.#put(entry, entry.qos, true, id);
        }
      }
      return;
    }
    this.#inflight.clear();
    for (const [id, { out, text, write, released }] of entries) {
      this.#ids.release(id);
      if (!released) this.#queue.push({ out, text, write });
    }
  }

  #settle(): void {
    for (const resolve of this.#flushed.splice(0)) resolve();
  }
}
