/** Makes a link for a wall panel. What is made is shown by `MadeLink`. */

import { pageLinkCreate } from "@hubwart/contract";
import { NativeSelect, Switch } from "@mantine/core";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { NewNameField } from "../../../components/new-name-field.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { pagesTexts } from "../../../texts/index.ts";
import { type NewLink, useLinkActions } from "../api/links.ts";

const texts = pagesTexts.links;

export interface Made {
  name: string;
  page: string;
  token: string;
}

interface LinkDialogProps {
  pages: readonly string[];
  onClose: () => void;
  onMade: (made: Made) => void;
}

export function LinkDialog({ onClose, onMade, pages }: LinkDialogProps) {
  const { create } = useLinkActions();
  const [link, set] = useParts<NewLink>({ name: "", page: pages[0] ?? "", may_set: false });
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.create}
      confirmLabel={texts.create}
      canConfirm={link.name.trim() !== ""}
      values={link}
      check={() => schemaErrors(pageLinkCreate.body, link)}
      onConfirm={() => create(link)}
      onDone={({ token }) => onMade({ name: link.name.trim(), page: link.page, token })}
      fields={["name", "page"]}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <NewNameField
            label={texts.name}
            description={texts.nameText}
            value={link.name}
            error={refused["name"]}
            onChange={(name) => set({ name })}
          />
          <NativeSelect
            label={texts.page}
            value={link.page}
            error={refused["page"]}
            data={[...pages]}
            onChange={(event) => set({ page: event.currentTarget.value })}
          />
          <Switch
            label={texts.allow}
            description={texts.allowText}
            checked={link.may_set}
            onChange={(event) => set({ may_set: event.currentTarget.checked })}
          />
        </div>
      )}
    </ActionDialog>
  );
}
