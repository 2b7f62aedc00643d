/** What administrators decide of a person: name, role, and the channels it is kept to. */
import { LEVELS } from "@hubwart/contract";
import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import type { FieldErrors } from "../../lib/use-edit.ts";
import { peopleTexts as texts } from "../../texts/index.ts";
import { type Draft, mayBeKept } from "./draft.ts";

const ROLES = LEVELS.map((value) => ({ value, label: texts.role[value] }));

export interface PersonFieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  refused: FieldErrors;
  /** The role stays as it is. */
  roleLocked?: boolean;
}

export function PersonName({ draft, refused, set }: Pick<PersonFieldsProps, "draft" | "refused" | "set">) {
  return (
    <TextInput
      label={texts.fields.name}
      required
      data-autofocus
      value={draft.name}
      maxLength={60}
      error={refused["name"]}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => set({ name: event.currentTarget.value })}
    />
  );
}

export function PersonFields({ draft, refused, roleLocked = false, set }: PersonFieldsProps) {
  return (
    <>
      <PersonName draft={draft} refused={refused} set={set} />
      <TextInput
        label={texts.fields.label}
        description={texts.fields.labelHint}
        value={draft.label}
        maxLength={100}
        error={refused["label"]}
        autoComplete="off"
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      <Select
        label={texts.fields.role}
        description={texts.roleText[draft.role]}
        data={ROLES}
        allowDeselect={false}
        disabled={roleLocked}
        value={draft.role}
        error={refused["role"]}
        onChange={(role) => {
          const chosen = LEVELS.find((level) => level === role);
          if (chosen) set({ role: chosen });
        }}
      />
      {mayBeKept(draft.role) ? (
        <Switch
          label={texts.fields.kept}
          checked={draft.kept}
          onChange={(event) => set({ kept: event.currentTarget.checked })}
        />
      ) : null}
      {draft.kept && mayBeKept(draft.role) ? (
        <Textarea
          label={texts.fields.channels}
          description={texts.fields.channelsHint}
          required
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          value={draft.channels}
          error={refused["channels"]}
          onChange={(event) => set({ channels: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
