/**
 * A draft that is being edited: shown at once, kept by the device a moment later. One request is under way at a time; what fails
 * for want of a connection is sent again with the same keys, so that it counts once.
 *
 *     const store = createDraftStore(read, { send, news, onChange });
 *     store.act("Zelle geändert", ops);     store.undo();     await store.flush();     store.close();
 */
import type { DraftDocument, DraftEntry, DraftHead, DraftOperation, DraftStep } from "@hubwart/contract";
import { DraftFault } from "@hubwart/draft";
import { ApiError, ConnectionError } from "../../../../lib/errors.ts";
import { newId } from "../../../../lib/new-id.ts";
import {
  afterAnswer,
  batchOf,
  begin,
  type DraftState,
  history,
  takingBack,
  withFound,
  withStep,
} from "./draft-state.ts";
import { againNotes, type DraftNote, notesOf, replacedNotes } from "./notes.ts";
import type { WaitingSteps } from "./waiting-steps.ts";

export interface StoreParts {
  send: (batch: { after: number; steps: DraftStep[] }) => Promise<{
    done: readonly DraftEntry[];
    missing: readonly DraftEntry[];
  }>;
  /** Steps after this one. */
  news: (since: number) => Promise<readonly DraftEntry[]>;
  /** What was done to the document; undefined where it is another one as a whole. */
  onChange: (ops: readonly DraftOperation[] | undefined, document: DraftDocument) => void;
  /** Where steps wait besides that the device does not answer. */
  waiting?: WaitingSteps;
}

export interface DraftView {
  state: DraftState;
  /** ms since the epoch; undefined while nothing waits. */
  unsavedSince: number | undefined;
  /** `connection`: it is tried again by itself. Otherwise what the device refused. */
  trouble: "connection" | { error: unknown } | undefined;
  notes: readonly DraftNote[];
  /** Grows with each change that comes from elsewhere: rows may stand in other places than before. */
  others: number;
}

export interface DraftStore {
  readonly view: DraftView;
  subscribe: (listener: () => void) => () => void;
  /** False where it no longer fits. */
  act: (label: string, ops: DraftOperation[]) => boolean;
  undo: () => void;
  redo: () => void;
  /** After the device refused. */
  retry: () => void;
  dismiss: (note: string) => void;
  rename: (name: string) => void;
  /** Resolves once everything is kept; rejects with what stands in the way. */
  flush: () => Promise<void>;
  /** Asks at once what others did, or what the device did itself. */
  catchUp: () => Promise<void>;
  close: () => void;
}

/** ms */
const COLLECT = 300;
/** Without an answer for so long, steps are kept by the browser. */
const UNANSWERED = 600;
const AGAIN = 2_000;
const NEWS = 5_000;

