/** "Verbindung testen" for a row of `pods`: the connection of the running project. */
import { Button, Modal } from "@mantine/core";
import { useEffect, useRef } from "react";
import { usePodCheck } from "../../../../api/pod-questions.ts";
import { CheckSteps } from "../../../../components/check-steps.tsx";
import { ErrorState } from "../../../../components/error-state.tsx";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { draftsTexts } from "../../../../texts/index.ts";
import classes from "./editor.module.css";

const texts = draftsTexts.checkRow;

interface CheckRowDialogProps {
  pod: string;
  iface: string;
  onClose: () => void;
}

export function CheckRowDialog({ iface, onClose, pod }: CheckRowDialogProps) {
  const check = usePodCheck(pod);
  const begun = useRef(false);
  const run = () => check.mutate(iface);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    run();
  });
  return (
    <Modal opened onClose={onClose} title={texts.title(pod, iface)} size="lg">
      <p className={classes["plain"]}>{texts.running}</p>
      <div aria-live="polite">
        {check.isPending ? <LoadingState shape="lines" /> : null}
        {check.isError ? <ErrorState error={check.error} onRetry={run} /> : null}
        {check.data && !check.isPending ? <CheckSteps steps={check.data.steps} /> : null}
      </div>
      <div className={classes["end"]}>
        <Button variant="default" onClick={run} loading={check.isPending}>
          {texts.again}
        </Button>
      </div>
    </Modal>
  );
}
