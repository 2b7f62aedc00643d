/**
 * A small table of facts that needs no sorting. On narrow screens each row becomes a list of labels and values.
 *
 * Cells show nothing but their row: with the same columns, a row whose fields are as they were is not drawn again.
 */
import { memo, type ReactNode } from "react";
import { NOTHING } from "../lib/format.ts";
import { usePieces } from "../lib/use-pieces.ts";
import classes from "./fact-table.module.css";
import { tableCell } from "./table-cell.tsx";

export interface FactColumn<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: "right";
  mono?: boolean;
  /** Names its row. */
  rowHeader?: boolean;
  /** Long texts are broken anywhere, so that they push nothing out of sight. */
  breaks?: boolean;
}

export interface FactTableProps<T> {
  label: string;
  rows: readonly T[];
  columns: readonly FactColumn<T>[];
  rowKey: (row: T) => string;
  /** For cells of several lines: each begins at the top of its row. */
  top?: boolean;
}

export function FactTable<T>({ label, rows, columns, rowKey, top = false }: FactTableProps<T>) {
  const drawn = usePieces(rows.length);
  return (
    <div className={classes["frame"]}>
      <table className={classes["table"]} aria-label={label} data-top={top || undefined}>
        <thead>
          <tr>
            {columns.map(({ id, header, align }) => (
              <th key={id} scope="col" data-align={align}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, drawn).map((row) => (
            <TableRow key={rowKey(row)} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps<T> {
  row: T;
  columns: readonly FactColumn<T>[];
}

const TableRow = memo(
  Row,
  (before, now) => before.columns === now.columns && sameFields(before.row, now.row),
) as typeof Row;

function Row<T>({ row, columns }: RowProps<T>) {
  return (
    <tr>
      {columns.map(({ id, header, cell, align, mono, rowHeader, breaks }) => {
        const shared = {
          "data-label": header,
          "data-align": align,
          "data-mono": mono,
          "data-breaks": breaks,
        };
        const content = cell(row) || NOTHING;
        return tableCell(id, rowHeader, shared, content);
      })}
    </tr>
  );
}

function sameFields(before: unknown, now: unknown): boolean {
  if (Object.is(before, now)) return true;
  if (typeof before !== "object" || typeof now !== "object" || before === null || now === null) return false;
  const [old, fresh] = [Object.entries(before), new Map(Object.entries(now))];
  return (
    old.length === fresh.size &&
    old.every(([name, value]) => fresh.has(name) && Object.is(value, fresh.get(name)))
  );
}
