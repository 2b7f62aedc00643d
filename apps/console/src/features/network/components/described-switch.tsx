/** A switch with an explanation below it. The explanation is no part of its name, so that readers stay short. */
import { Switch } from "@mantine/core";
import { useId } from "react";
import classes from "./network.module.css";

export interface DescribedSwitchProps {
  label: string;
  text?: string | undefined;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

export function DescribedSwitch({ label, text, checked, disabled = false, onChange }: DescribedSwitchProps) {
  const id = useId();
  return (
    <div>
      <Switch
        label={label}
        aria-describedby={text === undefined ? undefined : id}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {text === undefined ? null : (
        <p className={classes["switchText"]} id={id}>
          {text}
        </p>
      )}
    </div>
  );
}
