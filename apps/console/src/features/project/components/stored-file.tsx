/** The uploaded file, if the device keeps it; decrypted with its password, or as it lies there. */

import { CODES } from "@hubwart/contract";
import { Button, PasswordInput } from "@mantine/core";
import { IconDownload, IconFileSpreadsheet } from "@tabler/icons-react";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import { formatDateTimeShort, formatFileSize } from "../../../lib/format.ts";
import { projectTexts } from "../../../texts/index.ts";
import { downloadDecrypted, downloadStored } from "../api/downloads.ts";
import type { Version } from "../api/history.ts";
import { DownloadButton } from "./download-button.tsx";
import classes from "./file-box.module.css";
import { FileName } from "./file-name.tsx";

const texts = projectTexts.download;
const MESSAGES = { [CODES.wrongFilePassword]: texts.dialog.wrong };

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
            <Button leftSection={<IconDownload size={18} aria-hidden />} onClick={() => setDialog(true)}>
              {texts.storedButton}
            </Button>
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
          { label: projectTexts.history.file, value: <FileName version={version} /> },
          { label: projectTexts.history.size, value: formatFileSize(version.size) },
          { label: projectTexts.history.uploaded, value: formatDateTimeShort(version.uploaded * 1_000) },
        ]}
      />
      <PasswordDialog opened={dialog} onClose={() => setDialog(false)} name={version.filename} />
    </InfoBox>
  );
}

/** Stays open on a wrong password, says so inside, and the session goes on. */
function PasswordDialog({ opened, onClose, name }: { opened: boolean; onClose: () => void; name: string }) {
  const [pwd, setPwd] = useState("");
  return (
    <ActionDialog
      opened={opened}
      onClose={() => {
        onClose();
        setPwd("");
      }}
      title={texts.dialog.title}
      confirmLabel={texts.storedButton}
      canConfirm={pwd !== ""}
      messages={MESSAGES}
      onConfirm={() => downloadDecrypted(pwd)}
    >
      <p>{texts.dialog.text(name)}</p>
      <PasswordInput
        data-autofocus
        label={texts.dialog.password}
        name="file-password"
        autoComplete="off"
        value={pwd}
        onChange={(event) => setPwd(event.currentTarget.value)}
      />
    </ActionDialog>
  );
}
