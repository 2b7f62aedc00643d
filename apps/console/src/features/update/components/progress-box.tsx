/** The update on its way: each stage, the bytes of the download, and a way to stop it until the switch. */

import { type Job, systemRestart } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconCheck, IconCircle, IconCloudDownload, IconLoader2, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { InfoBox } from "../../../components/info-box.tsx";
import layout from "../../../components/layout.module.css";
import { formatFileSize } from "../../../lib/format.ts";
import { notice } from "../../../lib/notice.tsx";
import { May } from "../../../rights/may.tsx";
import { updateTexts } from "../../../texts/index.ts";
import { cancelUpdate } from "../api/update.ts";
import classes from "./update.module.css";

const texts = updateTexts.progress;
const SIGNS = {
  waiting: IconCircle,
  running: IconLoader2,
  done: IconCheck,
  undoing: IconLoader2,
  undone: IconX,
  failed: IconX,
};

export function ProgressBox({ job }: { job: Job }) {
  const [stopping, setStopping] = useState(false);
  const { progress, steps } = job;
  async function stop(): Promise<void> {
    setStopping(true);
    try {
      await cancelUpdate(job.id);
      notice.info(texts.cancelled);
    } catch (error) {
      notice.apiError(error);
    } finally {
      setStopping(false);
    }
  }
  return (
    <InfoBox
      title={job.title}
      icon={IconCloudDownload}
      footer={
        job.cancellable ? (
          <May call={systemRestart}>
            <Button variant="default" onClick={() => void stop()} loading={stopping}>
              {texts.cancel}
            </Button>
          </May>
        ) : undefined
      }
    >
      <div className={layout["stackWide"]}>
        {job.state === "undoing" ? <output className={classes["text"]}>{texts.undoing}</output> : null}
        <ol className={classes["steps"]} aria-label={texts.steps}>
          {steps.map(({ id, label, state }) => {
            const Sign = SIGNS[state];
            return (
              <li
                key={id}
                className={classes["step"]}
                data-state={state}
                aria-current={state === "running" ? "step" : undefined}
              >
                <Sign size={18} aria-hidden />
                <span className={classes["label"]}>{label}</span>
                <span className={classes["state"]}>{texts.states[state]}</span>
                {state === "running" && progress && progress.total > 0 ? (
                  <span className={classes["bytes"]}>
                    <progress aria-label={texts.bar} value={progress.done} max={progress.total} />
                    {texts.loaded(formatFileSize(progress.done), formatFileSize(progress.total))}
                  </span>
                ) : null}
              </li>
            );
          })}
        </ol>
      </div>
    </InfoBox>
  );
}
