/** One section of the overview: open with its rows, closed with their sums. */
import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconFileText, IconSettings } from "@tabler/icons-react";
import { createLink, Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatMibValue, formatPercent, NOTHING } from "../../../lib/format.ts";
import { containersTexts } from "../../../texts/index.ts";
import { type Row, totals } from "../model/sections.ts";
import classes from "./section.module.css";

const texts = containersTexts.overview;
const columnTexts = texts.columns;
const ActionLink = createLink(ActionIcon<"a">);

export interface SectionProps {
  title: string;
  rows: readonly Row[];
  open: boolean;
  onToggle: () => void;
  /** Instead of an empty table. */
  empty: string;
  /** Above the rows. */
  children?: ReactNode;
}

export function Section({ title, rows, open, onToggle, empty, children }: SectionProps) {
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
            {rows.length === 0 ? (
              <EmptyState title={empty} />
            ) : (
              <FactTable label={title} rows={rows} columns={COLUMNS} rowKey={(row) => row.id} />
            )}
          </>
        ) : null}
      </div>
    </section>
  );
}

const figure = (id: string, header: string, text: (row: Row) => string): FactColumn<Row> => ({
  id,
  header,
  cell: (row) => (row.running ? text(row) : NOTHING),
  align: "right",
});

const COLUMNS: readonly FactColumn<Row>[] = [
  { id: "name", header: columnTexts.name, cell: (row) => <Name row={row} /> },
  {
    id: "state",
    header: columnTexts.state,
    cell: ({ running }) => (
      <StatusBadge tone={running ? "ok" : "off"}>
        {running ? containersTexts.state.running : containersTexts.state.stopped}
      </StatusBadge>
    ),
  },
  { id: "started", header: columnTexts.started, cell: ({ started }) => <RelativeTime ms={started} /> },
  figure("memory", columnTexts.memory, ({ memory }) => formatMibValue(memory)),
  figure("cpu", columnTexts.cpu, ({ cpu }) => formatPercent(cpu)),
  { id: "actions", header: columnTexts.actions, cell: (row) => <Actions row={row} />, align: "right" },
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
  const log = named(texts.log(name));
  const settings = named(texts.settings(name));
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
