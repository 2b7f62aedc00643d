/** Joins a central with its address and a code from there. */

import { uplinkJoin } from "@hubwart/contract";
import { Textarea, TextInput } from "@mantine/core";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { centralTexts } from "../../../texts/index.ts";
import { useCentralActions } from "../api/central.ts";

const texts = centralTexts.join;
const NEW = { address: "https://", join_token: "" };

export function JoinDialog({ onClose }: { onClose: () => void }) {
  const { join } = useCentralActions();
  const [draft, set] = useParts(NEW);
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.title}
      confirmLabel={texts.confirm}
      canConfirm={draft.address.length > NEW.address.length && draft.join_token.trim() !== ""}
      values={draft}
      check={() => schemaErrors(uplinkJoin.body, draft)}
      onConfirm={() => join(draft)}
      onDone={({ central }) => notice.success(texts.done(central))}
      fields={["address", "join_token"]}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <TextInput
            label={texts.address}
            description={texts.addressText}
            required
            data-autofocus
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={300}
            value={draft.address}
            error={refused["address"]}
            onChange={(event) => set({ address: event.currentTarget.value })}
          />
          <Textarea
            label={texts.code}
            description={texts.codeText}
            required
            autosize
            minRows={2}
            spellCheck={false}
            autoComplete="off"
            maxLength={200}
            value={draft.join_token}
            error={refused["join_token"]}
            onChange={(event) => set({ join_token: event.currentTarget.value })}
          />
        </div>
      )}
    </ActionDialog>
  );
}
