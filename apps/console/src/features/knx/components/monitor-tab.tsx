/** The group monitor: telegrams as they come, and one to send. */
import { Alert, Button } from "@mantine/core";
import { IconActivity, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { formatTime } from "../../../lib/format.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { knxTexts } from "../../../texts/index.ts";
import type { Telegram } from "../api/knx.ts";
import { telegramsCsv } from "../model/export.ts";
import { useTelegrams } from "../model/use-telegrams.ts";
import { SendBox } from "./send-box.tsx";

const texts = knxTexts.monitor;
const mono = (text: string) => <span className={layout["mono"]}>{text}</span>;

const COLUMNS: readonly DataColumn<Telegram>[] = [
  { id: "ts", header: texts.columns.ts, value: ({ ts }) => ts, cell: ({ ts }) => formatTime(ts) },
  { id: "dir", header: texts.columns.dir, value: ({ dir }) => texts.dir[dir] },
  {
    id: "source",
    header: texts.columns.source,
    value: ({ source }) => source,
    cell: ({ source }) => mono(source),
  },
  {
    id: "target",
    header: texts.columns.target,
    value: ({ target }) => target,
    cell: ({ target }) => mono(target),
  },
  { id: "service", header: texts.columns.service, value: ({ service }) => texts.services[service] },
  { id: "dpt", header: texts.columns.dpt, value: ({ dpt }) => dpt ?? "" },
  {
    id: "value",
    header: texts.columns.value,
    value: ({ value, unit }) =>
      value === undefined ? "" : `${value}${unit === undefined ? "" : `\u00a0${unit}`}`,
  },
  { id: "data", header: texts.columns.data, value: ({ data }) => data, cell: ({ data }) => mono(data) },
  {
    id: "problem",
    header: texts.columns.problem,
    value: ({ problem, secure }) => problem ?? (secure ? texts.secure : ""),
  },
];

export function MonitorTab({ id }: { id: string }) {
  const { rows, missed, failed, paused, setPaused, clear } = useTelegrams(id);
  const toolbar = (
    <div className={layout["buttons"]}>
      <Button
        variant="default"
        size="xs"
        leftSection={
          paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
        }
        onClick={() => setPaused(!paused)}
      >
        {paused ? texts.resume : texts.pause}
      </Button>
      <DownloadButton
        size="xs"
        disabled={rows.length === 0}
        start={() => saveFile("knx-telegramme.csv", telegramsCsv(rows), "text/csv")}
      >
        {texts.export}
      </DownloadButton>
      <IconButton variant="default" size="xs" disabled={rows.length === 0} icon={IconTrash} onClick={clear}>
        {texts.clear}
      </IconButton>
    </div>
  );
  return (
    <div className={layout["stack"]}>
      <SendBox id={id} />
      <InfoBox title={texts.box} icon={IconActivity} flush>
        {failed ? <Alert color="orange">{texts.failed}</Alert> : null}
        {missed > 0 ? <Alert color="orange">{texts.missed(missed)}</Alert> : null}
        <DataTable
          label={texts.box}
          name="telegrams"
          rows={rows}
          columns={COLUMNS}
          rowKey={({ seq, ts }) => `${ts}-${seq}`}
          filter
          toolbar={toolbar}
          maxHeight="32rem"
          emptyState={{ title: texts.empty, text: texts.emptyText }}
        />
      </InfoBox>
    </div>
  );
}
