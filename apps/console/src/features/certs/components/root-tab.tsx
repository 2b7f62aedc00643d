/** Authorities that the device trusts besides the usual ones. */

import { certDelete, certUpload } from "@hubwart/contract";
import { IconCertificate, IconTrash } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { type DataColumn, DataTable } from "../../../components/data-table/data-table.tsx";
import { DottedName } from "../../../components/dotted-name.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { QueryState } from "../../../components/query-state.tsx";
import { UploadBox } from "../../../components/upload-box.tsx";
import { formatDateTime } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { certsTexts } from "../../../texts/index.ts";
import { type OwnCertificate, useOwnCertificates, useRemove, useUpload } from "../api/certs.ts";
import classes from "./certs.module.css";

const texts = certsTexts.own;
const ENDINGS = ".pem,.crt,.cer,.der,.p7b,.p7c";

export function RootTab() {
  const query = useOwnCertificates();
  const remove = useRemove();
  const upload = useUpload();
  const [asking, setAsking] = useState<string>();
  const columns = useMemo(() => columnsFor(setAsking), []);
  return (
    <div className={layout["stackWide"]}>
      <InfoBox title={texts.box} icon={IconCertificate} flush>
        <QueryState query={query}>
          {({ files }) => (
            <DataTable
              label={texts.box}
              name="certs"
              rows={files}
              columns={columns}
              rowKey={({ filename }) => filename}
              emptyState={{ title: texts.empty, text: texts.emptyText }}
            />
          )}
        </QueryState>
      </InfoBox>
      <May call={certUpload}>
        <UploadBox
          icon={IconCertificate}
          accept={ENDINGS}
          hint={certsTexts.upload.hint}
          texts={certsTexts.upload}
          upload={upload}
          given={{}}
          onDone={() => notice.success(certsTexts.upload.done)}
        />
      </May>
      <ConfirmDialog
        opened={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        question={texts.removeQuestion(asking ?? "")}
        danger
        onConfirm={() => remove.mutateAsync(asking ?? "")}
        onDone={() => notice.success(texts.removed)}
      />
    </div>
  );
}

function columnsFor(ask: (filename: string) => void): readonly DataColumn<OwnCertificate>[] {
  return [
    {
      id: "filename",
      header: texts.columns.filename,
      value: ({ filename }) => filename,
      cell: ({ filename }) => <span className={classes["name"]}>{filename}</span>,
    },
    {
      id: "ts",
      header: texts.columns.ts,
      value: ({ ts }) => ts,
      cell: ({ ts }) => formatDateTime(ts * 1000),
    },
    {
      id: "subject",
      header: texts.columns.subject,
      value: ({ subject }) => subject,
      cell: ({ subject }) => <span className={classes["name"]}>{subject}</span>,
    },
    {
      id: "valid",
      header: texts.columns.valid,
      value: (row) => row.valid_end,
      cell: (row) => formatDateTime(Date.parse(row.valid_end)),
    },
    {
      id: "fingerprint",
      header: texts.columns.fingerprint,
      value: ({ fingerprint }) => fingerprint,
      cell: ({ fingerprint }) => (
        <span className={classes["fingerprint"]}>
          <DottedName name={fingerprint} />
        </span>
      ),
    },
    {
      id: "actions",
      header: texts.columns.actions,
      hideHeader: true,
      width: "1%",
      cell: ({ filename }) => (
        <May call={certDelete}>
          <IconButton
            variant="default"
            size="xs"
            aria-label={texts.removeFile(filename)}
            icon={IconTrash}
            onClick={() => ask(filename)}
          >
            {texts.remove}
          </IconButton>
        </May>
      ),
    },
  ];
}
