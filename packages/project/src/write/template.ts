/** The workbook that people start from: every table, every column, explained. It compiles as it is. */
import { ALARM_COLUMNS, CLASS_COLUMNS } from "../alarm-tables.ts";
import type { Column, Columns } from "../columns.ts";
import type { PodSchema } from "../pod-schema.ts";
import { CONSTANT_COLUMNS, channelColumns, LINK_COLUMNS, PROJECT_COLUMNS, PROJECT_KEYS } from "../tables.ts";
import { podBlocks } from "./pod-blocks.ts";
import type { ColumnHint, WorkbookTable } from "./workbook.ts";

/** An .xlsx workbook with every table and column of these pod types, explained. */
export async function writeTemplate(schemas: readonly PodSchema[]): Promise<Uint8Array> {
  const { writeWorkbook } = await import("./workbook.ts");
  return writeWorkbook(templateTables(schemas));
}

/** Its tables: header, explanations and examples, the latter two as comments. */
export function templateTables(schemas: readonly PodSchema[]): WorkbookTable[] {
  const podTables = schemas.map((schema) => {
    const columns: Columns = { ...channelColumns(schema), ...schema.channelColumns };
    const example = { pod: "beispiel", channel: EXAMPLE, label: "Beispiel", ...schema.example?.channel };
    return { name: schema.type, rows: explained(columns, example), hints: hintsOf(columns) };
  });
  return [
    help(schemas),
    {
      name: "project",
      rows: [
        Object.keys(PROJECT_COLUMNS),
        ["# ID, nötig", PROJECT_KEYS.id.help],
        ["id", "vorlage"],
        ["name", "Neues Projekt"],
        ["description", null],
        ["max_age", null],
      ],
    },
    podTable(schemas),
    ...podTables,
    {
      name: "links",
      rows: explained(LINK_COLUMNS, { ...linkedExamples(schemas), scale: 10 }),
      hints: hintsOf(LINK_COLUMNS),
    },
    {
      name: "constants",
      rows: explained(CONSTANT_COLUMNS, { channel: "grenzwert", type: "float", value: 21.5 }),
      hints: hintsOf(CONSTANT_COLUMNS),
    },
    {
      name: "alarms",
      rows: explained(ALARM_COLUMNS, {
        id: "beispiel",
        source: linkedExamples(schemas).source,
        kind: "above",
        limit: 28,
        hysteresis: 0.5,
        class: CLASS,
        action: "Heizung prüfen",
      }),
      hints: hintsOf(ALARM_COLUMNS),
    },
    {
      name: "classes",
      rows: explained(CLASS_COLUMNS, { class: CLASS, way: exampleWay(schemas), repeat: 1800 }),
      hints: hintsOf(CLASS_COLUMNS),
    },
  ];
}

const EXAMPLE = "channel1";
const CLASS = "technik";

/** Of two types whose examples are numbers, so that a link from one to the other is right too. */
function linkedExamples(schemas: readonly PodSchema[]): { source: string; target: string } {
  const numeric = schemas.filter(({ defaultValueType, valueTypeOf }) => {
    return !valueTypeOf && (defaultValueType === "float" || defaultValueType === "int");
  });
  const [source, target] = (["in", "out"] as const).map((dir) =>
    numeric.find(({ defaultDirection }) => defaultDirection === dir),
  );
  return {
    source: `${source?.type ?? "mqtt"}.beispiel.${EXAMPLE}`,
    target: `${target?.type ?? "modb_server"}.beispiel.${EXAMPLE}`,
  };
}

function exampleWay(schemas: readonly PodSchema[]): string {
  return `${schemas.find(({ tells }) => tells)?.type ?? "email"}.beispiel`;
}

type Sample = string | number | boolean | null;

/** Header, a row of explanations and an example, both as comments. */
function explained(columns: Columns, example: Record<string, Sample>): Sample[][] {
  const names = Object.keys(columns);
  return [
    names,
    comment(names.map((name) => helpOf(columns[name]))),
    comment(names.map((name) => example[name] ?? sampleOf(name, columns[name]))),
  ];
}

