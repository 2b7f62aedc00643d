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
 * - Ends the broker the connection again and again while something is under way, each item is sent alone on a proven
 *   connection and proven before the next: so an item that the broker answers by hanging up is found, and refused when
 *   it has done so several times in a row. A mere outage refuses nothing.
 * - Of a channel whose publications the broker leaves unanswered one is under way at a time and the newest one waits; hold such
 *   ones most of the window, the connection is made anew without them, and they pause.
 * - `flush` resolves when what was offered is handed to the socket and the socket has room, or is waiting
 *   for a broker that is away.
 */
import type { Clock } from "@hubwart/core";
import type { BrokerLimits } from "@hubwart/mqtt/connection";
import type { PacketIds } from "@hubwart/mqtt/packet-ids";
import { reasonText } from "@hubwart/mqtt/reasons";
import { carriable, encodeAck, type ProtocolLevel, PublishWriter, type Qos } from "@hubwart/mqtt/wire/encode";
import { Proofs } from "./proofs.ts";
import type { Inflight, Item, OutChannel, PublisherReport, Waiting, Wire } from "./publication.ts";
import { Singles } from "./singles.ts";
import { texts } from "./texts.ts";
import { Window } from "./window.ts";

/** MQTT 5: quota exceeded, so not for good. */
const LATER = 0x97;

export class Publisher {
  readonly #report: PublisherReport;
  readonly #ids: PacketIds;
  readonly #writer: PublishWriter;
  readonly #waiting = new Map<OutChannel, Waiting>();
  readonly #window: Window<OutChannel, Inflight>;
  #queue: Item[] = [];
  #head = 0;
  #wire: Wire | undefined;
  #limits: BrokerLimits | undefined;
  #congested = false;
  #flushed: (() => void)[] = [];
  readonly #proofs: Proofs<Item>;
  readonly #singles: Singles<OutChannel, Item>;
  /** Channels that the broker has no room for at the moment. */
  readonly #later = new Set<OutChannel>();

  constructor(level: ProtocolLevel, ids: PacketIds, clock: Clock, report: PublisherReport) {
    this.#writer = new PublishWriter(level);
    this.#ids = ids;
    this.#window = new Window(ids, clock, () => this.#wire?.probe());
    this.#proofs = new Proofs(clock);
    this.#singles = new Singles(clock, () => this.#pump());
    this.#report = report;
  }

