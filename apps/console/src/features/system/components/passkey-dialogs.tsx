/** Another passkey, and another name for one. */
import { CODES, type Passkey } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { PasswordInput } from "../../../components/password-input.tsx";
import { commonTexts, secondFactorTexts, systemTexts } from "../../../texts/index.ts";
import { usePasskeyActions } from "../api/passkeys.ts";

const texts = systemTexts.passkeys;
const messages = { [CODES.wrongPassword]: { field: "pwd", text: systemTexts.password.wrong } };

export function AddPasskeyDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { add } = usePasskeyActions();
  const [given, setGiven] = useState({ name: "", pwd: "" });
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.add}
      confirmLabel={texts.next}
      canConfirm={given.name.trim() !== "" && given.pwd !== ""}
      fields={["name", "pwd"]}
      messages={messages}
      onConfirm={() => add(given)}
      onDone={onDone}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <p>{texts.addText}</p>
          <Name
            value={given.name}
            error={refused["name"]}
            onChange={(name) => setGiven((before) => ({ ...before, name }))}
          />
          <PasswordInput
            label={secondFactorTexts.password}
            required
            autoComplete="current-password"
            maxLength={1024}
            error={refused["pwd"]}
            value={given.pwd}
            onChange={(event) => {
              const pwd = event.currentTarget.value;
              setGiven((before) => ({ ...before, pwd }));
            }}
          />
        </div>
      )}
    </ActionDialog>
  );
}

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { rename } = usePasskeyActions();
  const [name, setName] = useState(passkey.name);
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.rename}
      confirmLabel={commonTexts.action.save}
      canConfirm={name.trim() !== ""}
      fields={["name"]}
      onConfirm={() => rename(passkey, name)}
    >
      {(refused) => <Name value={name} error={refused["name"]} onChange={setName} />}
    </ActionDialog>
  );
}

interface NameProps {
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}

function Name({ value, error, onChange }: NameProps) {
  return (
    <TextInput
      label={texts.name}
      description={texts.nameHint}
      required
      data-autofocus
      maxLength={60}
      error={error}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
