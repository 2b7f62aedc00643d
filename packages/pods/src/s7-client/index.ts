/** The S7 client pod: one `Line` per interface. */
import { errorText, UnavailableError } from "@hubwart/core";
import { checkOfLine, LinePod, type LineType } from "@hubwart/runtime/line-pod";
import type { PodKind } from "@hubwart/runtime/pod";
import type { S7ClientIface } from "./columns.ts";
import { Line } from "./line.ts";
import { type Point, pointOf } from "./point.ts";
import { checkS7Client, s7ClientSchema } from "./schema.ts";
import { readingOf } from "./value.ts";

const SHOWN_BYTES = 64;

const TYPE: LineType<S7ClientIface, Point, Buffer> = {
  problems: checkS7Client,
  pointOf,
  lineOf: (id, iface, points, context) => new Line(id, iface, points, context),
  resultOf: (point, bytes) => {
    const raw = bytes.subarray(0, SHOWN_BYTES).toString("hex");
    try {
      return { ...readingOf(point.item, point.type, bytes), raw };
    } catch (error) {
      throw new UnavailableError(`${point.name}: ${errorText(error)} (${raw}).`);
    }
  },
};

export const kind: PodKind = {
  schema: s7ClientSchema,
  create: (context) => new LinePod(TYPE, context),
  check: checkOfLine(TYPE),
};
