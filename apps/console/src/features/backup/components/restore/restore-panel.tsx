/** An opened backup: its password, what is inside, what to restore, and the restore itself. */
import { CODES, info } from "@hubwart/contract";
import { Alert, Button } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { callApi } from "../../../../api/client.ts";
import { queryClient } from "../../../../api/query-client.ts";
import { FilePasswordField } from "../../../../components/file-password-field.tsx";
import layout from "../../../../components/layout.module.css";
import { SaveButton } from "../../../../components/save-button.tsx";
import { errorText } from "../../../../lib/error-text.ts";
import { leavePage } from "../../../../lib/leave-page.ts";
import { notice } from "../../../../lib/notice.tsx";
import { overlay } from "../../../../overlay/overlay-store.ts";
import { backupTexts } from "../../../../texts/index.ts";
import { type Look, lookInto, type Opened, resultOf, startRestore } from "../../api/restore.ts";
import { followRestore } from "../../model/follow-restore.ts";
import classes from "../backup.module.css";
import { type RestoreChoice, RestoreContents } from "./restore-contents.tsx";

const texts = backupTexts.restore;
/** ms that a person has to read what became of it, before the page is loaded anew. */
const READ = 5_000;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface RestorePanelProps {
  opened: Opened;
  /** On the first page of a device without a password. */
  setup?: boolean;
  onClose: () => void;
}

export function RestorePanel({ opened, setup = false, onClose }: RestorePanelProps) {
  const [pwd, setPwd] = useState("");
  const [look, setLook] = useState<Look>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function open(password: string): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      setLook(await lookInto(opened.id, password));
    } catch (error) {
      setFailure(said(error));
    } finally {
      setBusy(false);
    }
  }
  const first = useRef(true);
  useEffect(() => {
    if (first.current && !opened.encrypted) void open("");
    first.current = false;
  });

  async function restore({ first: firstPassword, parts }: RestoreChoice): Promise<void> {
    setFailure(undefined);
    overlay.restart("restoring");
    try {
      await startRestore({
        id: opened.id,
        parts,
        ...(pwd === "" ? {} : { pwd }),
        ...(firstPassword === undefined ? {} : { first: firstPassword }),
      });
      await followRestore({ result: () => resultOf(opened.id), sleep });
    } catch (error) {
      overlay.clear();
      setFailure(said(error));
      return;
    }
    // Not from the cache: what it knows of the session is from before.
    const now = await callApi(info).catch(() => undefined);
    if (now?.session) {
      overlay.clear();
      notice.success(texts.done);
      await queryClient.invalidateQueries();
      onClose();
      return;
    }
    overlay.wait(look?.password && parts.includes("settings") ? texts.doneOther : texts.doneSame);
    await sleep(READ);
    leavePage("/");
  }

  return (
    <div className={layout["stackWide"]}>
      {failure === undefined ? null : (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {look === undefined ? (
        <form
          className={layout["stackWide"]}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            void open(pwd);
          }}
        >
          {opened.encrypted ? (
            <FilePasswordField
              label={texts.password}
              required
              description={texts.passwordText}
              name="backup-password"
              data-autofocus
              value={pwd}
              onChange={setPwd}
            />
          ) : failure === undefined ? (
            <p>{texts.opening}</p>
          ) : null}
          <div className={classes["buttons"]}>
            {opened.encrypted ? (
              <SaveButton off={pwd === ""} busy={busy}>
                {texts.open}
              </SaveButton>
            ) : null}
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
          </div>
        </form>
      ) : (
        <RestoreContents
          id={opened.id}
          pwd={pwd}
          look={look}
          setup={setup}
          onRestore={restore}
          onClose={onClose}
        />
      )}
    </div>
  );
}

function said(error: unknown): string {
  if (error instanceof Error && error.constructor === Error) return error.message || texts.failed;
  const { detail, text } = errorText(error, { [CODES.wrongFilePassword]: texts.wrongPassword });
  return detail ?? text;
}
