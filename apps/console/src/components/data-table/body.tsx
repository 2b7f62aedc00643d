/** Rows of a data table. Past 200 only those in view are in the document; empty rows above and below keep the height. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import { commonTexts } from "../../texts/index.ts";
import type { DataColumn } from "./column.ts";
import classes from "./data-table.module.css";

const VIRTUAL_FROM = 200;
const ROW_HEIGHT = 41;
const OVERSCAN = 12;

export interface BodyProps<T> {
  label: string;
  rows: readonly T[];
  columns: readonly DataColumn<T>[];
  rowKey: (row: T) => string;
  maxHeight: string;
  stacked: boolean;
  head: ReactNode;
}

export function Body<T>({ label, rows, columns, rowKey, maxHeight, stacked, head }: BodyProps<T>) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = rows.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: virtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const first = virtual ? (items[0]?.index ?? 0) : 0;
  const visible = virtual ? rows.slice(first, (items.at(-1)?.index ?? -1) + 1) : rows;
  const above = virtual ? (items[0]?.start ?? 0) : 0;
  const below = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  return (
    <div className={classes["scroll"]} style={{ maxHeight }} ref={scroll}>
      <table
        className={classes["grid"]}
        data-stacked={stacked || undefined}
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {visible.map((row, index) => (
            <Row
              key={rowKey(row)}
              row={row}
              columns={columns}
              index={first + index}
              // Rows of several lines are higher than the estimate.
              measure={virtual ? virtualizer.measureElement : undefined}
            />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
      {rows.length === 0 ? <p className={classes["noMatch"]}>{commonTexts.table.noMatch}</p> : null}
    </div>
  );
}

interface RowProps<T> {
  row: T;
  columns: readonly DataColumn<T>[];
  /** From 0, the heading not counted. */
  index: number;
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function Row<T>({ row, columns, index, measure }: RowProps<T>) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {columns.map(({ id, header, hideHeader, cell, value, align }) => (
        <td key={id} data-align={align} data-label={hideHeader ? undefined : header}>
          {cell ? cell(row) : String(value?.(row) ?? "")}
        </td>
      ))}
    </tr>
  );
}

function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}
