/** Recovery codes, shown this once: the dialog closes only by a button that says they are kept. */
import { Button, Modal } from "@mantine/core";
import { CopyButton } from "../../../components/copy-button.tsx";
import layout from "../../../components/layout.module.css";
import { systemTexts } from "../../../texts/index.ts";
import classes from "./second-factor.module.css";

const texts = systemTexts.secondFactor;

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
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
        <p>{texts.codesText}</p>
        <ul className={classes["codes"]}>
          {codes.map((code) => (
            <li key={code} className={classes["secret"]}>
              {code}
            </li>
          ))}
        </ul>
        <div className={layout["buttonsAtEnd"]}>
          <CopyButton label={texts.copy} text={() => codes.join("\n")} />
          <Button onClick={onClose}>{texts.codesKept}</Button>
        </div>
      </div>
    </Modal>
  );
}
