/** Projects for the tests: the examples as they are shipped, on ports that are free here. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";
import { freePort, repoRoot } from "@hubwart/testing";
import { firstSteps } from "../../scripts/examples/first-steps.ts";

/** The example that is wrong on purpose. */
export const brokenExample = (): string => path.join(repoRoot(), "examples/fehlerbeispiel.zip");

export interface FirstSteps {
  file: string;
  tables: WorkbookTable[];
  httpPort: number;
}

/** `examples/erste-schritte.xlsx` on free ports, written into `folder`. */
export async function writeFirstSteps(folder: string): Promise<FirstSteps> {
  const httpPort = await freePort();
  const ports = new Map([
    [15020, await freePort()],
    [18080, httpPort],
  ]);
  const tables = firstSteps.map((table) =>
    table.name === "pods"
      ? {
          ...table,
          rows: table.rows.map((row) =>
            row.map((cell) => (typeof cell === "number" ? (ports.get(cell) ?? cell) : cell)),
          ),
        }
      : table,
  );
  const file = path.join(folder, "erste-schritte.xlsx");
  await writeFile(file, await writeWorkbook(tables));
  return { file, tables, httpPort };
}

/** The first steps and one pod of each other kind, whose peers are not there. */
export async function writeEveryKind(folder: string): Promise<string> {
  const { tables } = await writeFirstSteps(folder);
  const closed = await freePort();
  const field = await freePort();
  const every = tables.map((table): WorkbookTable => {
    if (table.name !== "pods") return table;
    const [header = [], ...rows] = table.rows;
    const empty = header.map(() => null);
    return {
      ...table,
      rows: [
        [...header, "url", "from", "to", "service", "webhook"],
        ...rows.map((row) => [...row, null, null, null, null, null]),
        ["mqtt.broker", "Broker im Haus", "127.0.0.1", null, closed, null, null, null, null, null, null],
        [
          "s7_client.anlage",
          "Steuerung der Anlage",
          "127.0.0.1",
          null,
          closed,
          null,
          null,
          null,
          null,
          null,
          null,
        ],
        ["asset.feld", "Geräte im Feld", null, "127.0.0.1", field, null, null, null, null, null, null],
        ["knx.eins", "Linie 1", "127.0.0.1", null, closed, null, null, null, null, null, null],
        [
          "email.stoerung",
          "Meldungen",
          "127.0.0.1",
          null,
          closed,
          null,
          null,
          "hub@example.org",
          "anna@example.org",
        ],
        [
          "chat.leitstand",
          "Meldungen im Chat",
          ...empty.slice(2),
          null,
          null,
          null,
          "slack",
          `http://127.0.0.1:${closed}/hook`,
        ],
        [
          "http_out.ziel",
          "Wetterdienst",
          ...empty.slice(2),
          `http://127.0.0.1:${closed}`,
          null,
          null,
          null,
          null,
        ],
      ],
    };
  });
  every.push(
    {
      name: "mqtt",
      rows: [
        ["pod", "channel", "type", "dir", "topic"],
        ["broker", "temperatur", "float", "in", "haus/temperatur"],
      ],
    },
    {
      name: "email",
      rows: [
        ["pod", "channel", "type", "when", "limit", "text"],
        ["stoerung", "temperatur", "float", "above", 30, "Zu warm: {value} °C"],
      ],
    },
    {
      name: "chat",
      rows: [
        ["pod", "channel", "type", "dir", "when", "command"],
        ["leitstand", "pumpe", "bool", "out", "true", null],
      ],
    },
    {
      name: "asset",
      rows: [
        ["pod", "channel", "type", "dir", "asset", "key"],
        ["feld", "vorlauf", "float", "in", "pumpe", "vorlauf"],
      ],
    },
    {
      name: "knx",
      rows: [
        ["pod", "channel", "dir", "address", "dpt"],
        ["eins", "licht", "in", "1/2/3", "1.001"],
      ],
    },
    {
      name: "s7_client",
      rows: [
        ["pod", "channel", "type", "dir", "address", "data"],
        ["anlage", "fuellstand", "float", "in", "DB10.DBD4", "REAL"],
      ],
    },
    {
      name: "http_out",
      rows: [
        ["pod", "channel", "type", "dir", "path"],
        ["ziel", "wind", "float", "in", "/wind"],
      ],
    },
  );
  const file = path.join(folder, "alle-arten.xlsx");
  await writeFile(file, await writeWorkbook(every));
  return file;
}
