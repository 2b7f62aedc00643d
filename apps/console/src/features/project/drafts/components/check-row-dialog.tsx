/** "Verbindung testen" for a row of `pods`: as the draft has it, or the one that the running project has. */
import { Button, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { usePodCheck } from "../../../../api/pod-questions.ts";
import { usePods } from "../../../../api/pods.ts";
import { CheckSteps } from "../../../../components/check-steps.tsx";
import { ErrorState } from "../../../../components/error-state.tsx";
import { LoadingState } from "../../../../components/loading-state.tsx";
import { draftsTexts } from "../../../../texts/index.ts";
import { tryConnection } from "../../api/drafts.ts";
import type { DraftStore } from "../model/draft-store.ts";
import classes from "./editor.module.css";

const texts = draftsTexts.checkRow;

interface CheckRowDialogProps {
  store: DraftStore;
  row: string;
  pod: string;
  iface: string;
  onClose: () => void;
}

export function CheckRowDialog({ iface, onClose, pod, row, store }: CheckRowDialogProps) {
  const running = usePodCheck(pod);
  const drafted = useMutation({
    mutationFn: async () => {
      // The device tries what it has.
      await store.flush();
      return await tryConnection(store.view.state.draft.id, row);
    },
  });
  const runs = usePods().data?.pods.some(({ id }) => id === pod) === true;
  const asked = running.isIdle ? drafted : running;
  const begun = useRef(false);
  const tryDraft = () => {
    running.reset();
    drafted.mutate();
  };
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    drafted.mutate();
  });
  return (
    <Modal opened onClose={onClose} title={texts.title(pod, iface)} size="lg">
      <p className={classes["plain"]}>{running.isIdle ? texts.drafted : texts.running}</p>
      <div aria-live="polite" className={classes["found"]}>
        {asked.isPending ? <LoadingState shape="lines" /> : null}
        {asked.isError ? <ErrorState error={asked.error} /> : null}
        {asked.data && !asked.isPending ? <CheckSteps steps={asked.data.steps} /> : null}
      </div>
      <div className={classes["end"]}>
        {runs ? (
          <Button variant="default" disabled={asked.isPending} onClick={() => running.mutate(iface)}>
            {texts.tryRunning}
          </Button>
        ) : null}
        <Button variant="default" disabled={asked.isPending} onClick={tryDraft}>
          {texts.tryDraft}
        </Button>
      </div>
    </Modal>
  );
}
