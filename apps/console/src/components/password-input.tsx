/** Mantine's field for passwords marks its frame as wrong, not the field that has the focus and is read out; this one does. */
import { PasswordInput as Field, type PasswordInputProps } from "@mantine/core";

export function PasswordInput(props: PasswordInputProps) {
  return <Field {...props} aria-invalid={props.error ? true : undefined} />;
}
