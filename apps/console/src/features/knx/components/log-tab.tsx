/** What an interface writes down, its files, and a new connection. */
import { CODES } from "@hubwart/contract";
import { NativeSelect } from "@mantine/core";
import { IconFileText, IconPlugConnected, IconRefresh } from "@tabler/icons-react";
import { DownloadIcon } from "../../../components/download-button.tsx";
import { type FactColumn, FactTable } from "../../../components/fact-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { BoxGrid, InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { ApiError } from "../../../lib/errors.ts";
import { formatDateTime, formatFileSize } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { knxTexts } from "../../../texts/index.ts";
import { downloadLog, type KnxInfo, type Mode, useDebugMode, useKnxRestart } from "../api/knx.ts";
import classes from "./knx.module.css";

const texts = knxTexts.log;
const MODES: readonly Mode[] = ["off", "debug", "info", "warn"];

export function LogTab({ id, info }: { id: string; info: KnxInfo }) {
  const change = useDebugMode(id);
  const restart = useKnxRestart(id);

  function reconnect(): void {
    restart.mutate(undefined, {
      onSuccess: () => notice.success(texts.restarted),
      onError: (error) => {
        if (error instanceof ApiError && error.code === CODES.containerUpdate) notice.warning(texts.disabled);
        else notice.apiError(error);
      },
    });
  }
  function select(value: string): void {
    const mode = MODES.find((each) => each === value);
    if (mode === undefined) return;
    change.mutate(mode, {
      onSuccess: () => notice.success(texts.saved),
      onError: (error) => notice.apiError(error),
    });
  }
  return (
    <div className={layout["stack"]}>
      <BoxGrid>
        <InfoBox title={texts.box} icon={IconFileText}>
          <NativeSelect
            label={texts.level}
            description={texts.levelText}
            value={change.isPending ? change.variables : info.debug}
            disabled={change.isPending}
            onChange={(event) => select(event.currentTarget.value)}
            data={MODES.map((value) => ({ value, label: texts.levels[value] }))}
          />
        </InfoBox>
        <InfoBox title={texts.connection} icon={IconPlugConnected}>
          <IconButton variant="default" loading={restart.isPending} icon={IconRefresh} onClick={reconnect}>
            {texts.restart}
          </IconButton>
        </InfoBox>
      </BoxGrid>
      <InfoBox title={texts.files} icon={IconFileText} flush={info.debug_log.length > 0}>
        {info.debug_log.length === 0 ? (
          <p className={classes["note"]}>{texts.noFiles}</p>
        ) : (
          <FactTable
            label={texts.files}
            rows={info.debug_log}
            rowKey={({ file }) => file}
            columns={columnsOf(id)}
          />
        )}
      </InfoBox>
    </div>
  );
}

function columnsOf(id: string): readonly FactColumn<KnxInfo["debug_log"][number]>[] {
  const download = ({ file }: { file: string }) => <LogDownload id={id} file={file} />;
  return [
    { id: "file", header: texts.columns.file, cell: ({ file }) => file, mono: true },
    {
      id: "size",
      header: texts.columns.size,
      cell: ({ size }) => formatFileSize(size),
      align: "right",
    },
    { id: "ts", header: texts.columns.ts, cell: ({ ts }) => formatDateTime(ts * 1000) },
    {
      id: "actions",
      header: texts.columns.actions,
      align: "right",
      cell: download,
    },
  ];
}

function LogDownload({ id, file }: { id: string; file: string }) {
  return <DownloadIcon label={texts.download(file)} start={() => downloadLog(id, file)} />;
}
