import {
  type CompiledChannel,
  choice,
  int,
  type PodProblem,
  type PodSchema,
  type RowOf,
  text,
} from "@hubwart/project";
import { PORT } from "@hubwart/runtime/columns";
import { HOST_PATTERN, hostProblem } from "@hubwart/runtime/host";
import { wholeCheck } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";

/** Columns of the ping pod. Pure data and rules; the probing itself is in `index.ts`. */
export const pingIfaceColumns = {
  method: choice(["auto", "icmp", "tcp"], {
    default: "auto",
    doc: "How hosts are probed: ICMP echo, a TCP connection, or ICMP where it is possible and TCP where not.",
    help: "Verfahren: icmp (Ping), tcp (Verbindungsversuch) oder auto (Ping, wo möglich, sonst tcp)",
  }),
  port: int({
    ...PORT,
    default: 80,
    doc: "Default port of TCP probes for channels that do not set their own. A refused connection counts as reachable.",
    help: "Port für Verbindungsversuche (tcp) der Channels, die keinen eigenen angeben; auch eine Ablehnung gilt als erreichbar",
  }),
  interval: int({
    default: 10_000,
    min: 500,
    max: 86_400_000,
    unit: "ms",
    doc: "Default interval between probes for channels that do not set their own.",
    help: "Abstand zwischen zwei Messungen der Channels, die keinen eigenen angeben",
  }),
  timeout: int({
    default: 1000,
    min: 100,
    max: 30_000,
    unit: "ms",
    doc: "Default time to wait for an answer for channels that do not set their own.",
    help: "Wartezeit auf eine Antwort der Channels, die keine eigene angeben",
  }),
  count: int({
    default: 1,
    min: 1,
    max: 20,
    doc: "Default number of echo requests per measurement for channels that do not set their own.",
    help: "Anfragen je Messung der Channels, die keine eigene Zahl angeben",
  }),
} as const;

export const pingChannelColumns = {
  host: text({
    required: true,
    maxLength: 253,
    pattern: HOST_PATTERN,
    doc: "Host name or IP address to probe.",
    help: "Name oder IP-Adresse des Ziels",
  }),
  measure: choice(["reachable", "rtt", "loss"], {
    default: "reachable",
    doc: "What the channel holds: reachable (bool), mean round trip time (ms), lost answers (percent).",
    help: "Messgröße: reachable (erreichbar), rtt (mittlere Antwortzeit in ms) oder loss (Verlust in Prozent)",
  }),
  interval: int({
    min: 500,
    max: 86_400_000,
    unit: "ms",
    doc: "Time from one probe to the next; that of the pod if empty.",
    help: "Abstand zwischen zwei Messungen; leer: der des Pods",
  }),
  timeout: int({
    min: 100,
    max: 30_000,
    unit: "ms",
    doc: "Time to wait for an answer; that of the pod if empty.",
    help: "Wartezeit auf eine Antwort; leer: die des Pods",
  }),
  count: int({
    min: 1,
    max: 20,
    doc: "Echo requests per measurement; that of the pod if empty.",
    help: "Anfragen je Messung; leer: die Zahl des Pods",
  }),
  port: int({
    ...PORT,
    doc: "Port for TCP probes; that of the pod if empty.",
    help: "Port für Verbindungsversuche (tcp); leer: der des Pods",
  }),
} as const;

export type PingIface = RowOf<typeof pingIfaceColumns>;
export type PingChannel = RowOf<typeof pingChannelColumns>;

export const pingSchema: PodSchema = {
  type: "ping",
  label: LABELS.ping,
  doc: "Probes hosts by ICMP echo, or by TCP connections where ICMP is not possible.",
  ifaceColumns: pingIfaceColumns,
  channelColumns: pingChannelColumns,
  directions: ["in"],
  defaultDirection: "in",
  valueTypes: ["bool", "int", "float"],
  defaultValueType: "bool",
  maxIfaces: 1,
  checkChannel: checkTarget,
};

export const checkPing = wholeCheck(() => [], checkTarget);

function checkTarget(channel: CompiledChannel): PodProblem[] {
  const problems: PodProblem[] = [];
  const config = channel.config as PingChannel;
  const bad = hostProblem(config.host);
  if (bad !== undefined) {
    problems.push({
      where: channel.chan,
      attribute: "host",
      text: bad,
      hint: "Erlaubt sind z. B. 192.168.1.1, fd00::1 oder drucker.lan.",
    });
  }
  const fits = config.measure === "reachable" ? channel.type !== "float" : channel.type === "float";
  if (!fits) {
    problems.push({
      where: channel.chan,
      attribute: "type",
      text: `Der Typ „${channel.type}“ passt nicht zur Messgröße „${config.measure}“`,
      hint:
        config.measure === "reachable"
          ? "Erlaubt sind bool und int (1 oder 0)."
          : "Wählen Sie den Typ „float“.",
    });
  }
  return problems;
}
