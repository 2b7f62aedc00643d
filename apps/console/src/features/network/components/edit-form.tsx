/** A form with its buttons. After a refused save the first wrong field has the focus. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactNode, useRef } from "react";
import { commonTexts } from "../../../texts/index.ts";
import { ConflictNote } from "./conflict-note.tsx";
import classes from "./network.module.css";

export interface EditFormProps {
  edit: {
    dirty: boolean;
    saving: boolean;
    conflict: boolean;
    reset: () => void;
    reload: () => void;
    save: () => Promise<boolean>;
  };
  /** "Speichern" for readers that hear only the buttons. */
  saveLabel: string;
  className?: string | undefined;
  disabled?: boolean;
  /** Beside "Speichern". */
  actions?: ReactNode;
  /** Puts the buttons elsewhere than at the end. */
  frame?: (parts: { children: ReactNode; buttons: ReactNode }) => ReactNode;
  children: ReactNode;
}

const buttonsLast: NonNullable<EditFormProps["frame"]> = ({ children, buttons }) => (
  <>
    {children}
    {buttons}
  </>
);

export function EditForm({
  edit,
  saveLabel,
  className,
  disabled = false,
  actions,
  frame = buttonsLast,
  children,
}: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const idle = !edit.dirty || disabled;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (idle || edit.saving || (await edit.save())) return;
    requestAnimationFrame(() => focusFirstWrong(form.current));
  }
  const buttons = (
    // A field that is left by the press of a button would complain, and move the button away under the pointer.
    <div className={classes["buttons"]} onMouseDown={(event) => event.preventDefault()}>
      <Button type="submit" disabled={idle} loading={edit.saving} aria-label={saveLabel}>
        {commonTexts.action.save}
      </Button>
      <Button variant="default" disabled={idle || edit.saving} onClick={edit.reset}>
        {commonTexts.action.reset}
      </Button>
      {actions}
    </div>
  );
  return (
    <form
      ref={form}
      className={className ?? classes["form"]}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      {edit.conflict ? <ConflictNote onReload={edit.reload} /> : null}
      {frame({ children, buttons })}
    </form>
  );
}

export function focusFirstWrong(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
