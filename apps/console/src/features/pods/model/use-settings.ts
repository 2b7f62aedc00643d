/** The edit of a pod's settings: what was changed, against which state, and how the save ended. */
import { CODES } from "@hubwart/contract";
import { useState } from "react";
import { ApiError } from "../../../api/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { podsTexts } from "../../../texts/index.ts";
import { type StoredConfig, useSavePodConfig } from "../api/pod-config.ts";

export interface SettingsEdit {
  internal: boolean;
  params: Params;
  dirty: boolean;
  saving: boolean;
  /** Somebody else saved meanwhile: `reset` shows what they saved. */
  conflict: boolean;
  setInternal: (internal: boolean) => void;
  setParam: (name: string, value: unknown) => void;
  save: () => void;
  reset: () => void;
}

type Params = Readonly<Record<string, unknown>>;

interface Draft {
  internal: boolean;
  params: Params;
  /** Of the settings that the change was made to. */
  etag: string | undefined;
}

export function useSettings(pod: string, { data, etag }: StoredConfig): SettingsEdit {
  const [draft, setDraft] = useState<Draft>();
  const mutation = useSavePodConfig();
  const internal = draft?.internal ?? data.internal;
  const params = draft?.params ?? data.params;
  const dirty =
    internal !== data.internal || Object.entries(params).some(([name, value]) => value !== data.params[name]);

  function change(part: Partial<Pick<Draft, "internal" | "params">>): void {
    setDraft((before) => ({ internal, params, etag: before?.etag ?? etag, ...part }));
  }
  function save(): void {
    if (!draft || !dirty || mutation.isPending) return;
    mutation.mutate(
      { pod, internal, params, etag: draft.etag },
      {
        onSuccess: () => {
          setDraft(undefined);
          notice.success(podsTexts.settings.saved);
        },
        onError: (error) => {
          if (!isConflict(error)) notice.apiError(error);
        },
      },
    );
  }
  function reset(): void {
    setDraft(undefined);
    mutation.reset();
  }
  return {
    internal,
    dirty,
    saving: mutation.isPending,
    conflict: isConflict(mutation.error),
    params,
    setInternal: (value) => change({ internal: value }),
    setParam: (name, value) => change({ params: { ...params, [name]: value } }),
    save,
    reset,
  };
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.code === CODES.conflict;
