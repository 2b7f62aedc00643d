/** Makes a token. What is made is shown by `MadeDialog`. */

import { LEVELS, type Level, machineTokenCreate } from "@hubwart/contract";
import { NativeSelect, Textarea } from "@mantine/core";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import layout from "../../../components/layout.module.css";
import { NewNameField } from "../../../components/new-name-field.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { peopleTexts, machineTokensTexts as texts } from "../../../texts/index.ts";
import { useTokenActions } from "../api/tokens.ts";
import { bodyOf, DAYS, type Draft, NEW } from "../model/draft.ts";

export interface Made {
  name: string;
  token: string;
}

interface CreateDialogProps {
  onClose: () => void;
  onMade: (made: Made) => void;
}

const words = texts.dialog;

/** A line of a list is named by its number: "networks.1". */
const ofList = (errors: FieldErrors, field: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];

export function CreateDialog({ onClose, onMade }: CreateDialogProps) {
  const { create } = useTokenActions();
  const [draft, set] = useParts<Draft>(NEW);
  const body = bodyOf(draft);
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.create}
      confirmLabel={texts.create}
      canConfirm={body.name !== ""}
      values={draft}
      check={() => schemaErrors(machineTokenCreate.body, body)}
      onConfirm={() => create(body)}
      onDone={({ token }) => onMade({ name: body.name, token })}
      fields={["name", "level", "channels", "networks"]}
    >
      {(refused) => (
        <div className={layout["stack"]}>
          <NewNameField
            label={words.name}
            description={words.nameText}
            value={draft.name}
            error={refused["name"]}
            onChange={(name) => set({ name })}
          />
          <NativeSelect
            label={words.level}
            description={words.levelText}
            value={draft.level}
            error={refused["level"]}
            data={LEVELS.map((level) => ({ value: level, label: peopleTexts.role[level] }))}
            onChange={(event) => set({ level: event.currentTarget.value as Level })}
          />
          <Textarea
            label={words.channels}
            description={words.channelsText}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            value={draft.channels}
            error={ofList(refused, "channels")}
            onChange={(event) => set({ channels: event.currentTarget.value })}
          />
          <Textarea
            label={words.networks}
            description={words.networksText}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            value={draft.networks}
            error={ofList(refused, "networks")}
            onChange={(event) => set({ networks: event.currentTarget.value })}
          />
          <NativeSelect
            label={words.days}
            value={draft.days}
            data={DAYS.map((days) => ({
              value: String(days),
              label: days === 0 ? words.forever : words.forDays(days),
            }))}
            onChange={(event) => set({ days: event.currentTarget.value })}
          />
        </div>
      )}
    </ActionDialog>
  );
}