export function createDraftStore(
  read: { draft: DraftHead; document: DraftDocument; entries: readonly DraftEntry[] },
  parts: StoreParts,
): DraftStore {
  const { lost, state: first } = withFound(
    begin(read.draft, read.document, read.entries),
    parts.waiting?.found() ?? [],
  );
  let view: DraftView = {
    state: first,
    unsavedSince: first.pending.length > 0 ? Date.now() : undefined,
    trouble: undefined,
    notes: againNotes(first.pending.length, lost),
    others: 0,
  };
  const listeners = new Set<() => void>();
  const waiting = new Set<{ resolve: () => void; reject: (error: unknown) => void }>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When it is asked next, by `performance.now()`. */
  let due = Number.POSITIVE_INFINITY;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  /** Keys of what was done on this page. */
  const own = new Set<string>();
  let busy = false;
  let closed = false;

  function show(changed: Partial<DraftView>): void {
    view = { ...view, ...changed };
    for (const listener of listeners) listener();
  }

  function keepWaiting(): void {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    const { document, kept, pending } = view.state;
    parts.waiting?.keep(
      pending.map(({ step }) => step),
      [kept, document],
    );
  }
  /** Soon if something waits, and not any longer otherwise. */
  function planKeeping(): void {
    if (view.state.pending.length === 0) keepWaiting();
    else keepTimer ??= setTimeout(keepWaiting, UNANSWERED);
  }

  /** Never later than it was planned before: somebody who goes on without a pause is kept as well. */
  function plan(delay: number): void {
    const at = performance.now() + delay;
    if (closed || busy || at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(() => void exchange(), delay);
  }

  /** Sends what waits, or else asks what others did. */
  async function exchange(): Promise<void> {
    const batch = batchOf(view.state);
    due = Number.POSITIVE_INFINITY;
    busy = true;
    let next = NEWS;
    try {
      const answer = batch
        ? await parts.send(batch)
        : { done: [], missing: await parts.news(view.state.draft.seq) };
      if (!closed) take(answer);
      if (view.state.pending.length > 0) next = 0;
    } catch (error) {
      if (closed) return;
      if (isPassing(error)) {
        next = AGAIN;
        if (batch) show({ trouble: "connection" });
      } else {
        next = Number.POSITIVE_INFINITY;
        show({ trouble: { error } });
        settle(error);
      }
    } finally {
      busy = false;
      if (Number.isFinite(next)) plan(next);
    }
  }

  function take(answer: { done: readonly DraftEntry[]; missing: readonly DraftEntry[] }): void {
    const { clashing, lost, state, theirs } = afterAnswer(view.state, answer);
    // What is still on its way is told by `clashing`.
    const mine = view.state.entries.filter(({ key }) => own.has(key));
    const notes = [...notesOf({ clashing, lost, theirs }), ...replacedNotes(theirs, mine)];
    const waits = state.pending.length > 0;
    const hadOwn = view.state.pending.length > 0;
    show({
      state,
      trouble: undefined,
      unsavedSince: waits ? view.unsavedSince : undefined,
      notes: [...view.notes, ...notes],
      others: view.others + (theirs.length > 0 ? 1 : 0),
    });
    planKeeping();
    if (theirs.length > 0)
      parts.onChange(hadOwn ? undefined : theirs.flatMap(({ ops }) => ops), state.document);
    if (!waits) settle();
  }

  function settle(error?: unknown): void {
    for (const { reject, resolve } of waiting) {
      if (error === undefined) resolve();
      else reject(error);
    }
    waiting.clear();
  }

  function put(step: DraftStep): boolean {
    try {
      const state = withStep(view.state, step);
      show({ state, unsavedSince: view.unsavedSince ?? Date.now() });
    } catch (error) {
      if (!(error instanceof DraftFault)) throw error;
      return false;
    }
    own.add(step.key);
    planKeeping();
    parts.onChange(step.ops, view.state.document);
    if (view.trouble === undefined) plan(COLLECT);
    return true;
  }

  const takeBack = (entry: DraftEntry | undefined): void => {
    if (entry && !put(takingBack(entry, newId())))
      show({ notes: [...view.notes, ...notesOf({ lost: [entry], theirs: [], clashing: [] })] });
  };

  planKeeping();
  plan(first.pending.length > 0 ? 0 : NEWS);
  return {
    get view() {
      return view;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    act: (label, ops) => ops.length > 0 && put({ key: newId(), label, ops }),
    undo: () => takeBack(history(view.state).undo),
    redo: () => takeBack(history(view.state).redo),
    retry() {
      show({ trouble: undefined });
      plan(0);
    },
    dismiss: (note) => show({ notes: view.notes.filter(({ id }) => id !== note) }),
    rename: (name) => show({ state: { ...view.state, draft: { ...view.state.draft, name } } }),
    flush: () =>
      new Promise<void>((resolve, reject) => {
        if (view.state.pending.length === 0) return resolve();
        waiting.add({ resolve, reject });
        plan(0);
        return undefined;
      }),
    async catchUp() {
      const missing = await parts.news(view.state.draft.seq);
      if (!closed) take({ done: [], missing });
    },
    close() {
      closed = true;
      clearTimeout(timer);
      // Whoever leaves while the device is away finds them again.
      if (keepTimer !== undefined) keepWaiting();
      listeners.clear();
    },
  };
}

/** No connection, a session that ended (the page asks for the password), or a device that is starting. */
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.endsSession || (error.code >= 500 && error.code < 600));
}
