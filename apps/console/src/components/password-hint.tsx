/** Hint below a field for a new password: its state in words and by a sign, never by colour alone. */
import { IconCheck, IconInfoCircle } from "@tabler/icons-react";
import type { PasswordState } from "../lib/password-hint.ts";
import classes from "./password-hint.module.css";

export function PasswordHint({ state, text }: { state: PasswordState; text: string }) {
  const Icon = state === "valid" ? IconCheck : IconInfoCircle;
  return (
    <span className={classes["hint"]} data-state={state}>
      <Icon size={16} stroke={2} aria-hidden />
      <span>{text}</span>
    </span>
  );
}
