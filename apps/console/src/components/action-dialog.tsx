/**
 * A dialog that acts: it stays open until the action succeeded, and shows inside why it did not.
 *
 *     <ActionDialog opened={open} onClose={close} title="Lizenzschlüssel ändern" confirmLabel="Speichern"
 *       canConfirm={valid} onConfirm={() => callApi(licenseUpload, { body: { key } })}>
 *       <TextInput …/>
 *     </ActionDialog>
 *
 * While the action runs the dialog cannot be closed; what was typed is given up only after a question, unless by the button
 * that says so; the browser's Back asks as well. `onDone` is called after it succeeded and the dialog closed.
 *
 * What `check` or the appliance refuses is said beside its field, with what was typed still in it: `fields` are the names
 * under which the call knows the fields shown, and the children are given the complaints. All else is said below them.
 *
 *     <ActionDialog … fields={["role"]} messages={{ [CODES.wrongFilePassword]: { field: "role", text: texts.wrong } }}>
 *       {(errors) => <TextInput error={errors["role"]} … />}
 *     </ActionDialog>
 *
 * Where buttons change what is edited as well, as those of a list do, `values` is what is edited.
 */
import { Alert, Button, Modal } from "@mantine/core";
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { errorText, fieldErrors, type Messages } from "../lib/error-text.ts";
import { ApiError } from "../lib/errors.ts";
import type { FieldErrors } from "../lib/use-edit.ts";
import { useFocusOnMount } from "../lib/use-focus-on-mount.ts";
import { useHoldPage } from "../lib/use-hold-page.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./action-dialog.module.css";
import { focusFirstWrong } from "./edit-form.tsx";
import layout from "./layout.module.css";
import { RequiredNote } from "./required-note.tsx";
import { SaveButton } from "./save-button.tsx";

const unsaved = commonTexts.unsaved;

export interface ActionDialogProps<T = unknown> {
  /** Absent: it is mounted while it is open. */
  opened?: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode | ((errors: FieldErrors) => ReactNode);
  /** What is edited: another object counts as typed. */
  values?: object;
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

export function ActionDialog<T>({
  opened = true,
  onClose,
  title,
  size = "md",
  ...rest
}: ActionDialogProps<T>) {
  const [pending, setPending] = useState(false);
  /** Something was typed or chosen. */
  const touched = useRef(false);
  /** Whether to give it up is being asked. */
  const [asking, setAsking] = useState(false);
  const end = (): void => {
    touched.current = false;
    setAsking(false);
    onClose();
  };
  const close = (): void => {
    if (pending) return;
    if (touched.current) setAsking((already) => !already);
    else end();
  };
  useHoldPage(
    opened && !pending,
    () => touched.current,
    () => setAsking(true),
  );
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={false}
      classNames={{ content: classes["content"] ?? "" }}
    >
      <DialogForm
        {...rest}
        pending={pending}
        setPending={setPending}
        asking={asking}
        onTouched={() => {
          touched.current = true;
          setAsking(false);
        }}
        onStay={() => setAsking(false)}
        onClose={end}
      />
    </Modal>
  );
}

interface DialogFormProps<T> extends Omit<ActionDialogProps<T>, "opened" | "title" | "size"> {
  pending: boolean;
  setPending: (pending: boolean) => void;
  asking: boolean;
  onTouched: () => void;
  onStay: () => void;
}

const NO_FIELDS: readonly string[] = [];
const NO_ERRORS: FieldErrors = {};

/** Lives only while the dialog is open, so that an old error never greets the next one. */
function DialogForm<T>({
  children,
  values,
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
  asking,
  onTouched,
  onStay,
}: DialogFormProps<T>) {
  const [failure, setFailure] = useState<unknown>();
  const [refused, setRefused] = useState<FieldErrors>(NO_ERRORS);
  const form = useRef<HTMLFormElement>(null);
  const seen = useRef(values);
  useEffect(() => {
    if (seen.current === values) return;
    seen.current = values;
    setRefused(NO_ERRORS);
    onTouched();
  }, [values, onTouched]);
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
      // The console asks for the password then; what was typed is sent once more afterwards, and nothing is wrong with it.
      const ended = error instanceof ApiError && error.endsSession && !(error.code in (messages ?? {}));
      if (!ended && !refuse(fieldErrors(error, fields, messages))) setFailure(error);
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
      onChange={() => {
        setRefused(NO_ERRORS);
        onTouched();
      }}
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
      {asking ? <GiveUp onStay={onStay} onLeave={onClose} /> : null}
      <div className={classes["buttons"]}>
        {/* Without a field that asks for it, the focus begins where Enter does no harm. */}
        <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
          {cancelLabel}
        </Button>
        <SaveButton color={danger ? "red.9" : "petrol"} busy={pending} off={!canConfirm}>
          {confirmLabel}
        </SaveButton>
      </div>
    </form>
  );
}

/** What had the focus before gets it back from what goes while the dialog stays. */
function useFocusLent(): RefObject<HTMLDivElement | null> {
  const borrower = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const own = borrower.current;
    return () => {
      if (before instanceof HTMLElement && own?.contains(document.activeElement)) before.focus();
    };
  }, []);
  return borrower;
}

/** Asks inside a dialog whether what was typed there is given up. */
export function GiveUp({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const stay = useFocusOnMount<HTMLButtonElement>();
  const question = useFocusLent();
  return (
    <Alert ref={question} color="orange" variant="light" title={unsaved.title} role="alert">
      <p className={classes["question"]}>{unsaved.dialog}</p>
      <div className={layout["buttons"]}>
        <Button ref={stay} variant="default" size="xs" onClick={onStay}>
          {unsaved.goOn}
        </Button>
        <Button color="red.9" size="xs" onClick={onLeave}>
          {unsaved.discard}
        </Button>
      </div>
    </Alert>
  );
}
