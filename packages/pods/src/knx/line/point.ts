import { type DataType, dataType } from "@hubwart/knx/dpt/types";
import { PRIORITY } from "@hubwart/knx/wire/cemi";
import type { ValueType } from "@hubwart/project";
import type { PodChannel } from "@hubwart/runtime/pod";
import { type KnxChannel, listenAddresses } from "../schema.ts";

/** A channel as its interface sees it. */
export interface Point {
  /** Index of the channel. */
  index: number;
  type: ValueType;
  dpt: DataType;
  /** Group address that is written and read. */
  address: number;
  /** Group addresses whose telegrams set the value; empty if it only sends. */
  listens: readonly number[];
  writes: boolean;
  readOnStart: boolean;
  /** ms; undefined: not read at intervals. */
  interval: number | undefined;
  responds: boolean;
  priority: number;
}

/** The channel has been checked: its addresses are valid. */
export function pointOf(index: number, channel: PodChannel): Point {
  const config = channel.config as KnxChannel;
  const addresses = listenAddresses(config).filter((address) => address !== undefined);
  return {
    index,
    type: channel.type,
    dpt: dataType(config.dpt),
    address: addresses[0] ?? 0,
    listens: channel.dir === "out" ? [] : [...new Set(addresses)],
    writes: channel.dir !== "in",
    readOnStart: config.read_on_start,
    interval: config.interval === undefined ? undefined : config.interval * 1000,
    responds: config.respond,
    priority: PRIORITY[config.priority],
  };
}
