/**
 * The edit of settings that the appliance stores. Every form of stored settings uses it.
 *
 *     const edit = useEdit({ queryKey, values, errors, save, onSaved })(stored);
 *
 * - Only what was changed is kept; every other field shows what is stored now.
 * - A save carries the mark of the state that the fields of this form were last the same as when the edit began. It
 *   never overwrites what somebody else saved, and another form's save of the same settings does not stop it.
 * - A field complains once it was left, or once saving was tried; with `eager` as soon as the form is changed.
 * - Where the hook stands decides how long an edit lives: above the tabs, it outlives them.
 */
import { CODES } from "@hubwart/contract";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError } from "../api/errors.ts";
import { notice } from "./notice.tsx";

/** An answer with the mark (ETag) of its state, as `callWithEtag` gives it. */
export interface Stored<D> {
  data: D;
  etag: string | undefined;
}

/** Field (dotted path) → hint. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface EditOptions<D, V extends object, R> {
  /** Of what is stored: asked again after a save, and on a reload. */
  queryKey: QueryKey;
  /** What is stored, in the shape of the form. */
  values: (data: D) => V;
  /** Empty if the appliance would accept the values. */
  errors?: (values: V) => FieldErrors;
  eager?: boolean;
  save: (values: V, stored: V, ifMatch: string | undefined) => Promise<R>;
  /** With the answer of the save and with what is stored now. */
  onSaved: (answer: R, data: D) => void;
  onConflict?: () => void;
}

export interface Edit<D, V> {
  data: D;
  values: V;
  dirty: boolean;
  saving: boolean;
  /** Somebody else saved meanwhile. */
  conflict: boolean;
  /** What the fields show. */
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

interface Draft<V> {
  change: Partial<V>;
  /** What was stored when the edit began, and its mark. */
  before?: Stored<V>;
  left: readonly string[];
  /** All fields count as left. */
  tried: boolean;
  refused: FieldErrors;
}

const NONE = { change: {}, left: [], tried: false, refused: {} };

export function useEdit<D, V extends object, R>(
  options: EditOptions<D, V, R>,
): ((stored: Stored<D>) => Edit<D, V>) & { reset: () => void } {
  const client = useQueryClient();
  const [draft, setDraft] = useState<Draft<V>>(NONE);
  const [saving, setSaving] = useState(false);
  const [conflict, setConflict] = useState(false);
  const busy = useRef(false);
  const reset = (): void => setDraft(NONE);
  const fresh = () => client.invalidateQueries({ queryKey: options.queryKey });

  async function send(values: V, stored: Stored<D>): Promise<boolean> {
    const now = options.values(stored.data);
    const { before } = draft;
    const mark = before === undefined || same(before.data, now) ? stored.etag : before.etag;
    try {
      const answer = await options.save(values, now, mark);
      await fresh();
      reset();
      setConflict(false);
      options.onSaved(answer, client.getQueryData<Stored<D>>(options.queryKey)?.data ?? stored.data);
      return true;
    } catch (error) {
      const refused = error instanceof ApiError ? error.byField : undefined;
      if (refused) setDraft((known) => ({ ...known, refused }));
      else if (error instanceof ApiError && error.code === CODES.conflict) {
        setConflict(true);
        options.onConflict?.();
      } else notice.apiError(error);
      return !refused;
    }
  }

  async function save(values: V, stored: Stored<D>, valid: boolean): Promise<boolean> {
    if (busy.current) return true;
    setDraft((now) => ({ ...now, tried: true, refused: {} }));
    if (!valid) return false;
    busy.current = true;
    setSaving(true);
    try {
      return await send(values, stored);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  function edit(stored: Stored<D>): Edit<D, V> {
    const kept = options.values(stored.data);
    const values: V = { ...kept, ...draft.change };
    const dirty = differs(kept, draft.change);
    const found = options.errors?.(values) ?? {};
    const all = draft.tried || (options.eager === true && dirty);
    const shown = Object.entries(found).filter(([field]) => all || draft.left.includes(field));
    return {
      data: stored.data,
      values,
      dirty,
      saving,
      conflict,
      errors: { ...Object.fromEntries(shown), ...draft.refused },
      valid: Object.keys(found).length === 0,
      set: (change) =>
        setDraft((now) => ({
          ...now,
          change: { ...now.change, ...change },
          before: now.before ?? { data: kept, etag: stored.etag },
          refused: {},
        })),
      leave: (field) => setDraft((now) => ({ ...now, left: [...now.left, field] })),
      complain: () => setDraft((now) => ({ ...now, tried: true })),
      reset,
      reload: () => {
        reset();
        setConflict(false);
        void fresh();
      },
      save: () => save(values, stored, Object.keys(found).length === 0),
    };
  }
  return Object.assign(edit, { reset });
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function differs(stored: object, change: object): boolean {
  const before = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(change).some(
    ([name, value]) => value !== undefined && !same(value, before.get(name)),
  );
}
