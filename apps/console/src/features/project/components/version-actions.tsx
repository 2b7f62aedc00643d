/** What can be done with a kept version, and the dialogs that it takes. */
import {
  IconArrowsDiff,
  IconBraces,
  IconDownload,
  IconListSearch,
  IconNote,
  IconPin,
  IconPinnedOff,
} from "@tabler/icons-react";
import { FilePasswordDialog } from "../../../components/file-password-dialog.tsx";
import type { RowAction } from "../../../components/row-menu.tsx";
import { notice } from "../../../lib/notice.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { downloadCompiled, downloadDecrypted, downloadStored } from "../api/downloads.ts";
import { useSaveVersion, type Version } from "../api/versions.ts";
import { ChangesDialog, CompareDialog } from "./compare-dialogs.tsx";
import { NoteDialog, RestoreDialog, useLast } from "./version-dialogs.tsx";

const texts = projectTexts.versions;

export interface VersionDialog {
  kind: "changes" | "compare" | "download" | "note" | "restore";
  version: Version;
}

export function useVersionActions(version: Version, open: (dialog: VersionDialog) => void): RowAction[] {
  const { mutate } = useSaveVersion();
  const fails = (error: unknown): void => notice.apiError(error);
  const show = (kind: VersionDialog["kind"]) => () => open({ kind, version });
  const { stored, encrypted, keep } = version;
  return [
    { label: texts.changes, icon: IconListSearch, run: show("changes") },
    { label: texts.compare, icon: IconArrowsDiff, run: show("compare") },
    { label: texts.editNote, icon: IconNote, run: show("note") },
    {
      label: keep ? texts.release : texts.keep,
      icon: keep ? IconPinnedOff : IconPin,
      run: () => mutate({ version: version.version, keep: !keep }, { onError: fails }),
    },
    ...(stored
      ? [
          {
            label: texts.downloadFile,
            icon: IconDownload,
            run: encrypted ? show("download") : () => void downloadStored(version.version).catch(fails),
          },
        ]
      : []),
    {
      label: texts.downloadCompiled,
      icon: IconBraces,
      run: () => void downloadCompiled(version.version).catch(fails),
    },
  ];
}

export interface VersionDialogsProps {
  dialog: VersionDialog | undefined;
  versions: readonly Version[];
  onClose: () => void;
}

export function VersionDialogs({ dialog, versions, onClose }: VersionDialogsProps) {
  const of = (kind: VersionDialog["kind"]) => (dialog?.kind === kind ? dialog.version : undefined);
  const file = useLast(of("download"));
  return (
    <>
      <ChangesDialog version={of("changes")} onClose={onClose} />
      <CompareDialog version={of("compare")} versions={versions} onClose={onClose} />
      <NoteDialog version={of("note")} onClose={onClose} />
      <RestoreDialog version={of("restore")} onClose={onClose} />
      {file ? (
        <FilePasswordDialog
          opened={dialog?.kind === "download"}
          onClose={onClose}
          texts={projectTexts.download.dialog}
          confirmLabel={projectTexts.download.storedButton}
          filename={file.filename}
          download={(pwd) => downloadDecrypted(pwd, file.version)}
        />
      ) : null}
    </>
  );
}
