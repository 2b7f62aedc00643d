/**
 * The edit of the settings. Every save carries the mark of the state the first edit was made to, so that it never
 * overwrites what somebody else saved meanwhile.
 */
import { CODES } from "@hubwart/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { backupTexts } from "../../../texts/index.ts";
import { type BackupConfig, configQuery, saveConfig, stateQuery } from "../api/backup.ts";
import { bodyOf, type Draft, draftOf, portOf } from "./draft.ts";

export interface StoredConfig {
  data: BackupConfig;
  etag: string | undefined;
}

export interface Edit {
  draft: Draft;
  dirty: boolean;
  saving: boolean;
  /** Somebody else saved meanwhile. */
  conflict: boolean;
  /** By field, from the appliance. */
  errors: Readonly<Record<string, string>>;
  set: (change: Partial<Draft>) => void;
  setFtp: (change: Partial<Draft["target"]["ftp"]>) => void;
  reset: () => void;
  reload: () => void;
  /** False if something was refused. */
  save: () => Promise<boolean>;
}

export function useEdit({ data, etag }: StoredConfig): Edit {
  const client = useQueryClient();
  const [edited, setEdited] = useState<{ draft: Draft; base: string | undefined }>();
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const draft = edited?.draft ?? draftOf(data);
  const reset = (): void => {
    setEdited(undefined);
    setErrors({});
  };
  const set = (change: Partial<Draft>): void =>
    setEdited((now) => ({
      draft: { ...(now?.draft ?? draftOf(data)), ...change },
      base: now ? now.base : etag,
    }));

  async function save(): Promise<boolean> {
    const port = portOf(draft);
    if (port === undefined) {
      notice.error(backupTexts.settings.portWrong);
      return false;
    }
    setSaving(true);
    setErrors({});
    try {
      await saveConfig(bodyOf(draft, port), edited?.base ?? etag);
      await client.invalidateQueries({ queryKey: configQuery.queryKey });
      void client.invalidateQueries({ queryKey: stateQuery.queryKey });
      reset();
      notice.success(backupTexts.settings.saved);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === CODES.conflict) setConflict(true);
      else if (error instanceof ApiError && error.fields.length > 0)
        setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
      else notice.apiError(error);
      return false;
    } finally {
      setSaving(false);
    }
  }

  return {
    draft,
    dirty: JSON.stringify(draft) !== JSON.stringify(draftOf(data)),
    saving,
    conflict,
    errors,
    set,
    setFtp: (change) => set({ target: { ftp: { ...draft.target.ftp, ...change } } }),
    reset,
    reload: () => {
      reset();
      setConflict(false);
      void client.invalidateQueries({ queryKey: configQuery.queryKey });
    },
    save,
  };
}
