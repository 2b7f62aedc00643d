/** The uploaded file, if the device keeps it; decrypted with its password, or as it lies there. */

import { IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { DownloadButton } from "../../../components/download-button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { FilePasswordDialog } from "../../../components/file-password-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { formatDateTimeShort, formatFileSize } from "../../../lib/format.ts";
import { projectTexts } from "../../../texts/index.ts";
import { downloadDecrypted, downloadStored } from "../api/downloads.ts";
import type { Version } from "../api/versions.ts";
import classes from "./file-box.module.css";
import { FileName } from "./file-name.tsx";

const texts = projectTexts.download;

export function StoredFile({ version }: { version: Version }) {
  const [dialog, setDialog] = useState(false);
  if (!version.stored) {
    return (
      <InfoBox title={texts.stored} icon={IconFileSpreadsheet}>
        <EmptyState title={texts.notStored} text={texts.notStoredText} />
      </InfoBox>
    );
  }
  return (
    <InfoBox
      title={texts.stored}
      icon={IconFileSpreadsheet}
      footer={
        version.encrypted ? (
          <>
            <IconButton icon={IconDownload} onClick={() => setDialog(true)}>
              {texts.storedButton}
            </IconButton>
            <DownloadButton start={() => downloadStored()}>{texts.encryptedButton}</DownloadButton>
          </>
        ) : (
          <DownloadButton variant="filled" start={() => downloadStored()}>
            {texts.storedButton}
          </DownloadButton>
        )
      }
    >
      <p className={classes["text"]}>{version.encrypted ? texts.encryptedText : texts.storedText}</p>
      <InfoList
        items={[
          { label: projectTexts.versions.file, value: <FileName version={version} /> },
          { label: projectTexts.versions.size, value: formatFileSize(version.size) },
          { label: projectTexts.versions.uploaded, value: formatDateTimeShort(version.uploaded * 1_000) },
        ]}
      />
      <FilePasswordDialog
        opened={dialog}
        onClose={() => setDialog(false)}
        texts={texts.dialog}
        confirmLabel={texts.storedButton}
        filename={version.filename}
        download={downloadDecrypted}
      />
    </InfoBox>
  );
}
