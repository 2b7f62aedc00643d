/** The newer release: what is in it, how large it is, what will happen; and the button. */

import { CODES } from "@hubwart/contract";
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconCloudDownload } from "@tabler/icons-react";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { ApiError } from "../../../lib/errors.ts";
import { formatDate, formatFileSize } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { updateTexts } from "../../../texts/index.ts";
import { startUpdate, type UpdateState } from "../api/update.ts";
import classes from "./update.module.css";

const texts = updateTexts.offer;

export function OfferBox({ available }: { available: NonNullable<UpdateState["available"]> }) {
  const { notes, published, size, unpacked, version } = available;
  return (
    <InfoBox title={texts.box(version)} icon={IconCloudDownload}>
      <div className={layout["stackWide"]}>
        <InfoList
          items={[
            { label: texts.published, value: formatDate(published * 1_000) },
            { label: texts.size, value: formatFileSize(size) },
            { label: texts.unpacked, value: formatFileSize(unpacked) },
          ]}
        />
        <div>
          <h3 className={classes["subtitle"]}>{texts.notes}</h3>
          <p className={classes["notes"]}>{notes.trim() === "" ? texts.noNotes : notes}</p>
        </div>
        <div>
          <h3 className={classes["subtitle"]}>{texts.what}</h3>
          <ol className={classes["list"]}>
            {texts.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      </div>
    </InfoBox>
  );
}

export interface UpdateButtonProps {
  /** There is something newer. Where nothing is known, the appliance looks first, and may say that it is up to date. */
  newer: boolean;
  disabled: boolean;
}

export function UpdateButton({ newer, disabled }: UpdateButtonProps) {
  const [open, setOpen] = useState(false);
  const { button, question, title, warning } = updateTexts.start;
  async function start(): Promise<void> {
    try {
      await startUpdate();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== CODES.updateUpToDate) throw error;
      notice.info(updateTexts.state.upToDate);
    }
  }
  return (
    <>
      <IconButton
        variant={newer ? "filled" : "default"}
        icon={IconCloudDownload}
        onClick={() => setOpen(true)}
        disabled={disabled}
      >
        {button}
      </IconButton>
      <ActionDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={title}
        confirmLabel={button}
        messages={updateTexts.messages}
        onConfirm={start}
      >
        <p>{question}</p>
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {warning}
        </Alert>
      </ActionDialog>
    </>
  );
}
