import type { CompiledChannel, PodProblem, RowOf } from "@hubwart/project";
import { reporter } from "@hubwart/runtime/problems";
import { texts as sharedTexts } from "../texts.ts";
import type { Area, DataType, itemColumns, Order } from "./columns.ts";
import { texts } from "./texts.ts";

/** One value on the wire. */
export interface Item {
  area: Area;
  /** First register, or the coil or discrete input itself. */
  address: number;
  /** Registers, or 1 for a coil or discrete input. */
  size: number;
  data: DataType;
  order: Order;
  /** Bit of the register; only for data `bool` in a register area. */
  bit: number | undefined;
  /** Bytes of a string. */
  length: number;
  scale: number;
  offset: number;
}

export type ItemConfig = RowOf<typeof itemColumns>;

const REGISTERS: Record<Exclude<DataType, "string">, number> = {
  bool: 1,
  int16: 1,
  uint16: 1,
  int32: 2,
  uint32: 2,
  int64: 4,
  uint64: 4,
  float32: 2,
  float64: 4,
};

export function isBitArea(area: Area): boolean {
  return area === "coil" || area === "discrete";
}

export function itemOf(config: ItemConfig): Item {
  const bits = isBitArea(config.area);
  const data = config.data ?? (bits || config.bit !== undefined ? "bool" : "uint16");
  const length = config.length ?? 0;
  return {
    area: config.area,
    address: config.address,
    size: data === "string" ? Math.ceil(length / 2) : REGISTERS[data],
    data,
    order: config.order,
    bit: bits ? undefined : config.bit,
    length,
    scale: config.scale,
    offset: config.offset,
  };
}

/** Rules across the cells of one channel, the same for client and server. */
export function itemProblems(channel: CompiledChannel): PodProblem[] {
  const problems: PodProblem[] = [];
  const report = reporter(problems, channel.chan);
  const config = channel.config as ItemConfig;
  const item = itemOf(config);
  const bits = isBitArea(item.area);

  if (bits && item.data !== "bool") {
    report("data", texts.bitsOnly(item.area), texts.bitsOnlyHint);
  }
  if (bits && config.bit !== undefined) {
    report("bit", texts.oneBitOnly(item.area), texts.emptyBit);
  }
  if (!bits && item.data === "bool" && config.bit === undefined) {
    report("bit", texts.bitMissing, texts.bitHint);
  }
  if (item.data !== "bool" && config.bit !== undefined) {
    report("bit", texts.bitNotFor(item.data), texts.emptyBitOrData);
  }
  if (item.data === "string" && config.length === undefined) {
    report("length", sharedTexts.lengthMissing, texts.lengthHint);
  }
  if (item.data !== "string" && config.length !== undefined) {
    report("length", texts.lengthForText, sharedTexts.emptyLength);
  }
  if (item.address + item.size > 65536) {
    report("address", sharedTexts.beyondLast, texts.beyondLastHint);
  }
  problems.push(...scaleProblems(channel, item), ...typeProblems(channel, item));
  return problems;
}

function scaleProblems(channel: CompiledChannel, item: Item): PodProblem[] {
  const where = channel.chan;
  if (item.scale === 0) {
    return [{ where, attribute: "scale", text: sharedTexts.scaleZero, hint: sharedTexts.scaleOne }];
  }
  const scaled = item.scale !== 1 || item.offset !== 0;
  if (scaled && (item.data === "bool" || item.data === "string")) {
    return [
      {
        where,
        attribute: item.scale === 1 ? "offset" : "scale",
        text: sharedTexts.numbersOnly,
        hint: sharedTexts.emptyScaleAndOffset,
      },
    ];
  }
  return [];
}

function typeProblems(channel: CompiledChannel, item: Item): PodProblem[] {
  const where = channel.chan;
  const long = item.data === "int64" || item.data === "uint64";
  if (item.data === "string" && channel.type !== "string") {
    return [
      {
        where,
        attribute: "type",
        text: texts.textNeedsString,
        hint: sharedTexts.changeType,
      },
    ];
  }
  if (item.data !== "string" && channel.type === "string" && !long) {
    return [
      {
        where,
        attribute: "type",
        text: sharedTexts.stringNotFor(item.data),
        hint: texts.asText,
      },
    ];
  }
  if (item.data !== "bool" && channel.type === "bool") {
    return [
      {
        where,
        attribute: "type",
        text: sharedTexts.boolNotFor(item.data),
        hint: texts.bitOfRegister,
      },
    ];
  }
  const fractional =
    item.data === "float32" ||
    item.data === "float64" ||
    !Number.isInteger(item.scale) ||
    !Number.isInteger(item.offset);
  if (channel.type === "int" && fractional) {
    return [
      {
        where,
        attribute: "type",
        text: sharedTexts.mayHaveDecimals,
        hint: sharedTexts.chooseFloat,
      },
    ];
  }
  return [];
}
