/** "Verbindung prüfen": tries a connection of a pod and shows each step. */
import { Button, Modal } from "@mantine/core";
import { IconStethoscope } from "@tabler/icons-react";
import { useState } from "react";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadingState } from "../../../components/loading-state.tsx";
import { StatusBadge, type Tone } from "../../../components/status-badge.tsx";
import { formatNumber } from "../../../lib/format.ts";
import { podsTexts } from "../../../texts/index.ts";
import { type CheckStep, usePodCheck } from "../api/pod-questions.ts";
import classes from "./check-button.module.css";

const texts = podsTexts.check;
const TONES: Record<CheckStep["state"], Tone> = { ok: "ok", failed: "error", skipped: "off" };

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
          {check.data && !check.isPending ? <Steps steps={check.data.steps} /> : null}
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

function Steps({ steps }: { steps: readonly CheckStep[] }) {
  return (
    <ol className={classes["steps"]}>
      {steps.map(({ name, state, text, ms }) => (
        <li key={name} className={classes["step"]}>
          <span className={classes["head"]}>
            <strong>{name}</strong>
            <StatusBadge tone={TONES[state]}>{texts.states[state]}</StatusBadge>
            {state === "skipped" ? null : <span className={classes["time"]}>{formatNumber(ms)} ms</span>}
          </span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
