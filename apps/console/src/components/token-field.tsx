/**
 * A stored token that is never told: an empty field keeps it, only the button removes it.
 *
 *     <TokenField token={edit.values.token} stored={data.has_token} onChange={(token) => edit.set({ token })} />
 */
import { Button } from "@mantine/core";
import { tokenTexts as texts } from "../texts/index.ts";
import { PasswordInput } from "./password-input.tsx";

export interface TokenFieldProps {
  /** undefined: the stored one stays; empty: it is removed. */
  token: string | undefined;
  /** There is a stored one. */
  stored: boolean;
  /** How it is written. */
  hint?: string;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (token: string | undefined) => void;
}

export function TokenField({ token, stored, hint, disabled = false, error, onChange }: TokenFieldProps) {
  const removing = stored && token === "";
  return (
    <>
      <PasswordInput
        label={texts.label}
        description={[removing ? texts.removed : stored ? texts.kept : texts.none, hint]
          .filter(Boolean)
          .join(" ")}
        placeholder={stored && !removing ? "••••••••" : undefined}
        autoComplete="off"
        disabled={disabled || removing}
        value={token ?? ""}
        error={error}
        onChange={(event) => {
          const given = event.currentTarget.value;
          onChange(given === "" ? undefined : given);
        }}
      />
      {stored ? (
        <div>
          <Button
            variant="default"
            size="xs"
            disabled={disabled}
            onClick={() => onChange(removing ? undefined : "")}
          >
            {removing ? texts.keep : texts.remove}
          </Button>
        </div>
      ) : null}
    </>
  );
}
