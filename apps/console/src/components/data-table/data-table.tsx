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
 * `columns` must be stable (module scope or useMemo). A column without `value` neither sorts nor filters. Where there is
 * little room each row becomes a card, one line a column. For few facts that nobody sorts, `FactTable` costs less to load.
 */
import { NativeSelect, TextInput } from "@mantine/core";
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
  /** Rows of one text stay together below a heading of that text, in the order in which the texts first come. */
  groupOf?: (row: T) => string;
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
  groupOf,
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
  const sorted = table.getRowModel().rows.map(({ original }) => original);
  const shown = groupOf ? grouped(sorted, rows, groupOf) : sorted;
  const sortable = columns.filter(({ value }) => value !== undefined);
  const [order] = table.state.sorting;

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
          {filter && sortable.length > 1 ? (
            // Cards have no headings to click.
            <NativeSelect
              className={classes["order"] ?? ""}
              size="sm"
              aria-label={`${commonTexts.table.sort}: ${label}`}
              value={order?.id ?? ""}
              onChange={({ currentTarget: { value } }) =>
                table.setSorting(value === "" ? [] : [{ id: value, desc: false }])
              }
              data={[
                { value: "", label: commonTexts.table.unsorted },
                ...sortable.map(({ id, header }) => ({ value: id, label: commonTexts.table.sortBy(header) })),
              ]}
            />
          ) : null}
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
          {...(groupOf ? { groupOf } : {})}
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

/** Groups come in the order of all rows, whatever they are sorted by inside. */
function grouped<T>(sorted: readonly T[], all: readonly T[], groupOf: (row: T) => string): T[] {
  const groups = new Map<string, T[]>(all.map((row) => [groupOf(row), []]));
  for (const row of sorted) groups.get(groupOf(row))?.push(row);
  return [...groups.values()].flat();
}
