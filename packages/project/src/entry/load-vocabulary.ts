/** What the compiler needs to know for these tables: types of pods and parts that they have, and no others. */
import { headerName } from "../check/table-view.ts";
import { loadParts } from "../parts.ts";
import type { PodSchema } from "../pod-schema.ts";
import { cellText, tableKey } from "../read/table.ts";
import { POD_COLUMNS } from "../tables.ts";
import type { Vocabulary } from "../vocabulary.ts";
import type { TableInput } from "./raw-of.ts";

/** The types there are, and where the schema of each comes from. */
export interface TypeSource {
  types: readonly string[];
  telling: readonly string[];
  /** Rejects where it cannot be loaded. */
  load: (type: string) => Promise<PodSchema>;
}

/**
 * The result of a check is the same with this vocabulary as with all types. Rejects where something cannot be loaded.
 *
 * @param before what is there already; it is part of the result, and the result where nothing is missing
 */
export async function loadVocabulary(
  tables: readonly TableInput[],
  { load, telling, types }: TypeSource,
  before?: Vocabulary,
): Promise<Vocabulary> {
  const keys = tables.map(({ name }) => tableKey(name));
  const pods = tables.filter((_, index) => keys[index] === "pods");
  const there = new Map(before?.schemas.map((schema) => [schema.type, schema]));
  const named = new Set([...there.keys(), ...keys, ...pods.flatMap(typesIn)]);
  const schemaOf = async (type: string) => there.get(type) ?? (await load(type));
  const [parts, own] = await Promise.all([
    loadParts(keys, before?.parts),
    Promise.all(types.filter((type) => named.has(type)).map(schemaOf)),
  ]);
  const schemas = pods.every((table) => isKnown(table, own)) ? own : await Promise.all(types.map(schemaOf));
  const isSame = before && schemas.length === before.schemas.length && parts === before.parts;
  return isSame ? before : { types, telling, schemas, parts };
}

/** What stands before the first dot of a cell: wherever the column `id` is, the types of all pods are among it. */
function typesIn({ rows }: TableInput): string[] {
  return rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => {
      const text = cellText(cell ?? null);
      const dot = text.indexOf(".");
      return dot > 0 ? [text.slice(0, dot).trim()] : [];
    }),
  );
}

/** Its header is surely the first row, and names no column that another type might have. */
function isKnown({ rows }: TableInput, schemas: readonly PodSchema[]): boolean {
  const header = rows.find(({ cells }) => cells.some((cell) => cellText(cell ?? null).trim() !== ""));
  if (!header) return true;
  const names = header.cells.map(headerName).filter((name) => name !== "" && !name.startsWith("_"));
  const known = (name: string) =>
    Object.hasOwn(POD_COLUMNS, name) || schemas.some(({ ifaceColumns }) => Object.hasOwn(ifaceColumns, name));
  return names.length > 0 && names.every(known);
}
