/** How much was typed, and saving it. Knows it, so that the table needs not. */

import { basketSave, CODES } from "@hubwart/contract";
import { Button } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";
import { useState } from "react";
import { ConflictNote } from "../../../components/conflict-note.tsx";
import { SaveButton } from "../../../components/save-button.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { ApiError } from "../../../lib/errors.ts";
import { fieldText } from "../../../lib/field-text.ts";
import { notice } from "../../../lib/notice.tsx";
import { LookOnly } from "../../../rights/may.tsx";
import { constantsTexts } from "../../../texts/index.ts";
import { type ConstantRow, useSaveCollection } from "../api/constants.ts";
import { type Drafts, useDraftCount } from "../model/drafts.ts";
import { valueOf } from "../model/value-text.ts";
import classes from "./constants.module.css";

const texts = constantsTexts.editor;

export interface SaveBarProps {
  file: string;
  rows: readonly ConstantRow[];
  etag: string | undefined;
  drafts: Drafts;
}

export function SaveBar({ file, rows, etag, drafts }: SaveBarProps) {
  const count = useDraftCount(drafts);
  const save = useSaveCollection(file);
  /** How often saving met values that others stored meanwhile. */
  const [met, setMet] = useState(0);
  const { read, faulty } = readingsOf(rows, drafts);
  const rivals = drafts.overtaken(rows);

  async function send(ifMatch: string | undefined, again = false): Promise<void> {
    const [first] = faulty;
    if (first) return notice.error(texts.faulty(faulty.length, first));
    try {
      await save.mutateAsync({ rows: read, ifMatch });
      drafts.drop();
      setMet(0);
      notice.success(texts.saved);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === CODES.conflict)) return notice.apiError(error);
      const stored = await save.latest();
      if (!stored || again) return notice.apiError(error);
      // Only what was typed is sent: values that others stored beside it stay as they are.
      if (drafts.overtaken(stored.data.rows).length > 0) setMet((times) => times + 1);
      else await send(stored.etag, true);
    }
  }

  return (
    <>
      <UnsavedGuard dirty={count > 0} />
      {met > 0 && rivals.length > 0 ? (
        <ConflictNote
          conflict={{
            met,
            differences: rivals.map(({ channel, theirs, mine }) => ({
              label: channel,
              theirs: fieldText(theirs),
              mine: fieldText(mine),
            })),
            takeOver: () => drafts.drop(rivals.map(({ channel }) => channel)),
            merge: () => {
              drafts.rebase(rows);
              setMet(0);
            },
            overwrite: () => void send(etag),
          }}
          disabled={save.isPending}
        />
      ) : null}
      <LookOnly call={basketSave}>
        <div className={classes["bar"]}>
          <output className={classes["count"]}>{count > 0 ? texts.dirty(count) : ""}</output>
          <SaveButton
            type="button"
            off={count === 0}
            busy={save.isPending}
            leftSection={<IconDeviceFloppy size={18} aria-hidden />}
            // What others stored was perhaps loaded meanwhile, out of sight: its mark would overwrite it.
            onClick={() => (rivals.length > 0 ? setMet((times) => times + 1) : void send(etag))}
          >
            {texts.save}
          </SaveButton>
          <Button variant="default" disabled={count === 0 || save.isPending} onClick={() => drafts.drop()}>
            {texts.undo}
          </Button>
        </div>
      </LookOnly>
    </>
  );
}

/** What was typed, as it is sent, and the channels whose text is no value of their type. */
function readingsOf(rows: readonly ConstantRow[], drafts: Drafts) {
  const read: { channel: string; value: unknown }[] = [];
  const faulty: string[] = [];
  for (const row of rows) {
    const draft = drafts.get(row.channel);
    if (!draft) continue;
    const reading = valueOf(row, draft.text);
    if (reading.fault === undefined) read.push({ channel: row.channel, value: reading.value });
    else faulty.push(row.channel);
  }
  return { read, faulty };
}
