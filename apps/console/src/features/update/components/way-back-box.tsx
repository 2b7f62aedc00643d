/** The version that ran before: until when the one that runs is on trial, with its figures, and the button that leads back. */

import { updateBack } from "@hubwart/contract";
import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp } from "@tabler/icons-react";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { InfoBox, InfoList } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { formatDate } from "../../../lib/format.ts";
import { May } from "../../../rights/may.tsx";
import { updateTexts } from "../../../texts/index.ts";
import { goBack, type UpdateState } from "../api/update.ts";
import classes from "./update.module.css";

const texts = updateTexts.back;

export function WayBackBox({ state: { back, trial }, busy }: { state: UpdateState; busy: boolean }) {
  const version = trial?.from ?? back?.version;
  if (version === undefined) return null;
  return (
    <InfoBox
      title={trial ? texts.trialBox : texts.box}
      icon={IconArrowBackUp}
      status={trial ? <StatusBadge tone="info">{texts.until(trial.until * 1_000)}</StatusBadge> : undefined}
      footer={
        <May call={updateBack}>
          <BackButton version={version} onTrial={trial !== null} disabled={busy} />
        </May>
      }
    >
      <div className={layout["stackWide"]}>
        <InfoList items={[{ label: texts.version, value: version }, ...figures({ back, trial })]} />
        <p className={classes["text"]}>{trial ? texts.trial(version) : texts.kept}</p>
      </div>
    </InfoBox>
  );
}

function figures({ back, trial }: Pick<UpdateState, "back" | "trial">) {
  if (trial === null) return back ? [{ label: texts.keptUntil, value: formatDate(back.until * 1_000) }] : [];
  const { connections, crashes, losses } = trial;
  return [
    { label: texts.crashes, value: String(crashes) },
    {
      label: texts.losses,
      value: connections === null ? texts.changed : texts.lossesOf(losses, connections),
    },
  ];
}

function BackButton(props: { version: string; onTrial: boolean; disabled: boolean }) {
  const { version, onTrial, disabled } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton variant="default" icon={IconArrowBackUp} onClick={() => setOpen(true)} disabled={disabled}>
        {texts.button}
      </IconButton>
      <ActionDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={texts.button}
        confirmLabel={texts.confirm}
        messages={updateTexts.messages}
        onConfirm={goBack}
      >
        <p>{texts.question(version)}</p>
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={20} aria-hidden />}>
          {onTrial ? texts.lost : texts.stays}
        </Alert>
      </ActionDialog>
    </>
  );
}
