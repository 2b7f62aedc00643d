/**
 * Tables that sort and filter, keep their headings in view and render only what is visible past 200 rows:
 *
 *     const columns: DataColumn<Pod>[] = [
 *       { id: "id", header: "Channel", value: (pod) => pod.id },
 *       { id: "cpu", header: "CPU", value: (pod) => pod.stat.cpu, cell: (pod) => formatPercent(pod.stat.cpu), align: "right" },
 *       { id: "actions", header: "Aktionen", cell: (pod) => <…/>, hideHeader: true },
 *     ];
 *     <DataTable label="Pods" name="pods" rows={pods} columns={columns} rowKey={(pod) => pod.id} />
 *
 * `columns` must be stable (module scope or useMemo). A column without `value` neither sorts nor filters. Where there is
 * little room each row becomes a card, one line a column. For few facts that nobody sorts, `FactTable` costs less to load.
 */
import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import {
  columnFilteringFeature,
  createFilteredRowModel,
  filterFn_includesString,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo, useState } from "react";
import { useTyped } from "../../lib/use-typed.ts";
import { type SetText, useAddressed } from "../../lib/use-view.ts";
import { type Sort, sortFrom, sortText } from "../../lib/view-address.ts";
import { commonTexts } from "../../texts/index.ts";
import { EmptyState, type EmptyStateProps } from "../empty-state.tsx";
import { Body } from "./body.tsx";
import type { DataColumn } from "./column.ts";
import classes from "./data-table.module.css";
import { HeadCell } from "./head-cell.tsx";
import { inOrder } from "./order.ts";

export type { DataColumn } from "./column.ts";

export interface DataTableProps<T> {
  /** Names the table for screen readers. */
  label: string;
  /**
   * Names the table in the address of its page, which holds what is searched and sorted by. Absent: in dialogs, and for the
   * outcome of an action, which loading the page again does not bring back.
   */
  name?: string;
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
  filteredRowModel: createFilteredRowModel(),
  filterFns: { includesString: filterFn_includesString },
});
export type TableParts = typeof features;

const FILTER_FROM = 10;

export function DataTable<T extends object>(props: DataTableProps<T>) {
  return props.name === undefined ? <Passing {...props} /> : <Addressed {...props} name={props.name} />;
}

function Passing<T extends object>(props: DataTableProps<T>) {
  const search = useState("");
  const sort = useState("");
  return <Sorted {...props} searched={search} sortedBy={sort} />;
}

function Addressed<T extends object>(props: DataTableProps<T> & { name: string }) {
  const search = useAddressed(`${props.name}.q`);
  const sort = useAddressed(`${props.name}.sort`);
  return <Sorted {...props} searched={search} sortedBy={sort} />;
}

interface Held {
  searched: readonly [text: string, set: SetText];
  /** As `sortText` writes it. */
  sortedBy: readonly [text: string, set: SetText];
}

function Sorted<T extends object>({
  label,
  rows,
  columns,
  rowKey,
  filter,
  initialSort,
  emptyState,
  maxHeight = "70vh",
  groupOf,
  toolbar,
  searched,
  sortedBy,
}: DataTableProps<T> & Held) {
  const [search, setSearch] = useTyped(...searched);
  // What the address still searches by can be taken back, also when few rows are left.
  const filters = filter ?? (rows.length >= FILTER_FROM || search !== "");
  const sortable = columns.filter(({ value }) => value !== undefined);
  const [text, setText] = sortedBy;
  const sorting = useMemo(() => {
    const known = columns.filter(({ value }) => value !== undefined).map(({ id }) => id);
    const order = sortFrom(text, known, firstOf(initialSort));
    return order ? [order] : [];
  }, [text, columns, initialSort]);
  const [order] = sorting;
  const sortBy = (next: Sort | undefined): void =>
    setText(sortText(next, firstOf(initialSort)), { step: true });
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: T) => column.value?.(row),
        enableSorting: column.value !== undefined,
      })),
    [columns],
  );
  const ordered = useMemo(() => {
    const value = columns.find(({ id }) => id === order?.id)?.value;
    return value && order ? inOrder(rows, value, order.desc) : rows;
  }, [rows, columns, order]);
  const table = useTable<TableParts, T>({
    features,
    columns: definitions,
    data: ordered,
    manualSorting: true,
    getRowId: rowKey,
    globalFilterFn: "includesString",
    // By the column, not by the first row's value as the library would.
    getColumnCanGlobalFilter: (column) =>
      columns.some(({ id, value }) => id === column.id && value !== undefined),
    state: { globalFilter: filters ? search : "", sorting },
    onSortingChange: (change) => sortBy((typeof change === "function" ? change(sorting) : change)[0]),
  });
  const sorted = table.getRowModel().rows.map(({ original }) => original);
  const shown = groupOf ? grouped(sorted, rows, groupOf) : sorted;

  return (
    <div className={classes["table"]}>
      {filters || toolbar !== undefined ? (
        <div className={classes["toolbar"]}>
          {filters ? (
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
          {filters && sortable.length > 1 ? (
            // Cards have no headings to click.
            <NativeSelect
              className={classes["order"] ?? ""}
              size="sm"
              aria-label={`${commonTexts.table.sort}: ${label}`}
              value={order?.id ?? ""}
              onChange={({ currentTarget: { value } }) =>
                sortBy(value === "" ? undefined : { id: value, desc: false })
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

const firstOf = (sort: { id: string; desc?: boolean } | undefined): Sort | undefined =>
  sort && { desc: false, ...sort };

/** Groups come in the order of all rows, whatever they are sorted by inside. */
function grouped<T>(sorted: readonly T[], all: readonly T[], groupOf: (row: T) => string): T[] {
  const groups = new Map<string, T[]>(all.map((row) => [groupOf(row), []]));
  for (const row of sorted) groups.get(groupOf(row))?.push(row);
  return [...groups.values()].flat();
}
