import { LIMITS } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../../components/action-dialog.tsx";
import { draftsTexts as texts } from "../../../../texts/index.ts";
import { type DraftHead, useDraftActions } from "../../api/drafts.ts";

export interface RenameDialogProps {
  draft: Pick<DraftHead, "id" | "name">;
  onClose: () => void;
  onDone?: (name: string) => void;
}

export function RenameDialog({ draft, onClose, onDone }: RenameDialogProps) {
  const [name, setName] = useState(draft.name);
  const actions = useDraftActions();
  return (
    <ActionDialog
      opened
      onClose={onClose}
      title={texts.renameTitle}
      confirmLabel={texts.renameConfirm}
      canConfirm={name.trim() !== ""}
      fields={["name"]}
      onConfirm={() => actions.rename(draft.id, name.trim())}
      onDone={() => onDone?.(name.trim())}
    >
      {(refused) => (
        <TextInput
          required
          data-autofocus
          label={texts.name}
          maxLength={LIMITS.draftNameMax}
          error={refused["name"]}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </ActionDialog>
  );
}
