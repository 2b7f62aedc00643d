/** Above data that is shown although it could not be renewed: says so and offers to try again. */
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useAnnounce } from "../lib/announce.ts";
import { errorText } from "../lib/error-text.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./states.module.css";

export interface ReloadFailedProps {
  error: unknown;
  onRetry: () => unknown;
  retrying?: boolean;
  /** Where something else than old data is shown. */
  text?: string | undefined;
}

export function ReloadFailed({ error, onRetry, retrying = false, text: what }: ReloadFailedProps) {
  const { text, detail } = errorText(error);
  useAnnounce(what ?? commonTexts.state.notRenewed);
  return (
    <div className={classes["stale"]}>
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      <span className={classes["staleText"]}>
        {what ?? commonTexts.state.stale} {detail ?? text}
      </span>
      <Button variant="default" size="compact-xs" loading={retrying} onClick={() => void onRetry()}>
        {commonTexts.action.retry}
      </Button>
    </div>
  );
}
