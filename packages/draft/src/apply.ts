import type { DraftCell, DraftDocument, DraftOperation, DraftRow, DraftTable } from "@hubwart/contract";
import { DraftFault } from "./fault.ts";
import { applyToRows, bare, inGroups, isOfRows } from "./row-order.ts";
import { placeOfLines } from "./script-lines.ts";

type Operation<O extends DraftOperation["op"]> = Extract<DraftOperation, { op: O }>;

export interface Applied {
  document: DraftDocument;
  /** What leads back to the document before, in the order in which it is to be done. */
  inverse: DraftOperation[];
}

/** All operations or none: throws `DraftFault` for the first that does not fit. */
export function applyStep(document: DraftDocument, ops: readonly DraftOperation[]): Applied {
  let now = document;
  const inverses: DraftOperation[][] = [];
  for (const group of inGroups(ops)) {
    const applied = applyGroup(now, group);
    now = applied.document;
    inverses.push(applied.inverse);
  }
  return { document: now, inverse: inverses.toReversed().flat() };
}

function applyGroup(document: DraftDocument, group: readonly DraftOperation[]): Applied {
  const [op] = group;
  if (!op) return { document, inverse: [] };
  if (group.length === 1 || !isOfRows(op)) return applyOne(document, op);
  return inTable(document, op.table, (table) => applyToRows(table, group.filter(isOfRows)));
}

function applyOne(document: DraftDocument, op: DraftOperation): Applied {
  switch (op.op) {
    case "set":
      return inTable(document, op.table, (table) => set(table, op));
    case "insert":
      return inTable(document, op.table, (table) => insert(table, op));
    case "delete":
      return inTable(document, op.table, (table) => remove(table, op));
    case "move":
      return inTable(document, op.table, (table) => move(table, op));
    case "addColumn":
      return inTable(document, op.table, (table) => addColumn(table, op));
    case "renameColumn":
      return inTable(document, op.table, (table) => renameColumn(table, op));
    case "dropColumn":
      return inTable(document, op.table, (table) => dropColumn(table, op));
    case "addTable":
      return addTable(document, op);
    case "dropTable":
      return dropTable(document, op);
    case "script":
      return script(document, op);
    case "scriptLines":
      return scriptLines(document, op);
  }
}

interface TableApplied {
  table: DraftTable;
  inverse: DraftOperation[];
}

function inTable(document: DraftDocument, id: string, change: (table: DraftTable) => TableApplied): Applied {
  const index = indexOf(document.tables, id, "table");
  const { table, inverse } = change(document.tables[index] as DraftTable);
  return { document: { ...document, tables: document.tables.with(index, table) }, inverse };
}

function set(table: DraftTable, { cells }: Operation<"set">): TableApplied {
  const columns = new Set(table.columns.map(({ id }) => id));
  const at = rowIndex(table, cells.length);
  const rows = [...table.rows];
  const before: Operation<"set">["cells"] = [];
  for (const [row, column, value] of cells) {
    if (!columns.has(column)) throw new DraftFault("unknown", `column ${column}`);
    const index = at(row);
    const old = rows[index] as DraftRow;
    before.unshift([row, column, old.cells[column] ?? null]);
    rows[index] = { ...old, cells: withCell(old.cells, column, value) };
  }
  return { table: { ...table, rows }, inverse: [{ op: "set", table: table.id, cells: before }] };
}

/** Empty cells are left out, so that the same content is the same record. */
function withCell(cells: DraftRow["cells"], column: string, value: DraftCell): DraftRow["cells"] {
  if (value !== null && value !== "") return { ...cells, [column]: value };
  const { [column]: _gone, ...rest } = cells;
  return rest;
}

function insert(table: DraftTable, { after, rows }: Operation<"insert">): TableApplied {
  const known = new Set(table.rows.map(({ id }) => id));
  const columns = new Set(table.columns.map(({ id }) => id));
  for (const { id, cells } of rows) {
    if (known.has(id)) throw new DraftFault("twice", `row ${id}`);
    known.add(id);
    for (const column of Object.keys(cells))
      if (!columns.has(column)) throw new DraftFault("unknown", `column ${column}`);
  }
  const at = after === null ? 0 : indexOf(table.rows, after, "row") + 1;
  return {
    table: { ...table, rows: [...table.rows.slice(0, at), ...rows.map(bare), ...table.rows.slice(at)] },
    inverse: [{ op: "delete", table: table.id, rows: rows.map(({ id }) => id) }],
  };
}

function remove(table: DraftTable, { rows }: Operation<"delete">): TableApplied {
  const gone = chosen(table, rows);
  return {
    table: { ...table, rows: table.rows.filter(({ id }) => !gone.has(id)) },
    inverse: runs(table, gone).map(({ after, rows: back }) => ({
      op: "insert",
      table: table.id,
      after,
      rows: back,
    })),
  };
}

/** Moved rows keep the order in which they are named. */
function move(table: DraftTable, { after, rows }: Operation<"move">): TableApplied {
  const moved = chosen(table, rows);
  const byId = new Map(table.rows.filter(({ id }) => moved.has(id)).map((row) => [row.id, row]));
  const rest = table.rows.filter(({ id }) => !moved.has(id));
  const at = after === null ? 0 : indexOf(rest, after, "row") + 1;
  const between = rows.map((id) => byId.get(id) as DraftRow);
  return {
    table: { ...table, rows: [...rest.slice(0, at), ...between, ...rest.slice(at)] },
    // Each run goes behind what stood before it: from the front, so that this one is in its place already.
    inverse: runs(table, moved).map(({ after: before, rows: run }) => ({
      op: "move",
      table: table.id,
      after: before,
      rows: run.map(({ id }) => id),
    })),
  };
}

