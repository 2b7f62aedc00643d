/** The M-Bus pod: one `Line` per interface. */
import { errorText, InvalidInputError, NotFoundError, UnavailableError } from "@hubwart/core";
import { checkOfLine, LinePod, type LineType } from "@hubwart/runtime/line-pod";
import type { Pod, PodContext, PodKind } from "@hubwart/runtime/pod";
import type { MbusIface } from "./columns.ts";
import { Line } from "./line.ts";
import { recordFor, takenFrom } from "./pick.ts";
import { type Point, pointOf } from "./point.ts";
import type { Reading } from "./reading.ts";
import { type MeterQuestion, recordsOf, refOf, stateOf } from "./rows.ts";
import { checkMbus, mbusSchema } from "./schema.ts";
import type { SearchWay } from "./search.ts";
import { texts } from "./texts.ts";

const SHOWN_BYTES = 64;

const TYPE: LineType<MbusIface, Point, Reading> = {
  problems: checkMbus,
  pointOf,
  lineOf: (id, iface, points, context) => new Line(id, iface, points, context),
  resultOf: (point, { cut, header, records }) => {
    const record = recordFor(records, point.wanted);
    const missing = cut ? errorText(cut) : texts.noRecord;
    const taken = record ? takenFrom(record, point, header.status) : { problem: missing };
    if ("problem" in taken) throw new UnavailableError(`${texts.ofMeter(point.meterName, taken.problem)}.`);
    return { ...taken, raw: record?.raw.subarray(0, SHOWN_BYTES).toString("hex") ?? "" };
  },
};

function createPod(context: PodContext): Pod {
  const lines = new Map<string, Line>();
  const type = {
    ...TYPE,
    lineOf: (id: string, iface: MbusIface, points: readonly Point[], around: PodContext) => {
      const line = new Line(id, iface, points, around);
      lines.set(id, line);
      return line;
    },
  };
  const pod = new LinePod(type, context);
  return {
    start: () => pod.start(),
    write: (writes) => pod.write(writes),
    ask: (method, params, signal) =>
      askedOf(lines, method, params, signal) ??
      pod.ask(method, params as { index: number; iface: string }, signal),
  };
}

/** @returns undefined: it is no question about meters */
function askedOf(
  lines: ReadonlyMap<string, Line>,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> | undefined {
  const question = params as { iface: string; way: SearchWay } & MeterQuestion;
  switch (method) {
    case "meters":
    case "meterSearch":
    case "meterSearchStop":
      return searched(lines, method, question);
    case "meterRecords":
      return listed(lines, question, signal);
    default:
      return undefined;
  }
}

async function searched(
  lines: ReadonlyMap<string, Line>,
  method: "meters" | "meterSearch" | "meterSearchStop",
  { iface, way }: { iface: string; way: SearchWay },
) {
  const line = lineOf(lines, iface);
  if (method === "meterSearch") line.beginSearch(way);
  if (method === "meterSearchStop") line.search?.stop();
  return stateOf(line.search);
}

async function listed(
  lines: ReadonlyMap<string, Line>,
  question: { iface: string } & MeterQuestion,
  signal: AbortSignal,
) {
  const line = lineOf(lines, question.iface);
  const ref = refOf(question);
  if (!ref) throw new InvalidInputError([{ field: "meter", message: texts.wrongMeterName }]);
  return recordsOf(ref, await line.readMeter(ref, signal));
}

function lineOf(lines: ReadonlyMap<string, Line>, iface: string): Line {
  const line = lines.get(iface);
  if (!line) throw new NotFoundError(texts.noConnection);
  return line;
}

export const kind: PodKind = { schema: mbusSchema, create: createPod, check: checkOfLine(TYPE) };
