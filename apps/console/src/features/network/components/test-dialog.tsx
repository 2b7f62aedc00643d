/** Explains the test of network settings and asks how long it may take. */
import { LIMITS } from "@hubwart/contract";
import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { networkTexts } from "../../../texts/index.ts";
import classes from "./network.module.css";

const texts = networkTexts.test;
const { networkTestDefault, networkTestMin, networkTestMax } = LIMITS;

export interface TestDialogProps {
  opened: boolean;
  onClose: () => void;
  onStart: (seconds: number) => Promise<void>;
  onStarted: () => void;
}

export function TestDialog({ opened, onClose, onStart, onStarted }: TestDialogProps) {
  const [seconds, setSeconds] = useState<number | string>(networkTestDefault);
  const valid =
    typeof seconds === "number" &&
    Number.isInteger(seconds) &&
    seconds >= networkTestMin &&
    seconds <= networkTestMax;
  const range = texts.secondsText(networkTestMin, networkTestMax);
  return (
    <ActionDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.start}
      canConfirm={valid}
      onConfirm={() => onStart(Number(seconds))}
      onDone={onStarted}
    >
      <div className={classes["dialog"]}>
        {texts.explain.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <NumberInput
          label={texts.seconds}
          {...(valid ? { description: range } : { error: range })}
          value={seconds}
          onChange={setSeconds}
          allowDecimal={false}
          allowNegative={false}
          step={30}
          hideControls
          data-autofocus
        />
      </div>
    </ActionDialog>
  );
}
