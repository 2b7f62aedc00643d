/** What pictures are taken of: a plant of six pods with what gathers on a device, and one far larger than usual. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";
import { type ApiClient, freePort } from "@hubwart/testing";
import { writeFirstSteps } from "../../e2e/support/projects.ts";

/** Two versions of the plant, a script, users, and a note. `broker` is there, the KNX interface is not. */
export async function fill(api: ApiClient, folder: string, broker: number): Promise<void> {
  const { file, tables } = await writeFirstSteps(folder);
  await upload(api, file, { note: "Erste Inbetriebnahme" });
  await extras(api);
  const six = path.join(folder, "heizungskeller.xlsx");
  await writeFile(six, await writeWorkbook(sixPods(tables, broker, await freePort())));
  await upload(api, six, {
    note: "Broker und KNX-Linie angeschlossen",
    backup: "1",
    backup_pwd: "Datei-Passwort 1",
  });
}

export async function upload(
  api: ApiClient,
  file: string,
  { note = "", ...query }: Record<string, string> = {},
): Promise<void> {
  const { body } = await api.uploadProjectFile(file, { query, fields: { note } });
  if (body["code"] !== 0)
    throw new Error(`the project was not taken over: ${JSON.stringify(body).slice(0, 2_000)}`);
}

async function extras(api: ApiClient, name = "haus"): Promise<void> {
  const script = 'every(60, function()\n  log("noch da")\nend)\n';
  for (const reply of [
    await api.post("/resources/lua/save", { file: `${name}.lua`, source: script }),
    await api.post("/wsauth/users/set", {
      user: name,
      role: "write",
      pwd: "Gerät im Keller 1",
      kind: "assets",
    }),
    await api.post("/wsauth/users/set", { user: `${name}-tafel`, role: "read", pwd: "Tafel im Flur 1" }),
  ]) {
    if (reply.body["code"] !== 0) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  }
}

/** The first steps, a broker that sends back what was measured, and a KNX line whose interface is away. */
function sixPods(tables: readonly WorkbookTable[], broker: number, closed: number): WorkbookTable[] {
  const changed = tables.map((table): WorkbookTable => {
    if (table.name === "project") {
      return {
        ...table,
        rows: [
          ["key", "value"],
          ["id", "heizungskeller"],
          ["name", "Heizungskeller"],
        ],
      };
    }
    if (table.name === "pods") {
      return {
        ...table,
        rows: [
          ...table.rows,
          ["mqtt.broker", "Broker im Heizungskeller", "127.0.0.1", null, broker, null],
          ["knx.eins", "Linie 1, Erdgeschoss", "127.0.0.1", null, closed, null],
        ],
      };
    }
    if (table.name === "links") {
      return {
        ...table,
        rows: [...table.rows, ["ping.lokal.antwortzeit", "mqtt.broker.gesendet", null, null]],
      };
    }
    return table;
  });
  return [
    ...changed,
    {
      name: "mqtt",
      rows: [
        ["pod", "channel", "type", "dir", "label", "unit", "topic", "record"],
        ["broker", "gesendet", "float", "out", "Antwortzeit, gesendet", "ms", "keller/antwortzeit", null],
        ["broker", "zurueck", "float", "in", "Antwortzeit, vom Broker", "ms", "keller/antwortzeit", "ja"],
      ],
    },
    {
      name: "knx",
      rows: [
        ["pod", "channel", "dir", "label", "address", "dpt"],
        ["eins", "licht_flur", "in", "Licht im Flur", "1/2/3", "1.001"],
        ["eins", "temperatur_flur", "in", "Temperatur im Flur", "1/2/4", "9.001"],
      ],
    },
  ];
}

type Row = WorkbookTable["rows"][number];
const PLACES = ["nordfluegel_dachzentrale", "suedfluegel_untergeschoss", "verwaltungsgebaeude_serverraum"];
const long = (index: number): string =>
  `lueftungsanlage_${PLACES[index % PLACES.length]}_${String(index).padStart(2, "0")}`;
const CHANNELS = 400;

