/**
 * A small table of facts that needs no sorting. On narrow screens each row becomes a list of labels and values.
 */
import type { ReactNode } from "react";
import { NOTHING } from "../lib/format.ts";
import classes from "./fact-table.module.css";

export interface FactColumn<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  align?: "right";
  mono?: boolean;
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
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, header, cell, align, mono }) => (
                <td key={id} data-label={header} data-align={align} data-mono={mono}>
                  {cell(row) || NOTHING}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
