/** What goes out: a value on its way from `offer` to the acknowledgement of the broker. */

import type { Qos } from "@hubwart/mqtt/wire/encode";
import type { PodWrite } from "@hubwart/runtime/pod";

/** What a channel is published by. */
export interface OutChannel {
  index: number;
  /** Encoded string. */
  topic: Buffer;
  qos: Qos;
  retain: boolean;
}

/** A value that is to be published. */
export interface Item {
  out: OutChannel;
  text: string;
  write: PodWrite;
  /** Of the publication in the broker's session that this one repeats. */
  id?: number;
}
/** A publication at QoS 1 or 2 that the broker has not acknowledged. */
export interface Inflight extends Item {
  qos: Qos;
  /** QoS 2: the broker has it and was told to pass it on. */
  released: boolean;
}

/** The newest value of a channel while it cannot be published. */
export interface Waiting {
  text: string;
  write: PodWrite;
  /** It went out before; only whether it arrived is unknown. */
  again: boolean;
}

/** The connection, as far as publications need it. */
export interface Wire {
  write(bytes: Buffer): boolean;
  /** Asks for a sign of life; `probing` is called, and later `proven`. Does nothing while one is awaited. */
  probe(): void;
}

/** What became of them. */
export interface PublisherReport {
  written(write: PodWrite): void;
  refused(write: PodWrite, reason: string): void;
  coalesced(index: number): void;
  /** `errors` has changed. */
  changed(): void;
  /** Only a new connection makes room for others; German reason. */
  stuck(reason: string): void;
}
