/** Download of the stored project file; an encrypted one asks for its password first. */
import { IconDownload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { DownloadButton } from "../../../components/download-button.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { statusTexts } from "../../../texts/index.ts";
import { downloadStored } from "../api/downloads.ts";
import { isEncrypted } from "../model/encrypted.ts";

const texts = statusTexts.project;

/** Dialogs weigh more than the rest of this page, and few visits need one: fetched with the first hint of a need. */
const load = () => import("./backup-password-dialog.tsx");
const BackupPasswordDialog = lazy(async () => ({ default: (await load()).BackupPasswordDialog }));

export function BackupDownload({ filename }: { filename: string }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  if (!isEncrypted(filename)) {
    return (
      <DownloadButton size="sm" label={texts.downloadLabel} start={downloadStored}>
        {texts.download}
      </DownloadButton>
    );
  }
  return (
    <>
      <IconButton
        variant="default"
        size="sm"
        aria-label={texts.downloadLabel}
        aria-haspopup="dialog"
        icon={IconDownload}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        {texts.download}
      </IconButton>
      {wanted ? (
        <Suspense fallback={null}>
          <BackupPasswordDialog opened={open} onClose={() => setOpen(false)} filename={filename} />
        </Suspense>
      ) : null}
    </>
  );
}
