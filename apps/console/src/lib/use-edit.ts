/**
 * The edit of settings that the appliance stores. Every form of stored settings uses it.
 *
 *     const edit = useEdit({ queryKey, values, errors, save, onSaved })(stored);
 *
 * - Only what was changed is kept; every other field shows what is stored now.
 * - A save carries the mark of the state that the fields of this form were last the same as when the edit began. It
 *   never overwrites what somebody else saved unseen, and another form's save of the same settings does not stop it.
 *   What was stored meanwhile is shown (`ConflictNote`): taken over, merged, or overwritten on purpose.
 * - A field complains once it was left, or once saving was tried; with `eager` as soon as the form is changed.
 * - Where the hook stands decides how long an edit lives: above the tabs, it outlives them.
 */
import { CODES, type Typed } from "@hubwart/contract";
import { notifyManager, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Both, type Conflict, merged, type Overtaken, overtaken, same, type Words } from "./conflict.ts";
import { ApiError } from "./errors.ts";
import { fieldText } from "./field-text.ts";
import { notice } from "./notice.tsx";
import { overlaid, typedOf } from "./unsaved.ts";

/** An answer with the mark (ETag) of its state, as `callWithEtag` gives it. */
export interface Stored<D> {
  data: D;
  etag: string | undefined;
}

/** Field (dotted path) → hint. */
export type FieldErrors = Readonly<Record<string, string>>;

export interface EditOptions<D, V extends object, R> {
  /** Name of the form within the console, the same in all releases: what was not saved is found again by it. */
  form: string;
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
  /** For what is said when somebody else saved meanwhile. */
  words: Words<V>;
  /** For texts of several lines: what stands where both changed the same; otherwise both, one after the other. */
  both?: Both;
}

export interface Edit<D, V> {
  data: D;
  form: string;
  values: V;
  dirty: boolean;
  /** What was typed and not saved, without secrets. */
  typed: Typed | undefined;
  /** How often it was saved. */
  saves: number;
  /** Puts back what was typed before, as if it had been typed when it was. */
  restore: (typed: Typed) => void;
  saving: boolean;
  /** Somebody else saved meanwhile. */
  conflict: Conflict | undefined;
  /** What the fields show. */
  errors: FieldErrors;
  /** No field would be refused. */
  valid: boolean;
  set: (change: Partial<V>) => void;
  /** The field was left. */
  leave: (field: string) => void;
  /** What an input says of a field, and tells when it is left. */
  field: (name: string) => { error: string | undefined; onBlur: () => void };
  /** Shows what is wrong with every field. */
  complain: () => void;
  reset: () => void;
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
  /** How often saving met what somebody else had stored. */
  const [met, setMet] = useState(0);
  const [saves, setSaves] = useState(0);
  const busy = useRef(false);
  const reset = (): void => {
    setDraft(NONE);
    setMet(0);
  };
  const fresh = () => client.invalidateQueries({ queryKey: options.queryKey });
  const now = (stored: Stored<D>) => client.getQueryData<Stored<D>>(options.queryKey) ?? stored;

  async function send(
    values: V,
    stored: Stored<D>,
    mark: string | undefined,
    again = false,
  ): Promise<boolean> {
    try {
      const answer = await options.save(values, options.values(stored.data), mark);
      await fresh();
      // Not before the form has what is stored now: for a moment it would show what was stored before.
      await new Promise<void>((drawn) => notifyManager.schedule(drawn));
      reset();
      setSaves((times) => times + 1);
      options.onSaved(answer, now(stored).data);
      return true;
    } catch (error) {
      const refused = error instanceof ApiError ? error.byField : undefined;
      if (refused) setDraft((known) => ({ ...known, refused }));
      else if (!(error instanceof ApiError && error.code === CODES.conflict)) notice.apiError(error);
      else {
        options.onConflict?.();
        await fresh();
        const latest = now(stored);
        if (foundIn(options.values(latest.data)).length > 0) setMet((times) => times + 1);
        // Nothing of anybody is lost by sending it again: other fields were saved, or the same was typed twice.
        else if (!again && latest.etag !== mark) return send(values, latest, latest.etag, true);
        else notice.apiError(error);
      }
      return !refused;
    }
  }

  /** What the form would overwrite of what is stored by now. */
  function foundIn(kept: V): Overtaken[] {
    if (!draft.before) return [];
    const { data } = draft.before;
    const found = overtaken(data, kept, { ...data, ...draft.change });
    return found.filter(({ mine, theirs }) => !same(mine, theirs));
  }

  function conflictOf(stored: Stored<D>, kept: V): Conflict | undefined {
    const { before, change } = draft;
    if (met === 0 || before === undefined) return undefined;
    const mine: V = { ...before.data, ...change };
    const begin = { data: kept, etag: stored.etag };
    return {
      met,
      differences: foundIn(kept).map((found) => ({
        label: options.words.label(found.field, kept),
        theirs: options.words.value?.(found.field, found.theirs) ?? fieldText(found.theirs),
        mine: options.words.value?.(found.field, found.mine) ?? fieldText(found.mine),
      })),
      takeOver: reset,
      merge: () => {
        setMet(0);
        setDraft({ ...NONE, change: merged(before.data, kept, mine, options.both), before: begin });
      },
      overwrite: () => void once(() => send(mine, stored, stored.etag)),
    };
  }

  async function once(task: () => Promise<boolean>): Promise<boolean> {
    if (busy.current) return true;
    busy.current = true;
    setSaving(true);
    try {
      return await task();
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  async function save(values: V, stored: Stored<D>, valid: boolean): Promise<boolean> {
    setDraft((known) => ({ ...known, tried: true, refused: {} }));
    if (!valid) return false;
    const { before } = draft;
    const untouched = before === undefined || same(before.data, options.values(stored.data));
    return once(() => send(values, stored, untouched ? stored.etag : before.etag));
  }

  function edit(stored: Stored<D>): Edit<D, V> {
    const kept = options.values(stored.data);
    const values: V = { ...kept, ...draft.change };
    const dirty = differs(kept, draft.change);
    const found = options.errors?.(values) ?? {};
    const all = draft.tried || (options.eager === true && dirty);
    const shown = Object.entries(found).filter(([field]) => all || draft.left.includes(field));
    const errors: FieldErrors = { ...Object.fromEntries(shown), ...draft.refused };
    const leave = (field: string) => setDraft((known) => ({ ...known, left: [...known.left, field] }));
    return {
      data: stored.data,
      form: options.form,
      values,
      dirty,
      saves,
      typed: dirty
        ? typedOf(kept, draft.change, draft.before?.data ?? kept, draft.before?.etag ?? stored.etag)
        : undefined,
      restore: ({ before, change, etag }) =>
        setDraft({
          ...NONE,
          change: overlaid(kept, change),
          before: { data: { ...kept, ...overlaid(kept, before) }, etag: etag ?? stored.etag },
        }),
      saving,
      conflict: conflictOf(stored, kept),
      errors,
      valid: Object.keys(found).length === 0,
      set: (change) =>
        setDraft((known) => ({
          ...known,
          change: { ...known.change, ...change },
          before: known.before ?? { data: kept, etag: stored.etag },
          refused: {},
        })),
      leave,
      field: (name) => ({ error: errors[name], onBlur: () => leave(name) }),
      complain: () => setDraft((known) => ({ ...known, tried: true })),
      reset,
      save: () => save(values, stored, Object.keys(found).length === 0),
    };
  }
  return Object.assign(edit, { reset });
}

function differs(stored: object, change: object): boolean {
  const before = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(change).some(
    ([name, value]) => value !== undefined && !same(value, before.get(name)),
  );
}
