import { parseGroup } from "@hubwart/contract/group-address";
import { shapeOf, valueTypesFor } from "@hubwart/knx/dpt/codec";
import { DPT_PATTERN, dataType } from "@hubwart/knx/dpt/types";
import { INDIVIDUAL_PATTERN, parseIndividual } from "@hubwart/knx/wire/address";
import { KNX_PORT, ROUTING_GROUP } from "@hubwart/knx/wire/frame";
import {
  type CompiledChannel,
  type CompiledPod,
  choice,
  everyWay,
  flag,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
  type ValueType,
} from "@hubwart/project";
import { maxAgeColumn, PORT } from "@hubwart/runtime/columns";
import { HOST_PATTERN, hostProblem } from "@hubwart/runtime/host";
import { maxAgeProblem } from "@hubwart/runtime/max-age";
import { reporter, wholeCheck } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";

const IPV4 = /^(\d{1,3}\.){3}\d{1,3}$/;
/** Columns of the KNX pod. Pure data and rules; what runs is in `index.ts`. */
export const knxIfaceColumns = {
  mode: choice(["tunnel", "tunnel_tcp", "routing"], {
    default: "tunnel",
    doc: "Way to the bus: tunnelling over UDP or TCP through one interface, or routing (multicast).",
    help: "Weg zum Bus: tunnel (Tunneling über UDP), tunnel_tcp (Tunneling über TCP) oder routing (Multicast)",
  }),
  host: text({
    maxLength: 255,
    pattern: HOST_PATTERN,
    doc: `Host name or IPv4 address of the KNX IP interface; the multicast group for routing, ${ROUTING_GROUP} if empty.`,
    help: `Name oder IPv4-Adresse der KNX-IP-Schnittstelle; bei routing die Multicast-Gruppe, leer: ${ROUTING_GROUP}`,
  }),
  port: int({ ...PORT, default: KNX_PORT, doc: "UDP or TCP port.", help: "UDP- oder TCP-Port" }),
  local: text({
    maxLength: 15,
    pattern: IPV4,
    doc: "IPv4 address of this device's network adapter to use; the system chooses if empty.",
    help: "IPv4-Adresse des Netzwerkadapters dieses Geräts, über den es zum Bus geht; leer: automatisch",
  }),
  individual_address: text({
    maxLength: 9,
    pattern: INDIVIDUAL_PATTERN,
    doc: "Tunnel: the tunnel's individual address that is asked for, any if empty. Routing: the sender's address, 15.15.250 if empty.",
    help: "Tunnel: gewünschte physikalische Adresse des Tunnels, leer: beliebig. Routing: eigene Absenderadresse, leer: 15.15.250",
  }),
  secure: flag({
    default: false,
    doc: "KNX IP Secure: a secure session or secure routing with the keyring uploaded in the console.",
    help: "KNX IP Secure mit dem Keyring, der in der Konsole unter „KNX Secure“ hochgeladen wurde",
  }),
  nat: flag({
    default: false,
    doc: "The interface is behind network address translation (tunnel over UDP).",
    help: "Die Schnittstelle liegt hinter NAT (Tunneling über UDP)",
  }),
  time: int({
    default: 20,
    min: 0,
    max: 250,
    unit: "ms",
    doc: "Minimum time from one sent telegram to the next; 20 ms are the 50 telegrams per second that a bus line carries.",
    help: "Mindestabstand zwischen zwei gesendeten Telegrammen; 20 ms sind die 50 Telegramme je Sekunde, die eine Linie verträgt",
  }),
} as const;

const SECONDS = { min: 1, max: 604_800, unit: "s" } as const;

export const knxChannelColumns = {
  address: text({
    required: true,
    maxLength: 11,
    doc: "Group address, e.g. 1/2/3: the one that is written and read.",
    help: "Gruppenadresse, z. B. 1/2/3; an sie wird gesendet und von ihr gelesen",
  }),
  listen: text({
    maxLength: 1_000,
    doc: "Further group addresses whose telegrams set the value, separated by commas.",
    help: "Weitere Gruppenadressen, deren Telegramme den Wert setzen, durch Komma getrennt",
  }),
  dpt: text({
    required: true,
    maxLength: 10,
    pattern: DPT_PATTERN,
    doc: "Datapoint type, e.g. 9.001; `raw` takes the bytes as hexadecimal text (`raw6`: up to 6 bits). Unknown types are raw.",
    help: "Datenpunkttyp, z. B. 1.001 oder 9.001; raw: Bytes hexadezimal, raw6: bis zu 6 Bit",
  }),
  read_on_start: flag({
    default: false,
    doc: "Ask the bus for the value after each connection.",
    help: "Wert nach jedem Verbinden vom Bus lesen",
  }),
  interval: int({
    ...SECONDS,
    doc: "Ask the bus for the value at this interval; never if empty.",
    help: "Wert in diesem Abstand vom Bus lesen; leer: nie",
  }),
  max_age: maxAgeColumn,
  respond: flag({
    default: false,
    doc: "Answer read requests from the bus with the newest value that was sent to the address or came from it (direction out or inout).",
    help: "Leseanfragen vom Bus mit dem neuesten gesendeten oder empfangenen Wert beantworten (Richtung out oder inout)",
  }),
  priority: choice(["low", "normal", "urgent"], {
    default: "low",
    doc: "Priority of sent telegrams.",
    help: "Priorität gesendeter Telegramme: low (niedrig), normal, urgent (dringend)",
  }),
} as const;

