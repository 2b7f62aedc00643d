/** A hall of sensors behind a broker, and the Modbus server of its control room. */
import { writeWorkbook } from "@hubwart/project/workbook";

/** Of the broker. */
export const CHANNELS = 450;
export const SET = "modb_server.zentrale.sollwert";
export const LINKED = "modb_server.zentrale.abbild";
/** Without its pod: `t007`. */
export const name = (i: number): string => `t${String(i).padStart(3, "0")}`;

export function writeHall(brokerPort: number, modbusPort: number): Promise<Uint8Array> {
  const channels = Array.from({ length: CHANNELS }, (_, i) => [
    "halle",
    name(i),
    "float",
    "in",
    `Temperatur ${i}`,
    "°C",
    i % 2 === 0 ? "klima" : null,
    `halle/${i}`,
  ]);
  return writeWorkbook([
    {
      name: "project",
      rows: [
        ["key", "value"],
        ["id", "debug"],
        ["name", "Debugger"],
      ],
    },
    {
      name: "pods",
      rows: [
        ["id", "host", "port"],
        ["mqtt.halle", "127.0.0.1", brokerPort],
        ["modb_server.zentrale", null, modbusPort],
      ],
    },
    {
      name: "mqtt",
      rows: [["pod", "channel", "type", "dir", "label", "unit", "tags", "topic"], ...channels],
    },
    {
      name: "modb_server",
      rows: [
        ["pod", "channel", "type", "dir", "unit", "area", "address"],
        ["zentrale", "sollwert", "float", "out", "°C", "holding", 0],
        ["zentrale", "abbild", "float", "out", "°C", "holding", 2],
        ["zentrale", "meldung", "float", "in", null, "holding", 1],
      ],
    },
    {
      name: "links",
      rows: [
        ["source", "target", "scale", "offset"],
        ["mqtt.halle.t002", LINKED, 2, 1],
      ],
    },
  ]);
}
