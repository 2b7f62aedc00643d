/** Recovery codes, shown this once: the dialog closes only by a button that says they are kept. */
import { Button, Modal } from "@mantine/core";
import { secondFactorTexts } from "../../texts/index.ts";
import { CopyButton } from "../copy-button.tsx";
import layout from "../layout.module.css";
import classes from "./second-factor.module.css";

const texts = secondFactorTexts;

export interface RecoveryCodesProps {
  codes: readonly string[];
  /** What they are for. */
  text: string;
  onClose: () => void;
}

export function RecoveryCodes({ codes, onClose, text }: RecoveryCodesProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.codesTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={layout["stack"]}>
        <p>{text}</p>
        <CodeList codes={codes} />
        <div className={layout["buttonsAtEnd"]}>
          <CopyButton label={texts.copy} text={() => codes.join("\n")} />
          <Button onClick={onClose}>{texts.codesKept}</Button>
        </div>
      </div>
    </Modal>
  );
}

export function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul className={classes["codes"]}>
      {codes.map((code) => (
        <li key={code} className={classes["secret"]}>
          {code}
        </li>
      ))}
    </ul>
  );
}