export type KnxIface = RowOf<typeof knxIfaceColumns>;
export type KnxChannel = RowOf<typeof knxChannelColumns>;

export const knxSchema: PodSchema = {
  type: "knx",
  label: LABELS.knx,
  doc: "KNX through a KNX IP interface or router: group telegrams read, write and answer values.",
  ifaceColumns: knxIfaceColumns,
  channelColumns: knxChannelColumns,
  example: { channel: { address: "1/2/3", dpt: "9.001" } },
  ...everyWay("in", "float"),
  valueTypeOf: (config) => naturalType(config["dpt"]),
  maxIfaces: 16,
  check: checkIfaces,
  checkChannel,
};

function naturalType(dpt: unknown): ValueType | undefined {
  return typeof dpt === "string" && DPT_PATTERN.test(dpt) ? valueTypesFor(dataType(dpt))[0] : undefined;
}

/** The addresses whose telegrams set the value; undefined for one that is none. */
export function listenAddresses({ address, listen }: KnxChannel): (number | undefined)[] {
  const further = (listen ?? "").split(/[,;\s]+/).filter((part) => part !== "");
  return [address, ...further].map(parseGroup);
}

export const checkKnx = wholeCheck(checkIfaces, checkChannel);

function checkIfaces({ ifaces }: Pick<CompiledPod, "ifaces">): PodProblem[] {
  const problems: PodProblem[] = [];
  for (const { id, config } of ifaces) checkIface(id, config as KnxIface, problems);
  return problems;
}

function checkIface(where: string, config: KnxIface, problems: PodProblem[]): void {
  const report = reporter(problems, where);
  const { host, individual_address, local, mode } = config;
  if (mode !== "routing" && !host) {
    report(
      "host",
      "Zum Tunneling fehlt die Schnittstelle",
      "Tragen Sie ihren Namen oder ihre IPv4-Adresse ein.",
    );
  }
  const bad = host === undefined ? undefined : hostProblem(host);
  if (bad !== undefined) report("host", bad, "Erlaubt sind z. B. 192.168.1.20 oder knx-ip.lan.");
  else if (host?.includes(":"))
    report("host", "KNXnet/IP kennt nur IPv4-Adressen", "Tragen Sie eine IPv4-Adresse ein.");
  if (mode === "routing" && host !== undefined && !isMulticast(host)) {
    report(
      "host",
      `„${host}“ ist keine Multicast-Gruppe`,
      `Erlaubt sind 224.0.0.0 bis 239.255.255.255; üblich ist ${ROUTING_GROUP}.`,
    );
  }
  if (local !== undefined && hostProblem(local) !== undefined) {
    report(
      "local",
      `„${local}“ ist keine gültige IPv4-Adresse`,
      "Tragen Sie die Adresse eines Netzwerkadapters dieses Geräts ein.",
    );
  }
  if (individual_address !== undefined && parseIndividual(individual_address) === undefined) {
    report(
      "individual_address",
      `„${individual_address}“ ist keine physikalische Adresse`,
      "Erlaubt sind 0.0.1 bis 15.15.255.",
    );
  }
}

function isMulticast(host: string): boolean {
  const first = Number(host.split(".")[0]);
  return IPV4.test(host) && hostProblem(host) === undefined && first >= 224 && first <= 239;
}

const GROUP_HINT =
  "Erlaubt sind z. B. 1/2/3 (höchstens 31/7/255), 1/515 oder 2563; 0/0/0 ist keine Gruppenadresse.";

function checkChannel(channel: CompiledChannel): PodProblem[] {
  const problems = maxAgeProblem(channel);
  const config = channel.config as KnxChannel;
  const report = reporter(problems, channel.chan);
  if (parseGroup(config.address) === undefined) {
    report("address", `„${config.address}“ ist keine Gruppenadresse`, GROUP_HINT);
  }
  if (listenAddresses({ ...config, address: "1" }).includes(undefined)) {
    report(
      "listen",
      `„${(config.listen ?? "").slice(0, 40)}“ enthält etwas, das keine Gruppenadresse ist`,
      GROUP_HINT,
    );
  }
  const type = dataType(config.dpt);
  const fitting = valueTypesFor(type);
  if (!fitting.includes(channel.type)) {
    report(
      "type",
      `DPT ${type.id} passt nicht zum Typ ${channel.type}`,
      `Möglich sind: ${fitting.join(", ")}.`,
    );
  } else if (channel.type === "int" && channel.dir !== "in" && shapeOf(type) === "raw") {
    report("type", "Rohdaten lassen sich als Zahl nur lesen", "Wählen Sie den Typ string.");
  }
  if (channel.dir === "in" && config.respond) {
    report(
      "respond",
      "Ein Channel, der nur liest, kann nicht antworten",
      "Wählen Sie die Richtung out oder inout.",
    );
  }
  if (channel.dir === "out") {
    for (const attribute of ["listen", "read_on_start", "interval"] as const) {
      const given = config[attribute];
      if (given === undefined || given === false) continue;
      report(
        attribute,
        "Ein Channel, der nur sendet, empfängt nichts",
        "Wählen Sie die Richtung in oder inout.",
      );
    }
  }
  return problems;
}
