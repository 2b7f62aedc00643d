/** After a save: that it holds from the next restart on, and whether the device shall be restarted. */
import { restartAll } from "../../../app/overlay/restart-all.ts";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { commonTexts, networkTexts } from "../../../texts/index.ts";
import classes from "./network.module.css";
import type { MaybeSupported } from "./support-note.tsx";

const texts = networkTexts.saved;

export interface Saved {
  support: MaybeSupported;
  /** Where the device will be after the restart. */
  addresses: readonly string[];
}

export interface SavedDialogProps {
  opened: boolean;
  /** Stays while the dialog closes, so that it does not change on its way out. */
  saved: Saved | undefined;
  onClose: () => void;
}

export function SavedDialog({ opened, saved, onClose }: SavedDialogProps) {
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      confirmLabel={commonTexts.action.yes}
      cancelLabel={commonTexts.action.no}
      question={<Question {...(saved ?? NOTHING)} />}
      onConfirm={() => restartAll("reboot")}
    />
  );
}

const NOTHING: Saved = { support: { supported: true }, addresses: [] };

/** Inside a paragraph. */
function Question({ support, addresses }: Saved) {
  return (
    <span className={classes["dialog"]}>
      <span>{texts.text}</span>
      {support.supported ? null : (
        <span>
          {texts.unsupported} {support.reason}
        </span>
      )}
      {support.supported && addresses.length > 0 ? (
        <span>
          {texts.addresses} <span className={classes["mono"]}>{addresses.join(", ")}</span>
        </span>
      ) : null}
      <strong>{texts.question}</strong>
    </span>
  );
}
