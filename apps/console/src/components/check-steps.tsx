/** What a check of a connection found, step by step. */
import type { AnswerOf, podCheck } from "@hubwart/contract";
import { formatNumber } from "../lib/format.ts";
import { podsTexts } from "../texts/index.ts";
import classes from "./check-steps.module.css";
import { StatusBadge, type Tone } from "./status-badge.tsx";

type CheckStep = AnswerOf<typeof podCheck>["steps"][number];

const texts = podsTexts.check;
const TONES: Record<CheckStep["state"], Tone> = { ok: "ok", failed: "error", skipped: "off" };

export function CheckSteps({ steps }: { steps: readonly CheckStep[] }) {
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
