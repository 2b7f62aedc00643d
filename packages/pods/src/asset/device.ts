/**
 * One field device: its channels, and what waits for it.
 *
 * Invariants
 * - At most one message with values is under way to the device; the next one goes after its acknowledgement.
 * - Of each channel at most the newest value waits. What was under way when the connection broke waits again, unless a newer
 *   value is there. So after a break the device gets the newest of each, and no older one after it.
 * - A message fits the size that both sides keep to. When the connection breaks over one again and again, the next ones have fewer
 *   values, down to one alone, until all that was under way at a break is acknowledged. One over which it broke several times is
 *   refused and forgotten, so that it cannot keep the others from coming.
 * - A value is settled once: written by the acknowledgement, refused by the device, or never if a newer one replaced it.
 */
import { rightsOf } from "@hubwart/contract";
import { nameMatcher } from "@hubwart/core";
import type { LiveUser } from "@hubwart/live";
import { fromJson, misfit } from "@hubwart/runtime/convert";
import type { Held } from "@hubwart/runtime/held";
import type { PodContext, PodWrite } from "@hubwart/runtime/pod";
import { type DeviceMessage, MESSAGE_BYTES } from "./message.ts";
import type { AssetChannel } from "./schema.ts";
import { texts } from "./texts.ts";

/** How the device is reached now. */
export interface Line {
  readonly address: string;
  send(message: object): void;
  close(code: number, reason: string): void;
}

type Values = Extract<DeviceMessage, { t: "values" }>;
type Ack = Extract<DeviceMessage, { t: "ack" }>;
type Context = Pick<PodContext, "load" | "clock" | "log" | "written" | "refused" | "failed" | "coalesced">;

/** Values of one message to the device. */
const AT_ONCE = 200;
/** What a message has beside its values, at most. */
const ENVELOPE_BYTES = 100;
/** A connection that broke so often in a row while this value alone was under way broke over it. */
const GUILTY = 3;
/** A device that does not acknowledge for so long is not there any more, ms. */
const ACK_WITHIN = 30_000;
/** A break that is shorter changes no quality, ms. */
const GRACE_MS = 5_000;
/** How far ahead of this device's clock a time may be, ms. */
const AHEAD_MS = 60_000;
const LONGEST_REASON = 200;
const ACK_MISSING = 4408;

export class Device {
  readonly name: string;
  readonly iface: string;
  readonly #context: Context;
  readonly #held: Held;
  readonly #in = new Map<string, number>();
  readonly #out = new Map<string, number>();
  readonly #keys = new Map<number, string>();
  /** Of each channel to the device, the newest value there was, unless the connection broke over it. */
  readonly #newest = new Map<number, PodWrite>();
  readonly #waiting = new Map<number, PodWrite>();
  #underWay: { seq: number; writes: Map<number, PodWrite> } | undefined;
  /** Values of the next message, at most. */
  #atOnce = AT_ONCE;
  /** Breaks with a message under way since there were no suspects; once may be chance. */
  #broken = 0;
  /** Channels whose value was under way at a break and was not acknowledged since. */
  readonly #suspects = new Set<number>();
  /** How often in a row the connection broke over one alone, by the channel's index. */
  readonly #breaks = new Map<number, number>();
  readonly #received = new Set<number>();
  #line: Line | undefined;
  #seq = 0;
  #cancelAck: () => void = () => undefined;
  #cancelGrace: () => void = () => undefined;
  #address = "";
  #since = 0;
  #values = { in: 0, out: 0 };
  #deliver: (chan: string) => boolean = () => false;
  #receive: (chan: string) => boolean = () => false;

  constructor(name: string, iface: string, context: Context, held: Held) {
    this.name = name;
    this.iface = iface;
    this.#context = context;
    this.#held = held;
  }

  add(index: number): void {
    const channel = this.#context.load.channels[index];
    if (!channel) return;
    const { key } = channel.config as AssetChannel;
    if (channel.dir !== "out") this.#in.set(key, index);
    if (channel.dir !== "in") this.#out.set(key, index);
    this.#keys.set(index, key);
  }

  get connected(): boolean {
    return this.#line !== undefined;
  }

