/** A publisher with a broker of its own, for unit tests. */
import { ManualClock } from "@hubwart/core";
import type { BrokerLimits } from "@hubwart/mqtt/connection";
import { PacketIds } from "@hubwart/mqtt/packet-ids";
import { PacketCutter } from "@hubwart/mqtt/wire/decode";
import { encodeString, type Qos } from "@hubwart/mqtt/wire/encode";
import type { OutChannel } from "../publication.ts";
import { Publisher } from "../publisher.ts";

/** Takes what the publisher writes apart again. */
export class FakeWire {
  readonly sent: string[] = [];
  full = false;
  readonly #cutter = new PacketCutter(
    {
      packet: (first, bytes, start, end) => this.#note(first, bytes, start, end),
      oversize: () => {
        throw new Error("nothing is that large here");
      },
    },
    1_000_000,
  );

  probes = 0;

  probe(): void {
    this.probes += 1;
  }

  write(bytes: Buffer): boolean {
    this.#cutter.feed(bytes);
    return !this.full;
  }

  #note(first: number, bytes: Buffer, start: number, end: number): void {
    if (first >> 4 === 6) {
      this.sent.push(`pubrel ${bytes.readUInt16BE(start)}`);
      return;
    }
    const qos = (first >> 1) & 3;
    const topicEnd = start + 2 + bytes.readUInt16BE(start);
    const id = qos > 0 ? ` ${bytes.readUInt16BE(topicEnd)}` : "";
    const payload = bytes.toString("utf8", topicEnd + (qos > 0 ? 2 : 0), end);
    const flags = (first & 8 ? " dup" : "") + (first & 1 ? " retain" : "");
    this.sent.push(`${bytes.toString("utf8", start + 2, topicEnd)}=${payload}${id}${flags}`);
  }
}

export const LIMITS: BrokerLimits = {
  sessionPresent: false,
  receiveMaximum: 3,
  receiveMaximumQos2: 3,
  maximumQos: 2,
  retain: true,
  maximumPacketSize: Number.POSITIVE_INFINITY,
};

export function channel(name: string, qos: Qos, retain = false): OutChannel {
  return { index: name.charCodeAt(0) - 97, topic: encodeString(name), qos, retain };
}

export function offer(made: Publisher, out: OutChannel, text: string): void {
  made.offer({ out, text, write: { index: out.index, value: text, ts: 0, seq: 1 } });
}

export function publisher() {
  const said: string[] = [];
  const written: unknown[] = [];
  const clock = new ManualClock();
  const made = new Publisher(4, new PacketIds(), clock, {
    written: ({ value }) => void written.push(value),
    refused: ({ index }, reason) => void said.push(`${index} ${reason}`),
    coalesced: (index) => void said.push(`coalesced ${index}`),
    changed: () => void said.push("changed"),
    stuck: (reason) => void said.push(reason),
  });
  return { made, said, written, clock, wire: new FakeWire() };
}
