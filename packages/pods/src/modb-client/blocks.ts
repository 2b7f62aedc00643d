/**
 * Which registers are read by one request. `planBlocks` joins neighbours; `splitBlock` parts a block
 * that a device refused, so that in the end only the refused item stands alone.
 */
import { type Item, isBitArea } from "../shared/modbus/item.ts";
import { LIMITS } from "../shared/modbus/pdu.ts";

export interface BlockItem {
  /** Index of the channel. */
  index: number;
  unit: number;
  /** ms from one reading to the next. */
  interval: number;
  item: Item;
}

export interface Block {
  unit: number;
  area: Item["area"];
  interval: number;
  address: number;
  /** Registers, or bits in a bit area. */
  count: number;
  /** By address. */
  items: BlockItem[];
}

export interface BlockLimits {
  /** Registers per request; 16 times as many bits. */
  maxBlock: number;
  /** Unused registers read along; 16 times as many bits. */
  maxGap: number;
}

/** Items are joined only with others of the same unit, area and interval; no item is ever cut in two. */
export function planBlocks(items: readonly BlockItem[], limits: BlockLimits): Block[] {
  const groups = new Map<string, BlockItem[]>();
  for (const item of items) {
    const key = `${item.unit} ${item.item.area} ${item.interval}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].flatMap((group) => planGroup(group, limits));
}

function planGroup(group: BlockItem[], limits: BlockLimits): Block[] {
  group.sort((a, b) => a.item.address - b.item.address || a.item.size - b.item.size);
  const blocks: Block[] = [];
  let current: BlockItem[] = [];
  let end = 0;
  for (const entry of group) {
    const { area, address, size } = entry.item;
    const factor = isBitArea(area) ? 16 : 1;
    const most = Math.min(limits.maxBlock * factor, isBitArea(area) ? LIMITS.readBits : LIMITS.readRegisters);
    const first = current[0];
    const joins =
      first !== undefined &&
      address - end <= limits.maxGap * factor &&
      Math.max(end, address + size) - first.item.address <= most;
    if (!joins) {
      if (first) blocks.push(blockOf(current));
      current = [];
      end = 0;
    }
    current.push(entry);
    end = Math.max(end, address + size);
  }
  if (current.length > 0) blocks.push(blockOf(current));
  return blocks;
}

/** Two smaller blocks, parted at the widest gap or else near the middle; undefined for one address range. */
export function splitBlock(block: Block): [Block, Block] | undefined {
  const middle = block.items.length / 2;
  let best: { at: number; gap: number } | undefined;
  let end = block.address;
  block.items.forEach(({ item }, at) => {
    const before = block.items[at - 1]?.item;
    if (before && (before.address !== item.address || before.size !== item.size)) {
      const gap = item.address - end;
      const nearer = best === undefined || Math.abs(at - middle) < Math.abs(best.at - middle);
      if (best === undefined || gap > Math.max(0, best.gap) || (gap <= 0 && best.gap <= 0 && nearer)) {
        best = { at, gap };
      }
    }
    end = Math.max(end, item.address + item.size);
  });
  if (best === undefined) return undefined;
  return [blockOf(block.items.slice(0, best.at)), blockOf(block.items.slice(best.at))];
}

function blockOf(items: BlockItem[]): Block {
  const first = items[0];
  if (!first) throw new Error("a block needs an item");
  const end = Math.max(...items.map(({ item }) => item.address + item.size));
  return {
    unit: first.unit,
    area: first.item.area,
    interval: first.interval,
    address: first.item.address,
    count: end - first.item.address,
    items,
  };
}
