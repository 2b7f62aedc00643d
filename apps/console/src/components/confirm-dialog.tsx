/**
 * Asks before something is done. The answer names what it does; "Ja" and "Nein" are only where the specification has them.
 *
 *     <ConfirmDialog opened={open} onClose={close} title="Neustart" question="Soll das Gerät neugestartet werden?"
 *       confirmLabel="Neu starten" onConfirm={reboot} />
 */
import type { ReactNode } from "react";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";

export interface ConfirmDialogProps<T> extends Omit<ActionDialogProps<T>, "children" | "canConfirm"> {
  question: ReactNode;
  confirmLabel: string;
}

export function ConfirmDialog<T>({ question, ...rest }: ConfirmDialogProps<T>) {
  return (
    <ActionDialog {...rest}>
      <p>{question}</p>
    </ActionDialog>
  );
}
