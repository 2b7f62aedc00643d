/**
 * Mantine's field for passwords marks its frame as wrong, not the field that has the focus and is read out; this one
 * does. Its button says which field it shows.
 */
import { PasswordInput as Field, type PasswordInputProps } from "@mantine/core";
import { commonTexts } from "../texts/index.ts";

export function PasswordInput(props: PasswordInputProps & { label: string }) {
  return (
    <Field
      {...props}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ "aria-label": commonTexts.password.toggle(props.label) }}
    />
  );
}