/** The columns of each pod type stand together, behind those that several types read. One example per type. */
function podTable(schemas: readonly PodSchema[]): WorkbookTable {
  const blocks = podBlocks(schemas);
  const helpRow = blocks.map(({ column, meanings }) =>
    meanings.size === 0
      ? helpOf(column)
      : [...meanings].map(([help, types]) => `${types.join(", ")}: ${help}`).join("; "),
  );
  const examples = schemas.map((schema) =>
    comment(
      blocks.map(({ name }) => {
        if (name === "id") return `${schema.type}.beispiel`;
        if (name === "label") return schema.label;
        if (!Object.hasOwn(schema.ifaceColumns, name)) return null;
        return schema.example?.iface?.[name] ?? sampleOf(name, schema.ifaceColumns[name]);
      }),
    ),
  );
  return {
    name: "pods",
    rows: [blocks.map(({ name }) => name), comment(helpRow), ...examples],
    hints: blocks.map(({ name, column, block }, index) => ({
      ...hintOf(name, column),
      text: helpRow[index] ?? "",
      block,
    })),
  };
}

function hintsOf(columns: Columns): ColumnHint[] {
  return Object.entries(columns).map(([name, column]) => hintOf(name, column));
}

function hintOf(name: string, column: Column): ColumnHint {
  const values =
    column.kind === "choice" ? column.values.map(String) : column.kind === "flag" ? ["ja", "nein"] : [];
  return { title: name, text: helpOf(column), values };
}

function comment([first, ...rest]: Sample[]): Sample[] {
  return [`# ${String(first ?? "")}`, ...rest];
}

function helpOf(column: Column | undefined): string {
  if (!column) return "";
  return column.required && column.default === undefined ? `${column.help} (nötig)` : column.help;
}

const SAMPLES: Readonly<Record<string, string>> = {
  host: "127.0.0.1",
  url: "http://127.0.0.1:8000/",
  topic: "haus/keller/temperatur",
  path: "/keller/temperatur",
};

/** Something to type over: the default, the lowest number, the first choice; nothing for what may stay empty, save a host. */
function sampleOf(name: string, column: Column | undefined): Sample {
  if (!column) return null;
  if (column.default !== undefined) return flagWord(column.default);
  if (!column.required && name !== "host") return null;
  switch (column.kind) {
    case "text":
      return SAMPLES[name] ?? "beispiel";
    case "int":
    case "float":
      return column.min ?? 1;
    case "flag":
      return "nein";
    case "choice":
      return column.values[0] ?? null;
  }
}

function flagWord(value: string | number | boolean): Sample {
  return typeof value === "boolean" ? (value ? "ja" : "nein") : value;
}

function help(schemas: readonly PodSchema[]): WorkbookTable {
  const text = [
    ["So füllen Sie diese Arbeitsmappe aus"],
    [],
    ["Jedes Blatt ist eine Tabelle. Die erste Zeile nennt die Spalten; ihre Reihenfolge ist frei."],
    ["Zeilen, die in Spalte A mit # beginnen, sind Erläuterungen und Beispiele. Sie werden nicht gelesen."],
    ["Um ein Beispiel zu verwenden, entfernen Sie das # am Anfang der Zeile."],
    ["Leere Zellen bedeuten: Vorgabewert. Spalten, die Sie nicht brauchen, können Sie löschen."],
    [
      "Zahlen dürfen ein Komma oder einen Punkt haben. Ja/Nein-Spalten verstehen ja/nein, wahr/falsch, ein/aus, 1/0 und x.",
    ],
    [
      "Namen bestehen aus Buchstaben ohne Umlaute, Ziffern, „_“ und „-“; am Anfang ein Buchstabe oder eine Ziffer.",
    ],
    ["Blätter, deren Name mit „_“ beginnt, und dieses Blatt werden nicht gelesen."],
    [],
    ["Blatt", "Inhalt"],
    ["project", "ID und Name des Projekts"],
    ["pods", "Alle Pods mit ihren Verbindungen; jeder Typ verwendet nur seine eigenen Spalten"],
    ...schemas.map((schema) => [schema.type, `Channels der Pods des Typs ${schema.label}`]),
    ["links", "Verknüpfungen: welcher Channel welchen anderen versorgt"],
    ["constants", "Feste Werte, von denen Verknüpfungen ausgehen können"],
    ["alarms", "Meldungen: was an welchem Channel nicht sein darf"],
    ["classes", "Klassen von Meldungen: wer wann auf welchem Weg benachrichtigt wird"],
    [],
    ["Ein Channel heißt typ.pod.channel, zum Beispiel mqtt.anlage.temperatur."],
    ["Prüfen Sie das Projekt unter „Projekt prüfen“, bevor Sie es hochladen."],
  ];
  return { name: "Hilfe", rows: text, plain: true };
}
