import {
  type CompiledChannel,
  type CompiledPod,
  choice,
  DIRECTIONS,
  flag,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";
import { HOST, PORT, readingChannel, readingIface } from "@hubwart/runtime/columns";
import { hostProblem } from "@hubwart/runtime/host";
import { reporter, wholeCheck } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";
import { itemColumns } from "../shared/modbus/columns.ts";
import { isBitArea, itemOf, itemProblems } from "../shared/modbus/item.ts";
import { deviceOf, serialColumns, serialProblems } from "../shared/serial/columns.ts";

/** Columns of the Modbus client. Pure data and rules; the client itself is in `index.ts`. */
export const modbClientIfaceColumns = {
  host: text({
    maxLength: HOST.maxLength,
    pattern: HOST.pattern,
    doc: "Host name or IP address of the device or gateway; needed unless mode is serial.",
    help: "Name oder IP-Adresse des Geräts oder Gateways; leer bei serial",
  }),
  port: int({
    ...PORT,
    default: 502,
    doc: "TCP port of the device.",
    help: "TCP-Port des Geräts",
  }),
  mode: choice(["tcp", "rtu", "serial"], {
    default: "tcp",
    doc: "Modbus TCP, RTU frames with checksum through a TCP connection (serial device servers), or RTU at a serial port of this device (RS-485, RS-232).",
    help: "Protokoll: tcp (Modbus TCP), rtu (RTU-Rahmen über TCP, für Seriell-Umsetzer) oder serial (RTU am seriellen Port dieses Geräts, RS-485)",
  }),
  ...serialColumns,
  unit_id: int({
    default: 1,
    min: 0,
    max: 255,
    doc: "Default unit id for channels that do not set their own.",
    help: "Geräteadresse (Unit-ID) der Channels, die keine eigene angeben",
  }),
  timeout: int({
    default: 1000,
    min: 50,
    max: 60_000,
    unit: "ms",
    doc: "Time to wait for an answer.",
    help: "Wartezeit auf eine Antwort",
  }),
  interval: readingIface,
  pause: int({
    default: 0,
    min: 0,
    max: 10_000,
    unit: "ms",
    doc: "Delay between a response and the next request, for slow devices.",
    help: "Pause zwischen einer Antwort und der nächsten Anfrage, für langsame Geräte",
  }),
  max_block: int({
    default: 125,
    min: 1,
    max: 125,
    doc: "Maximum registers per request; 16 times as many coils or discrete inputs.",
    help: "Höchstens so viele Register je Anfrage; bei coil und discrete das 16-Fache",
  }),
  max_gap: int({
    default: 4,
    min: 0,
    max: 124,
    doc: "Unused registers that may be read along to join neighbours; 16 times as many coils or discrete inputs.",
    help: "So viele unbenutzte Register dürfen zwischen Nachbarn mitgelesen werden; bei coil und discrete das 16-Fache",
  }),
} as const;

export const modbClientChannelColumns = {
  unit_id: int({
    min: 0,
    max: 255,
    doc: "Unit id; that of the interface if empty. With mode rtu and serial, 0 is a broadcast to all and is only written.",
    help: "Geräteadresse (Unit-ID); leer: die der Schnittstelle. Bei rtu und serial schreibt 0 an alle Geräte",
  }),
  ...itemColumns,
  interval: readingChannel,
  function: choice(["auto", 5, 6, 15, 16, 22], {
    default: "auto",
    doc: "Function code for writing; auto takes 5 for a coil, 6 for one register, 16 for several. 22 (mask write) sets a bit of a register in the device itself; with auto the pod reads the register and writes it back, and what changes in between is lost.",
    help: "Funktion zum Schreiben; auto: 5 für ein Bit, 6 für ein Register, 16 für mehrere; 22 (Mask Write) ändert ein einzelnes Bit eines Registers im Gerät selbst",
  }),
  readback: flag({
    default: false,
    doc: "After writing, read the value back and report a failure where the device holds another one.",
    help: "Nach dem Schreiben zurücklesen und melden, wenn das Gerät einen anderen Wert hat",
  }),
} as const;

export type ModbClientIface = RowOf<typeof modbClientIfaceColumns>;
export type ModbClientChannel = RowOf<typeof modbClientChannelColumns>;

export const modbClientSchema: PodSchema = {
  type: "modb_client",
  label: LABELS.modb_client,
  doc: "Modbus client: reads and writes the registers of devices by Modbus TCP, RTU over TCP or RTU at a serial port.",
  ifaceColumns: modbClientIfaceColumns,
  channelColumns: modbClientChannelColumns,
  directions: DIRECTIONS,
  defaultDirection: "in",
  valueTypes: ["bool", "int", "float", "string"],
  defaultValueType: "float",
  maxIfaces: 32,
  claims: deviceOf,
  check: checkPod,
  checkChannel,
};

function hostProblems(where: string, { host, mode }: ModbClientIface): PodProblem[] {
  const report = (text: string, hint: string) => [{ where, attribute: "host", text, hint }];
  if (mode === "serial") {
    if (host === undefined) return [];
    return report(
      "Ein serieller Port hat keinen Host",
      "Leeren Sie die Zelle „host“ oder ändern Sie „mode“.",
    );
  }
  const hint = "Erlaubt sind z. B. 192.168.1.20, fd00::20 oder zaehler.lan.";
  if (host === undefined) return report("Name oder Adresse des Geräts fehlt", hint);
  const bad = hostProblem(host);
  return bad === undefined ? [] : report(bad, hint);
}

export const checkModbClient = wholeCheck(checkPod, checkChannel);

function checkPod(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const problems: PodProblem[] = [];
  const serial = new Map<string, ModbClientIface>();
  for (const iface of pod.ifaces) {
    const config = iface.config as ModbClientIface;
    if (config.mode !== "tcp") serial.set(iface.id, config);
    problems.push(...hostProblems(iface.id, config), ...serialProblems(iface));
  }
  for (const channel of serial.size > 0 ? pod.channels : []) {
    const config = channel.config as ModbClientChannel;
    const iface = serial.get(channel.iface);
    if (!iface || (config.unit_id ?? iface.unit_id) !== 0) continue;
    const report = reporter(problems, channel.chan);
    if (channel.dir !== "out" || readsBack(config))
      report("unit_id", "Von der Unit-ID 0 (an alle) lässt sich nichts lesen", "Wählen Sie 1 bis 255.");
  }
  return problems;
}

/** A bit is written into what was read before, but by a function of its own. */
const readsBack = (config: ModbClientChannel): boolean =>
  config.readback || (itemOf(config).bit !== undefined && config.function !== 22);

function checkChannel(channel: CompiledChannel): PodProblem[] {
  const problems = itemProblems(channel);
  const config = channel.config as ModbClientChannel;
  const report = reporter(problems, channel.chan);
  const item = itemOf(config);
  const writes = channel.dir !== "in";
  if (writes && (config.area === "discrete" || config.area === "input")) {
    report(
      "area",
      `Der Bereich „${config.area}“ lässt sich nur lesen`,
      "Wählen Sie die Richtung „in“ oder den Bereich „coil“ oder „holding“.",
    );
  }
  if (config.function === "auto") return problems;
  const fits = isBitArea(config.area)
    ? config.function === 5 || config.function === 15
    : config.function === 16 ||
      (config.function === 6 && item.size === 1) ||
      (config.function === 22 && item.bit !== undefined);
  if (!fits) {
    report(
      "function",
      `Die Funktion ${config.function} kann diesen Wert nicht schreiben`,
      isBitArea(config.area)
        ? "Erlaubt sind 5 und 15 oder auto."
        : item.bit !== undefined
          ? "Erlaubt sind 6, 16 und 22 oder auto."
          : item.size === 1
            ? "Erlaubt sind 6 und 16 oder auto."
            : "Erlaubt ist 16 oder auto.",
    );
  }
  return problems;
}
