/** Who signs in; loaded where there are several. */
import { TextInput } from "@mantine/core";
import { useFocusOnMount } from "../../lib/use-focus-on-mount.ts";
import { sessionTexts } from "../../texts/index.ts";

export default function NameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const field = useFocusOnMount<HTMLInputElement>();
  return (
    <TextInput
      ref={field}
      label={sessionTexts.login.name}
      description={sessionTexts.login.nameHint}
      name="username"
      size="md"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      aria-describedby="login-message"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
