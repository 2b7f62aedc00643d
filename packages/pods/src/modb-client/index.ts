/** The Modbus client pod: one `Line` per interface. */
import { UnavailableError } from "@hubwart/core";
import { checkOfLine, LinePod, type LineType } from "@hubwart/runtime/line-pod";
import type { PodKind } from "@hubwart/runtime/pod";
import type { Raw } from "../shared/modbus/codec.ts";
import { readingOf } from "../shared/modbus/value.ts";
import { Line } from "./line.ts";
import { type Point, pointOf } from "./point.ts";
import { checkModbClient, type ModbClientIface, modbClientSchema } from "./schema.ts";
import { texts } from "./texts.ts";

const TYPE: LineType<ModbClientIface, Point, Raw> = {
  problems: checkModbClient,
  pointOf,
  lineOf: (id, iface, points, context) => new Line(id, iface, points, context),
  resultOf: (point, raw) => {
    const reading = readingOf(point.item, point.type, raw);
    if (!reading) throw new UnavailableError(texts.checkedNoNumber);
    return { ...reading, raw: String(raw) };
  },
};

export const kind: PodKind = {
  schema: modbClientSchema,
  create: (context) => new LinePod(TYPE, context),
  check: checkOfLine(TYPE),
};
