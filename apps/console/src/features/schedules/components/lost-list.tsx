/** Schedules that somebody changed here and that the project does not have any more. */
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { schedulesTexts } from "../../../texts/index.ts";
import { useScheduleActions } from "../api/schedule.ts";
import classes from "./schedules.module.css";

const texts = schedulesTexts.lost;

export function LostList({ lost }: { lost: readonly string[] }) {
  const [asked, setAsked] = useState("");
  const { reset } = useScheduleActions(asked);
  if (lost.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title={texts.title} icon={<IconAlertTriangle aria-hidden />}>
      <p>{texts.text}</p>
      <ul className={classes["lines"]}>
        {lost.map((chan) => (
          <li key={chan} className={classes["lost"]}>
            <span>{chan}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={texts.discardOf(chan)}
              onClick={() => setAsked(chan)}
            >
              {texts.discard}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asked !== ""}
        onClose={() => setAsked("")}
        title={texts.discard}
        question={texts.question(asked)}
        confirmLabel={texts.discard}
        danger
        onConfirm={() => reset.mutateAsync()}
        onDone={() => notice.success(texts.done)}
      />
    </Alert>
  );
}
