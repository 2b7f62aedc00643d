/** The draft as the device judges it, what it changes, and the way into the plant: first together with what others published meanwhile. */
import { CODES, LIMITS } from "@hubwart/contract";
import { Alert, Button, Modal, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import { GiveUp } from "../../../../components/action-dialog.tsx";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { changeRows } from "../../../../components/project-changes/changes.ts";
import { ChangesTable } from "../../../../components/project-changes/changes-table.tsx";
import { SaveButton } from "../../../../components/save-button.tsx";
import { errorText } from "../../../../lib/error-text.ts";
import { ApiError } from "../../../../lib/errors.ts";
import { notice } from "../../../../lib/notice.tsx";
import { commonTexts, draftsTexts } from "../../../../texts/index.ts";
import { compareDraft, type DraftComparison, runDraft, useProjectRenewed } from "../../api/drafts.ts";
import { ErrorTable } from "../../components/error-table.tsx";
import type { RunAnswer } from "../../run/run-state.ts";
import type { DraftStore } from "../model/draft-store.ts";
import classes from "./editor.module.css";
import { MergePanel } from "./merge-panel.tsx";

const texts = draftsTexts.publishing;

interface PublishDialogProps {
  store: DraftStore;
  infos: readonly TableInfo[];
  /** Only looks. */
  checkOnly: boolean;
  onClose: () => void;
}

type Stage =
  | { at: "comparing" }
  | { at: "checking" }
  | { at: "merging"; found: DraftComparison }
  | { at: "checked"; answer: RunAnswer; seq: number }
  | { at: "failed"; error: unknown };

export function PublishDialog({ checkOnly, infos, onClose, store }: PublishDialogProps) {
  const { id } = store.view.state.draft;
  const [stage, setStage] = useState<Stage>({ at: checkOnly ? "checking" : "comparing" });
  const [failure, setFailure] = useState<unknown>();
  const [replace, setReplace] = useState(false);
  const [busy, setBusy] = useState(false);
  const [note, setNote] = useState("");
  /** Whether to give up the note is being asked. */
  const [asking, setAsking] = useState(false);
  const begun = useRef(false);

  async function check(): Promise<void> {
    setStage({ at: "checking" });
    await store.flush();
    const { seq } = store.view.state.draft;
    setStage({ at: "checked", answer: await runDraft(id, "check", { seq }), seq });
  }
  /** What others published comes first. */
  async function compare(): Promise<void> {
    setStage({ at: "comparing" });
    await store.flush();
    const found = await compareDraft(id);
    await store.catchUp();
    if (found.needed) setStage({ at: "merging", found });
    else await check();
  }
  const attempt = (task: () => Promise<void>): void =>
    void task().catch((error: unknown) => setStage({ at: "failed", error }));
  /** The draft or the running project went on: what was shown counts no longer. */
  function again(error: unknown): void {
    setFailure(error);
    setReplace(false);
    if (error instanceof ApiError && error.code === CODES.conflict) attempt(compare);
  }
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    attempt(checkOnly ? check : compare);
  });

  return (
    <Modal
      opened
      onClose={() => {
        if (busy) return;
        if (note.trim() === "") onClose();
        else setAsking((already) => !already);
      }}
      closeOnClickOutside={note.trim() === ""}
      title={titleOf(stage, checkOnly)}
      size="xl"
    >
      <div className={classes["result"]}>
        {failure === undefined ? null : <Failed error={failure} />}
        {stage.at === "comparing" || stage.at === "checking" ? (
          <>
            <p>{stage.at === "checking" ? texts.checking : draftsTexts.merging.comparing}</p>
            <LoadingState lines={3} shape="lines" />
          </>
        ) : stage.at === "failed" ? (
          <>
            <Failed error={stage.error} />
            <Bar onClose={onClose} />
          </>
        ) : stage.at === "merging" ? (
          <MergePanel
            key={`${stage.found.running} ${stage.found.seq}`}
            id={id}
            found={stage.found}
            infos={infos}
            onDone={() => {
              notice.success(draftsTexts.merging.done);
              setFailure(undefined);
              attempt(async () => {
                await store.catchUp();
                await check();
              });
            }}
            onFailed={again}
            onReplace={() => {
              setReplace(true);
              attempt(check);
            }}
            onClose={onClose}
          />
        ) : (
          <Checked
            id={id}
            checked={stage}
            replace={replace}
            checkOnly={checkOnly}
            note={note}
            asking={asking}
            onNote={(typed) => {
              setNote(typed);
              setAsking(false);
            }}
            onStay={() => setAsking(false)}
            busy={busy}
            onBusy={setBusy}
            onJudged={(answer) => setStage({ ...stage, answer })}
            onFailed={again}
            onClose={onClose}
          />
        )}
      </div>
    </Modal>
  );
}

function titleOf({ at }: Stage, checkOnly: boolean): string {
  if (at === "merging") return draftsTexts.merging.title;
  return checkOnly ? texts.checkTitle : texts.title;
}

interface CheckedProps {
  id: string;
  checked: { answer: RunAnswer; seq: number };
  replace: boolean;
  checkOnly: boolean;
  note: string;
  asking: boolean;
  onNote: (note: string) => void;
  onStay: () => void;
  busy: boolean;
  onBusy: (busy: boolean) => void;
  onJudged: (answer: RunAnswer) => void;
  onFailed: (error: unknown) => void;
  onClose: () => void;
}

function Checked({
  busy,
  checked,
  checkOnly,
  id,
  note,
  onBusy,
  onClose,
  onFailed,
  onJudged,
  replace,
  ...rest
}: CheckedProps) {
  const { answer, seq } = checked;
  const renewed = useProjectRenewed();
  const same = answer.code === CODES.ok && answer.old_hash === answer.new_hash;
  async function publish(): Promise<void> {
    onBusy(true);
    try {
      const done = await runDraft(id, "publish", { seq, note: note.trim(), replace });
      renewed();
      if (done.code === CODES.ok) {
        notice.success(texts.done);
        onClose();
      } else onJudged(done);
    } catch (error) {
      onFailed(error);
    } finally {
      onBusy(false);
    }
  }
  if (checkOnly || answer.code !== CODES.ok || same)
    return (
      <>
        <Judged answer={answer} same={same} />
        <Bar onClose={onClose} busy={busy} />
      </>
    );
  return (
    <>
      {replace ? (
        <Alert color="orange" variant="light" role="alert">
          {texts.replacing}
        </Alert>
      ) : null}
      <Judged answer={answer} same={same} />
      <TextInput
        label={texts.note}
        description={texts.noteHint}
        maxLength={LIMITS.versionNoteMax}
        value={note}
        onChange={(event) => rest.onNote(event.currentTarget.value)}
      />
      {rest.asking ? <GiveUp onStay={rest.onStay} onLeave={onClose} /> : null}
      <div className={classes["bar"]}>
        <Button variant="default" onClick={onClose} disabled={busy}>
          {commonTexts.action.cancel}
        </Button>
        <SaveButton type="button" busy={busy} off={false} onClick={() => void publish()}>
          {texts.confirm}
        </SaveButton>
      </div>
    </>
  );
}

function Bar({ busy = false, onClose }: { busy?: boolean; onClose: () => void }) {
  return (
    <div className={classes["bar"]}>
      <Button variant="default" onClick={onClose} disabled={busy}>
        {commonTexts.action.close}
      </Button>
    </div>
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
