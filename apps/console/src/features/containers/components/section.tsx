/** One section of the overview: open with its rows, closed with their sums. */
import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconFileText, IconSettings } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { createLink, Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { ReloadFailed } from "../../../components/reload-failed.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatMibValue, formatPercent, NOTHING } from "../../../lib/format.ts";
import { containersTexts } from "../../../texts/index.ts";
import { type Row, totals } from "../model/sections.ts";
import classes from "./section.module.css";

const texts = containersTexts.overview;
const columnTexts = texts.columns;
const ActionLink = createLink(ActionIcon<"a">);

export interface SectionProps {
  /** In the address. */
  name: string;
  title: string;
  rows: readonly Row[];
  open: boolean;
  onToggle: () => void;
  /** Instead of an empty table. */
  empty: string;
  /** Where they come from, if they may fail alone. */
  query?: UseQueryResult;
  /** Above the rows. */
  children?: ReactNode;
}

export function Section({ name, title, rows, open, onToggle, empty, query, children }: SectionProps) {
  const id = useId();
  const Icon = open ? IconChevronDown : IconChevronRight;
  const { running, memory, cpu } = totals(rows);
  return (
    <section className={classes["section"]} aria-label={title}>
      <h2 className={classes["heading"]}>
        <UnstyledButton
          className={classes["toggle"] ?? ""}
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          <Icon size={18} aria-hidden />
          <span className={classes["title"]}>{title}</span>
          {open ? null : (
            <span className={classes["totals"]}>
              <span>{texts.running(running)}</span>
              <span>{`${columnTexts.memory} ${formatMibValue(memory)}`}</span>
              <span>{`${columnTexts.cpu} ${formatPercent(cpu)}`}</span>
            </span>
          )}
        </UnstyledButton>
      </h2>
      <div id={id} hidden={!open}>
        {open ? (
          <>
            {children}
            {query?.error && query.data !== undefined ? (
              <ReloadFailed error={query.error} onRetry={query.refetch} />
            ) : null}
            {query?.error && query.data === undefined ? (
              <ErrorState error={query.error} onRetry={query.refetch} />
            ) : rows.length === 0 ? (
              <EmptyState title={empty} />
            ) : (
              <DataTable label={title} name={name} rows={rows} columns={COLUMNS} rowKey={(row) => row.id} />
            )}
          </>
        ) : null}
      </div>
    </section>
  );
}

const figure = (id: "memory" | "cpu", header: string, text: (figure: number) => string): DataColumn<Row> => ({
  id,
  header,
  value: (row) => (row.running ? row[id] : 0),
  cell: (row) => (row.running ? text(row[id]) : NOTHING),
  align: "right",
});

const stateText = ({ running }: Row): string =>
  running ? containersTexts.state.running : containersTexts.state.stopped;

const COLUMNS: readonly DataColumn<Row>[] = [
  {
    id: "name",
    header: columnTexts.name,
    rowHeader: true,
    value: ({ name }) => name,
    cell: (row) => <Name row={row} />,
  },
  {
    id: "state",
    header: columnTexts.state,
    value: stateText,
    cell: (row) => <StatusBadge tone={row.running ? "ok" : "off"}>{stateText(row)}</StatusBadge>,
  },
  {
    id: "started",
    header: columnTexts.started,
    value: ({ started }) => started,
    cell: ({ started }) => <RelativeTime ms={started} />,
  },
  figure("memory", columnTexts.memory, formatMibValue),
  figure("cpu", columnTexts.cpu, formatPercent),
  {
    id: "actions",
    header: columnTexts.actions,
    hideHeader: true,
    width: "1%",
    cell: (row) => <Actions row={row} />,
    align: "right",
  },
];

function Name({ row }: { row: Row }) {
  if (row.kind === "foreign") {
    return (
      <>
        {row.name} <span className={classes["quiet"]}>({texts.foreign})</span>
      </>
    );
  }
  if (row.kind !== "container") return row.name;
  return (
    <Link to="/container/$name" params={{ name: row.name }} className={classes["link"]}>
      {containersTexts.names[row.name] ?? row.name}
    </Link>
  );
}

const SHARED = { component: "a", variant: "subtle", color: "gray", size: "lg" } as const;
const LOG = <IconFileText size={18} aria-hidden />;
const SETTINGS = <IconSettings size={18} aria-hidden />;
const named = (label: string) => ({ "aria-label": label, title: label });

function Actions({ row: { kind, name } }: { row: Row }) {
  const shown = kind === "container" ? (containersTexts.names[name] ?? name) : name;
  const log = named(texts.log(shown));
  const settings = named(texts.settings(shown));
  switch (kind) {
    case "foreign":
      return null;
    case "main":
      return (
        <ActionLink {...SHARED} to="/system/restart" {...named(texts.restart)}>
          {SETTINGS}
        </ActionLink>
      );
    case "pod": {
      const params = { type: name.split(".")[0] ?? "", id: name };
      return (
        <div className={classes["actions"]}>
          <ActionLink {...SHARED} to="/pods/$type/$id/logging" params={params} {...log}>
            {LOG}
          </ActionLink>
          <ActionLink
            {...SHARED}
            to="/pods/$type/$id"
            params={params}
            search={{ tab: "settings" }}
            {...settings}
          >
            {SETTINGS}
          </ActionLink>
        </div>
      );
    }
    case "container":
      return (
        <div className={classes["actions"]}>
          <ActionLink {...SHARED} to="/container/$name/logging" params={{ name }} {...log}>
            {LOG}
          </ActionLink>
          <ActionLink {...SHARED} to="/container/$name" params={{ name }} {...settings}>
            {SETTINGS}
          </ActionLink>
        </div>
      );
    default:
      return kind satisfies never;
  }
}
