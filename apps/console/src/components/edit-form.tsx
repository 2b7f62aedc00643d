/**
 * A form of stored settings and its buttons, for what `useEdit` gives:
 *
 *     <EditForm edit={edit}>
 *       …fields…
 *       <EditButtons edit={edit} label={texts.save} />
 *     </EditForm>
 *
 * After a refused save the first wrong field has the focus. What no field of the form shows is told in a notice.
 */
import { Button } from "@mantine/core";
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { notice } from "../lib/notice.tsx";
import type { Edit } from "../lib/use-edit.ts";
import { commonTexts } from "../texts/index.ts";
import { ConflictNote } from "./conflict-note.tsx";
import classes from "./edit-form.module.css";
import { GROUP_COMPLAINT } from "./group-complaint.tsx";
import layout from "./layout.module.css";
import { RequiredNote } from "./required-note.tsx";
import { SaveButton } from "./save-button.tsx";
import { UnsavedSlot } from "./unsaved-slot.tsx";

/** What a form needs of its edit, whatever its fields are. */
export type FormEdit = Omit<Edit<unknown, object>, "set">;

export interface EditFormProps {
  edit: FormEdit;
  className?: string | undefined;
  disabled?: boolean;
  children: ReactNode;
}

export function EditForm({ edit, className, disabled = false, children }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const errors = useRef(edit.errors);
  useEffect(() => {
    errors.current = edit.errors;
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!edit.dirty || disabled || edit.saving || (await edit.save())) return;
    requestAnimationFrame(() => {
      if (!focusFirstWrong(form.current)) notice.error(Object.values(errors.current)[0]);
    });
  }
  return (
    <form
      ref={form}
      className={className ?? classes["form"]}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      {edit.conflict ? <ConflictNote conflict={edit.conflict} disabled={disabled || edit.saving} /> : null}
      <UnsavedSlot edit={edit} disabled={disabled || edit.saving} />
      {children}
      <RequiredNote />
    </form>
  );
}

export interface EditButtonsProps extends Pick<EditFormProps, "edit" | "disabled"> {
  /** Of the saving button; absent: "Speichern". */
  label?: string;
  /** "Speichern" for readers that hear only the buttons, where a page has several forms. */
  saveLabel?: string;
  /** Without the button that takes back what was typed. */
  only?: boolean;
  /** Beside the buttons. */
  children?: ReactNode;
}

export function EditButtons(props: EditButtonsProps) {
  const { edit, label = commonTexts.action.save, saveLabel, only, disabled = false, children } = props;
  const idle = !edit.dirty || disabled;
  return (
    <div className={layout["buttons"]}>
      <SaveButton
        off={idle}
        busy={edit.saving}
        {...(saveLabel === undefined ? {} : { "aria-label": saveLabel })}
        onMouseDown={keepFocus}
      >
        {label}
      </SaveButton>
      {only ? null : (
        <Button variant="default" disabled={idle || edit.saving} onMouseDown={keepFocus} onClick={edit.reset}>
          {commonTexts.action.reset}
        </Button>
      )}
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

/** False if no field shows an error. */
export function focusFirstWrong(frame: HTMLElement | null): boolean {
  const field = frame?.querySelector<HTMLElement>(
    `:is(input, textarea, select, button)[aria-invalid="true"], ${GROUP_COMPLAINT}`,
  );
  field?.focus();
  return field !== null && field !== undefined;
}
