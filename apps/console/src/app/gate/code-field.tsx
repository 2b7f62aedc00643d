/** The code besides the password; loaded where one is asked for. */
import { TextInput } from "@mantine/core";
import { useFocusOnMount } from "../../lib/use-focus-on-mount.ts";
import { sessionTexts } from "../../texts/index.ts";

const texts = sessionTexts.login;

export default function CodeField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useFocusOnMount<HTMLInputElement>();
  return (
    <TextInput
      ref={field}
      label={texts.code}
      description={texts.codeHint}
      name="otp"
      size="md"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={40}
      aria-required
      aria-describedby="login-message"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
