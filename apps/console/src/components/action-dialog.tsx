/**
 * A dialog that acts: it stays open until the action succeeded, and shows inside why it did not.
 *
 *     <ActionDialog opened={open} onClose={close} title="Lizenzschlüssel ändern" confirmLabel="Speichern"
 *       canConfirm={valid} onConfirm={() => callApi(licenseUpload, { body: { key } })}>
 *       <TextInput …/>
 *     </ActionDialog>
 *
 * While the action runs the dialog cannot be closed. `onDone` is called after it succeeded and the dialog closed.
 *
 * What `check` or the appliance refuses is said beside its field, with what was typed still in it: `fields` are the names
 * under which the call knows the fields shown, and the children are given the complaints. All else is said below them.
 *
 *     <ActionDialog … fields={["role"]} messages={{ [CODES.wrongFilePassword]: { field: "role", text: texts.wrong } }}>
 *       {(errors) => <TextInput error={errors["role"]} … />}
 *     </ActionDialog>
 */
import { Alert, Button, Modal } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { errorText, fieldErrors, type Messages } from "../lib/error-text.ts";
import type { FieldErrors } from "../lib/use-edit.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./action-dialog.module.css";
import { focusFirstWrong } from "./edit-form.tsx";
import { RequiredNote } from "./required-note.tsx";

export interface ActionDialogProps<T = unknown> {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode | ((errors: FieldErrors) => ReactNode);
  /** Names of the fields that show what the appliance says about them. */
  fields?: readonly string[];
  /** What is wrong with what was typed: field → hint. */
  check?: () => FieldErrors;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Red button: something is lost for good. */
  danger?: boolean;
  canConfirm?: boolean;
  onConfirm: () => Promise<T>;
  /** Whether that was all; false keeps the dialog open, which then asks for more. */
  done?: (result: T) => boolean;
  onDone?: (result: T) => void;
  /** Texts for result codes, instead of the general ones. */
  messages?: Messages;
  size?: string;
}

export function ActionDialog<T>({ opened, onClose, title, size = "md", ...rest }: ActionDialogProps<T>) {
  const [pending, setPending] = useState(false);
  const close = (): void => {
    if (!pending) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={false}
      classNames={{ content: classes["content"] ?? "" }}
    >
      <DialogForm {...rest} pending={pending} setPending={setPending} onClose={onClose} />
    </Modal>
  );
}

interface DialogFormProps<T> extends Omit<ActionDialogProps<T>, "opened" | "title" | "size"> {
  pending: boolean;
  setPending: (pending: boolean) => void;
}

const NO_FIELDS: readonly string[] = [];
const NO_ERRORS: FieldErrors = {};

/** Lives only while the dialog is open, so that an old error never greets the next one. */
function DialogForm<T>({
  children,
  fields = NO_FIELDS,
  confirmLabel = commonTexts.action.confirm,
  cancelLabel = commonTexts.action.cancel,
  danger = false,
  canConfirm = true,
  check,
  onConfirm,
  done,
  onDone,
  onClose,
  messages,
  pending,
  setPending,
}: DialogFormProps<T>) {
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<FieldErrors>(NO_ERRORS);
  const form = useRef<HTMLFormElement>(null);
  // When the fields show it, and the button that had the focus is no longer off.
  useEffect(() => {
    if (!pending && Object.keys(refused).length > 0) focusFirstWrong(form.current);
  }, [refused, pending]);

  /** Whether a field was refused. */
  function refuse(errors: FieldErrors): boolean {
    setRefused(errors);
    return Object.keys(errors).length > 0;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A dialog is a child of its page for React: a form around it must not be submitted as well.
    event.stopPropagation();
    if (pending || !canConfirm) return;
    setFailure(undefined);
    if (refuse(check?.() ?? NO_ERRORS)) return;
    setPending(true);
    try {
      const result = await onConfirm();
      if (done?.(result) === false) return;
      onClose();
      onDone?.(result);
    } catch (error) {
      if (!refuse(fieldErrors(error, fields, messages))) setFailure(error);
    } finally {
      setPending(false);
    }
  }

  const said = failure === undefined ? undefined : errorText(failure, messages);
  return (
    <form
      ref={form}
      className={classes["form"]}
      // A complaint about a field holds until something is typed.
      onChange={() => setRefused(NO_ERRORS)}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      {typeof children === "function" ? children(refused) : children}
      <RequiredNote />
      {said === undefined ? null : (
        <Alert color="red" variant="light" title={said.text} role="alert">
          {said.detail}
        </Alert>
      )}
      <div className={classes["buttons"]}>
        {/* Without a field that asks for it, the focus begins where Enter does no harm. */}
        <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
          {cancelLabel}
        </Button>
        <Button type="submit" color={danger ? "red.9" : "petrol"} loading={pending} disabled={!canConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  );
}
