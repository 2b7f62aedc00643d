/** Asks for the name of a script, of a new one or of one that has another. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../../components/action-dialog.tsx";
import { refuseTaken } from "../../../../lib/taken.ts";
import { draftsTexts } from "../../../../texts/index.ts";
import { fileName, SCRIPT_NAME } from "../model/scripts.ts";

const texts = draftsTexts.lua;

interface ScriptNameDialogProps {
  title: string;
  confirm: string;
  /** What stands in the field at first. */
  name: string;
  taken: readonly string[];
  onNamed: (name: string) => void;
  onClose: () => void;
}

export function ScriptNameDialog({
  confirm,
  name: first,
  onClose,
  onNamed,
  taken,
  title,
}: ScriptNameDialogProps) {
  const [typed, setTyped] = useState(first);
  const name = fileName(typed);
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={title}
      confirmLabel={confirm}
      canConfirm={name !== "" && name !== first}
      fields={["name"]}
      check={() => (SCRIPT_NAME.test(name) ? refuseTaken("name", name, taken) : { name: texts.nameRule })}
      onConfirm={async () => name}
      onDone={onNamed}
    >
      {(refused) => (
        <TextInput
          required
          data-autofocus
          label={texts.name}
          description={texts.nameHint}
          error={refused["name"]}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}
