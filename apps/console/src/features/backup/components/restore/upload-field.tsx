/** A backup from the computer in front of the person, sent with progress. */
import { Button, Progress } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { FileField } from "../../../../components/file-field.tsx";
import { errorText } from "../../../../lib/error-text.ts";
import { formatFileSize } from "../../../../lib/format.ts";
import { backupTexts } from "../../../../texts/index.ts";
import { type Opened, uploadBackup } from "../../api/restore.ts";
import classes from "../backup.module.css";

const texts = backupTexts.restore;

export interface UploadFieldProps {
  onOpened: (opened: Opened) => void;
  /** Beside the button, while nothing is sent: another way to a backup. */
  other?: ReactNode;
}

export function UploadField({ onOpened, other }: UploadFieldProps) {
  const [file, setFile] = useState<File>();
  const [error, setError] = useState<string>();
  const [sent, setSent] = useState<{ sent: number; total: number }>();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(): Promise<void> {
    if (!file) {
      setError(texts.noFile);
      return;
    }
    const abort = new AbortController();
    sending.current = abort;
    setError(undefined);
    setSent({ sent: 0, total: file.size });
    try {
      onOpened(await uploadBackup(file, (done, total) => setSent({ sent: done, total }), abort.signal));
    } catch (failed) {
      const { detail, text } = errorText(failed);
      if (!abort.signal.aborted) setError(detail ?? text);
    } finally {
      setSent(undefined);
    }
  }
  return (
    <div className={classes["upload"]}>
      <FileField
        file={file}
        error={error}
        onChange={(chosen) => {
          setFile(chosen);
          setError(undefined);
        }}
        input={input}
        accept=".tar,.age"
        hint={texts.fileHint}
        texts={texts.file}
      />
      {sent === undefined ? (
        <div className={classes["buttons"]}>
          <Button onClick={() => void send()} disabled={!file}>
            {texts.upload}
          </Button>
          {other}
        </div>
      ) : (
        <>
          <Progress
            value={sent.total === 0 ? 0 : (100 * sent.sent) / sent.total}
            aria-label={texts.uploading}
          />
          <p className={classes["text"]}>
            {texts.uploaded(formatFileSize(sent.sent), formatFileSize(sent.total))}
          </p>
          <div className={classes["buttons"]}>
            <Button variant="default" onClick={() => sending.current?.abort()}>
              {texts.cancel}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
