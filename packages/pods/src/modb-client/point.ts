import type { ValueType } from "@hubwart/project";
import type { PodChannel } from "@hubwart/runtime/pod";
import { type Item, itemOf } from "../shared/modbus/item.ts";
import type { ModbClientChannel, ModbClientIface } from "./schema.ts";

/** A channel as its interface sees it. */
export interface Point {
  /** Index of the channel. */
  index: number;
  type: ValueType;
  unit: number;
  item: Item;
  /** Is read at intervals. */
  reads: boolean;
  writes: boolean;
  /** ms. */
  interval: number;
  function: ModbClientChannel["function"];
  readback: boolean;
}

export function pointOf(index: number, channel: PodChannel, iface: ModbClientIface): Point {
  const config = channel.config as ModbClientChannel;
  return {
    index,
    type: channel.type,
    unit: config.unit_id ?? iface.unit_id,
    item: itemOf(config),
    reads: channel.dir !== "out",
    writes: channel.dir !== "in",
    interval: config.interval ?? iface.interval,
    function: config.function,
    readback: config.readback,
  };
}
