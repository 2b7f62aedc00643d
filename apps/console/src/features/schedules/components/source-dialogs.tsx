/** Adds a calendar from an address or a file, or changes the address of one. */
import { calendarSourceSave } from "@hubwart/contract";
import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { ActionDialog } from "../../../components/action-dialog.tsx";
import { EntryDialog } from "../../../components/entry-dialog.tsx";
import { FileField } from "../../../components/file-field.tsx";
import { namedFields } from "../../../lib/conflict.ts";
import { notice } from "../../../lib/notice.tsx";
import { schemaErrors } from "../../../lib/schema-form.ts";
import type { FieldErrors } from "../../../lib/use-edit.ts";
import { useParts } from "../../../lib/use-parts.ts";
import { schedulesTexts } from "../../../texts/index.ts";
import { type Source, type SourceBody, useSourceActions } from "../api/sources.ts";
import classes from "./week.module.css";

const texts = schedulesTexts.sources;

interface Draft {
  id: string;
  priority: string;
  url: string;
  hours: string;
  stale: string;
}

const draftOf = (source: Source | undefined): Draft => ({
  id: source?.id ?? "",
  priority: String(source?.priority ?? 4),
  url: "",
  hours: String(source?.hours ?? 12),
  stale: String(source?.stale ?? 14),
});

function bodyOf({ hours, id, priority, stale, url }: Draft, was: string | undefined): SourceBody {
  return {
    ...(was === undefined ? {} : { was }),
    id: id.trim(),
    priority: Number(priority),
    hours: Number(hours),
    stale: Number(stale),
    ...(url.trim() === "" && was !== undefined ? {} : { url: url.trim() }),
  };
}

interface AddressDialogProps {
  source: Source | undefined;
  etag: string | undefined;
  onClose: () => void;
}

export function AddressDialog({ etag, onClose, source }: AddressDialogProps) {
  const { latest, save } = useSourceActions();
  const [first] = useState(() => draftOf(source));
  const [draft, set] = useParts<Draft>(first);
  const was = source?.id;
  return (
    <EntryDialog
      entry={source && first}
      etag={etag}
      latest={async (mine) => {
        const stored = await latest();
        const now = stored?.data.sources.find(({ id }) => id === (was ?? mine.id.trim()));
        return { entry: now && draftOf(now), etag: stored?.etag };
      }}
      words={namedFields(texts.fields)}
      set={set}
      mine={draft}
      store={(ifMatch) => save.mutateAsync({ body: bodyOf(draft, was), ifMatch })}
      onSaved={({ error }: { error?: string | undefined }) =>
        error === undefined ? notice.success(texts.saved) : notice.warning(texts.savedBut(error))
      }
      onClose={onClose}
      title={source ? texts.changeUrl : texts.addUrl}
      values={draft}
      fields={["id", "priority", "url", "hours", "stale"]}
      check={() => schemaErrors(calendarSourceSave.body, bodyOf(draft, was))}
    >
      {(errors) => (
        <>
          <Name draft={draft} errors={errors} set={set} />
          <TextInput
            type="url"
            label={texts.url}
            description={source ? texts.urlKept : texts.urlText}
            required={!source}
            autoComplete="off"
            maxLength={2_000}
            value={draft.url}
            error={errors["url"]}
            onChange={({ currentTarget }) => set({ url: currentTarget.value })}
          />
          <div className={classes["fields"]}>
            {(["hours", "stale"] as const).map((field) => (
              <TextInput
                key={field}
                type="number"
                label={texts[field]}
                value={draft[field]}
                error={errors[field]}
                onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
              />
            ))}
          </div>
        </>
      )}
    </EntryDialog>
  );
}

interface NameProps {
  draft: Pick<Draft, "id" | "priority">;
  errors: FieldErrors;
  set: (change: Partial<NameProps["draft"]>) => void;
}

function Name({ draft, errors, set }: NameProps) {
  return (
    <>
      <TextInput
        label={texts.name}
        description={texts.nameText}
        required
        data-autofocus
        maxLength={64}
        autoComplete="off"
        value={draft.id}
        error={errors["id"]}
        onChange={({ currentTarget }) => set({ id: currentTarget.value })}
      />
      <TextInput
        type="number"
        min={1}
        max={16}
        label={texts.priority}
        description={texts.priorityText}
        value={draft.priority}
        error={errors["priority"]}
        onChange={({ currentTarget }) => set({ priority: currentTarget.value })}
      />
    </>
  );
}

export function FileDialog({ onClose }: { onClose: () => void }) {
  const { read } = useSourceActions();
  const input = useRef<HTMLInputElement>(null);
  const [draft, set] = useParts({ id: "", priority: "4" });
  const [file, setFile] = useState<File>();
  return (
    <ActionDialog
      onClose={onClose}
      title={texts.addFile}
      confirmLabel={texts.take}
      values={{ draft, file }}
      fields={["id", "priority", "newfile"]}
      check={(): FieldErrors => (file ? {} : { newfile: texts.noFile })}
      onConfirm={() => {
        if (!file) throw new Error("checked before");
        return read.mutateAsync({ file, id: draft.id.trim(), priority: Number(draft.priority) });
      }}
      onDone={({ days }) => notice.success(texts.read(days))}
    >
      {(errors) => (
        <>
          <Name draft={draft} errors={errors} set={set} />
          <FileField
            file={file}
            error={errors["newfile"]}
            onChange={setFile}
            input={input}
            accept=".ics,.ical,text/calendar"
            hint={texts.fileHint}
            texts={texts.choose}
          />
        </>
      )}
    </ActionDialog>
  );
}
