/** Channels that an upload adds, changes and removes. */
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { projectTexts } from "../../../texts/index.ts";
import type { Changes, ChannelChange } from "../api/versions.ts";
import classes from "./changes-table.module.css";

const texts = projectTexts.changes;
const TONES: Readonly<Record<ChannelChange["change"], Tone>> = {
  added: "ok",
  changed: "info",
  removed: "off",
};
const COLUMNS: readonly DataColumn<ChannelChange>[] = [
  {
    id: "change",
    header: texts.change,
    value: ({ change }) => texts.kinds[change],
    cell: ({ change }) => <StatusBadge tone={TONES[change]}>{texts.kinds[change]}</StatusBadge>,
    width: "11rem",
  },
  {
    id: "channel",
    header: texts.channel,
    value: ({ chan }) => chan,
    cell: ({ chan }) => <span className={classes["channel"]}>{chan}</span>,
  },
];
const EMPTY = { title: texts.none };
const rowKey = ({ chan }: ChannelChange): string => chan;

export function countsOf(changes: readonly ChannelChange[]): string {
  const count = { added: 0, changed: 0, removed: 0 };
  for (const { change } of changes) count[change]++;
  return texts.counts(count.added, count.changed, count.removed);
}

export interface ChangesTableProps {
  changes: Changes;
  /** How many of each kind, beside the filter. */
  counts?: boolean;
  maxHeight?: string;
}

export function ChangesTable({ changes, counts = false, maxHeight }: ChangesTableProps) {
  return (
    <DataTable
      label={texts.title}
      rows={changes.changes}
      columns={COLUMNS}
      rowKey={rowKey}
      emptyState={EMPTY}
      {...(maxHeight === undefined ? {} : { maxHeight })}
      toolbar={
        counts ? (
          <span className={classes["counts"]}>
            {countsOf(changes.changes)} · {texts.links(changes.links_changed)}
          </span>
        ) : undefined
      }
    />
  );
}
