/**
 * The edits of all sections of the page, each applied by its own button.
 *
 * Invariants: edits stay while one looks at another tab; every save carries the mark of the state the first edit
 * was made to, so that it never overwrites what somebody else saved meanwhile; an own save moves that mark on.
 */
import { CODES } from "@hubwart/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/errors.ts";
import { notice } from "../../../lib/notice.tsx";
import { forwardingTexts } from "../../../texts/index.ts";
import { configQuery, type Section, type StoredConfig, saveSection, type Values } from "../api/config.ts";
import { type Drafts, fieldErrors, isDirty, storedValues } from "./drafts.ts";

export interface SectionEdit<S extends Section> {
  values: Values[S];
  dirty: boolean;
  saving: boolean;
  errors: Readonly<Record<string, string>>;
  set: (change: Partial<Values[S]>) => void;
  apply: () => void;
}

export interface PageEdit {
  dirty: boolean;
  /** Somebody else saved meanwhile. */
  conflict: boolean;
  reload: () => void;
  section: <S extends Section>(name: S) => SectionEdit<S>;
}

interface State {
  drafts: Drafts;
  /** Mark of the state the drafts were made to. */
  base: string | undefined;
}

const NONE: State = { drafts: {}, base: undefined };

export function usePageEdit({ data, etag }: StoredConfig): PageEdit {
  const client = useQueryClient();
  const [state, setState] = useState(NONE);
  const [saving, setSaving] = useState<Section>();
  const [conflict, setConflict] = useState(false);
  const [refused, setRefused] = useState<{ section: Section; errors: Record<string, string> }>();

  async function apply<S extends Section>(name: S, values: Values[S]): Promise<void> {
    setSaving(name);
    setRefused(undefined);
    try {
      await saveSection[name](values, state.base ?? etag);
      const fresh = await client.fetchQuery({ ...configQuery, staleTime: 0 });
      setState(({ drafts }) => {
        const others: Drafts = { ...drafts };
        delete others[name];
        return { drafts: others, base: Object.keys(others).length === 0 ? undefined : fresh.etag };
      });
      void client.invalidateQueries({ queryKey: ["forwarding", "status"] });
      notice.success(forwardingTexts.saved);
    } catch (error) {
      if (error instanceof ApiError && error.code === CODES.conflict) setConflict(true);
      else if (error instanceof ApiError && error.fields.length > 0) {
        const errors = Object.fromEntries(error.fields.map(({ field, message }) => [field, message]));
        setRefused({ section: name, errors });
      } else notice.apiError(error);
    } finally {
      setSaving(undefined);
    }
  }

  const dirtySection = (name: Section) => isDirty(storedValues(data, name), state.drafts[name]);
  return {
    dirty: (Object.keys(state.drafts) as Section[]).some(dirtySection),
    conflict,
    reload: () => {
      setState(NONE);
      setConflict(false);
      setRefused(undefined);
      void client.invalidateQueries({ queryKey: configQuery.queryKey });
    },
    section: <S extends Section>(name: S): SectionEdit<S> => {
      const stored = storedValues(data, name);
      const values: Values[S] = { ...stored, ...state.drafts[name] };
      return {
        values,
        dirty: dirtySection(name),
        saving: saving === name,
        errors: {
          ...(dirtySection(name) ? fieldErrors(name, values) : {}),
          ...(refused?.section === name ? refused.errors : {}),
        },
        set: (change) => {
          setRefused(undefined);
          setState(({ drafts, base }) => ({
            drafts: { ...drafts, [name]: { ...drafts[name], ...change } },
            base: base ?? etag,
          }));
        },
        apply: () => {
          if (saving === undefined) void apply(name, values);
        },
      };
    },
  };
}
