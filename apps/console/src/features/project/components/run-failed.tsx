import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { InfoBox } from "../../../components/info-box.tsx";
import { useFocusOnMount } from "../../../lib/use-focus-on-mount.ts";
import { projectTexts } from "../../../texts/index.ts";
import type { RunState } from "../run/run-state.ts";
import type { Run } from "../run/run-store.ts";
import classes from "./summary.module.css";

const texts = projectTexts.run;

/** The appliance gave no answer, or refused to look at the file. */
export function RunFailed({ run, state }: { run: Run; state: Extract<RunState, { phase: "failed" }> }) {
  const box = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={box} tabIndex={-1} className={classes["box"]}>
      <InfoBox
        title={texts.summary.title}
        footer={
          <Button variant="default" onClick={run.reset}>
            {texts.summary.back}
          </Button>
        }
      >
        <Alert
          color="red"
          variant="light"
          role="alert"
          title={state.message}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          {[state.detail, texts.failed.code(state.code)].filter(Boolean).join(" ")}
        </Alert>
      </InfoBox>
    </div>
  );
}
