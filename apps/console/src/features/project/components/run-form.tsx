import { LIMITS } from "@hubwart/contract";
import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconClipboardCheck, IconFileSpreadsheet, IconUpload } from "@tabler/icons-react";
import type { FormEvent } from "react";
import { FileField } from "../../../components/file-field.tsx";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { PasswordInput } from "../../../components/password-input.tsx";
import { projectTexts } from "../../../texts/index.ts";
import type { Run } from "../run/run-store.ts";
import classes from "./run-form.module.css";
import { type RunForm as Form, LARGEST_MB } from "./use-run-form.ts";

const texts = projectTexts.run;

export function RunForm({ run, form }: { run: Run; form: Form }) {
  const { box, intro, submit } = texts[run.mode];
  function send(event: FormEvent): void {
    event.preventDefault();
    const ready = form.submit();
    if (ready) void run.start(ready.file, ready.store, ready.note);
  }
  return (
    <InfoBox title={box}>
      <form className={layout["stack"]} noValidate onSubmit={send}>
        <p className={classes["intro"]}>{intro}</p>
        <FileField
          file={form.file}
          error={form.fileError}
          onChange={form.setFile}
          input={form.input}
          accept=".xlsx,.zip"
          hint={texts.file.kinds(LARGEST_MB)}
          texts={texts.file}
          icon={IconFileSpreadsheet}
        />
        {run.mode === "upload" ? (
          <>
            <TextInput
              className={classes["note"] ?? ""}
              label={texts.note.label}
              description={texts.note.hint}
              maxLength={LIMITS.versionNoteMax}
              value={form.note}
              onChange={(event) => form.setNote(event.currentTarget.value)}
            />
            <StoreFields form={form} />
          </>
        ) : null}
        <div className={classes["submit"]}>
          <Button
            type="submit"
            disabled={form.file === undefined}
            leftSection={
              run.mode === "upload" ? (
                <IconUpload size={18} aria-hidden />
              ) : (
                <IconClipboardCheck size={18} aria-hidden />
              )
            }
          >
            {submit}
          </Button>
          {form.file === undefined ? <span className={classes["hint"]}>{texts.file.first}</span> : null}
        </div>
      </form>
    </InfoBox>
  );
}

/** Without this choice only the compiled project is kept. */
function StoreFields({ form }: { form: Form }) {
  const { repeatInput, use, pwd, repeat, pwdError, setUse, setPwd, setRepeat } = form;
  return (
    <div className={classes["store"]}>
      <Checkbox
        label={texts.store.use}
        description={texts.store.hintOfUse}
        checked={use}
        onChange={(event) => setUse(event.currentTarget.checked)}
      />
      {use ? (
        <div className={classes["passwords"]}>
          <PasswordInput
            label={texts.store.password}
            name="store-password"
            autoComplete="new-password"
            value={pwd}
            onChange={(event) => setPwd(event.currentTarget.value)}
          />
          <PasswordInput
            ref={repeatInput}
            label={texts.store.repeat}
            name="store-password-repeat"
            autoComplete="new-password"
            value={repeat}
            error={pwdError}
            onChange={(event) => setRepeat(event.currentTarget.value)}
          />
          <p className={classes["hint"]}>{texts.store.hint}</p>
        </div>
      ) : null}
    </div>
  );
}
