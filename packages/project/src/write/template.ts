/** The workbook that people start from: every table, every column, explained. It compiles as it is. */
import { ALARM_COLUMNS, CLASS_COLUMNS } from "../alarm-tables.ts";
import type { Column, Columns } from "../columns.ts";
import { METER_COLUMNS } from "../meter-tables.ts";
import { PAGE_COLUMNS } from "../page-tables.ts";
import type { PodSchema } from "../pod-schema.ts";
import { CALENDAR_COLUMNS, SCHEDULE_COLUMNS, SCHEDULE_TIME_COLUMNS } from "../schedule-tables.ts";
import { CONSTANT_COLUMNS, channelColumns, LINK_COLUMNS, PROJECT_COLUMNS, PROJECT_KEYS } from "../tables.ts";
import { podBlocks } from "./pod-blocks.ts";
import { texts } from "./texts.ts";
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
    const example = {
      pod: texts.exampleName,
      channel: EXAMPLE,
      label: texts.example,
      ...schema.example?.channel,
    };
    return { name: schema.type, rows: explained(columns, example), hints: hintsOf(columns) };
  });
  return [
    help(schemas),
    {
      name: "project",
      rows: [
        Object.keys(PROJECT_COLUMNS),
        [texts.projectRow, PROJECT_KEYS.id.help],
        ["id", texts.template],
        ["name", texts.newProject],
        ["description", null],
        ["max_age", null],
        ["latitude", null],
        ["longitude", null],
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
      name: "schedules",
      rows: explained(SCHEDULE_COLUMNS, {
        id: texts.exampleName,
        label: texts.exampleSchedule,
        default: texts.no,
      }),
      hints: hintsOf(SCHEDULE_COLUMNS),
    },
    {
      name: "schedule_times",
      rows: explained(SCHEDULE_TIME_COLUMNS, {
        schedule: texts.exampleName,
        days: texts.exampleDays(texts.exampleCalendar),
        at: "07:00",
        value: texts.yes,
      }),
      hints: hintsOf(SCHEDULE_TIME_COLUMNS),
    },
    {
      name: "calendars",
      rows: explained(CALENDAR_COLUMNS, { calendar: texts.exampleCalendar, from: texts.exampleHolidays }),
      hints: hintsOf(CALENDAR_COLUMNS),
    },
    {
      name: "meters",
      rows: explained(METER_COLUMNS, {
        id: texts.exampleName,
        label: texts.exampleMeter,
        source: linkedExamples(schemas).source,
        medium: "electricity",
        unit: "kWh",
        cost: 0.28,
        target: 120,
      }),
      hints: hintsOf(METER_COLUMNS),
    },
    {
      name: "alarms",
      rows: explained(ALARM_COLUMNS, {
        id: texts.exampleName,
        source: linkedExamples(schemas).source,
        kind: "above",
        limit: 28,
        hysteresis: 0.5,
        class: CLASS,
        action: texts.exampleAction,
      }),
      hints: hintsOf(ALARM_COLUMNS),
    },
    {
      name: "classes",
      rows: explained(CLASS_COLUMNS, { class: CLASS, way: exampleWay(schemas), repeat: 1800 }),
      hints: hintsOf(CLASS_COLUMNS),
    },
    {
      name: "pages",
      rows: explained(PAGE_COLUMNS, {
        page: texts.exampleName,
        block: "value",
        source: linkedExamples(schemas).source,
        decimals: 1,
      }),
      hints: hintsOf(PAGE_COLUMNS),
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
    source: `${source?.type ?? "mqtt"}.${texts.exampleName}.${EXAMPLE}`,
    target: `${target?.type ?? "modb_server"}.${texts.exampleName}.${EXAMPLE}`,
  };
}

function exampleWay(schemas: readonly PodSchema[]): string {
  return `${schemas.find(({ tells }) => tells)?.type ?? "email"}.${texts.exampleName}`;
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
        if (name === "id") return `${schema.type}.${texts.exampleName}`;
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
  return column.required && column.default === undefined ? texts.required(column.help) : column.help;
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
      return SAMPLES[name] ?? texts.exampleName;
    case "int":
    case "float":
      return column.min ?? 1;
    case "flag":
      return texts.no;
    case "choice":
      return column.values[0] ?? null;
  }
}

function flagWord(value: string | number | boolean): Sample {
  return typeof value === "boolean" ? (value ? texts.yes : texts.no) : value;
}

function help(schemas: readonly PodSchema[]): WorkbookTable {
  return { name: texts.sheet, rows: texts.help(schemas), plain: true };
}
