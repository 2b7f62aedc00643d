/** What the editor shows of each table's columns, from the schemas of the pod types. */
import { knownTypes } from "@hubwart/pods/schema-loaders";
import {
  COMMON_TABLES,
  type Column,
  type Columns,
  columnsIn,
  POD_COLUMNS,
  PROJECT_KEYS,
  type Vocabulary,
} from "@hubwart/project/tables";
import type { ColumnInfo, TableInfo } from "./protocol.ts";

/** Longer texts may have several lines. */
const LONG_FROM = 1_000;

/** Of all tables that a project may have; with the columns of those that the vocabulary knows. */
export function tableInfos(vocabulary: Vocabulary): TableInfo[] {
  const common = COMMON_TABLES.map((name): TableInfo => {
    const known = columnsIn(vocabulary, name);
    if (!known) return { name, loaded: false, columns: [] };
    const columns = infosOf(known);
    if (name === "project")
      return {
        name,
        loaded: true,
        columns: columns.map((info) => (info.name === "value" ? { ...info, byKind: ofKeys() } : info)),
        kindFrom: { column: "key", part: "whole" },
      };
    if (name === "pods")
      return {
        name,
        loaded: true,
        columns: columns
          .toSorted(asInTemplate)
          .map((info) =>
            Object.hasOwn(POD_COLUMNS, info.name)
              ? info
              : { ...info, byKind: ofTypes(info.name, vocabulary) },
          ),
        kindFrom: { column: "id", part: "type" },
      };
    return { name, loaded: true, columns };
  });
  const own = knownTypes.types.map((name): TableInfo => {
    const known = columnsIn(vocabulary, name);
    return {
      name,
      label: knownTypes.labels[name] ?? name,
      loaded: known !== undefined,
      columns: infosOf(known ?? {}),
    };
  });
  return [...common, ...own];
}

/** The same order whichever types are loaded; columns of every pod come first. */
function asInTemplate(a: ColumnInfo, b: ColumnInfo): number {
  return knownTypes.columns.indexOf(a.name) - knownTypes.columns.indexOf(b.name);
}

const infosOf = (columns: Columns): ColumnInfo[] =>
  Object.entries(columns).map(([name, column]) => infoOf(name, column));

const ofKeys = (): Record<string, ColumnInfo> =>
  Object.fromEntries(
    Object.entries(PROJECT_KEYS as Columns).map(([key, column]) => [key, infoOf("value", column)]),
  );

function ofTypes(name: string, { schemas }: Vocabulary): Record<string, ColumnInfo> {
  return Object.fromEntries(
    schemas.flatMap(({ ifaceColumns, type }) => {
      const column = ifaceColumns[name];
      return column ? [[type, infoOf(name, column)]] : [];
    }),
  );
}

function infoOf(name: string, column: Column): ColumnInfo {
  const { help, kind, required = false, secret = false, unit } = column;
  const preset = column.default;
  return {
    name,
    kind,
    help,
    required: required && preset === undefined,
    secret,
    long: kind === "text" && (column.maxLength ?? 0) >= LONG_FROM,
    ...(unit === undefined ? {} : { unit }),
    ...(kind === "choice" ? { choices: column.values.map(shown) } : {}),
    ...(kind === "flag" ? { choices: ["ja", "nein"] } : {}),
    ...(preset === undefined || preset === "" ? {} : { preset: shown(preset) }),
  };
}

function shown(value: string | number | boolean): string {
  if (typeof value === "boolean") return value ? "ja" : "nein";
  return typeof value === "number" ? String(value).replace(".", ",") : value;
}
