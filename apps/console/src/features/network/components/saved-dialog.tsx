/**
 * After a save: that it holds from the next restart on, and whether the device shall be restarted. A machine that does
 * not take the settings gains nothing by a restart, so none is offered.
 */
import { Button, Modal } from "@mantine/core";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { restartAll } from "../../../overlay/restart-all.ts";
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
  const unsupported = saved?.support.supported === false;
  return (
    <>
      <ConfirmDialog
        opened={opened && !unsupported}
        onClose={onClose}
        title={texts.title}
        confirmLabel={commonTexts.action.yes}
        cancelLabel={commonTexts.action.no}
        question={<Question addresses={saved?.addresses ?? []} />}
        onConfirm={() => restartAll("reboot")}
      />
      <Modal opened={opened && unsupported} onClose={onClose} title={texts.title}>
        <div className={classes["dialog"]}>
          <p>{texts.nothing}</p>
          <p>
            {texts.unsupported} {saved?.support.reason}
          </p>
          <div className={classes["end"]}>
            <Button variant="default" onClick={onClose} data-autofocus>
              {commonTexts.action.close}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}

/** Inside a paragraph. */
function Question({ addresses }: Pick<Saved, "addresses">) {
  return (
    <span className={classes["dialog"]}>
      <span>{texts.text}</span>
      {addresses.length > 0 ? (
        <span>
          {texts.addresses} <span className={classes["mono"]}>{addresses.join(", ")}</span>
        </span>
      ) : null}
      <strong>{texts.question}</strong>
    </span>
  );
}
