/** Rows of a data table. Past 200 only those in view are in the document; empty rows above and below keep the height. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { commonTexts } from "../../texts/index.ts";
import { tableCell } from "../table-cell.tsx";
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
  groupOf?: (row: T) => string;
  head: ReactNode;
}

type Item<T> = { row: T } | { group: string; rows: number };

export function Body<T>({ label, rows, columns, rowKey, maxHeight, groupOf, head }: BodyProps<T>) {
  const scroll = useRef<HTMLDivElement>(null);
  const all = itemsOf(rows, groupOf);
  const virtual = all.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: all.length,
    enabled: virtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const first = virtual ? (items[0]?.index ?? 0) : 0;
  const visible = virtual ? all.slice(first, (items.at(-1)?.index ?? -1) + 1) : all;
  const above = virtual ? (items[0]?.start ?? 0) : 0;
  const below = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  // Rows of several lines are higher than the estimate.
  const measure = virtual ? virtualizer.measureElement : undefined;

  return (
    <div
      className={classes["scroll"]}
      data-virtual={virtual || undefined}
      style={{ "--most": maxHeight } as CSSProperties}
      ref={scroll}
    >
      <table className={classes["grid"]} aria-label={label} aria-rowcount={all.length + 1}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {visible.map((item, index) => {
            const shared = { index: first + index, measure };
            return "row" in item ? (
              <Row key={`row ${rowKey(item.row)}`} row={item.row} columns={columns} {...shared} />
            ) : (
              <GroupRow key={`group ${item.group}`} {...item} columns={columns.length} {...shared} />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
      {rows.length === 0 ? <p className={classes["noMatch"]}>{commonTexts.table.noMatch}</p> : null}
    </div>
  );
}

/** Rows, and a heading before the first of each group. */
function itemsOf<T>(rows: readonly T[], groupOf: ((row: T) => string) | undefined): Item<T>[] {
  if (!groupOf) return rows.map((row) => ({ row }));
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groupOf(row);
    const known = groups.get(group);
    if (known) known.push(row);
    else groups.set(group, [row]);
  }
  return [...groups].flatMap(([group, own]) => [{ group, rows: own.length }, ...own.map((row) => ({ row }))]);
}

interface Placed {
  /** From 0, the heading not counted. */
  index: number;
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
}

function Row<T>({ row, columns, index, measure }: Placed & { row: T; columns: readonly DataColumn<T>[] }) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2}>
      {columns.map(({ id, header, hideHeader, cell, value, align, mono, breaks, rowHeader }) => {
        const shared = {
          "data-align": align,
          "data-label": hideHeader ? undefined : header,
          "data-mono": mono,
          "data-breaks": breaks,
        };
        const content = cell ? cell(row) : String(value?.(row) ?? "");
        return tableCell(id, rowHeader, shared, content);
      })}
    </tr>
  );
}

function GroupRow({
  group,
  rows,
  columns,
  index,
  measure,
}: Placed & { group: string; rows: number; columns: number }) {
  return (
    <tr ref={measure} data-index={index} data-group aria-rowindex={index + 2}>
      <th scope="colgroup" colSpan={columns}>
        {group} <span className={classes["groupCount"]}>{commonTexts.table.entries(rows)}</span>
      </th>
    </tr>
  );
}

function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden data-gap style={{ height }} /> : null;
}
