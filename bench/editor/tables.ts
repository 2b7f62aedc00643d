import { podSchemas } from "@hubwart/pods/schemas";
import { templateTables } from "@hubwart/project";

/** The project that the measurements of the editor edit: channels of five MQTT pods, and links between them. */
export type Cells = (string | number)[];

const PODS = 5;
export type Table = [name: string, rows: Cells[]];
export const CHANNEL_COLUMNS = [
  "pod",
  "iface",
  "channel",
  "type",
  "dir",
  "label",
  "unit",
  "tags",
  "topic",
  "qos",
];
/** Of `CHANNEL_COLUMNS`. */
export const QOS = 9;

const some = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const pod = (i: number) => `p${i % PODS}`;

export function channelRow(i: number): Cells {
  const topic = `anlage/raum/${i}/temperatur`;
  return [pod(i), "main", `c${i}`, "float", "inout", `Temperatur ${i}`, "°C", "halle, klima", topic, 1];
}

/** Sheets by name, each with its header. */
export function projectTables(channels: number, links: number): Table[] {
  const link = (i: number): Cells => [`mqtt.${pod(i)}.c${i}`, `mqtt.${pod(i + links)}.c${i + links}`, "2,5"];
  return [
    [
      "project",
      [
        ["key", "value"],
        ["id", "bench"],
      ],
    ],
    ["pods", [["id", "host"], ...some(PODS, (i) => [`mqtt.${pod(i)}`, "127.0.0.1"])]],
    ["mqtt", [CHANNEL_COLUMNS, ...some(channels, channelRow)]],
    ["links", [["source", "target", "scale"], ...some(links, link)]],
  ];
}

/** Every other table that a project may have, without rows. */
export function emptyTables(): Table[] {
  const known = new Set(projectTables(0, 0).map(([name]) => name));
  return templateTables(podSchemas)
    .filter(({ name, plain }) => plain !== true && !known.has(name))
    .map(({ name, rows: [header = []] }) => [name, [header.map(String)]]);
}
