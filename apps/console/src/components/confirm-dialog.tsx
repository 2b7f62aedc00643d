/**
 * Asks before something is done; the answers are "Ja" and "Nein" unless named otherwise.
 *
 *     <ConfirmDialog opened={open} onClose={close} title="Neustart" question="Soll das Gerät neugestartet werden?"
 *       onConfirm={reboot} />
 */
import type { ReactNode } from "react";
import { commonTexts } from "../texts/index.ts";
import { ActionDialog, type ActionDialogProps } from "./action-dialog.tsx";

export interface ConfirmDialogProps<T> extends Omit<ActionDialogProps<T>, "children" | "canConfirm"> {
  question: ReactNode;
}

export function ConfirmDialog<T>({ question, ...rest }: ConfirmDialogProps<T>) {
  return (
    <ActionDialog confirmLabel={commonTexts.action.yes} cancelLabel={commonTexts.action.no} {...rest}>
      <p>{question}</p>
    </ActionDialog>
  );
}
