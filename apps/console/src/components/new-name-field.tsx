/** The first field of a dialog that makes something with a name. */
import { TextInput } from "@mantine/core";

export interface NewNameFieldProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

export const NewNameField = ({ onChange, ...field }: NewNameFieldProps) => (
  <TextInput
    {...field}
    required
    data-autofocus
    autoComplete="off"
    maxLength={60}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
