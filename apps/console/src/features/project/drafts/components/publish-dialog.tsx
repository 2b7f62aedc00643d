/** The draft as the device judges it, what it changes, and the way into the plant. */
import { CODES, LIMITS } from "@hubwart/contract";
import { Alert, Button, Checkbox, Modal, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { GiveUp } from "../../../../components/action-dialog.tsx";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { SaveButton } from "../../../../components/save-button.tsx";
import { errorText } from "../../../../lib/error-text.ts";
import { ApiError } from "../../../../lib/errors.ts";
import { notice } from "../../../../lib/notice.tsx";
import { commonTexts, draftsTexts } from "../../../../texts/index.ts";
import { runDraft, useProjectRenewed } from "../../api/drafts.ts";
import { ChangesTable } from "../../components/changes-table.tsx";
import { ErrorTable } from "../../components/error-table.tsx";
import { changeRows } from "../../model/changes.ts";
import type { RunAnswer } from "../../run/run-state.ts";
import type { DraftStore } from "../model/draft-store.ts";
import classes from "./editor.module.css";

const texts = draftsTexts.publishing;

interface PublishDialogProps {
  store: DraftStore;
  /** Only looks. */
  checkOnly: boolean;
  onClose: () => void;
}

type Asked = { answer: RunAnswer; seq: number } | { error: unknown };

export function PublishDialog({ checkOnly, onClose, store }: PublishDialogProps) {
  const { id } = store.view.state.draft;
  const [checked, setChecked] = useState<Asked>();
  const [failure, setFailure] = useState<unknown>();
  const [note, setNote] = useState("");
  const [replace, setReplace] = useState(false);
  const [busy, setBusy] = useState(false);
  /** Whether to give up the note is being asked. */
  const [asking, setAsking] = useState(false);
  const renewed = useProjectRenewed();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void (async () => {
      try {
        await store.flush();
        const { seq } = store.view.state.draft;
        setChecked({ answer: await runDraft(id, "check", { seq }), seq });
      } catch (error) {
        setChecked({ error });
      }
    })();
  }, [id, store]);

  const answer = checked && "answer" in checked ? checked.answer : undefined;
  const same = answer !== undefined && answer.code === CODES.ok && answer.old_hash === answer.new_hash;
  const moved = failure instanceof ApiError && failure.code === CODES.conflict;
  async function publish(): Promise<void> {
    if (!checked || !("answer" in checked)) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const done = await runDraft(id, "publish", { seq: checked.seq, note: note.trim(), replace });
      renewed();
      if (done.code === CODES.ok) {
        notice.success(texts.done);
        onClose();
      } else setChecked({ answer: done, seq: checked.seq });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Modal
      opened
      onClose={() => {
        if (busy) return;
        if (note.trim() === "") onClose();
        else setAsking((already) => !already);
      }}
      closeOnClickOutside={note.trim() === ""}
      title={checkOnly ? texts.checkTitle : texts.title}
      size="xl"
    >
      <div className={classes["result"]}>
        {checked === undefined ? (
          <>
            <p>{texts.checking}</p>
            <LoadingState lines={3} shape="lines" />
          </>
        ) : answer ? (
          <Judged answer={answer} same={same} />
        ) : (
          <Failed error={"error" in checked ? checked.error : undefined} />
        )}
        {failure === undefined ? null : <Failed error={failure} />}
        {checkOnly || !answer || answer.code !== CODES.ok || same ? (
          <div className={classes["bar"]}>
            <Button variant="default" onClick={onClose} disabled={busy}>
              {commonTexts.action.close}
            </Button>
          </div>
        ) : (
          <>
            <TextInput
              label={texts.note}
              description={texts.noteHint}
              maxLength={LIMITS.versionNoteMax}
              value={note}
              onChange={(event) => {
                setNote(event.currentTarget.value);
                setAsking(false);
              }}
            />
            {moved ? (
              <Checkbox
                label={texts.replace}
                description={texts.replaceHint}
                checked={replace}
                onChange={(event) => setReplace(event.currentTarget.checked)}
              />
            ) : null}
            {asking ? <GiveUp onStay={() => setAsking(false)} onLeave={onClose} /> : null}
            <div className={classes["bar"]}>
              <Button variant="default" onClick={onClose} disabled={busy}>
                {commonTexts.action.cancel}
              </Button>
              <SaveButton type="button" busy={busy} off={moved && !replace} onClick={() => void publish()}>
                {texts.confirm}
              </SaveButton>
            </div>
          </>
        )}
      </div>
    </Modal>
  );
}

function Judged({ answer, same }: { answer: RunAnswer; same: boolean }) {
  const valid = answer.code === CODES.ok;
  const { changes, links = [] } = answer;
  return (
    <>
      <Alert color={valid ? "green" : "red"} variant="light" role="alert">
        {valid
          ? [texts.valid, same ? texts.same : answer.restart ? texts.restart : texts.noRestart].join(" ")
          : answer.errors.length > 0
            ? texts.invalid
            : (answer.message ?? texts.putBack)}
      </Alert>
      <ErrorTable errors={answer.errors} />
      {valid && !same && changes ? (
        <ChangesTable rows={changeRows({ changes, links })} maxHeight="40vh" />
      ) : null}
    </>
  );
}

function Failed({ error }: { error: unknown }) {
  const { detail, text } = errorText(error);
  return (
    <Alert color="red" variant="light" role="alert" title={text}>
      {detail}
    </Alert>
  );
}
