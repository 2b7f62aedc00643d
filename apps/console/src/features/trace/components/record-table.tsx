/**
 * Records as a table that stays quick while values change: rows in view only, and a row is drawn again only when its
 * record is another object. `columns` must be stable.
 */
import { LIMITS } from "@hubwart/contract";
import { type Range, useVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useEffect, useRef } from "react";
import tableClasses from "../../../components/data-table/data-table.module.css";
import { HeadCell } from "../../../components/data-table/head-cell.tsx";
import type { Order } from "../model/search.ts";
import classes from "./record-table.module.css";

export interface RecordColumn<R> {
  id: string;
  header: string;
  /** Before the value on a card, where the heading alone would be too short. */
  label?: string;
  cell: (record: R) => ReactNode;
  /** Sorts by this when the heading is clicked. */
  order?: Order;
  align?: "left" | "right";
  hideHeader?: boolean;
  /** CSS width; absent: what is left. Fixed, so that no layout depends on all rows. */
  width?: string;
}

export interface RecordTableProps<R> {
  label: string;
  records: readonly R[];
  columns: readonly RecordColumn<R>[];
  order?: Order | undefined;
  desc?: boolean | undefined;
  onOrder?: ((order: Order) => void) | undefined;
  /** Rows before the first one, for screen readers. */
  offset?: number;
  total?: number;
  /** Scrolls to the top when this changes. */
  page?: number;
}

const VIRTUAL_FROM = LIMITS.tracePage / 4;
/** Height of a row in px, as the style file sets it; only names and refusals that need more lines exceed it. */
const ROW_HEIGHT = 55;
const OVERSCAN = 8;
/** Rows come and go in blocks of this many: between two of them scrolling costs no work on the page at all. */
const BLOCK = 4;

export function RecordTable<R extends { chan: string }>(props: RecordTableProps<R>) {
  const { label, records, columns, order, desc, onOrder, offset = 0, total, page } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = records.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: records.length,
    enabled: virtual,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => records[index]?.chan ?? index,
    overscan: OVERSCAN,
    rangeExtractor: blocksOf,
    // React may put rows in with the next frame: the rows beyond the view are there already.
    useFlushSync: false,
    // Never asks for a layout while rows are put in: their true height comes with the observer's entry.
    measureElement: (element, entry, instance) =>
      entry?.borderBoxSize[0]?.blockSize ??
      instance.measurementsCache[instance.indexFromElement(element)]?.size ??
      ROW_HEIGHT,
  });
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    scroll.current?.scrollTo({ top: 0 });
  }, [page]);
  const items = virtualizer.getVirtualItems();
  const first = virtual ? (items[0]?.index ?? 0) : 0;
  const visible = virtual ? records.slice(first, (items.at(-1)?.index ?? -1) + 1) : records;
  const above = virtual ? (items[0]?.start ?? 0) : 0;
  const below = virtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;

  return (
    <div className={classes["scroll"]} ref={scroll}>
      <table
        className={`${tableClasses["grid"]} ${classes["grid"]}`}
        aria-label={label}
        aria-rowcount={(total ?? records.length) + 1}
      >
        <Head columns={columns} order={order} desc={desc} onOrder={onOrder} />
        <tbody>
          <Gap height={above} />
          {visible.map((record, index) => (
            <Row
              key={record.chan}
              record={record}
              columns={columns as readonly RecordColumn<never>[]}
              index={first + index}
              position={offset + first + index + 2}
              measure={virtual ? virtualizer.measureElement : undefined}
            />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

/** Whole blocks of rows around those in view. */
function blocksOf({ startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, Math.floor((startIndex - overscan) / BLOCK) * BLOCK);
  const end = Math.min(count, Math.ceil((endIndex + 1 + overscan) / BLOCK) * BLOCK);
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

interface HeadProps extends Pick<RecordTableProps<never>, "order" | "desc" | "onOrder"> {
  columns: readonly RecordColumn<never>[];
}

function Head({ columns, order, desc, onOrder }: HeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const { order: by } = column;
          const sorted = by !== undefined && by === order ? (desc ? "desc" : "asc") : false;
          return (
            <HeadCell
              key={column.id}
              column={column}
              sorted={sorted}
              onSort={by === undefined || onOrder === undefined ? undefined : () => onOrder(by)}
            />
          );
        })}
      </tr>
    </thead>
  );
}

interface RowProps {
  record: object;
  columns: readonly RecordColumn<never>[];
  index: number;
  position: number;
  measure: ((element: HTMLTableRowElement | null) => void) | undefined;
}

const Row = memo(function Row({ record, columns, index, position, measure }: RowProps) {
  return (
    <tr aria-rowindex={position} data-index={index} ref={measure}>
      {columns.map(({ id, header, label = header, cell, align }) => (
        <td key={id} data-align={align} data-column={id} data-label={label}>
          {cell(record as never)}
        </td>
      ))}
    </tr>
  );
});

function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}