  get state() {
    const { name: asset, iface } = this;
    const waiting = this.#waiting.size + (this.#underWay?.writes.size ?? 0);
    const [address, since] = [this.#address, this.#since];
    return { asset, iface, connected: this.connected, address, since, ...this.#values, waiting };
  }

  /** A new connection takes the place of the one there is. @param resume false: the device knows no value any more */
  connect(line: Line, { role }: LiveUser, resume: boolean): void {
    const before = this.#line;
    this.#lostLine();
    before?.close(4409, "another connection");
    this.#cancelGrace();
    this.#line = line;
    this.#address = line.address;
    this.#since = this.#context.clock.now();
    const rights = rightsOf(role);
    // A role that names no channels leaves the device what the project gives it.
    this.#deliver = rights ? matcher(rights.write) : () => true;
    this.#receive = rights ? matcher(rights.read) : () => true;
    const typed = (keys: Map<string, number>) =>
      Object.fromEntries([...keys].map(([key, index]) => [key, this.#context.load.channels[index]?.type]));
    line.send({ t: "welcome", asset: this.name, in: typed(this.#in), out: typed(this.#out) });
    if (!resume) for (const [index, write] of this.#newest) this.#waiting.set(index, write);
    this.#next();
  }

  /** The connection is gone; nothing happens if it is not the present one. */
  disconnect(line: Line): void {
    if (this.#line !== line) return;
    this.#lostLine();
    this.#since = this.#context.clock.now();
    this.#cancelGrace = this.#context.clock.after(GRACE_MS, () => {
      for (const index of this.#received) this.#held.missed(index, Number.POSITIVE_INFINITY);
    });
  }

  /** Its access is another one or gone. */
  revoke(): void {
    this.#line?.close(4403, "access changed");
  }

  took({ values, seq, ts, quality }: Values): void {
    const now = this.#context.clock.now();
    const time = ts !== undefined && ts <= now + AHEAD_MS ? ts : now;
    const refused: Record<string, string> = {};
    for (const [key, value] of Object.entries(values)) {
      const why = this.#take(key, value, quality, time);
      if (why !== undefined) refused[key.slice(0, LONGEST_REASON)] = why;
    }
    if (seq === undefined) return;
    this.#line?.send({ t: "ack", seq, ...(Object.keys(refused).length === 0 ? {} : { refused }) });
  }

  /** German reason of a refusal. */
  #take(key: string, value: unknown, quality: Values["quality"], ts: number): string | undefined {
    const index = this.#in.get(key);
    const channel = index === undefined ? undefined : this.#context.load.channels[index];
    if (index === undefined || !channel) return texts.unknownName;
    if (!this.#deliver(channel.chan)) return texts.roleForbids;
    const fit = fromJson(channel.type, value);
    if (fit === undefined) {
      const why = misfit(channel.type, value);
      this.#context.failed(index, why);
      this.#held.lost(index);
      return why;
    }
    this.#received.add(index);
    this.#values.in += 1;
    this.#held.took(index, fit, quality, ts);
    return undefined;
  }

  write(write: PodWrite): void {
    if (!this.#out.has(this.#keys.get(write.index) ?? "")) {
      return this.#context.refused(write, texts.setByDevice);
    }
    if (this.#waiting.has(write.index)) this.#context.coalesced?.(write.index);
    this.#newest.set(write.index, write);
    this.#waiting.set(write.index, write);
    this.#next();
    return undefined;
  }

  acknowledged({ seq, refused }: Ack): void {
    if (this.#underWay?.seq !== seq) return;
    const { writes } = this.#underWay;
    this.#underWay = undefined;
    this.#cancelAck();
    for (const index of writes.keys()) this.#suspects.delete(index);
    // As long as there are any, the one over which it breaks must not get company again.
    if (this.#suspects.size === 0) {
      this.#broken = 0;
      this.#atOnce = Math.min(AT_ONCE, 2 * this.#atOnce);
    }
    for (const [index, write] of writes) {
      this.#breaks.delete(index);
      const key = this.#keys.get(index) ?? "";
      const why = Object.hasOwn(refused, key) ? refused[key] : undefined;
      if (why === undefined) this.#values.out += 1;
      // What a newer value replaces has no outcome of its own.
      if (this.#waiting.has(index)) continue;
      if (why === undefined) this.#context.written(write);
      else this.#context.refused(write, reasonText(why));
    }
    this.#next();
  }

  #next(): void {
    if (!this.#line || this.#underWay) return;
    const writes = new Map<number, PodWrite>();
    const values: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    let bytes = ENVELOPE_BYTES;
    for (const [index, write] of this.#waiting) {
      const key = this.#keys.get(index) ?? "";
      const size = sizeOf(key, write.value);
      const refusal = this.#refusal(index, size);
      if (refusal === undefined && (writes.size === this.#atOnce || bytes + size > MESSAGE_BYTES)) break;
      this.#waiting.delete(index);
      if (refusal !== undefined) {
        this.#suspects.delete(index);
        this.#context.refused(write, refusal);
        continue;
      }
      bytes += size;
      writes.set(index, write);
      values[key] = write.value;
    }
    if (writes.size === 0) return;
    this.#seq += 1;
    this.#underWay = { seq: this.#seq, writes };
    const line = this.#line;
    line.send({ t: "write", seq: this.#seq, values });
    this.#cancelAck = this.#context.clock.after(ACK_WITHIN, () =>
      line.close(ACK_MISSING, "acknowledgement missing"),
    );
  }

  /** Why a value cannot be sent to the device at all, German. @param size bytes */
  #refusal(index: number, size: number): string | undefined {
    if (!this.#receive(this.#context.load.channels[index]?.chan ?? "")) {
      return texts.roleOfDeviceForbids;
    }
    if (ENVELOPE_BYTES + size <= MESSAGE_BYTES) return undefined;
    return texts.tooLarge(MESSAGE_BYTES / 1024);
  }

  #lostLine(): void {
    this.#line = undefined;
    this.#cancelAck();
    const { writes } = this.#underWay ?? { writes: new Map<number, PodWrite>() };
    this.#underWay = undefined;
    if (writes.size > 0) this.#broken += 1;
    if (this.#broken > 1) this.#atOnce = Math.max(1, Math.floor(writes.size / 2));
    for (const [index, write] of writes) {
      this.#suspects.add(index);
      const breaks = (this.#breaks.get(index) ?? 0) + 1;
      if (writes.size === 1) this.#breaks.set(index, breaks);
      if (this.#waiting.has(index)) continue;
      if (writes.size === 1 && breaks >= GUILTY) {
        this.#breaks.delete(index);
        this.#suspects.delete(index);
        // A device that remembers nothing would get it with the next hello.
        this.#newest.delete(index);
        this.#context.refused(write, texts.hangsUp);
      } else this.#waiting.set(index, write);
    }
  }
}

const matcher = (patterns: readonly string[]): ((chan: string) => boolean) =>
  patterns.length === 0 ? () => false : nameMatcher(patterns);

/** Bytes of a value with its name in a message. */
const sizeOf = (key: string, value: unknown): number =>
  Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(JSON.stringify(value) ?? "") + 2;

/** Of the device's own words. */
function reasonText(why: unknown): string {
  const text = typeof why === "string" && why !== "" ? `: ${why.slice(0, LONGEST_REASON)}` : "";
  return texts.refusedByDevice(text);
}
