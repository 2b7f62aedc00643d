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
}

export function FactTable<T>({ label, rows, columns, rowKey }: FactTableProps<T>) {
  return (
    <div className={classes["frame"]}>
      <table className={classes["table"]} aria-label={label}>
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
