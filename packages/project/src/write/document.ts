/** `docs/project-format.md` and its German twin, derived from the tables, the pod types and the catalogue. */
import { ALARM_COLUMNS, CLASS_COLUMNS } from "../alarm-tables.ts";
import { describeKinds } from "../catalogue/describe.ts";
import type { Column, Columns } from "../columns.ts";
import { METER_COLUMNS } from "../meter-tables.ts";
import { PAGE_COLUMNS } from "../page-tables.ts";
import type { PodSchema } from "../pod-schema.ts";
import { CALENDAR_COLUMNS, SCHEDULE_COLUMNS, SCHEDULE_TIME_COLUMNS } from "../schedule-tables.ts";
import {
  CONSTANT_COLUMNS,
  channelColumns,
  LINK_COLUMNS,
  POD_COLUMNS,
  PROJECT_COLUMNS,
  PROJECT_KEYS,
} from "../tables.ts";
import { GERMAN } from "./format-texts/de.ts";
import { ENGLISH } from "./format-texts/en.ts";
import type { Bilingual, FormatNotes, FormatWords } from "./format-texts/words.ts";
import type { WorkbookTable } from "./workbook.ts";

export type { Bilingual, FormatNotes } from "./format-texts/words.ts";

export interface FormatParts {
  schemas: readonly PodSchema[];
  /** By pod type. */
  notes: Readonly<Record<string, FormatNotes>>;
  /** A project that is in order. */
  example: readonly WorkbookTable[];
  /** One with filled rows for each pod type. */
  everyType: readonly WorkbookTable[];
}

export type Language = "de" | "en";

