/** What the device tells once only: a token, or an address that holds one. */
import { Alert, Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import layout from "./layout.module.css";
import classes from "./secret-dialog.module.css";

export interface SecretShownProps {
  secret: string;
  texts: { shown: string; keep: string };
}

export function SecretShown({ secret, texts }: SecretShownProps) {
  return (
    <Alert color="petrol" variant="light" title={texts.shown}>
      <div className={layout["stack"]}>
        <code className={classes["secret"]}>{secret}</code>
        <span>{texts.keep}</span>
      </div>
    </Alert>
  );
}

export interface SecretDialogProps extends SecretShownProps {
  title: string;
  texts: SecretShownProps["texts"] & { copy: string; close: string };
  onClose: () => void;
  /** Between the secret and the buttons. */
  children?: ReactNode;
}

/** Closed by its button alone: what was not copied is lost. */
export function SecretDialog({ children, onClose, secret, texts, title }: SecretDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
      <div className={layout["stack"]}>
        <SecretShown secret={secret} texts={texts} />
        {children}
        <div className={layout["buttonsAtEnd"]}>
          <CopyButton label={texts.copy} text={() => secret} />
          <Button onClick={onClose}>{texts.close}</Button>
        </div>
      </div>
    </Modal>
  );
}
