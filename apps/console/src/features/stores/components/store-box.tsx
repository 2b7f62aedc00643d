/** The files of one store, and what may be done with each. */

import { storeRestore } from "@hubwart/contract";
import { IconDownload, IconRestore } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDate, formatDateTime, formatFileSize } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { storesTexts } from "../../../texts/index.ts";
import {
  downloadDay,
  type Room,
  type StoreFile,
  type StoreName,
  storeQuery,
  useStoreRestore,
} from "../api/stores.ts";
import { dayOf, reasonOf } from "../model/names.ts";
import { sizeText } from "../model/size-text.ts";
import { KeepButton } from "./keep-button.tsx";
import classes from "./store-box.module.css";

const { columns: headers } = storesTexts;

const TIME: DataColumn<StoreFile> = {
  id: "time",
  header: headers.time,
  value: ({ ts }) => ts,
  cell: ({ ts }) => formatDateTime(ts * 1_000),
};
const SIZE: DataColumn<StoreFile> = {
  id: "size",
  header: headers.size,
  value: ({ size }) => size,
  cell: ({ size }) => formatFileSize(size),
  align: "right",
};
const FIRST: Readonly<Record<StoreName, readonly DataColumn<StoreFile>[]>> = {
  pool: [TIME, { id: "reason", header: headers.reason, value: ({ filename }) => reasonOf(filename) }, SIZE],
  lake: [
    {
      id: "day",
      header: headers.day,
      value: ({ filename }) => filename,
      cell: ({ filename }) => dayOf(filename),
    },
    SIZE,
  ],
};

/** What a person calls the file. */
const nameOf = (store: StoreName, { filename, ts }: StoreFile): string =>
  store === "pool" ? formatDateTime(ts * 1_000) : dayOf(filename);

function columnsOf(store: StoreName, onRestore: (file: StoreFile) => void): readonly DataColumn<StoreFile>[] {
  const cell = (file: StoreFile) => (
    <Actions
      store={store}
      name={nameOf(store, file)}
      filename={file.filename}
      onRestore={() => onRestore(file)}
    />
  );
  return [...FIRST[store], { id: "actions", header: headers.actions, hideHeader: true, width: "1%", cell }];
}

export function StoreBox({ store }: { store: StoreName }) {
  const texts = storesTexts[store];
  const query = useQuery(storeQuery(store));
  const restore = useStoreRestore(store);
  const [asked, setAsked] = useState<StoreFile>();
  const [open, setOpen] = useState(false);
  const columns = columnsOf(store, (file) => {
    setAsked(file);
    setOpen(true);
  });
  return (
    <InfoBox title={texts.box} flush actions={store === "lake" ? <KeepButton /> : null}>
      <p className={classes["text"]}>{texts.text}</p>
      <QueryState query={query}>
        {({ files, room }) => (
          <>
            {room ? <p className={classes["text"]}>{roomText(room)}</p> : null}
            <DataTable
              label={texts.box}
              name={store}
              rows={files}
              columns={columns}
              rowKey={({ filename }) => filename}
              emptyState={{ title: texts.empty, text: texts.emptyText }}
            />
          </>
        )}
      </QueryState>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={texts.box}
        confirmLabel={texts.confirm}
        question={asked ? texts.question(nameOf(store, asked)) : ""}
        onConfirm={() => restore.mutateAsync(asked?.filename ?? "")}
        onDone={() => notice.success(texts.done)}
      />
    </InfoBox>
  );
}

function roomText({ by, bytes, days, per_day: perDay, until, used }: Room): string {
  const { lasts, uses } = storesTexts.lake.room;
  const now = uses(sizeText(used), sizeText(bytes), days);
  if (perDay === undefined || until === undefined || by === undefined) return now;
  return `${now} ${lasts[by](formatFileSize(perDay), formatDate(until))}`;
}

interface ActionsProps {
  store: StoreName;
  name: string;
  filename: string;
  onRestore: () => void;
}

function Actions({ store, name, filename, onRestore }: ActionsProps) {
  const lake = store === "lake";
  return (
    <span className={classes["actions"]}>
      {lake ? (
        <IconButton
          variant="default"
          size="xs"
          icon={IconDownload}
          aria-label={storesTexts.downloadOf(name)}
          onClick={() => void downloadDay(filename).catch((error: unknown) => notice.apiError(error))}
        >
          {storesTexts.download}
        </IconButton>
      ) : null}
      <May call={storeRestore}>
        <IconButton
          variant="default"
          size="xs"
          icon={IconRestore}
          aria-label={lake ? storesTexts.readOf(name) : storesTexts.restoreOf(name)}
          onClick={onRestore}
        >
          {lake ? storesTexts.read : storesTexts.restore}
        </IconButton>
      </May>
    </span>
  );
}
