/** What is inside a backup, and which of it is to be restored. */
import { Alert, Button, Checkbox } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { ConfirmDialog } from "../../../../components/confirm-dialog.tsx";
import { InfoList } from "../../../../components/info-box.tsx";
import layout from "../../../../components/layout.module.css";
import { NewPasswordFields, useNewPassword } from "../../../../components/new-password-fields.tsx";
import { formatDateTime, formatFileSize } from "../../../../lib/format.ts";
import { useFocusOnMount } from "../../../../lib/use-focus-on-mount.ts";
import { backupTexts } from "../../../../texts/index.ts";
import type { Look } from "../../api/restore.ts";
import classes from "../backup.module.css";
import { RestoreChanges } from "./restore-changes.tsx";

const texts = backupTexts.restore;

export interface RestoreChoice {
  parts: string[];
  /** First password of a device whose backup brings none. */
  first: string | undefined;
}

export interface RestoreContentsProps {
  /** Of the opened backup, and its password. */
  id: string;
  pwd: string;
  look: Look;
  setup: boolean;
  onRestore: (choice: RestoreChoice) => Promise<void>;
  onClose: () => void;
}

export function RestoreContents({ id, look, onClose, onRestore, pwd, setup }: RestoreContentsProps) {
  // The first page has no card with a heading around it.
  const Heading = setup ? "h2" : "h3";
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const [parts, setParts] = useState(() => look.parts.filter((part) => part.chosen).map(({ name }) => name));
  const [asking, setAsking] = useState(false);
  const first = useNewPassword();
  const brings = look.password && parts.includes("settings");
  const needsFirst = setup && !brings;
  const ready = parts.length > 0 && (!needsFirst || first.valid);
  const choice: RestoreChoice = { parts, first: needsFirst ? first.value : undefined };

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!ready) return;
    // A new device has nothing to lose.
    if (setup) void onRestore(choice);
    else setAsking(true);
  }
  return (
    <form className={layout["stackWide"]} onSubmit={submit} noValidate>
      <Heading className={classes["subtitle"]} ref={heading} tabIndex={-1}>
        {texts.inside}
      </Heading>
      <InfoList
        items={[
          { label: texts.host, value: look.host },
          { label: texts.version, value: look.version },
          { label: texts.created, value: formatDateTime(look.created * 1000) },
          { label: texts.origin, value: originText(look) },
        ]}
      />
      {look.origin.from === "own" ? null : (
        <Alert variant="light" color="yellow" title={texts.originTitle}>
          {look.origin.from === "device" ? texts.originDevice : texts.originUnknown}
        </Alert>
      )}
      <Checkbox.Group label={texts.parts} value={parts} onChange={setParts}>
        <div className={classes["parts"]}>
          {look.parts.map(({ label, moves, name, note, size }) => (
            <Checkbox
              key={name}
              value={name}
              disabled={!moves}
              label={`${label} (${size === 0 ? texts.empty : formatFileSize(size)})`}
              description={note === "" ? undefined : note}
            />
          ))}
        </div>
      </Checkbox.Group>
      <RestoreChanges id={id} pwd={pwd} parts={look.parts} chosen={parts} heading={Heading} />
      {look.left.length === 0 ? null : (
        <div>
          <Heading className={classes["subtitle"]}>{texts.left}</Heading>
          <ul className={classes["list"]}>
            {look.left.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
      <Alert variant="light" title={texts.moveTitle}>
        {texts.move} {brings ? texts.passwordOther : setup ? texts.passwordFirst : texts.passwordSame}
      </Alert>
      {needsFirst ? <NewPasswordFields state={first} /> : null}
      <div className={classes["buttons"]}>
        <Button type="submit" disabled={!ready}>
          {texts.start}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.confirmTitle}
        confirmLabel={texts.start}
        question={texts.confirm(look.host, formatDateTime(look.created * 1000))}
        danger
        onConfirm={() => Promise.resolve()}
        onDone={() => void onRestore(choice)}
      />
    </form>
  );
}

function originText({ host, origin: { fingerprint, from } }: Look): string {
  return from === "device" ? texts.origins.device(host, fingerprint) : texts.origins[from];
}
