/** Name of the administrator of the one password, and whether it opens anything. */
import { CODES } from "@hubwart/contract";
import { Switch, TextInput } from "@mantine/core";
import { useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { notice } from "../../../lib/notice.tsx";
import { commonTexts, peopleTexts as texts } from "../../../texts/index.ts";
import { type Owner, usePeopleActions } from "../api/people.ts";

export function OwnerDialog({
  owner,
  etag,
  onClose,
}: {
  owner: Owner;
  etag: string | undefined;
  onClose: () => void;
}) {
  const { saveOwner } = usePeopleActions();
  const [name, setName] = useState(owner.name);
  const [locked, setLocked] = useState(owner.locked);
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.editTitle(owner.name)}
      confirmLabel={commonTexts.action.save}
      check={() => (name.trim() === "" ? { name: texts.nameMissing } : {})}
      onConfirm={() => saveOwner({ name: name.trim(), locked }, etag)}
      fields={["name"]}
      onDone={() => notice.success(texts.saved)}
      messages={{ [CODES.conflict]: texts.overtaken }}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <TextInput
            label={texts.fields.name}
            required
            data-autofocus
            value={name}
            maxLength={60}
            error={refused["name"]}
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {owner.own ? null : (
            <Switch
              label={texts.fields.locked}
              description={texts.fields.lockedHint}
              checked={locked}
              onChange={(event) => setLocked(event.currentTarget.checked)}
            />
          )}
        </div>
      )}
    </ActionDialog>
  );
}
