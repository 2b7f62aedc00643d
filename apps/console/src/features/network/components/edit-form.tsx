/** A form and its buttons. After a refused save the first wrong field has the focus. */
import { Button } from "@mantine/core";
import { type FormEvent, type MouseEvent, type ReactNode, useRef } from "react";
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
  className?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}

export function EditForm({ edit, className, disabled = false, children }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!edit.dirty || disabled || edit.saving || (await edit.save())) return;
    requestAnimationFrame(() => focusFirstWrong(form.current));
  }
  return (
    <form
      ref={form}
      className={className ?? classes["form"]}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      {edit.conflict ? <ConflictNote onReload={edit.reload} /> : null}
      {children}
    </form>
  );
}

export interface EditButtonsProps extends Pick<EditFormProps, "edit" | "disabled"> {
  /** "Speichern" for readers that hear only the buttons. */
  saveLabel: string;
  /** Beside "Speichern". */
  children?: ReactNode;
}

export function EditButtons({ edit, saveLabel, disabled = false, children }: EditButtonsProps) {
  const idle = !edit.dirty || disabled;
  return (
    <div className={classes["buttons"]}>
      <Button
        type="submit"
        disabled={idle}
        loading={edit.saving}
        aria-label={saveLabel}
        onMouseDown={keepFocus}
      >
        {commonTexts.action.save}
      </Button>
      <Button variant="default" disabled={idle || edit.saving} onMouseDown={keepFocus} onClick={edit.reset}>
        {commonTexts.action.reset}
      </Button>
      {children}
    </div>
  );
}

/**
 * For buttons below fields: a field that was left by the press of a button would complain, and its complaint would
 * move the button away under the pointer.
 */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

export function focusFirstWrong(frame: HTMLElement | null): void {
  frame?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