  /** What is wrong, German; empty if nothing is. */
  get errors(): readonly string[] {
    const topicOf = ({ topic }: OutChannel) => topic.toString("utf8", 2);
    return [
      ...this.#window.slow.map((out) => texts.topicUnanswered(topicOf(out))),
      ...[...this.#later].map((out) => texts.topicLater(topicOf(out), reasonText(LATER))),
    ];
  }

  offer(item: Item): void {
    if (!this.#wire || (this.#pauses(item.out) && !this.#queues(item.out))) {
      this.#wait(item);
    } else if (this.#singles.suspects(item.out)) {
      this.#queue.push(item);
      this.#oneByOne();
    } else if (this.#idle && this.#window.admits(item.out.qos)) {
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
    this.#window.attach(limits);
    this.#congested = false;
    this.#proofs.attach(wire);
    this.#singles.attached();
    const { careful } = this.#singles;
    this.#resume(limits.sessionPresent, careful);
    for (const [out, { text, write }] of this.#waiting) {
      if (this.#singles.parked(out)) continue;
      this.#waiting.delete(out);
      this.#queue.push({ out, text, write });
    }
    if (careful || this.#queue.some(({ out }) => this.#singles.suspects(out))) this.#oneByOne();
    this.#pump();
  }

  /**
   * The connection is gone. Again and again while attempts fail: only the first one may bring back what was sent.
   * `byPeer`: the broker ended it.
   */
  detach(byPeer = false): void {
    if (!this.#wire) return;
    this.#wire = undefined;
    this.#congested = false;
    this.#writer.take();
    this.#window.detach();
    const busy = this.#window.size + this.#proofs.open > 0;
    const sent = this.#proofs.detach();
    const one = this.#singles.running;
    const guilty = this.#singles.detached(byPeer, busy, (out) => this.#free(out));
    if (byPeer && this.#singles.careful && !one) this.#window.narrow();
    if (guilty) this.#refuse(guilty);
    for (const { out, text, write } of sent) {
      if (guilty?.write === write) continue;
      this.#waiting.delete(out);
      this.#waiting.set(out, { text, write, again: true });
    }
    for (const item of this.#queue.splice(0).slice(this.#head)) if (item.id === undefined) this.#wait(item);
    this.#head = 0;
    this.#settle();
  }

  /** For good. */
  end(): void {
    this.#singles.end();
    this.#window.detach();
  }

  /** It is the one over which the broker hangs up. */
  #refuse(guilty: Item): void {
    for (const [id, { write }] of this.#window.entries()) if (write === guilty.write) this.#window.remove(id);
    this.#report.refused(guilty.write, texts.hangsUpAtValue);
  }

  /** A channel may be tried again. */
  #free(out: OutChannel): void {
    const waiting = this.#waiting.get(out);
    if (!waiting || !this.#wire) return;
    this.#waiting.delete(out);
    if (this.#queues(out)) {
      if (!waiting.again) this.#report.coalesced(out.index);
      return;
    }
    this.offer({ out, text: waiting.text, write: waiting.write });
    this.#pump();
  }

  /** From now on, until the queue of now is empty. */
  #oneByOne(): void {
    this.#singles.begin(this.#queue.length - this.#head);
    // Before the first one the connection itself is proven.
    this.#proofs.ask();
  }

  /** Sends the next item once nothing else is under way. */
  #sendSingle(): void {
    if (this.#singles.current || this.#proofs.probing || this.#proofs.open > 0) return;
    const item = this.#queue[this.#head] as Item;
    if (item.id === undefined && !this.#window.admits(item.out.qos)) return;
    this.#head += 1;
    const sent = this.#send(item);
    this.#singles.took(item, sent);
    if (!sent) return;
    this.#push();
    this.#wire?.probe();
  }

  drained(): void {
    this.#congested = false;
    this.#pump();
  }

  /** A probe leaves; what is offered from now on waits for the next one. */
  probing(): void {
    this.#window.probing();
    this.#proofs.leaving(() => this.#pump());
  }

  proven(): void {
    const proven = this.#proofs.answered();
    for (const { write } of proven) this.#report.written(write);
    const { current, running } = this.#singles;
    if (current && proven.includes(current)) this.#singles.pass(true);
    else if (running) this.#pump();
    this.#proofs.askSoon();
    this.#judge();
  }

  acked(kind: "puback" | "pubrec" | "pubcomp", id: number, reason: number): void {
    const entry = this.#window.get(id);
    if (!entry) {
      // A broker that still waits for a release gets it, whatever we know about it; one that refuses waits for none (MQTT 5.0 §4.3.3).
      if (kind === "pubrec" && reason < 0x80) this.#wire?.write(encodeAck("pubrel", id));
      return;
    }
    if (kind === "pubrec" && reason < 0x80) {
      // From now on the broker answers for it.
      if (!entry.released) this.#report.written(entry.write);
      entry.released = true;
      this.#took(entry.out);
      this.#window.sent(id, entry);
      this.#wire?.write(encodeAck("pubrel", id));
      this.#answered(entry);
      return;
    }
    this.#window.remove(id);
    if (reason === LATER) {
      this.#postpone(entry);
    } else if (reason >= 0x80) {
      this.#report.refused(entry.write, texts.messageRefused(reasonText(reason)));
    } else if (kind === "puback") {
      this.#report.written(entry.write);
      this.#took(entry.out);
    }
    this.#answered(entry);
    if (this.#queue.length > 0) this.#pump();
  }

  #took(out: OutChannel): void {
    if (!this.#later.delete(out)) return;
    this.#singles.clear(out);
    this.#report.changed();
  }

  /** It goes again after a pause, unless a newer value of its channel has gone out or waits by then. */
  #postpone({ out, text, write }: Inflight): void {
    if (this.#waiting.has(out) || this.#window.entries().some(([, newer]) => newer.out === out)) {
      this.#report.coalesced(out.index);
      return;
    }
    this.#waiting.set(out, { text, write, again: false });
    this.#singles.park(out, () => this.#free(out));
    this.#later.add(out);
    this.#report.changed();
  }

  #answered({ out, write }: Inflight): void {
    if (this.#singles.current?.write === write) this.#singles.pass(true);
    if (!this.#window.answered(out)) return;
    this.#singles.clear(out);
    this.#report.changed();
    this.#free(out);
  }

  /** The broker answers, so what it has not acknowledged since long it leaves unanswered. */
  #judge(): void {
    const before = this.#window.slow.length;
    const { full, overdue } = this.#window.judge();
    if (this.#window.slow.length !== before) this.#report.changed();
    if (full) this.#giveUp(overdue);
    else if (this.#window.slow.length !== before) this.#pump();
  }

  /** The newest one of each channel goes again after a pause, unless there is a newer value by then. */
  #giveUp(overdue: readonly [id: number, item: Inflight][]): void {
    const newest = new Map<OutChannel, Inflight>();
    for (const [id, item] of overdue) {
      this.#window.remove(id);
      if (item.released) continue;
      const older = newest.get(item.out);
      if (older) this.#report.refused(older.write, texts.valueUnanswered);
      newest.set(item.out, item);
    }
    for (const [out, { text, write }] of newest) {
      this.#singles.park(out, () => this.#free(out));
      if (this.#waiting.has(out)) this.#report.refused(write, texts.valueUnanswered);
      else this.#waiting.set(out, { text, write, again: true });
    }
    this.#report.stuck(texts.valuesStuck);
  }

  /** Its values wait: for a pause to be over, or for an answer. */
  #pauses(out: OutChannel): boolean {
    return this.#singles.parked(out) || (out.qos > 0 && this.#window.holds(out));
  }

  /** A value of it has its place in the queue; one in `#waiting` is older than that, and a new one goes behind it. */
  #queues(out: OutChannel): boolean {
    return this.#queue.some((item, at) => at >= this.#head && item.out === out);
  }

  get #idle(): boolean {
    return !this.#congested && !this.#singles.current && this.#head === this.#queue.length;
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
      if (this.#singles.running) {
        const at = this.#head;
        this.#sendSingle();
        if (this.#head === at) break;
        continue;
      }
      const item = this.#queue[this.#head] as Item;
      if (item.id === undefined && this.#pauses(item.out)) {
        this.#head += 1;
        this.#wait(item);
        continue;
      }
      if (!this.#window.admits(item.out.qos)) break;
      this.#head += 1;
      this.#send(item);
    }
    if (this.#head === this.#queue.length && this.#head > 0) {
      this.#queue = [];
      this.#head = 0;
    }
    this.#push();
    this.#proofs.askSoon();
    if (this.#idle) this.#settle();
  }

  /** False if the item is refused. */
  #send(item: Item): boolean {
    const { id: repeated, ...fresh } = item;
    if (repeated !== undefined) {
      const entry = this.#window.get(repeated) as Inflight;
      this.#window.sent(repeated, entry);
      const put = this.#put(item, entry.qos, true, repeated);
      if (!put) this.#window.remove(repeated);
      return put;
    }
    const qos = Math.min(item.out.qos, this.#limits?.maximumQos ?? 2) as Qos;
    if (qos === 0) {
      const put = this.#put(item, 0, false, 0);
      if (put) this.#proofs.sent(item);
      return put;
    }
    const id = this.#ids.take();
    const put = this.#put(item, qos, false, id);
    if (put) this.#window.sent(id, { ...fresh, qos, released: false });
    else this.#ids.release(id);
    return put;
  }

  #put({ out, text, write }: Item, qos: Qos, dup: boolean, id: number): boolean {
    const bytes = Buffer.byteLength(text);
    const size = this.#writer.size(out.topic, qos, bytes);
    if (size > (this.#limits?.maximumPacketSize ?? 0) || !carriable(out.topic, bytes)) {
      this.#report.refused(write, texts.tooLargeForBroker);
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

  /** Sends again what was under way when the last connection ended, in its order; when `careful`, queues it for that. */
  #resume(sessionPresent: boolean, careful: boolean): void {
    const entries = this.#window.entries();
    if (sessionPresent) {
      for (const [id, entry] of entries) {
        this.#window.sent(id, entry);
        if (entry.released) {
          this.#push();
          this.#wire?.write(encodeAck("pubrel", id));
        } else if (careful) {
          this.#queue.push({ ...entry, id });
        } else {
          this.#send({ ...entry, id });
        }
      }
      return;
    }
    for (const [id, { out, text, write, released }] of entries) {
      this.#window.remove(id);
      if (!released) this.#queue.push({ out, text, write });
    }
  }

  #settle(): void {
    for (const resolve of this.#flushed.splice(0)) resolve();
  }
}
