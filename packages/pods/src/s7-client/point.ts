import type { ValueType } from "@hubwart/project";
import type { PodChannel } from "@hubwart/runtime/pod";
import { addressText } from "./address.ts";
import type { S7ClientChannel, S7ClientIface } from "./columns.ts";
import { type Item, itemOf } from "./item.ts";

/** A channel as its interface sees it. */
export interface Point {
  /** Index of the channel. */
  index: number;
  type: ValueType;
  item: Item;
  /** Is read at intervals. */
  reads: boolean;
  writes: boolean;
  /** ms. */
  interval: number;
  /** For messages. */
  name: string;
}

/** The channel has passed `itemProblems`. */
export function pointOf(index: number, channel: PodChannel, iface: S7ClientIface): Point {
  const config = channel.config as S7ClientChannel;
  const item = itemOf(config);
  if (!item) throw new Error(`no S7 variable: ${config.address}`);
  return {
    index,
    type: channel.type,
    item,
    reads: channel.dir !== "out",
    writes: channel.dir !== "in",
    interval: config.interval ?? iface.interval,
    name: addressText(item),
  };
}
