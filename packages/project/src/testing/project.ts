/** For this package's tests: two small pod types and a workbook that is in order. */
import { PAGE_COLUMN_NAMES } from "@hubwart/contract/page-blocks";
import { CATALOGUE } from "../catalogue/index.ts";
import { choice, flag, float, int, text } from "../columns.ts";
import { compileProject } from "../compile.ts";
import type { CompileResult } from "../compile-result.ts";
import type { TypeSource } from "../entry/load-vocabulary.ts";
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
  checkChannel: ({ chan, config, dir }) =>
    config["address"] === 777 && dir !== "in"
      ? [
          {
            where: chan,
            attribute: "address",
            text: "Dieses Register lässt sich nur lesen",
            hint: "Wählen Sie die Richtung „in“.",
          },
        ]
      : [],
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
export const testTypes: TypeSource = {
  types: ["bus", "echo"],
  telling: ["bus"],
  load: (type) => Promise.resolve(type === "bus" ? busSchema : echoSchema),
};

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

/** The same with two schedules: of the week with a holiday and the sun, and one that takes its calendar only. */
export function scheduleTables(): Tables {
  const tables = goodTables();
  return {
    ...tables,
    project: [...(tables["project"] ?? []), ["latitude", "52,52"], ["longitude", "13,41"]],
    links: [
      ...(tables["links"] ?? []),
      ["sched.main.hours", "bus.b.out", null, null, null, "true=1;false=0"],
    ],
    schedules: [
      ["id", "label", "type", "default", "calendar"],
      ["hours", "Bürozeit", null, "nein", "Ferien"],
      ["heat.set", null, "float", 17, null],
    ],
    schedule_times: [
      ["schedule", "days", "at", "value"],
      ["hours", "Mo–Fr", "06:00", "ja"],
      ["sched.main.hours", "Mo - Fr", "20:00", "nein"],
      ["main.hours", "So; Feiertag", "Sonnenaufgang + 30", "ja"],
      ["heat.set", "täglich", "5:30", "21,5"],
    ],
    calendars: [
      ["calendar", "from", "to", "label", "priority"],
      ["Feiertag", "Feiertage Bayern", null, null, null],
      ["Feiertag", "24.12.", null, "Heiligabend", null],
      ["Ferien", "2026-08-03", "14.9.2026", "Sommerferien", 4],
    ],
  };
}

/** The same with three meters: one behind the other, and the temperature outside. */
export function meterTables(): Tables {
  const tables = goodTables();
  const [head = [], ...bus] = tables["bus"] ?? [];
  return {
    ...tables,
    bus: [head, ["a", null, "in", "float", "in", null, null, null, 9, null, null, null], ...bus],
    links: [
      ["source", "target"],
      ["meter.main.day", "bus.b.out"],
    ],
    meters: [
      [
        "id",
        "label",
        "source",
        "medium",
        "unit",
        "kind",
        "factor",
        "parent",
        "area",
        "m2",
        "cost",
        "co2",
        "rollover",
        "resets",
        "max",
        "target",
        "target_for",
      ],
      [
        "main",
        "Strom",
        "bus.a.in",
        "electricity",
        "kWh",
        null,
        null,
        null,
        null,
        null,
        "const.main.limit",
        "0,363",
        100_000,
        null,
        50,
        120,
      ],
      ["fan", null, "bus.a.in", "electricity", "kWh", "power", "0,001", "main", "Halle", 120],
      ["out", null, "bus.a.in", "temperature", "°C"],
    ],
    alarms: [
      ["id", "source", "kind", "limit"],
      ["much", "meter.*.day", "above", 200],
    ],
  };
}

/** The same with a page of each kind of block, and a plan with a value on it. */
export function pageTables(): Tables {
  const tables = scheduleTables();
  const [head = [], first = [], ...others] = tables["bus"] ?? [];
  const recorded = [
    [...head, "record", "area"],
    [...first, "ja", "Haus/EG"],
    ...others.map((row) => [...row, null, "Haus/OG"]),
  ];
  return {
    ...tables,
    bus: recorded,
    classes: [
      ["class", "way"],
      ["technik", "bus.b.out"],
    ],
    pages: [
      [...PAGE_COLUMN_NAMES],
      ["Haus/Büro 2", "value", "bus.a.temp", "Raum", 1, 1, 3, 1, null, null, 1],
      [
        "Haus/Büro 2",
        "setpoint",
        "bus.a.set",
        null,
        4,
        1,
        3,
        1,
        null,
        "bus.a.temp",
        null,
        16,
        26,
        "0,5",
        null,
        "ja",
      ],
      [
        "Haus/Büro 2",
        "switch",
        "bus.b.out",
        null,
        null,
        null,
        4,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        "0=Aus;1=Ein",
      ],
      ["Haus/Büro 2", "trend", "bus.a.temp"],
      ["Haus/Büro 2", "list", "bus.*"],
      ["Haus/Büro 2", "list", "Haus"],
      ["Haus/Büro 2", "alarms", "technik"],
      ["Haus/Büro 2", "alarms"],
      ["Haus/Büro 2", "schedule", "hours"],
      ["Haus/Büro 2", "plan", "eg.svg"],
      ["Haus/Büro 2", "value", "bus.a.temp", null, "33,5", 50, null, null, "eg.svg"],
      ["Haus/Büro 2", "text", null, "Hinweis"],
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
