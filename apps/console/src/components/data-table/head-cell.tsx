import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import type { DataColumn } from "./column.ts";
import classes from "./data-table.module.css";

export interface HeadCellProps<T> {
  column: DataColumn<T>;
  sorted: false | "asc" | "desc";
  onSort: (() => void) | undefined;
}

const ARIA = { asc: "ascending", desc: "descending" } as const;
const ICONS = { asc: IconArrowUp, desc: IconArrowDown };

/** A heading; a button where its column sorts. */
export function HeadCell<T>({ column, sorted, onSort }: HeadCellProps<T>) {
  const { header, align, width, hideHeader } = column;
  const Icon = sorted ? ICONS[sorted] : IconArrowsSort;
  return (
    <th
      scope="col"
      data-align={align}
      style={width === undefined ? undefined : { width }}
      aria-sort={sorted ? ARIA[sorted] : undefined}
    >
      {hideHeader ? (
        <span className="hw-visually-hidden">{header}</span>
      ) : onSort === undefined ? (
        header
      ) : (
        <button type="button" className={classes["sort"]} data-sorted={sorted !== false} onClick={onSort}>
          {header}
          <Icon size={14} stroke={2} aria-hidden />
        </button>
      )}
    </th>
  );
}
