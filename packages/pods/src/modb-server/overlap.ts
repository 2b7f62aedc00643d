import type { CompiledChannel, PodProblem } from "@hubwart/project";
import { bitMask } from "../shared/modbus/codec.ts";
import { type Item, type ItemConfig, itemOf } from "../shared/modbus/item.ts";
import { texts } from "./texts.ts";

interface Placed {
  channel: CompiledChannel;
  item: Item;
}

/** Registers that two channels of one interface claim. Different bits of one register are no clash. */
export function overlapProblems(channels: readonly CompiledChannel[]): PodProblem[] {
  const problems: PodProblem[] = [];
  const places = new Map<string, Placed[]>();
  for (const channel of channels) {
    const placed = { channel, item: itemOf(channel.config as ItemConfig) };
    const key = `${channel.iface} ${placed.item.area}`;
    const list = places.get(key);
    if (list) list.push(placed);
    else places.set(key, [placed]);
  }
  for (const list of places.values()) {
    list.sort((a, b) => a.item.address - b.item.address);
    let widest: Placed | undefined;
    const bits = new Map<string, Placed>();
    for (const placed of list) {
      const { item } = placed;
      const bit = item.bit === undefined ? undefined : `${item.address} ${bitMask(item)}`;
      let other = widest && item.address < endOf(widest.item) ? widest : undefined;
      if (other && bit !== undefined && other.item.bit !== undefined) other = bits.get(bit);
      if (other) problems.push(clash(placed, other));
      if (bit !== undefined && !bits.has(bit)) bits.set(bit, placed);
      if (!widest || reach(item) > reach(widest.item)) widest = placed;
    }
  }
  return problems;
}

/** Orders by end; at the same end a whole register counts for more than one of its bits. */
function reach(item: Item): number {
  return endOf(item) * 2 + (item.bit === undefined ? 1 : 0);
}

function endOf(item: Item): number {
  return item.address + item.size;
}

function clash(placed: Placed, other: Placed): PodProblem {
  const { item } = other;
  const last = endOf(item) - 1;
  const where = last > item.address ? texts.fromTo(item.address, last) : `${item.address}`;
  return {
    where: placed.channel.chan,
    attribute: "address",
    text: texts.taken(
      other.channel.chan,
      item.area,
      where,
      item.bit === undefined ? "" : `, Bit ${item.bit}`,
    ),
    hint: texts.ownRegisters,
  };
}
