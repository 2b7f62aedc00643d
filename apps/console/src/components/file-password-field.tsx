/** The password a file is under. Never offered by the browser's own store: it belongs to the file. */

import type { Ref } from "react";
import { PasswordInput } from "./password-input.tsx";

export interface FilePasswordFieldProps {
  label: string;
  description?: string | undefined;
  name: string;
  required?: boolean;
  /** Has the focus when its dialog opens. */
  "data-autofocus"?: boolean;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export function FilePasswordField({ onChange, ...field }: FilePasswordFieldProps) {
  return (
    <PasswordInput {...field} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
