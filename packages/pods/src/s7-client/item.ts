/** One variable of a CPU, and the rules across the cells that describe it. */
import type { CompiledChannel, PodProblem } from "@hubwart/project";
import { reporter } from "@hubwart/runtime/problems";
import { texts as sharedTexts } from "../shared/texts.ts";
import { type Area, parseAddress, type Width } from "./address.ts";
import type { S7ClientChannel } from "./columns.ts";
import { texts } from "./texts.ts";
import { CODECS, type DataType, sizeOf, strideOf } from "./types.ts";

export interface Item {
  area: Area;
  db: number;
  /** First byte, or number of the timer or counter. */
  start: number;
  bit: number | undefined;
  /** Bytes; of timers and counters their number, each two bytes. */
  size: number;
  data: DataType;
  /** Characters of STRING and WSTRING. */
  length: number;
  /** Elements; 1 is no array. */
  count: number;
  scale: number;
  offset: number;
}

const WIDTHS: Record<Width, number> = { X: 0, B: 1, W: 2, D: 4 };
const DEFAULTS: Record<Width, DataType> = { X: "BOOL", B: "BYTE", W: "WORD", D: "DWORD" };
const LAST_BYTE = 65_535;

/** undefined where address and data type do not make a variable; `itemProblems` says why. */
export function itemOf(config: S7ClientChannel): Item | undefined {
  const address = parseAddress(config.address);
  const data = config.data ?? (address && defaultData(address.area, address.width));
  if (!address || data === undefined) return undefined;
  const { area, bit, db, start } = address;
  const length = config.length ?? 0;
  const { count } = config;
  const units = area === "T" || area === "C";
  const bytes =
    data === "BOOL"
      ? Math.ceil(((bit ?? 0) + count) / 8)
      : (count - 1) * strideOf(data, length) + sizeOf(data, length);
  return {
    area,
    db,
    start,
    bit: data === "BOOL" ? (bit ?? 0) : undefined,
    size: units ? count : bytes,
    data,
    length,
    count,
    scale: config.scale,
    offset: config.offset,
  };
}

function defaultData(area: Area, width: Width | undefined): DataType | undefined {
  if (area === "T") return "TIMER";
  if (area === "C") return "COUNTER";
  return width && DEFAULTS[width];
}

export function itemProblems(channel: CompiledChannel): PodProblem[] {
  const problems: PodProblem[] = [];
  const report = reporter(problems, channel.chan);
  const config = channel.config as S7ClientChannel;
  const address = parseAddress(config.address);
  if (!address) {
    report("address", texts.noAddress(config.address), texts.noAddressHint);
    return problems;
  }
  const item = itemOf(config);
  if (!item) {
    report("data", texts.dataMissing, texts.widthMissing);
    return problems;
  }
  const { data } = item;
  const fixed = address.area === "T" ? "TIMER" : address.area === "C" ? "COUNTER" : undefined;
  if (fixed !== undefined ? data !== fixed : data === "TIMER" || data === "COUNTER") {
    report(
      "data",
      texts.dataNotForAddress(data, config.address),
      fixed === undefined ? texts.timersAndCounters : texts.emptyDataOrChoose(fixed),
    );
  }
  const bitwise = address.width === "X";
  if (bitwise !== (data === "BOOL") || !fits(address.width, data)) {
    report(
      "data",
      texts.dataNotForAddress(data, config.address),
      data === "BOOL" ? texts.nameTheBit : texts.widthHint,
    );
  }
  problems.push(...lengthProblems(channel, item), ...typeProblems(channel, item));
  return problems;
}

/** B names only where the variable begins, as programmers write DB1.DBB20 for a text. */
function fits(width: Width | undefined, data: DataType): boolean {
  return width === undefined || width === "X" || width === "B" || WIDTHS[width] === sizeOf(data, 0);
}

function lengthProblems(channel: CompiledChannel, item: Item): PodProblem[] {
  const problems: PodProblem[] = [];
  const report = reporter(problems, channel.chan);
  const config = channel.config as S7ClientChannel;
  const text = item.data === "STRING" || item.data === "WSTRING";
  if (text && config.length === undefined) {
    report("length", sharedTexts.lengthMissing, texts.lengthHint);
  }
  if (!text && config.length !== undefined) {
    report("length", texts.lengthForText, sharedTexts.emptyLength);
  }
  if (item.data === "STRING" && item.length > 254) {
    report("length", texts.stringTooLong, texts.stringTooLongHint);
  }
  if (item.size > LAST_BYTE || item.start + item.size > LAST_BYTE + 1) {
    report("address", sharedTexts.beyondLast, texts.beyondLastHint);
  }
  if (item.data === "BOOL" && item.count > 1 && channel.dir !== "in") {
    report("dir", texts.bitFieldReadOnly, texts.bitFieldHint);
  }
  return problems;
}

function typeProblems(channel: CompiledChannel, item: Item): PodProblem[] {
  const report = (attribute: string, text: string, hint: string): PodProblem[] => [
    { where: channel.chan, attribute, text, hint },
  ];
  const { nature } = CODECS[item.data];
  const scaled = item.scale !== 1 || item.offset !== 0;
  if (item.scale === 0) return report("scale", sharedTexts.scaleZero, sharedTexts.scaleOne);
  if (scaled && (nature === "bool" || nature === "text")) {
    return report(
      item.scale === 1 ? "offset" : "scale",
      sharedTexts.numbersOnly,
      sharedTexts.emptyScaleAndOffset,
    );
  }
  if (item.count > 1 && channel.type !== "json") {
    return report("type", texts.fieldNeedsJson, sharedTexts.changeType);
  }
  if (channel.type === "json") return [];
  if (nature === "text" && channel.type !== "string") {
    return report("type", texts.dataNeedsString(item.data), sharedTexts.changeType);
  }
  if (nature !== "text" && channel.type === "string" && (nature !== "long" || scaled)) {
    return report("type", sharedTexts.stringNotFor(item.data), texts.asText);
  }
  if (nature !== "bool" && channel.type === "bool") {
    return report("type", sharedTexts.boolNotFor(item.data), texts.bitInAddress);
  }
  const fractional =
    nature === "real" ||
    item.data === "LTIME" ||
    !Number.isInteger(item.scale) ||
    !Number.isInteger(item.offset);
  if (channel.type === "int" && fractional) {
    return report("type", sharedTexts.mayHaveDecimals, sharedTexts.chooseFloat);
  }
  return [];
}
