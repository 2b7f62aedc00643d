/** The code besides the password; loaded where one is asked for. */
import { TextInput } from "@mantine/core";
import { useFocusOnMount } from "../../lib/use-focus-on-mount.ts";
import { sessionTexts } from "../../texts/index.ts";

const texts = sessionTexts.login;

export interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Id of what says why it was refused. */
  message?: string;
  size?: string;
}

export default function CodeField({
  message = "login-message",
  onChange,
  size = "md",
  value,
}: CodeFieldProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  return (
    <TextInput
      ref={field}
      label={texts.code}
      description={texts.codeHint}
      name="otp"
      size={size}
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      aria-required
      aria-describedby={message}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
