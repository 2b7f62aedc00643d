/** Whether everything is kept, and what stands in the way. */
import { Alert, Button } from "@mantine/core";
import { errorText } from "../../../../lib/error-text.ts";
import { formatTime } from "../../../../lib/format.ts";
import { commonTexts, draftsTexts as texts } from "../../../../texts/index.ts";
import type { Editor } from "../use-editor.ts";
import classes from "./editor.module.css";

export function SavedState({ editor: { view } }: { editor: Editor }) {
  const { trouble, unsavedSince } = view;
  const text =
    trouble === "connection"
      ? texts.unsaved(unsavedSince === undefined ? "" : formatTime(unsavedSince))
      : unsavedSince === undefined
        ? texts.saved
        : texts.saving;
  return (
    <output className={classes["state"]} data-trouble={trouble === "connection" || undefined}>
      {text}
    </output>
  );
}

export function Trouble({ editor: { store, view } }: { editor: Editor }) {
  const { notes, trouble } = view;
  const said = typeof trouble === "object" ? errorText(trouble.error) : undefined;
  return (
    <>
      {said ? (
        <Alert color="red" variant="light" role="alert" title={texts.refused}>
          <div className={classes["note"]}>
            <span>{[said.text, said.detail].filter(Boolean).join(" ")}</span>
            <Button size="xs" variant="default" onClick={store.retry}>
              {commonTexts.action.retry}
            </Button>
          </div>
        </Alert>
      ) : null}
      {notes.map(({ id, text }) => (
        <Alert
          key={id}
          color="orange"
          variant="light"
          role="alert"
          withCloseButton
          closeButtonLabel={texts.notes.dismiss}
          onClose={() => store.dismiss(id)}
        >
          {text}
        </Alert>
      ))}
    </>
  );
}
