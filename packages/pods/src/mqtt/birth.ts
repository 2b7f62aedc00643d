/**
 * What the pod says of itself before anything else on a connection, and what the broker says to that. Until then values wait:
 * with them the birth message would be one more than the broker takes at a time (MQTT 5.0 §4.9), also where those of a kept
 * session fill it up already.
 */
import type { Clock } from "@hubwart/core";
import type { BrokerLimits } from "@hubwart/mqtt/connection";
import type { PacketIds } from "@hubwart/mqtt/packet-ids";
import { reasonText } from "@hubwart/mqtt/reasons";
import { encodePublish, type Message, type ProtocolLevel } from "@hubwart/mqtt/wire/encode";
import type { Wire } from "./publication.ts";
import { texts } from "./texts.ts";

/** Values wait no longer for a broker that leaves it unanswered, ms. */
const ANSWER_MS = 5_000;

export interface BirthReport {
  /** By the broker; German. */
  refused(error: string): void;
  /** Once after each `attach`: others may use the connection. */
  over(): void;
}

export class Birth {
  readonly #level: ProtocolLevel;
  readonly #ids: PacketIds;
  readonly #message: Message | undefined;
  readonly #clock: Clock;
  readonly #report: BirthReport;
  /** While it is not acknowledged. */
  #id: number | undefined;
  #error: string | undefined;
  #over = false;
  #stopDeadline: () => void = () => undefined;

  constructor(
    level: ProtocolLevel,
    ids: PacketIds,
    clock: Clock,
    message: Message | undefined,
    report: BirthReport,
  ) {
    this.#level = level;
    this.#ids = ids;
    this.#clock = clock;
    this.#message = message;
    this.#report = report;
  }

  /** Why the broker refused it, German. */
  get error(): string | undefined {
    return this.#error;
  }

  /** The broker has answered it, or long enough not. */
  get isOver(): boolean {
    return this.#over;
  }

  attach(wire: Pick<Wire, "write">, limits: BrokerLimits): void {
    this.#error = undefined;
    this.#over = false;
    const message = this.#message;
    if (!message) {
      this.#end();
      return;
    }
    const qos = limits.maximumQos === 0 ? 0 : message.qos;
    if (qos > 0) this.#id = this.#ids.take();
    const said = { ...message, qos, retain: message.retain && limits.retain };
    wire.write(encodePublish(this.#level, said, this.#id ?? 0));
    if (qos === 0) this.#end();
    else this.#stopDeadline = this.#clock.after(ANSWER_MS, () => this.#end());
  }

  detach(): void {
    this.#stopDeadline();
    if (this.#id !== undefined) this.#ids.release(this.#id);
    this.#id = undefined;
  }

  /** @returns false if it is about something else */
  acked(id: number, reason: number): boolean {
    if (id !== this.#id) return false;
    this.#ids.release(id);
    this.#id = undefined;
    if (reason >= 0x80) {
      this.#error = texts.birthRefused(this.#message?.topic ?? "", reasonText(reason));
      this.#report.refused(this.#error);
    }
    this.#end();
    return true;
  }

  #end(): void {
    this.#stopDeadline();
    if (this.#over) return;
    this.#over = true;
    this.#report.over();
  }
}
