/**
 * A new password and its repetition with the hints of the specification below each.
 *
 *     const pwd = useNewPassword();
 *     <NewPasswordFields state={pwd} />     pwd.valid, pwd.value, pwd.clear()
 */

import { useEffect, useRef, useState } from "react";
import { newPasswordState, type PasswordState, repeatState } from "../lib/password-hint.ts";
import { commonTexts } from "../texts/index.ts";
import { PasswordHint } from "./password-hint.tsx";
import { PasswordInput } from "./password-input.tsx";

export interface NewPassword {
  value: string;
  repeat: string;
  first: PasswordState;
  second: PasswordState;
  valid: boolean;
  setValue: (value: string) => void;
  setRepeat: (value: string) => void;
  clear: () => void;
}

export function useNewPassword(): NewPassword {
  const [value, setValue] = useState("");
  const [repeat, setRepeat] = useState("");
  const first = newPasswordState(value);
  const second = repeatState(value, repeat);
  const clear = (): void => {
    setValue("");
    setRepeat("");
  };
  const valid = first === "valid" && second === "valid";
  return { value, repeat, first, second, valid, setValue, setRepeat, clear };
}

export interface NewPasswordFieldsProps {
  state: NewPassword;
  label?: string;
  repeatLabel?: string;
  hints?: Readonly<Record<PasswordState, string>>;
  repeatHints?: Readonly<Record<PasswordState, string>>;
  size?: "sm" | "md";
  /** Shown instead of dots; absent: each field has a button of its own. */
  visible?: boolean;
  onVisibilityChange?: (visible: boolean) => void;
  /** Puts the focus into the first field when it appears. */
  focus?: boolean;
}

const ORDER = ["label", "input", "description"] as const;

export function NewPasswordFields({
  state,
  label = commonTexts.password.label,
  repeatLabel = commonTexts.password.repeatLabel,
  hints = commonTexts.password.hints,
  repeatHints = commonTexts.password.repeatHints,
  size = "sm",
  visible,
  onVisibilityChange,
  focus = false,
}: NewPasswordFieldsProps) {
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus) firstField.current?.focus();
  }, [focus]);
  const shared = {
    size,
    required: true,
    inputWrapperOrder: [...ORDER],
    ...(visible === undefined ? {} : { visible }),
    ...(onVisibilityChange ? { onVisibilityChange } : {}),
  };
  return (
    <>
      <PasswordInput
        {...shared}
        ref={firstField}
        label={label}
        name="new-password"
        autoComplete="new-password"
        value={state.value}
        description={<PasswordHint state={state.first} text={hints[state.first]} />}
        onChange={(event) => state.setValue(event.currentTarget.value)}
      />
      <PasswordInput
        {...shared}
        label={repeatLabel}
        name="repeat-password"
        autoComplete="new-password"
        value={state.repeat}
        description={<PasswordHint state={state.second} text={repeatHints[state.second]} />}
        onChange={(event) => state.setRepeat(event.currentTarget.value)}
      />
    </>
  );
}
