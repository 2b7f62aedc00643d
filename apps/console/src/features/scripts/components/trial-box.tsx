/** What a script on trial would have done, newest first. */
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatTime } from "../../../lib/format.ts";
import { scriptsTexts } from "../../../texts/index.ts";
import { type TrialEvent, useTrial } from "../api/scripts.ts";
import classes from "./scripts.module.css";

const texts = scriptsTexts.trial;

const columns: readonly DataColumn<TrialEvent>[] = [
  { id: "time", header: texts.columns.time, value: ({ seq }) => seq, cell: ({ ts }) => formatTime(ts) },
  { id: "kind", header: texts.columns.kind, value: ({ kind }) => texts.kinds[kind] },
  {
    id: "what",
    header: texts.columns.what,
    value: ({ what }) => what ?? "",
    cell: ({ what }) => <span className={classes["name"]}>{what}</span>,
  },
  {
    id: "text",
    header: texts.columns.text,
    value: ({ text }) => text,
    cell: ({ text }) => <span className={classes["name"]}>{text}</span>,
  },
];

export function TrialBox() {
  const { data } = useTrial(true);
  const over = data?.over ?? false;
  return (
    <InfoBox
      title={texts.box}
      flush
      actions={<StatusBadge tone={over ? "off" : "ok"}>{over ? texts.over : texts.running}</StatusBadge>}
    >
      <div className={classes["form"]}>
        <p className={layout["intro"]}>{texts.text}</p>
      </div>
      <DataTable
        label={texts.box}
        rows={data?.events ?? []}
        columns={columns}
        rowKey={({ seq }) => String(seq)}
        initialSort={{ id: "time", desc: true }}
        emptyState={{ title: texts.none }}
        maxHeight="24rem"
      />
    </InfoBox>
  );
}
