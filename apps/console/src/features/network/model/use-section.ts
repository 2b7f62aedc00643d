/**
 * The edits of one form of the page.
 *
 * Invariants: edits stay while one looks at another tab; a save carries the mark of the state the first edit was made
 * to, so that it never overwrites what somebody else saved meanwhile; a field complains only once it was left, or
 * once saving was tried.
 */
import { CODES } from "@hubwart/contract";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { testQuery } from "../api/network-test.ts";
import type { Restart, Stored } from "../api/settings.ts";
import type { FieldErrors } from "./adapters.ts";
import type { Section } from "./sections.ts";

export interface SectionEdit<D, V> {
  data: D;
  values: V;
  dirty: boolean;
  saving: boolean;
  /** Somebody else saved meanwhile. */
  conflict: boolean;
  /** Of the fields that were left; of all after a save was tried. */
  errors: FieldErrors;
  /** No field would be refused. */
  valid: boolean;
  set: (change: Partial<V>) => void;
  /** The field was left. */
  leave: (field: string) => void;
  /** Shows what is wrong with every field. */
  complain: () => void;
  reset: () => void;
  reload: () => void;
  /** False if a field was refused, here or by the appliance. */
  save: () => Promise<boolean>;
}

export interface SectionState<D, V> {
  query: Pick<UseQueryResult<Stored<D>>, "data" | "error" | "refetch">;
  dirty: boolean;
  reset: () => void;
  edit: (stored: Stored<D>) => SectionEdit<D, V>;
}

interface Draft<V> {
  values?: V;
  /** Mark of the state the values were made to. */
  base?: string | undefined;
  left: readonly string[];
  /** All fields count as left. */
  tried: boolean;
  refused: FieldErrors;
}

const NONE = { left: [], tried: false, refused: {} };

export function useSection<D, V extends object>(
  section: Section<D, V>,
  onSaved: (restart: Restart, data: D) => void,
): SectionState<D, V> {
  const client = useQueryClient();
  const queryKey = ["network", section.name];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => section.read(signal) });
  const [draft, setDraft] = useState<Draft<V>>(NONE);
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState(false);

  const isDirty = (data: D): boolean =>
    draft.values !== undefined && JSON.stringify(draft.values) !== JSON.stringify(section.values(data));
  const reset = (): void => setDraft(NONE);

  async function save(values: V, stored: Stored<D>): Promise<boolean> {
    setDraft((now) => ({ ...now, tried: true, refused: {} }));
    if (Object.keys(section.errors(values)).length > 0) return false;
    setSaving(true);
    try {
      const { restart } = await section.save(values, section.values(stored.data), draft.base ?? stored.etag);
      await client.invalidateQueries({ queryKey });
      reset();
      onSaved(restart, client.getQueryData<Stored<D>>(queryKey)?.data ?? stored.data);
    } catch (error) {
      if (error instanceof ApiError && error.code === CODES.conflict) {
        setConflict(true);
        // The conflict may be with a network test that somebody else started.
        void client.invalidateQueries({ queryKey: testQuery.queryKey });
      } else if (error instanceof ApiError && error.fields.length > 0) {
        const refused = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
        setDraft((now) => ({ ...now, refused }));
        return false;
      } else notice.apiError(error);
    } finally {
      setSaving(false);
    }
    return true;
  }

  return {
    query,
    dirty: query.data !== undefined && isDirty(query.data.data),
    reset,
    edit: (stored) => {
      const values = draft.values ?? section.values(stored.data);
      const found = section.errors(values);
      const shown = Object.entries(found).filter(([field]) => draft.tried || draft.left.includes(field));
      return {
        data: stored.data,
        values,
        dirty: isDirty(stored.data),
        saving,
        conflict,
        errors: { ...Object.fromEntries(shown), ...draft.refused },
        valid: Object.keys(found).length === 0,
        set: (change) =>
          setDraft((now) => ({
            ...now,
            values: { ...(now.values ?? section.values(stored.data)), ...change },
            base: now.values === undefined ? stored.etag : now.base,
            refused: {},
          })),
        leave: (field) => setDraft((now) => ({ ...now, left: [...now.left, field] })),
        complain: () => setDraft((now) => ({ ...now, tried: true })),
        reset,
        reload: () => {
          reset();
          setConflict(false);
          void client.invalidateQueries({ queryKey });
        },
        save: () => save(values, stored),
      };
    },
  };
}
