/**
 * A dialog that acts: it stays open until the action succeeded, and shows inside why it did not.
 *
 *     <ActionDialog opened={open} onClose={close} title="Lizenzschlüssel ändern" confirmLabel="Speichern"
 *       canConfirm={valid} onConfirm={() => callApi(licenseUpload, { body: { key } })}>
 *       <TextInput …/>
 *     </ActionDialog>
 *
 * While the action runs the dialog cannot be closed. `onDone` is called after it succeeded and the dialog closed.
 */
import { Alert, Button, Modal } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { errorText } from "../lib/error-text.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./action-dialog.module.css";
import { RequiredNote } from "./required-note.tsx";

export interface ActionDialogProps<T = unknown> {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
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
  messages?: Readonly<Record<number, string>>;
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
      classNames={{ title: classes["title"] ?? "" }}
    >
      <DialogForm {...rest} pending={pending} setPending={setPending} onClose={onClose} />
    </Modal>
  );
}

interface DialogFormProps<T> extends Omit<ActionDialogProps<T>, "opened" | "title" | "size"> {
  pending: boolean;
  setPending: (pending: boolean) => void;
}

/** Lives only while the dialog is open, so that an old error never greets the next one. */
function DialogForm<T>({
  children,
  confirmLabel = commonTexts.action.confirm,
  cancelLabel = commonTexts.action.cancel,
  danger = false,
  canConfirm = true,
  onConfirm,
  done,
  onDone,
  onClose,
  messages,
  pending,
  setPending,
}: DialogFormProps<T>) {
  const [failure, setFailure] = useState<unknown>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    // A dialog is a child of its page for React: a form around it must not be submitted as well.
    event.stopPropagation();
    if (pending || !canConfirm) return;
    setPending(true);
    setFailure(undefined);
    try {
      const result = await onConfirm();
      if (done?.(result) === false) return;
      onClose();
      onDone?.(result);
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  }

  const said = failure === undefined ? undefined : errorText(failure, messages);
  return (
    <form className={classes["form"]} onSubmit={(event) => void submit(event)} noValidate>
      {children}
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
