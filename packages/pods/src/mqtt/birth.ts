/** What the pod says of itself before anything else on a connection, and what the broker says to that. */
import type { BrokerLimits } from "@hubwart/mqtt/connection";
import type { PacketIds } from "@hubwart/mqtt/packet-ids";
import { reasonText } from "@hubwart/mqtt/reasons";
import { encodeAck, encodePublish, type Message, type ProtocolLevel } from "@hubwart/mqtt/wire/encode";
import type { Wire } from "./publication.ts";
import { texts } from "./texts.ts";

export class Birth {
  readonly #level: ProtocolLevel;
  readonly #ids: PacketIds;
  readonly #message: Message | undefined;
  readonly #refused: (error: string) => void;
  #wire: Pick<Wire, "write"> | undefined;
  /** While it is not acknowledged. */
  #id: number | undefined;
  #error: string | undefined;

  /** @param refused by the broker; German */
  constructor(
    level: ProtocolLevel,
    ids: PacketIds,
    message: Message | undefined,
    refused: (error: string) => void,
  ) {
    this.#level = level;
    this.#ids = ids;
    this.#message = message;
    this.#refused = refused;
  }

  /** Why the broker refused it, German. */
  get error(): string | undefined {
    return this.#error;
  }

  attach(wire: Pick<Wire, "write">, limits: BrokerLimits): void {
    this.#wire = wire;
    this.#error = undefined;
    const message = this.#message;
    if (!message) return;
    const qos = limits.maximumQos === 0 ? 0 : message.qos;
    if (qos > 0) this.#id = this.#ids.take();
    const said = { ...message, qos, retain: message.retain && limits.retain };
    wire.write(encodePublish(this.#level, said, this.#id ?? 0));
  }

  detach(): void {
    this.#wire = undefined;
    if (this.#id !== undefined) this.#ids.release(this.#id);
    this.#id = undefined;
  }

  /** @returns false if it is about something else */
  acked(kind: "puback" | "pubrec" | "pubcomp", id: number, reason: number): boolean {
    if (id !== this.#id) return false;
    const refused = reason >= 0x80 && kind !== "pubcomp";
    if (kind === "pubrec" && !refused) {
      this.#wire?.write(encodeAck("pubrel", id));
      return true;
    }
    this.#ids.release(id);
    this.#id = undefined;
    if (refused) {
      this.#error = texts.birthRefused(this.#message?.topic ?? "", reasonText(reason));
      this.#refused(this.#error);
    }
    return true;
  }
}
