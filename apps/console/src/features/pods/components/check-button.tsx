/** "Verbindung prüfen": tries a connection of a pod and shows each step. */
import { Button, Modal } from "@mantine/core";
import { IconStethoscope } from "@tabler/icons-react";
import { useState } from "react";
import { usePodCheck } from "../../../api/pod-questions.ts";
import { CheckSteps } from "../../../components/check-steps.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { podsTexts } from "../../../texts/index.ts";
import classes from "./check-button.module.css";

const texts = podsTexts.check;

export function CheckButton({ pod, iface, name }: { pod: string; iface: string; name: string }) {
  const [open, setOpen] = useState(false);
  const check = usePodCheck(pod);
  const run = () => {
    setOpen(true);
    check.mutate(iface);
  };
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconStethoscope size={16} aria-hidden />}
        aria-label={texts.label(name)}
        onClick={run}
      >
        {texts.button}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={texts.title(name)} size="lg">
        <div aria-live="polite">
          {check.isPending ? <LoadingState shape="lines" /> : null}
          {check.isError ? <ErrorState error={check.error} onRetry={run} /> : null}
          {check.data && !check.isPending ? <CheckSteps steps={check.data.steps} /> : null}
        </div>
        <div className={classes["buttons"]}>
          <Button variant="default" onClick={run} loading={check.isPending}>
            {texts.again}
          </Button>
        </div>
      </Modal>
    </>
  );
}
