import { CODES } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, licenseTexts } from "../../../texts/index.ts";
import { useChangeKey } from "../api/change-license.ts";
import { useSameKey } from "../api/compare-key.ts";
import { KEY_TEXTS, keyState, mayBeSame } from "./key-state.ts";

const texts = licenseTexts.change;
const ABOUT_KEY = { [CODES.licenseUnknown]: { field: "key" }, [CODES.licenseRefused]: { field: "key" } };

export interface ChangeKeyDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Masked. */
  currentKey: string;
}

export function ChangeKeyDialog({ opened, onClose, currentKey }: ChangeKeyDialogProps) {
  const [key, setKey] = useState("");
  const [touched, setTouched] = useState(false);
  const change = useChangeKey();
  const { same, asking } = useSameKey(mayBeSame(key, currentKey) ? key.trim() : undefined);
  const state = keyState(key, currentKey, same);
  const clear = (): void => {
    setKey("");
    setTouched(false);
  };
  return (
    <ActionDialog
      opened={opened}
      onClose={() => {
        onClose();
        clear();
      }}
      title={texts.title}
      confirmLabel={commonTexts.action.save}
      canConfirm={state === "valid" && !asking}
      onConfirm={() => change.mutateAsync(key.trim())}
      messages={ABOUT_KEY}
      onDone={({ changed }) => (changed ? notice.success(texts.done) : notice.info(texts.unchanged))}
    >
      {(refused) => (
        <>
          <p>{texts.text}</p>
          <TextInput
            data-autofocus
            required
            label={texts.field}
            name="license-key"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={key}
            error={touched && state !== "valid" ? KEY_TEXTS[state] : refused["key"]}
            onChange={(event) => {
              setKey(event.currentTarget.value);
              setTouched(true);
            }}
          />
        </>
      )}
    </ActionDialog>
  );
}
