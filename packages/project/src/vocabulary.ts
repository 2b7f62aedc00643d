/** What the compiler knows of the tables that it reads: of all that a project may have, what these need. */
import { channelShape, podsShape, shapeFrom, type TableShape } from "./check/shapes.ts";
import type { Columns } from "./columns.ts";
import { factsIn, type Parts, type PartTables } from "./parts.ts";
import type { PodSchema, PodTypes } from "./pod-schema.ts";
import { BASIC_TABLES, channelColumns, type TableFacts } from "./tables.ts";
import { podBlocks } from "./write/pod-blocks.ts";

export interface Vocabulary extends PodTypes {
  parts: Parts;
}

interface Known {
  schemas: readonly PodSchema[];
  parts: PartTables;
}

/** With these types and no others. */
export const vocabularyOf = (schemas: readonly PodSchema[], parts: Parts): Vocabulary => ({
  types: schemas.map(({ type }) => type),
  telling: schemas.filter(({ tells }) => tells).map(({ type }) => type),
  schemas,
  parts,
});

const BASIC: Readonly<Record<string, TableFacts>> = BASIC_TABLES;

const factsOf = ({ parts }: Known, table: string): TableFacts | undefined =>
  Object.hasOwn(BASIC, table) ? BASIC[table] : factsIn(parts, table);

/** @param table its key. Undefined for one that is not known. */
export function shapeIn(known: Known, table: string): TableShape | undefined {
  const facts = factsOf(known, table);
  if (facts) return shapeFrom(facts);
  if (table === "pods") return podsShape(known.schemas);
  const schema = known.schemas.find(({ type }) => type === table);
  return schema && channelShape(schema);
}

/**
 * In the order in which people find their way: that of the template. In `pods` a column may mean something else to each type: what it
 * takes is the type's own to say. Undefined for a table that is not known.
 */
export function columnsIn(known: Known, table: string): Columns | undefined {
  const facts = factsOf(known, table);
  if (facts) return facts.columns;
  if (table === "pods")
    return Object.fromEntries(podBlocks(known.schemas).map(({ column, name }) => [name, column]));
  const schema = known.schemas.find(({ type }) => type === table);
  return schema && { ...channelColumns(schema), ...schema.channelColumns };
}
