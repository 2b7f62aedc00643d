/** What a version changed, and the way back to it. */
import { Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { QueryState } from "../../../components/query-state.tsx";
import { formatDateTimeShort } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { projectTexts } from "../../../texts/index.ts";
import { useRestore } from "../api/restore.ts";
import { changesQuery, type Version } from "../api/versions.ts";
import { ChangesTable } from "./changes-table.tsx";
import classes from "./version-table.module.css";

const texts = projectTexts.versions;

export interface VersionDialogProps {
  /** Undefined: closed. */
  version: Version | undefined;
  onClose: () => void;
}

export function ChangesDialog({ version, onClose }: VersionDialogProps) {
  const shown = useLast(version);
  return (
    <Modal
      opened={version !== undefined}
      onClose={onClose}
      title={shown ? texts.changesTitle(shown.version) : ""}
      size="xl"
      padding={0}
      classNames={{ header: classes["dialogHead"] ?? "", title: classes["dialogTitle"] ?? "" }}
    >
      <p className={classes["text"]}>{texts.changesText}</p>
      {shown ? <VersionChanges version={shown.version} /> : null}
    </Modal>
  );
}

function VersionChanges({ version }: { version: string }) {
  const changes = useQuery(changesQuery(version));
  return (
    <QueryState query={changes}>
      {(data) => <ChangesTable changes={data} counts maxHeight="55vh" />}
    </QueryState>
  );
}

/** Stays open while the hub restarts, and says inside if the version did not run. */
export function RestoreDialog({ version, onClose }: VersionDialogProps) {
  const restore = useRestore();
  const shown = useLast(version);
  if (!shown) return null;
  const { name, id, uploaded } = shown;
  return (
    <ConfirmDialog
      opened={version !== undefined}
      onClose={onClose}
      title={texts.restoreTitle(shown.version)}
      question={texts.restoreQuestion(name || id, formatDateTimeShort(uploaded * 1_000))}
      onConfirm={() => restore.mutateAsync(shown.version)}
      onDone={() => notice.success(texts.restored(shown.version))}
    />
  );
}

/** Keeps what is shown while the dialog fades out. */
function useLast(version: Version | undefined): Version | undefined {
  const [last, setLast] = useState(version);
  if (version !== undefined && version !== last) setLast(version);
  return version ?? last;
}