function addColumn(table: DraftTable, { after, column }: Operation<"addColumn">): TableApplied {
  if (table.columns.some(({ id }) => id === column.id)) throw new DraftFault("twice", `column ${column.id}`);
  const at = after === null ? 0 : indexOf(table.columns, after, "column") + 1;
  return {
    table: { ...table, columns: table.columns.toSpliced(at, 0, column) },
    inverse: [{ op: "dropColumn", table: table.id, column: column.id }],
  };
}

function renameColumn(table: DraftTable, { column, name }: Operation<"renameColumn">): TableApplied {
  const index = indexOf(table.columns, column, "column");
  const before = (table.columns[index] as DraftTable["columns"][number]).name;
  return {
    table: { ...table, columns: table.columns.with(index, { id: column, name }) },
    inverse: [{ op: "renameColumn", table: table.id, column, name: before }],
  };
}

function dropColumn(table: DraftTable, { column }: Operation<"dropColumn">): TableApplied {
  const index = indexOf(table.columns, column, "column");
  const filled = table.rows.filter(({ cells }) => Object.hasOwn(cells, column));
  const rows = filled.length === 0 ? table.rows : table.rows.map((row) => without(row, column));
  const back: DraftOperation[] = [
    {
      op: "addColumn",
      table: table.id,
      after: table.columns[index - 1]?.id ?? null,
      column: table.columns[index] as DraftTable["columns"][number],
    },
  ];
  if (filled.length > 0)
    back.push({
      op: "set",
      table: table.id,
      cells: filled.map(({ id, cells }) => [id, column, cells[column] ?? null]),
    });
  return { table: { ...table, columns: table.columns.toSpliced(index, 1), rows }, inverse: back };
}

function without(row: DraftRow, column: string): DraftRow {
  return Object.hasOwn(row.cells, column) ? { ...row, cells: withCell(row.cells, column, null) } : row;
}

function addTable(document: DraftDocument, { after, table }: Operation<"addTable">): Applied {
  if (document.tables.some(({ id }) => id === table.id)) throw new DraftFault("twice", `table ${table.id}`);
  unique(table.columns, "column");
  unique(table.rows, "row");
  const columns = new Set(table.columns.map(({ id }) => id));
  for (const { cells } of table.rows)
    for (const column of Object.keys(cells))
      if (!columns.has(column)) throw new DraftFault("unknown", `column ${column}`);
  const at = after === null ? 0 : indexOf(document.tables, after, "table") + 1;
  const added = { ...table, rows: table.rows.map(bare) };
  return {
    document: { ...document, tables: document.tables.toSpliced(at, 0, added) },
    inverse: [{ op: "dropTable", table: table.id }],
  };
}

function dropTable(document: DraftDocument, { table: id }: Operation<"dropTable">): Applied {
  const index = indexOf(document.tables, id, "table");
  return {
    document: { ...document, tables: document.tables.toSpliced(index, 1) },
    inverse: [
      {
        op: "addTable",
        after: document.tables[index - 1]?.id ?? null,
        table: document.tables[index] as DraftTable,
      },
    ],
  };
}

function script(document: DraftDocument, { name, text }: Operation<"script">): Applied {
  const { [name]: before, ...rest } = document.scripts;
  return {
    document: { ...document, scripts: text === null ? rest : { ...document.scripts, [name]: text } },
    inverse: [{ op: "script", name, text: before ?? null }],
  };
}

function scriptLines(document: DraftDocument, op: Operation<"scriptLines">): Applied {
  const { after, at, before, name } = op;
  const lines = Object.hasOwn(document.scripts, name) ? document.scripts[name]?.split("\n") : undefined;
  if (!lines) throw new DraftFault("unknown", `script ${name}`);
  const index = placeOfLines(lines, before, at - 1);
  if (index === undefined) throw new DraftFault("unknown", `line ${at} of ${name}`);
  const text = [...lines.slice(0, index), ...after, ...lines.slice(index + before.length)].join("\n");
  return {
    document: { ...document, scripts: { ...document.scripts, [name]: text } },
    inverse: [{ op: "scriptLines", name, at: index + 1, before: after, after: before }],
  };
}

/** Rows that follow one another, with the row before them, in the table's order. */
function runs(table: DraftTable, ids: ReadonlySet<string>): { after: string | null; rows: DraftRow[] }[] {
  const found: { after: string | null; rows: DraftRow[] }[] = [];
  let before: string | null = null;
  let open = false;
  for (const row of table.rows) {
    if (!ids.has(row.id)) open = false;
    else if (open) found.at(-1)?.rows.push(row);
    else {
      found.push({ after: before, rows: [row] });
      open = true;
    }
    before = row.id;
  }
  return found;
}

function chosen(table: DraftTable, rows: readonly string[]): Set<string> {
  const ids = new Set(rows);
  if (ids.size < rows.length) throw new DraftFault("twice", "row");
  const at = rowIndex(table, rows.length);
  for (const id of rows) at(id);
  return ids;
}

/** Looks rows up; where many are asked for, by a map that is made once. */
function rowIndex({ rows }: DraftTable, asked: number): (id: string) => number {
  if (asked < 8) return (id) => indexOf(rows, id, "row");
  const places = new Map(rows.map(({ id }, index) => [id, index]));
  return (id) => {
    const index = places.get(id);
    if (index === undefined) throw new DraftFault("unknown", `row ${id}`);
    return index;
  };
}

function indexOf(items: readonly { id: string }[], id: string, kind: string): number {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1) throw new DraftFault("unknown", `${kind} ${id}`);
  return index;
}

function unique(items: readonly { id: string }[], kind: string): void {
  if (new Set(items.map(({ id }) => id)).size < items.length) throw new DraftFault("twice", kind);
}
