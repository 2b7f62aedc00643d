/** Loading failed: says so and offers to try again. */
import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { errorText } from "../lib/error-text.ts";
import { commonTexts } from "../texts/index.ts";
import classes from "./states.module.css";

export interface ErrorStateProps {
  error: unknown;
  onRetry?: () => unknown;
  title?: string;
}

export function ErrorState({ error, onRetry, title = commonTexts.state.failed }: ErrorStateProps) {
  const { text, detail } = errorText(error);
  return (
    <div className={classes["state"]} data-kind="error" role="alert">
      <IconAlertTriangle size={28} stroke={1.5} aria-hidden />
      <p className={classes["title"]}>{title}</p>
      <p className={classes["text"]}>{detail ?? text}</p>
      {onRetry === undefined ? null : (
        <Button variant="default" size="xs" onClick={() => void onRetry()}>
          {commonTexts.action.retry}
        </Button>
      )}
    </div>
  );
}
