/** Pure data and rules; the client itself is in `index.ts`. */
import type { CompiledChannel, CompiledPod, PodProblem, PodSchema } from "@hubwart/project";
import { hostProblem } from "@hubwart/runtime/host";
import { reporter } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";
import { deviceOf } from "../shared/serial/columns.ts";
import { type MbusChannel, type MbusIface, mbusChannelColumns, mbusIfaceColumns } from "./columns.ts";
import { meterName, meterOf } from "./meter.ts";
import { texts } from "./texts.ts";
import { ADDRESS } from "./wire/frame.ts";
import { isTextual, unitsOf } from "./wire/quantities.ts";
import { sameKind, UNITS } from "./wire/units.ts";

export const mbusSchema: PodSchema = {
  type: "mbus",
  label: LABELS.mbus,
  doc: "M-Bus: reads meters for electricity, heat, cooling, water and gas (EN 13757-2 and -3) through a TCP gateway or a level converter at a serial port.",
  ifaceColumns: mbusIfaceColumns,
  channelColumns: mbusChannelColumns,
  example: {
    iface: { host: "192.168.1.30" },
    channel: { meter: "12345678", manufacturer: "", medium: "", quantity: "energy" },
  },
  directions: ["in"],
  defaultDirection: "in",
  valueTypes: ["bool", "int", "float", "string"],
  defaultValueType: "float",
  valueTypeOf: ({ quantity }) => (isTextual(String(quantity ?? "")) ? "string" : undefined),
  maxIfaces: 32,
  claims: deviceOf,
  check: checkMbus,
};

export function checkMbus(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems: PodProblem[] = [];
  for (const { id, config } of pod.ifaces) ifaceProblems(problems, id, config as MbusIface);
  for (const channel of pod.channels) {
    addressProblems(problems, channel, pod.channels);
    valueProblems(problems, channel);
  }
  return problems;
}

function ifaceProblems(problems: PodProblem[], id: string, { device, host, mode }: MbusIface): void {
  const report = reporter(problems, id);
  if (mode === "serial") {
    if (host !== undefined) report("host", texts.serialHasNoHost, texts.emptyHost);
    if (device === undefined) report("device", texts.deviceMissing, texts.deviceHint);
    return;
  }
  if (device !== undefined) report("device", texts.serialOnly("device"), texts.emptyOrSerial);
  if (host === undefined) report("host", texts.hostMissing, texts.hostHint);
  else {
    const bad = hostProblem(host);
    if (bad !== undefined) report("host", bad, texts.hostHint);
  }
}

function addressProblems(
  problems: PodProblem[],
  { chan, config, iface }: CompiledChannel,
  all: readonly CompiledChannel[],
): void {
  const report = reporter(problems, chan);
  const row = config as MbusChannel;
  const ref = meterOf(row);
  if (ref.kind === "secondary") return;
  for (const column of ["manufacturer", "version", "medium"] as const) {
    if (row[column] !== undefined) report(column, texts.secondaryOnly(column), texts.emptyOrSecondary);
  }
  const { address } = ref;
  const others = all
    .filter((other) => other.iface === iface)
    .map((other) => meterOf(other.config as MbusChannel));
  if (address === ADDRESS.all) {
    const alone = others.every((other) => meterName(other) === meterName(ref));
    if (!alone) report("meter", texts.everyMeter, texts.onlyMeter);
  } else if (address === ADDRESS.selected) {
    if (others.some(({ kind }) => kind === "secondary"))
      report("meter", texts.selectedMeter, texts.selectedHint);
  } else if (address > ADDRESS.last) {
    report("meter", texts.addressOutOfRange(row.meter), texts.addressRange);
  }
}

function valueProblems(problems: PodProblem[], { chan, config, type }: CompiledChannel): void {
  const report = reporter(problems, chan);
  const { quantity, record_number: number, value_unit: unit } = config as MbusChannel;
  if (quantity === undefined) {
    if (number === undefined) report("quantity", texts.quantityMissing, texts.quantityHint);
    return;
  }
  if (isTextual(quantity) && type !== "string") {
    report("type", texts.typeNotFor(type, quantity), texts.typeString);
  }
  if (unit === undefined) return;
  const counted = unitsOf(quantity);
  if (counted.some((own) => sameKind(own, unit))) return;
  const possible = UNITS.filter((other) => counted.some((own) => sameKind(own, other)));
  report("value_unit", texts.unitNotFor(unit, quantity), texts.unitHint(possible.join(", ")));
}
