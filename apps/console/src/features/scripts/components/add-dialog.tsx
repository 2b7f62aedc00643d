/** Asks for the name of a new script, which begins empty: a name that is taken is refused, so that nothing is lost. */
import { TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { refuseTaken } from "../../../lib/taken.ts";
import { scriptsTexts as texts } from "../../../texts/index.ts";
import { useScriptActions } from "../api/scripts.ts";

export interface AddDialogProps {
  /** Names of all scripts; undefined before they are known. */
  taken: readonly string[] | undefined;
  onClose: () => void;
}

export function AddDialog({ taken, onClose }: AddDialogProps) {
  const [name, setName] = useState("");
  const { save } = useScriptActions();
  const navigate = useNavigate();
  const file = name.trim().endsWith(".lua") ? name.trim() : `${name.trim()}.lua`;
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.add}
      confirmLabel={texts.addConfirm}
      canConfirm={name.trim() !== "" && taken !== undefined}
      fields={["file"]}
      check={() => refuseTaken("file", file, taken ?? [])}
      onConfirm={() => save(file, "", undefined)}
      onDone={() => void navigate({ to: "/resources/scripts/$file", params: { file } })}
    >
      {(refused) => (
        <TextInput
          required
          label={texts.addLabel}
          description={texts.addHint}
          error={refused["file"]}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
      )}
    </ActionDialog>
  );
}