export function documentFormat(
  { schemas, notes, example, everyType }: FormatParts,
  language: Language,
): string {
  const words = language === "de" ? GERMAN : ENGLISH;
  const parts = [
    words.introduction,
    words.example,
    words.exampleText,
    ...example.map(exampleTable),
    words.values,
    words.tables.project,
    columnTable(PROJECT_COLUMNS, words),
    words.keys,
    columnTable(PROJECT_KEYS, words, words.head.key),
    words.tables.pods,
    words.podsText,
    columnTable(POD_COLUMNS, words),
    words.commonColumns,
    words.commonText,
    columnTable(commonColumns(schemas), words),
    ...schemas.flatMap((schema) => [
      ...podParts(schema, notes[schema.type], words, language),
      ...filledRows(schema.type, everyType, words),
    ]),
    words.tables.links,
    words.links,
    columnTable(LINK_COLUMNS, words),
    words.tables.constants,
    columnTable(CONSTANT_COLUMNS, words),
    words.tables.schedules,
    words.schedules,
    columnTable(SCHEDULE_COLUMNS, words),
    words.tables.schedule_times,
    words.scheduleTimes,
    columnTable(SCHEDULE_TIME_COLUMNS, words),
    words.tables.calendars,
    words.calendars,
    columnTable(CALENDAR_COLUMNS, words),
    words.tables.meters,
    words.meters,
    columnTable(METER_COLUMNS, words),
    words.tables.alarms,
    words.alarms,
    columnTable(ALARM_COLUMNS, words),
    words.tables.classes,
    words.classes,
    columnTable(CLASS_COLUMNS, words),
    words.tables.pages,
    words.pages,
    columnTable(PAGE_COLUMNS, words),
    words.errors,
    words.errorsText,
    ...errorTables(words),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** Of any type; what differs from type to type is told there. */
function commonColumns(schemas: readonly PodSchema[]): Columns {
  // One that tells no way of its own to find the type of a channel.
  const first = schemas.find(({ valueTypeOf }) => valueTypeOf === undefined) ?? schemas[0];
  if (!first) return {};
  const { type, dir, ...rest } = channelColumns(first);
  const { default: _type, ...anyType } = { ...type, default: undefined };
  const { default: _dir, ...anyDir } = { ...dir, default: undefined };
  const values = [...new Set(schemas.flatMap(({ valueTypes }) => [...valueTypes]))];
  const directions = [...new Set(schemas.flatMap(({ directions: own }) => [...own]))];
  const { pod, iface, channel, ...others } = rest;
  return {
    pod,
    iface,
    channel,
    type: { ...anyType, values },
    dir: { ...anyDir, values: directions },
    ...others,
  };
}

function podParts(
  schema: PodSchema,
  own: FormatNotes | undefined,
  words: FormatWords,
  language: Language,
): string[] {
  const say = (texts: readonly Bilingual[]) => texts.map((text) => `- ${text[language]}`).join("\n");
  const [intro, ...notes] = own?.notes ?? [];
  const rules = own?.rules ?? [];
  return [
    words.podType(schema),
    [words.describe(schema) || (intro?.[language] ?? ""), words.mostIfaces(schema.maxIfaces)]
      .join(" ")
      .trim(),
    `${words.directions} ${choices(schema.directions, schema.defaultDirection)}; ${choices(
      schema.valueTypes,
      schema.valueTypeOf ? undefined : schema.defaultValueType,
    )}.`,
    say(notes),
    words.ofPods,
    columnTable(schema.ifaceColumns, words),
    ...(Object.keys(schema.channelColumns).length > 0
      ? [words.ofType(schema.type), columnTable(schema.channelColumns, words)]
      : []),
    ...(rules.length > 0 ? [words.rules, say(rules)] : []),
  ];
}

/** `**in**`, `out`: the default stands out. */
function choices(values: readonly string[], preset: string | undefined): string {
  return values.map((value) => (value === preset ? `**\`${value}\`**` : `\`${value}\``)).join(", ");
}

function columnTable(columns: Columns, words: FormatWords, head = words.head.column): string {
  const rows = Object.entries(columns).map(([name, column]) => [
    `\`${name}\``,
    allowed(column, words),
    preset(column, words),
    `${words.about(column)}${column.secret === true ? words.secret : ""}`,
  ]);
  return markdownTable([head, words.head.value, words.head.default, words.head.meaning], rows);
}

function preset(column: Column, words: FormatWords): string {
  if (column.default === undefined) return column.required ? words.required : "";
  if (column.default === "") return "";
  const text = typeof column.default === "boolean" ? words.flag(column.default) : String(column.default);
  return `\`${text}\``;
}

function allowed(column: Column, words: FormatWords): string {
  switch (column.kind) {
    case "flag":
      return words.yesNo;
    case "choice":
      return column.values.map((value) => `\`${value}\``).join(", ");
    case "text":
      return words.text(column.maxLength);
    case "int":
    case "float": {
      const unit = column.unit === undefined ? "" : ` ${column.unit}`;
      return words.range(words.number(column.kind === "int"), column.min, column.max, unit);
    }
  }
}

function errorTables({ errorGroups, errorHead, levels }: FormatWords): string[] {
  const kinds = describeKinds();
  return errorGroups.flatMap(({ from, to, title }) => {
    const rows = kinds
      .filter(({ code }) => code >= from && code <= to)
      .map(({ code, level, text, hint }) => [String(code), levels[level], text, hint]);
    return rows.length === 0 ? [] : [`### ${title}`, markdownTable(errorHead, rows)];
  });
}

/** The rows of one pod type, without the columns that none of them fills. */
function filledRows(type: string, tables: readonly WorkbookTable[], words: FormatWords): string[] {
  const filled = tables.flatMap(({ name, rows: [head = [], ...body] }) => {
    if (name !== "pods" && name !== type) return [];
    const id = head.indexOf("id");
    const own = name === type ? body : body.filter((row) => String(row[id]).startsWith(`${type}.`));
    const used = [...head.keys()].filter((at) => own.some((row) => (row[at] ?? "") !== ""));
    const rows = [head, ...own].map((row) => used.map((at) => row[at] ?? ""));
    return own.length === 0 ? [] : [exampleTable({ name, rows })];
  });
  return filled.length === 0 ? [] : [words.filled, ...filled];
}

function exampleTable({ name, rows }: WorkbookTable): string {
  const [head = [], ...body] = rows.map((row) => row.map((cell) => String(cell ?? "")));
  return `\`${name}\`:\n\n${markdownTable(head, body)}`;
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
