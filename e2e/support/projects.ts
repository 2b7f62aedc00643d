/** Projects for the tests: the examples as they are shipped, on ports that are free here. */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { type WorkbookTable, writeWorkbook } from "@hubwart/project/workbook";
import { freePort, repoRoot } from "@hubwart/testing";
import { firstSteps } from "../../scripts/examples/first-steps.ts";
import { type NamedRow, table } from "../../scripts/examples/table.ts";

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
  const host = "127.0.0.1";
  const pods: NamedRow[] = [
    { id: "mqtt.broker", label: "Broker im Haus", host, port: closed },
    { id: "s7_client.anlage", label: "Steuerung der Anlage", host, port: closed },
    { id: "asset.feld", label: "Geräte im Feld", bind: host, port: field },
    { id: "knx.eins", label: "Linie 1", host, port: closed },
    {
      id: "email.stoerung",
      label: "Meldungen",
      host,
      port: closed,
      from: "hub@example.org",
      to: "anna@example.org",
    },
    {
      id: "chat.leitstand",
      label: "Meldungen im Chat",
      service: "slack",
      webhook: `http://127.0.0.1:${closed}/hook`,
    },
    { id: "http_out.ziel", label: "Wetterdienst", url: `http://127.0.0.1:${closed}` },
  ];
  const every = tables.map((one): WorkbookTable => {
    if (one.name !== "pods") return one;
    const [header = [], ...rows] = one.rows;
    const [columns = [], ...more] = table("pods", pods, header.map(String)).rows;
    return { ...one, rows: [columns, ...rows, ...more] };
  });
  every.push(
    table("mqtt", [
      { pod: "broker", channel: "temperatur", type: "float", dir: "in", topic: "haus/temperatur" },
    ]),
    table("email", [
      {
        pod: "stoerung",
        channel: "temperatur",
        type: "float",
        when: "above",
        limit: 30,
        text: "Zu warm: {value} °C",
      },
    ]),
    table("chat", [{ pod: "leitstand", channel: "pumpe", type: "bool", dir: "out", when: "true" }]),
    table("asset", [
      { pod: "feld", channel: "vorlauf", type: "float", dir: "in", asset: "pumpe", key: "vorlauf" },
    ]),
    table("knx", [{ pod: "eins", channel: "licht", dir: "in", address: "1/2/3", dpt: "1.001" }]),
    table("s7_client", [
      {
        pod: "anlage",
        channel: "fuellstand",
        type: "float",
        dir: "in",
        address: "DB10.DBD4",
        data: "REAL",
      },
    ]),
    table("http_out", [{ pod: "ziel", channel: "wind", type: "float", dir: "in", path: "/wind" }]),
  );
  const file = path.join(folder, "alle-arten.xlsx");
  await writeFile(file, await writeWorkbook(every));
  return file;
}

/** An HTTP server of the project, for a rule of the proxy to lead to: `/stand` takes a number. */
export const writeGate = (port: number): Promise<Uint8Array> =>
  writeWorkbook([
    table("project", [
      { key: "id", value: "proxy" },
      { key: "name", value: "Proxy" },
    ]),
    table("pods", [{ id: "http_in.tor", port, auth: "none" }]),
    table("http_in", [{ pod: "tor", channel: "stand", type: "float", path: "/stand" }]),
  ]);
