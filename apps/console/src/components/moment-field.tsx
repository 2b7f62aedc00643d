/**
 * A day and a time of it: the browser's own field for a day, and ours for the time.
 *
 *     <MomentField label={texts.at} value="2026-11-25T07:00" onChange={setAt} />
 *
 * `onChange` gets `2026-11-25T07:00`; empty once the day is cleared.
 */
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { commonTexts } from "../texts/index.ts";
import classes from "./moment-field.module.css";
import { TimeField } from "./time-field.tsx";

export interface MomentFieldProps {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  seconds?: boolean;
  value: string;
  onChange: (moment: string) => void;
}

/** Of a day that is chosen before its time. */
const MIDNIGHT = "00:00";

export function MomentField(props: MomentFieldProps) {
  const { description, error, label, onChange, required = false, seconds = false, value } = props;
  const [day = "", time = ""] = value.split("T");
  const put = (date: string, clock: string): void => onChange(date === "" ? "" : `${date}T${clock}`);
  return (
    <div className={classes["moment"]}>
      <TextInput
        type="date"
        label={label}
        description={description}
        required={required}
        value={day}
        error={error}
        onChange={({ currentTarget }) => put(currentTarget.value, time === "" ? MIDNIGHT : time)}
      />
      <TimeField
        label={commonTexts.time.label}
        aria-label={commonTexts.time.of(label)}
        required={required}
        seconds={seconds}
        disabled={day === ""}
        value={time}
        onChange={(next) => put(day, next)}
      />
    </div>
  );
}
