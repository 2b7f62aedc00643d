import {
  type CompiledPod,
  choice,
  DIRECTIONS,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
} from "@hubwart/project";
import { bindColumn, LISTEN_PORT, maxAgeColumn } from "@hubwart/runtime/columns";
import { listenerProblems, listensAt } from "@hubwart/runtime/listeners";
import { maxAgeProblem } from "@hubwart/runtime/max-age";
import { LABELS } from "../shared/labels.ts";
import { itemColumns } from "../shared/modbus/columns.ts";
import { itemProblems } from "../shared/modbus/item.ts";
import { deviceOf, serialColumns, serialProblems } from "../shared/serial/columns.ts";
import { overlapProblems } from "./overlap.ts";

/** Columns of the Modbus server. Pure data and rules; the server itself is in `index.ts`. */
export const modbServerIfaceColumns = {
  bind: bindColumn,
  port: int({ ...LISTEN_PORT, default: 502 }),
  mode: choice(["tcp", "serial"], {
    default: "tcp",
    doc: "Modbus TCP, or RTU at a serial port of this device (RS-485, RS-232), as one unit among others.",
    help: "Protokoll: tcp (Modbus TCP) oder serial (RTU am seriellen Port dieses Geräts, RS-485)",
  }),
  ...serialColumns,
  unit_id: int({
    default: 0,
    min: 0,
    max: 255,
    doc: "Unit id that is answered; 0 answers every one, others get exception 11. With mode serial 1 to 247; others are not answered.",
    help: "Unit-ID, die beantwortet wird; 0: jede, andere erhalten die Ausnahme 11. Bei serial 1 bis 247, andere bleiben unbeantwortet",
  }),
  max_clients: int({
    default: 16,
    min: 1,
    max: 256,
    doc: "Most connections at the same time. Beyond, the longest idle one of the address that holds most makes room; where each address holds one and has asked within a minute, the new one is closed.",
    help: "Höchstens so viele Verbindungen gleichzeitig; sind es mehr, weicht die am längsten untätige der Adresse mit den meisten",
  }),
  idle: int({
    default: 600,
    min: 0,
    max: 86_400,
    unit: "s",
    doc: "A connection without a request for so long is closed; 0 keeps it.",
    help: "Verbindungen ohne Anfrage werden nach dieser Zeit geschlossen; 0: nie",
  }),
} as const;

export const modbServerChannelColumns = { ...itemColumns, max_age: maxAgeColumn } as const;

export type ModbServerIface = RowOf<typeof modbServerIfaceColumns>;
export type ModbServerChannel = RowOf<typeof modbServerChannelColumns>;

export const modbServerSchema: PodSchema = {
  type: "modb_server",
  label: LABELS.modb_server,
  doc: "Modbus server over TCP or at a serial port: clients read what the hub writes (out) and write what the hub reads (in).",
  ifaceColumns: modbServerIfaceColumns,
  channelColumns: modbServerChannelColumns,
  directions: DIRECTIONS,
  defaultDirection: "out",
  valueTypes: ["bool", "int", "float", "string"],
  defaultValueType: "float",
  maxIfaces: 16,
  listens: (config) => (config["mode"] === "serial" ? undefined : listensAt(config)),
  claims: deviceOf,
  check: checkModbServer,
};

/** A serial line has one device for each unit id, and 0 speaks to all of them. */
function unitProblems({ ifaces }: Pick<CompiledPod, "ifaces">): PodProblem[] {
  return ifaces.flatMap(({ config, id }) => {
    const { mode, unit_id } = config as ModbServerIface;
    if (mode !== "serial" || (unit_id >= 1 && unit_id <= 247)) return [];
    return [
      {
        where: id,
        attribute: "unit_id",
        text: "An einem seriellen Port braucht der Server eine eigene Unit-ID",
        hint: "Wählen Sie 1 bis 247, je Gerät an der Leitung eine andere.",
      },
    ];
  });
}

export function checkModbServer(pod: Pick<CompiledPod, "ifaces" | "channels">): PodProblem[] {
  const onTcp = pod.ifaces.filter(({ config }) => config["mode"] !== "serial");
  const problems = [
    ...listenerProblems(onTcp),
    ...pod.ifaces.flatMap(serialProblems),
    ...unitProblems(pod),
    ...pod.channels.flatMap(maxAgeProblem),
  ];
  for (const channel of pod.channels) {
    problems.push(...itemProblems(channel));
    const config = channel.config as ModbServerChannel;
    if (channel.dir !== "out" && (config.area === "discrete" || config.area === "input")) {
      problems.push({
        where: channel.chan,
        attribute: "area",
        text: `In den Bereich „${config.area}“ können Clients nicht schreiben`,
        hint: "Wählen Sie die Richtung „out“ oder den Bereich „coil“ oder „holding“.",
      });
    }
  }
  problems.push(...overlapProblems(pod.channels));
  return problems;
}
