/** For this package's tests: two small pod types and a workbook that is in order. */
import { CATALOGUE } from "../catalogue/index.ts";
import { choice, flag, float, int, text } from "../columns.ts";
import { compileProject } from "../compile.ts";
import type { CompileResult } from "../compile-result.ts";
import type { PodSchema } from "../pod-schema.ts";
import { writeWorkbook } from "../write/workbook.ts";

export const busSchema: PodSchema = {
  type: "bus",
  label: "Bus",
  doc: "A made-up protocol.",
  ifaceColumns: {
    host: text({ required: true, doc: "Address.", help: "Adresse der Gegenstelle" }),
    port: int({ default: 502, min: 1, max: 65535, doc: "Port.", help: "TCP-Port" }),
    password: text({
      secret: true,
      maxLength: 12,
      pattern: /^\S+$/,
      doc: "Password.",
      help: "Passwort ohne Leerzeichen",
    }),
  },
  channelColumns: {
    address: int({ required: true, min: 0, max: 999, doc: "Register.", help: "Nummer des Registers" }),
    factor: float({ default: 1, doc: "Factor.", help: "Faktor" }),
    order: choice(["big", "little"], { default: "big", doc: "Order.", help: "Reihenfolge der Bytes" }),
    swap: flag({ default: false, doc: "Swap.", help: "Wörter tauschen" }),
  },
  directions: ["in", "out", "inout"],
  defaultDirection: "in",
  valueTypes: ["bool", "int", "float", "string", "json"],
  defaultValueType: "float",
  maxIfaces: 2,
  tells: true,
  listens: ({ host, port }) =>
    String(host).startsWith("listen:") ? { bind: String(host).slice(7), port: Number(port) } : undefined,
  claims: ({ host }) => (String(host).startsWith("/dev/") ? String(host) : undefined),
  check: (pod) =>
    pod.channels
      .filter((channel) => channel.config["address"] === 666)
      .map((channel) => ({
        where: channel.chan,
        attribute: "address",
        text: "Dieses Register ist gesperrt",
        hint: "Wählen Sie ein anderes.",
      })),
};

export const echoSchema: PodSchema = {
  type: "echo",
  label: "Echo",
  doc: "Another one.",
  ifaceColumns: { interval: int({ default: 1000, min: 100, unit: "ms", doc: "Interval.", help: "Takt" }) },
  channelColumns: {},
  directions: ["in"],
  defaultDirection: "in",
  valueTypes: ["bool", "int"],
  defaultValueType: "int",
  maxIfaces: 1,
};

export const testSchemas: readonly PodSchema[] = [busSchema, echoSchema];

export type Rows = (string | number | boolean | Date | null)[][];
export type Tables = Record<string, Rows>;

/** A project without a fault; tests replace single tables. */
export function goodTables(): Tables {
  return {
    project: [
      ["key", "value"],
      ["id", "test"],
      ["name", "Prüfstand"],
    ],
    pods: [
      ["id", "label", "internal", "iface", "host", "port", "interval"],
      ["bus.a", "Halle", "ja", null, "127.0.0.1", 1502, null],
      ["bus.b", null, null, "links", "127.0.0.2", null, null],
      ["echo.e", null, "nein", null, null, null, 500],
    ],
    bus: [
      [
        "pod",
        "iface",
        "channel",
        "type",
        "dir",
        "label",
        "unit",
        "tags",
        "address",
        "factor",
        "order",
        "swap",
      ],
      ["a", "main", "temp", "float", "in", "Temperatur", "°C", "halle, klima", 1, "0,1", "little", "x"],
      ["a", null, "set", "float", "inout", null, null, null, 2, null, null, null],
      ["bus.b", null, "out", "int", "out", null, null, null, 3, null, null, null],
    ],
    echo: [
      ["pod", "channel", "type"],
      ["e", "alive", "bool"],
    ],
    links: [
      ["source", "target", "scale", "offset", "invert", "map", "on_change", "min_interval"],
      ["bus.a.temp", "bus.a.set", "1,5", -2, null, null, "ja", 250],
      ["echo.e.alive", "bus.b.out", null, null, null, "true=1;false=0", null, null],
      ["const.main.limit", "bus.b.out", null, null, null, null, null, null],
    ],
    constants: [
      ["channel", "type", "value", "label"],
      ["limit", "int", 7, "Grenze"],
    ],
  };
}

/** The same with alarms: one by a pattern, which another explains, and a class of two steps. */
export function alarmTables(): Tables {
  return {
    ...goodTables(),
    alarms: [
      ["id", "source", "kind", "limit", "class", "parent", "priority"],
      ["warm", "bus.a.*", "above", "const.main.limit", "technik", "weg", null],
      ["weg", "echo.e.alive", "false", null, null, null, 1],
    ],
    classes: [
      ["class", "step", "after", "way", "repeat"],
      ["technik", 1, 0, "bus.b.out", 600],
      ["technik", 2, 900, "bus.a", null],
    ],
  };
}

export function workbookOf(tables: Tables): Promise<Uint8Array> {
  return writeWorkbook(Object.entries(tables).map(([name, rows]) => ({ name, rows })));
}

export async function compileTables(tables: Tables): Promise<CompileResult> {
  return compileBytes(await workbookOf(tables));
}

export function compileBytes(bytes: Uint8Array, name = "test.xlsx"): Promise<CompileResult> {
  return compileProject({ files: [{ name, bytes }] }, { schemas: testSchemas });
}

/** `kind table:line attribute` of each entry, in order; short enough to compare whole lists. */
export function faults({ errors }: CompileResult): string[] {
  const names = new Map<number, string>(Object.entries(CATALOGUE).map(([name, kind]) => [kind.code, name]));
  return errors.map(({ ErrCode, Ref, Attribute }) => {
    const [, table = "", line = ""] = Ref.split("|");
    return [names.get(ErrCode), `${table}:${line}`, Attribute].join(" ").trim();
  });
}