/** 50 pods with 400 channels each, in names as long as people make them. 15 pods wait for a start elsewhere. */
export async function fillLarge(api: ApiClient, folder: string): Promise<void> {
  const kinds = { modb_server: 10, modb_client: 10, http_in: 10, mqtt: 10, ping: 5, knx: 5 };
  const pods: Row[] = [["id", "label", "internal", "host", "bind", "port", "interval"]];
  const tables: WorkbookTable[] = [];
  const links: Row[] = [["source", "target"]];
  const ports: number[] = [];
  for (const [kind, count] of Object.entries(kinds)) {
    const rows: Row[] = [headOf(kind)];
    for (let index = 0; index < count; index += 1) {
      const pod = long(index);
      const label = `${NAMES[kind] ?? kind} der Lüftungsanlage ${index + 1} mit Wärmerückgewinnung und Nachtlüftung`;
      const port = kind === "modb_client" ? (ports[index] ?? 502) : await freePort();
      if (kind === "modb_server") ports.push(port);
      const listens = kind === "modb_server" || kind === "http_in";
      const outside = kind === "mqtt" || kind === "knx" ? "nein" : null;
      pods.push([
        `${kind}.${pod}`,
        label,
        outside,
        listens || kind === "ping" ? null : "127.0.0.1",
        listens ? "127.0.0.1" : null,
        kind === "ping" ? null : port,
        kind === "modb_client" || kind === "ping" ? 30_000 : null,
      ]);
      for (let number = 0; number < CHANNELS; number += 1) {
        const channel = `zulufttemperatur_nach_waermerueckgewinnung_${String(number).padStart(3, "0")}`;
        rows.push(rowOf(kind, pod, channel, number));
      }
      if (kind === "modb_client") {
        links.push([`${kind}.${pod}.${name(0)}`, `http_in.${pod}.${name(0)}`]);
      }
    }
    tables.push({ name: kind, rows });
  }
  const constants: Row[] = [["channel", "type", "value", "label"]];
  for (let index = 0; index < 120; index += 1) {
    constants.push([
      `grenzwert_${long(index)}`,
      "float",
      index / 4,
      `Oberer Grenzwert der Zulufttemperatur, Anlage ${index}`,
    ]);
  }
  const file = path.join(folder, "gebaeudeautomation-verwaltungsgebaeude-nordfluegel-gesamtstand.xlsx");
  const project: WorkbookTable = {
    name: "project",
    rows: [
      ["key", "value"],
      ["id", "verwaltungsgebaeude-nordfluegel"],
      ["name", "Gebäudeautomation Verwaltungsgebäude Nordflügel mit Nebengebäuden"],
    ],
  };
  const all = [
    project,
    { name: "pods", rows: pods },
    ...tables,
    { name: "links", rows: links },
    { name: "constants", rows: constants },
  ];
  await writeFile(file, await writeWorkbook(all));
  await extras(api, long(0));
  await upload(api, file, {
    note: "Nach dem Austausch der Wärmerückgewinnung im Nordflügel, vor der Abnahme durch den Betreiber",
    backup: "1",
    backup_pwd: "Datei-Passwort 1",
  });
}

const name = (number: number): string =>
  `zulufttemperatur_nach_waermerueckgewinnung_${String(number).padStart(3, "0")}`;
const NAMES: Readonly<Record<string, string>> = {
  modb_server: "Nachbildung",
  modb_client: "Regler",
  http_in: "Zugang",
  mqtt: "Broker",
  ping: "Erreichbarkeit",
  knx: "Linie",
};

function headOf(kind: string): string[] {
  const common = ["pod", "channel", "dir", "label"];
  if (kind === "modb_server" || kind === "modb_client") return [...common, "unit", "area", "address", "data"];
  if (kind === "http_in") return [...common, "unit", "type", "path"];
  if (kind === "mqtt") return [...common, "unit", "type", "topic"];
  if (kind === "knx") return [...common, "address", "dpt"];
  return [...common, "host", "measure", "type", "unit"];
}

function rowOf(kind: string, pod: string, channel: string, number: number): (string | number)[] {
  const label = `Zulufttemperatur nach der Wärmerückgewinnung, Messstelle ${number}`;
  const out = [pod, channel, "out", label];
  const incoming = [pod, channel, "in", label];
  switch (kind) {
    case "modb_server":
      return [...out, "°C", "holding", number * 2, "float32"];
    case "modb_client":
      return [...incoming, "°C", "holding", number * 2, "float32"];
    case "http_in":
      return [...out, "°C", "float", `/${pod}/${channel}`];
    case "mqtt":
      return [...incoming, "°C", "float", `gebaeude/${pod}/${channel}`];
    case "knx":
      return [...incoming, `${1 + Math.trunc(number / 256)}/1/${number % 256}`, "9.001"];
    default:
      return [
        ...incoming,
        "127.0.0.1",
        number % 2 === 0 ? "rtt" : "loss",
        "float",
        number % 2 === 0 ? "ms" : "%",
      ];
  }
}

/** Where the pages of the large plant lie, whose addresses name a pod. */
export const LARGE_PODS: Readonly<Record<string, string>> = {
  "pod-mqtt": `/pods/mqtt/mqtt.${long(0)}`,
  "pod-modb-client": `/pods/modb_client/modb_client.${long(1)}`,
  "pod-http-in": `/pods/http_in/http_in.${long(1)}`,
  "pod-logging": `/pods/ping/ping.${long(2)}/logging`,
  "resources-knxsecure-knx-eins-main": `/resources/knxsecure/knx.${long(1)}/main`,
  "resources-scripts-haus-lua": `/resources/scripts/${long(0)}.lua`,
};
