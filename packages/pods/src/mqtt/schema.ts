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
} from "@hubwart/project";
import { keyPairCheck, tlsProblems } from "@hubwart/runtime/client-certificate";
import {
  brokerTlsColumns,
  clientCertificateColumns,
  maxAgeColumn,
  POINTER,
  PORT,
  passwordColumn,
} from "@hubwart/runtime/columns";
import { maxAgeProblem } from "@hubwart/runtime/max-age";
import { reporter, wholeCheck } from "@hubwart/runtime/problems";
import { LABELS } from "../shared/labels.ts";
import { filterProblem, nameProblem } from "./topics.ts";

/** Columns of the MQTT client. Pure data and rules; the client itself is in `index.ts`. */
export const mqttIfaceColumns = {
  host: text({
    required: true,
    maxLength: 255,
    doc: "Host name or address of the broker.",
    help: "Name oder Adresse des Brokers",
  }),
  port: int({
    ...PORT,
    doc: "TCP port of the broker; 1883 if empty, 8883 with TLS; over WebSocket 80 and 443.",
    help: "TCP-Port des Brokers; leer: 1883, mit TLS 8883; über WebSocket 80 und 443",
  }),
  transport: choice(["tcp", "ws"], {
    default: "tcp",
    doc: "What carries MQTT: TCP, or a WebSocket (with tls: wss) where only web traffic gets through.",
    help: "Transport: tcp oder ws (WebSocket, mit tls: wss)",
  }),
  ws_path: text({
    maxLength: 1024,
    pattern: /^\/[^\s#]*$/,
    doc: "Path of the WebSocket; /mqtt if empty.",
    help: "Pfad des WebSocket; leer: /mqtt",
  }),
  protocol: choice(["3.1.1", "5"], {
    default: "3.1.1",
    doc: "Version of MQTT.",
    help: "MQTT-Version: 3.1.1 oder 5",
  }),
  tls: flag({ default: false, doc: "Encrypt the connection.", help: "Verbindung mit TLS verschlüsseln" }),
  ...brokerTlsColumns,
  ...clientCertificateColumns,
  user: text({ maxLength: 1024, doc: "User name.", help: "Benutzername" }),
  password: passwordColumn,
  client_id: text({
    maxLength: 256,
    doc: "Client identifier; made from the pod's id and a random part if empty.",
    help: "Client-ID; leer: wird aus der Pod-ID und einem zufälligen Teil gebildet",
  }),
  keepalive: int({
    default: 60,
    min: 5,
    max: 65535,
    unit: "s",
    doc: "Time without traffic after which the connection is probed.",
    help: "Zeit ohne Verkehr, nach der die Verbindung geprüft wird",
  }),
  clean: flag({
    default: true,
    doc: "Start without what the broker kept of an earlier connection. If not, the broker queues messages of QoS 1 and 2 while the pod is away (MQTT 5: for a day at most); needs a client id.",
    help: "Sitzung bei jeder Verbindung neu beginnen; sonst hält der Broker Nachrichten mit QoS 1 und 2 vor (braucht eine Client-ID)",
  }),
  status_topic: text({
    maxLength: 65_535,
    doc: "Topic that says whether the pod is there: birth after each connecting; will before a regular end, and by the broker when the connection breaks. None if empty.",
    help: "Topic, das zeigt, ob der Pod da ist: birth nach jedem Verbinden, will beim Ende und bei Abbruch der Verbindung; leer: keines",
  }),
  birth: text({
    maxLength: 1024,
    default: "online",
    doc: "Message under status_topic after connecting.",
    help: "Nachricht unter status_topic nach dem Verbinden",
  }),
  will: text({
    maxLength: 1024,
    default: "offline",
    doc: "Message under status_topic when the pod is gone (last will).",
    help: "Nachricht unter status_topic, wenn der Pod fort ist (Last Will)",
  }),
  status_qos: choice([0, 1], {
    default: 1,
    doc: "Quality of service of birth and will.",
    help: "Zustellgüte von birth und will",
  }),
  status_retain: flag({
    default: true,
    doc: "Ask the broker to keep birth and will, so that who subscribes later learns the present state.",
    help: "Der Broker soll birth und will aufbewahren, damit auch später Hinzukommende den Stand erfahren",
  }),
} as const;

export const mqttChannelColumns = {
  topic: text({
    required: true,
    maxLength: 65_535,
    doc: "Topic; wildcards + and # are allowed for direction in.",
    help: "Topic; bei Richtung „in“ sind die Platzhalter + und # erlaubt",
  }),
  set_topic: text({
    maxLength: 65_535,
    doc: "Topic that direction inout publishes to, where it differs from the one it listens to.",
    help: "Topic zum Senden bei Richtung „inout“, falls es ein anderes ist",
  }),
  qos: choice([0, 1, 2], {
    default: 0,
    doc: "Quality of service: at most, at least, exactly once.",
    help: "Zustellgüte: 0 höchstens, 1 mindestens, 2 genau einmal",
  }),
  retain: flag({
    default: false,
    doc: "Ask the broker to retain the published message.",
    help: "Der Broker soll die gesendete Nachricht aufbewahren",
  }),
  retained: choice(["good", "uncertain", "ignore"], {
    default: "uncertain",
    doc: "Quality given to a retained message received on subscribing; its age is unknown.",
    help: "Aufbewahrte Nachrichten, deren Alter unbekannt ist: good (gut), uncertain (unsicher) oder ignore (übergehen)",
  }),
  max_age: maxAgeColumn,
  pointer: text({
    ...POINTER,
    doc: "JSON pointer (RFC 6901) to the value within a received JSON payload.",
    help: "JSON-Pointer auf den Wert in der empfangenen Nachricht, z. B. /sensor/temperatur",
  }),
  template: text({
    maxLength: 32_000,
    doc: "Payload to publish, with the placeholders {value}, {json}, {chan}, {ts}, {iso}; the plain value if empty.",
    help: "Zu sendende Nachricht mit den Platzhaltern {value}, {json}, {chan}, {ts}, {iso}; leer: nur der Wert",
  }),
} as const;

export type MqttIface = RowOf<typeof mqttIfaceColumns>;
export type MqttChannel = RowOf<typeof mqttChannelColumns>;

export const checkMqttKeys = keyPairCheck(({ tls }) => tls === true);

export const mqttSchema: PodSchema = {
  type: "mqtt",
  label: LABELS.mqtt,
  doc: "MQTT client (3.1.1 and 5): subscribes to topics and publishes to them.",
  ifaceColumns: mqttIfaceColumns,
  channelColumns: mqttChannelColumns,
  ...everyWay("in", "string"),
  maxIfaces: 16,
  check: checkIfaces,
  checkChannel,
  checkLater: checkMqttKeys,
};

export const checkMqtt = wholeCheck(checkIfaces, checkChannel);

function checkIfaces({ ifaces }: Pick<CompiledPod, "ifaces">): PodProblem[] {
  const problems: PodProblem[] = [];
  for (const iface of ifaces) {
    const config = iface.config as MqttIface;
    const report = reporter(problems, iface.id);
    if (!config.clean && !config.client_id) {
      report(
        "client_id",
        "Ohne „clean“ ist eine feste Client-ID nötig",
        "Tragen Sie eine Client-ID ein, die kein anderer Teilnehmer benutzt.",
      );
    }
    if (config.password !== undefined && !config.user) {
      report("user", "Zum Passwort fehlt der Benutzername", "Tragen Sie den Benutzernamen ein.");
    }
    if (config.ca !== undefined && !config.tls) {
      report("ca", "„ca“ wirkt nur mit TLS", "Schalten Sie „tls“ ein oder leeren Sie „ca“.");
    }
    problems.push(...tlsProblems(iface.id, config, config.tls));
    if (config.ws_path !== undefined && config.transport !== "ws") {
      report("ws_path", "„ws_path“ wirkt nur mit transport = ws", "Wählen Sie ws oder leeren Sie „ws_path“.");
    }
    const badStatus = config.status_topic === undefined ? undefined : nameProblem(config.status_topic);
    if (badStatus !== undefined) report("status_topic", badStatus, "Beispiel: haus/hubwart/status");
  }
  return problems;
}

function checkChannel(channel: CompiledChannel): PodProblem[] {
  const problems = maxAgeProblem(channel);
  const config = channel.config as MqttChannel;
  const report = reporter(problems, channel.chan);
  const sends = channel.dir === "out" || (channel.dir === "inout" && config.set_topic === undefined);
  const bad = sends ? nameProblem(config.topic) : filterProblem(config.topic);
  if (bad !== undefined) report("topic", bad, "Beispiel: haus/keller/temperatur");
  if (config.set_topic !== undefined) {
    const badTarget = nameProblem(config.set_topic);
    if (badTarget !== undefined) report("set_topic", badTarget, "Beispiel: haus/keller/licht/set");
    if (channel.dir !== "inout") {
      report(
        "set_topic",
        "„set_topic“ gilt nur für die Richtung „inout“",
        "Leeren Sie die Zelle oder ändern Sie die Richtung.",
      );
    }
  }
  if (config.pointer !== undefined && channel.dir === "out") {
    report("pointer", "„pointer“ gilt nur beim Empfangen", "Leeren Sie die Zelle.");
  }
  if (config.template !== undefined && channel.dir === "in") {
    report("template", "„template“ gilt nur beim Senden", "Leeren Sie die Zelle.");
  }
  return problems;
}
