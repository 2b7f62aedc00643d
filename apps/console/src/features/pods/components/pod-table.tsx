/** The pods of the project with their figures. */
import { ActionIcon } from "@mantine/core";
import { IconFileText, IconSettings } from "@tabler/icons-react";
import { createLink, Link } from "@tanstack/react-router";
import type { Pod } from "../../../api/pods.ts";
import { Choice } from "../../../components/choice.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import type { EmptyStateProps } from "../../../components/empty-state.tsx";
import { RelativeTime } from "../../../components/relative-time.tsx";
import { formatMib, formatNumber, formatPercent, NOTHING } from "../../../lib/format.ts";
import { useAddressed } from "../../../lib/use-view.ts";
import { podsTexts } from "../../../texts/index.ts";
import { podParams } from "../model/pod-id.ts";
import { PodState, startText } from "./pod-badges.tsx";
import classes from "./pod-table.module.css";

const texts = podsTexts.list;
const SHOWN = ["all", "wrong", "fine"] as const;
const columnTexts = texts.columns;
const ActionLink = createLink(ActionIcon<"a">);

const COLUMNS: readonly DataColumn<Pod>[] = [
  { id: "id", header: columnTexts.id, value: ({ id, label }) => `${id} ${label}`, cell: Name },
  { id: "state", header: columnTexts.state, value: stateRank, cell: State },
  { id: "start", header: columnTexts.start, value: ({ internal }) => startText(internal) },
  {
    id: "started",
    header: columnTexts.started,
    value: ({ started }) => started,
    cell: ({ started }) => (
      <span className={classes["nowrap"]}>
        <RelativeTime ms={started * 1_000} />
      </span>
    ),
  },
  figure("memory", columnTexts.memory, ({ stat }) => stat.memory, formatMib),
  figure("cpu", columnTexts.cpu, ({ stat }) => stat.cpu, formatPercent),
  figure("in", columnTexts.in, ({ counters }) => counters.in, formatNumber),
  figure("out", columnTexts.out, ({ counters }) => counters.out, formatNumber),
  { id: "actions", header: columnTexts.actions, hideHeader: true, cell: Actions },
];

export interface PodTableProps {
  pods: readonly Pod[];
  emptyState: EmptyStateProps;
}

const SORT = { id: "state", desc: true };

/** Those with something wrong first, and alone if one wants it so. */
export function PodTable({ pods, emptyState }: PodTableProps) {
  const [wanted, setWanted] = useAddressed("state");
  const shown = SHOWN.find((known) => known === wanted) ?? "all";
  const rows = pods.filter((pod) => shown === "all" || stateRank(pod) > 0 === (shown === "wrong"));
  return (
    <div className={classes["table"]}>
      <DataTable
        label={texts.box}
        name="pods"
        rows={rows}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        initialSort={SORT}
        emptyState={rows.length < pods.length ? { title: texts.noneShown[shown] } : emptyState}
        toolbar={
          pods.length > 1 ? (
            <Choice
              label={texts.shown}
              options={SHOWN.map((value) => ({ value, label: texts.shownBy[value] }))}
              value={shown}
              onChange={(value) => setWanted(value === "all" ? "" : value)}
            />
          ) : undefined
        }
      />
    </div>
  );
}

/** A figure of a running pod; a stopped one shows a dash. */
function figure(
  id: string,
  header: string,
  value: (pod: Pod) => number,
  format: (value: number) => string,
): DataColumn<Pod> {
  const cell = (pod: Pod) => (
    <span className={classes["nowrap"]}>{pod.running ? format(value(pod)) : NOTHING}</span>
  );
  return { id, header, value, cell, align: "right" };
}

/** What fails comes before what is only summed up. */
function stateRank({ running, connected, error, counters: { failed, coalesced } }: Pod): number {
  const trouble = failed > 0 ? 0.5 : coalesced > 0 ? 0.25 : 0;
  return (running ? (connected ? 0 : 1) : 3) + (error === undefined ? trouble : 1);
}

/** What people call it, and how the project does. */
function Name({ id, label }: Pod) {
  return (
    <div className={classes["name"]}>
      <Link to="/pods/$type/$id" params={podParams(id)} className={classes["link"]}>
        {label === "" ? (
          <DottedName name={id} />
        ) : (
          <>
            <span className={classes["label"]} title={label}>
              {label}
            </span>{" "}
            <span className={classes["id"]}>
              <DottedName name={id} />
            </span>
          </>
        )}
      </Link>
    </div>
  );
}

/** The state, and below it what is wrong. */
function State(pod: Pod) {
  const { coalesced, failed } = pod.counters;
  const { error } = pod;
  return (
    <div className={classes["trouble"]}>
      <span className={classes["nowrap"]}>
        <PodState pod={pod} />
      </span>
      {error === undefined ? null : <span className={classes["error"]}>{error}</span>}
      {failed === 0 ? null : <span className={classes["failed"]}>{texts.failed(failed)}</span>}
      {coalesced === 0 ? null : <span>{texts.coalesced(coalesced)}</span>}
    </div>
  );
}

function Actions({ id }: Pod) {
  const shared = { component: "a", variant: "subtle", color: "gray", size: "lg" } as const;
  return (
    <div className={classes["actions"]}>
      <ActionLink
        {...shared}
        to="/pods/$type/$id/logging"
        params={podParams(id)}
        aria-label={texts.log(id)}
        title={texts.log(id)}
      >
        <IconFileText size={18} aria-hidden />
      </ActionLink>
      <ActionLink
        {...shared}
        to="/pods/$type/$id"
        params={podParams(id)}
        search={{ tab: "settings" }}
        aria-label={texts.settings(id)}
        title={texts.settings(id)}
      >
        <IconSettings size={18} aria-hidden />
      </ActionLink>
    </div>
  );
}
