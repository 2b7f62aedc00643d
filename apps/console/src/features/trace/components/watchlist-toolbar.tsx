/** What can be done with the whole watchlist. */

import { LIMITS } from "@hubwart/contract";
import { Button, FileButton } from "@mantine/core";
import { IconFileExport, IconFileImport, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { notice } from "../../../lib/notice.tsx";
import { saveFile } from "../../../lib/save-file.ts";
import { traceTexts } from "../../../texts/index.ts";
import { channelsCsv } from "../model/csv.ts";
import type { Watched } from "../model/watched.ts";
import { fileOf, readFile, watchlists } from "../model/watchlist.ts";
import { LiveBadge } from "./live-badge.tsx";
import bar from "./toolbar.module.css";

const texts = traceTexts.watch;
/** A full list with the longest names has far less. */
const LARGEST_FILE = 256 * 1024;

export interface WatchlistToolbarProps {
  project: string;
  channels: readonly string[];
  records: readonly Watched[];
  live: boolean;
}

export function WatchlistToolbar({ project, channels, records, live }: WatchlistToolbarProps) {
  const [clearing, setClearing] = useState(false);
  const empty = channels.length === 0;
  const button = { variant: "default", size: "xs" } as const;
  return (
    <div className={bar["bar"]}>
      <output className={bar["count"]}>{texts.count(channels.length, LIMITS.watchlistMax)}</output>
      {empty ? null : <LiveBadge live={live} />}
      <div className={bar["end"]}>
        <DownloadButton
          size="xs"
          disabled={empty}
          start={() => {
            const known = records.flatMap(({ record }) => record ?? []);
            saveFile(traceTexts.csv.filename, channelsCsv(known), "text/csv");
          }}
        >
          {traceTexts.csv.button}
        </DownloadButton>
        <Button
          {...button}
          disabled={empty}
          leftSection={<IconFileExport size={16} aria-hidden />}
          onClick={() => saveFile(texts.filename(project), fileOf(project, channels), "application/json")}
        >
          {texts.export}
        </Button>
        <FileButton accept="application/json,.json" onChange={(file) => void importFile(project, file)}>
          {(props) => (
            <Button {...props} {...button} leftSection={<IconFileImport size={16} aria-hidden />}>
              {texts.import}
            </Button>
          )}
        </FileButton>
        <Button
          {...button}
          disabled={empty}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setClearing(true)}
        >
          {texts.clear}
        </Button>
      </div>
      <ConfirmDialog
        opened={clearing}
        onClose={() => setClearing(false)}
        title={texts.clear}
        confirmLabel={texts.clear}
        question={texts.clearQuestion}
        danger
        onConfirm={async () => watchlists.clear(project)}
      />
    </div>
  );
}

async function importFile(project: string, file: File | null): Promise<void> {
  if (file === null) return;
  const list = file.size > LARGEST_FILE ? undefined : readFile(await file.text());
  if (list === undefined) return notice.error(texts.importInvalid);
  const { added, full } = watchlists.addAll(project, list.channels);
  const detail = list.project === project ? {} : { detail: texts.otherProject(list.project) };
  if (full) notice.warning(texts.full(LIMITS.watchlistMax), detail);
  else if (added === 0) notice.info(texts.importedNone, detail);
  else notice.success(texts.imported(added), detail);
}
