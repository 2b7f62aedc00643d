/**
 * Tables that sort and filter, keep their headings in view and render only what is visible past 200 rows:
 *
 *     const columns: DataColumn<Pod>[] = [
 *       { id: "id", header: "Channel", value: (pod) => pod.id },
 *       { id: "cpu", header: "CPU", value: (pod) => pod.stat.cpu, cell: (pod) => formatPercent(pod.stat.cpu), align: "right" },
 *       { id: "actions", header: "Aktionen", cell: (pod) => <…/>, hideHeader: true },
 *     ];
 *     <DataTable label="Pods" rows={pods} columns={columns} rowKey={(pod) => pod.id} />
 *
 * `columns` must be stable (module scope or useMemo). A column without `value` neither sorts nor filters.
 */
import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  sortFn_text,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { commonTexts } from "../../texts/index.ts";
import { EmptyState, type EmptyStateProps } from "../empty-state.tsx";
import { Body } from "./body.tsx";
import type { DataColumn } from "./column.ts";
import classes from "./data-table.module.css";
import { HeadCell } from "./head-cell.tsx";

export type { DataColumn } from "./column.ts";

export interface DataTableProps<T> {
  /** Names the table for screen readers. */
  label: string;
  rows: readonly T[];
  columns: readonly DataColumn<T>[];
  rowKey: (row: T) => string;
  /** A field that filters all columns; absent: from 10 rows on. */
  filter?: boolean;
  initialSort?: { id: string; desc?: boolean };
  emptyState?: EmptyStateProps;
  /** CSS height past which the table scrolls by itself. */
  maxHeight?: string;
  /** On a narrow screen rows become blocks of one line a column, for tables of few rows and wide cells. */
  stacked?: boolean;
  /** Beside the filter. */
  toolbar?: ReactNode;
}

const features = tableFeatures({
  rowSortingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  sortedRowModel: createSortedRowModel(),
  filteredRowModel: createFilteredRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, text: sortFn_text, basic: sortFn_basic },
  filterFns: { includesString: filterFn_includesString },
});
export type TableParts = typeof features;

const FILTER_FROM = 10;

export function DataTable<T extends object>({
  label,
  rows,
  columns,
  rowKey,
  filter = rows.length >= FILTER_FROM,
  initialSort,
  emptyState,
  maxHeight = "70vh",
  stacked = false,
  toolbar,
}: DataTableProps<T>) {
  const [search, setSearch] = useState("");
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: T) => column.value?.(row),
        enableSorting: column.value !== undefined,
        sortUndefined: "last" as const,
      })),
    [columns],
  );
  const table = useTable<TableParts, T>({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowKey,
    globalFilterFn: "includesString",
    // By the column, not by the first row's value as the library would.
    getColumnCanGlobalFilter: (column) =>
      columns.some(({ id, value }) => id === column.id && value !== undefined),
    state: { globalFilter: search },
    initialState: initialSort ? { sorting: [{ id: initialSort.id, desc: initialSort.desc ?? false }] } : {},
  });
  const shown = table.getRowModel().rows.map(({ original }) => original);

  return (
    <div className={classes["table"]}>
      {filter || toolbar !== undefined ? (
        <div className={classes["toolbar"]}>
          {filter ? (
            <>
              <TextInput
                className={classes["filter"] ?? ""}
                size="sm"
                type="search"
                placeholder={commonTexts.table.filter}
                aria-label={`${commonTexts.table.filter}: ${label}`}
                leftSection={<IconSearch size={16} aria-hidden />}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
              <output className={classes["count"]}>
                {commonTexts.table.rows(shown.length, rows.length)}
              </output>
            </>
          ) : null}
          {toolbar}
        </div>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState {...emptyState} />
      ) : (
        <Body
          label={label}
          rows={shown}
          columns={columns}
          rowKey={rowKey}
          maxHeight={maxHeight}
          stacked={stacked}
          head={columns.map((column) => {
            const model = table.getColumn(column.id);
            const sorted = model?.getIsSorted() ?? false;
            return (
              <HeadCell
                key={column.id}
                column={column}
                sorted={sorted}
                onSort={model?.getCanSort() ? () => model.toggleSorting() : undefined}
              />
            );
          })}
        />
      )}
    </div>
  );
}
