/**
 * A draft as its editor sees it: what the device has kept, and the own steps that it has not. Pure.
 *
 *     const next = withStep(state, { key, label, ops });     // shown at once
 *     batchOf(next);                                           // what is to be sent
 *     afterAnswer(next, await send(…));                       // kept, or fitted to what others did meanwhile
 */
import {
  type DraftDocument,
  type DraftEntry,
  type DraftHead,
  type DraftOperation,
  type DraftStep,
  LIMITS,
} from "@hubwart/contract";
import { applyStep, historyOf, rebase, type UndoState } from "@hubwart/draft";

export interface Pending {
  step: DraftStep;
  inverse: DraftOperation[];
}

export interface DraftState {
  draft: DraftHead;
  /** As the device has it. */
  kept: DraftDocument;
  /** With the own steps. */
  document: DraftDocument;
  /** Kept steps, oldest first. */
  entries: readonly DraftEntry[];
  pending: readonly Pending[];
}

export interface Answered {
  state: DraftState;
  /** What others did. */
  theirs: readonly DraftEntry[];
  /** Own steps that fit no longer, and those that wrote over cells that others wrote meanwhile. */
  lost: readonly DraftStep[];
  clashing: readonly DraftStep[];
}

export function begin(draft: DraftHead, document: DraftDocument, entries: readonly DraftEntry[]): DraftState {
  return { draft, kept: document, document, entries, pending: [] };
}

/** Throws `DraftFault` for a step that does not fit. */
export function withStep(state: DraftState, step: DraftStep): DraftState {
  const { document, inverse } = applyStep(state.document, step.ops);
  return { ...state, document, pending: [...state.pending, { step, inverse }] };
}

/** Steps that an earlier tab could not get rid of; those that the device has are passed over. */
export function withFound(
  state: DraftState,
  found: readonly DraftStep[],
): { state: DraftState; lost: readonly DraftStep[] } {
  const known = new Set(state.entries.map(({ key }) => key));
  const fresh = [...new Map(found.map((step) => [step.key, step])).values()];
  const { lost, steps } = rebase(
    fresh.filter(({ key }) => !known.has(key)),
    [],
    state.document,
  );
  return { state: steps.reduce(withStep, state), lost };
}

export function batchOf({ draft, pending }: DraftState): { after: number; steps: DraftStep[] } | undefined {
  if (pending.length === 0) return undefined;
  return { after: draft.seq, steps: pending.slice(0, LIMITS.draftStepsAtOnce).map(({ step }) => step) };
}

/** What can be taken back and done again, the steps included that are not kept yet: these count from the newest kept one. */
export function history({ draft, entries, pending }: DraftState): UndoState {
  const mine = pending.map(
    ({ inverse, step }, index): DraftEntry => ({
      ...step,
      inverse,
      seq: draft.seq + 1 + index,
      at: 0,
      by: "",
    }),
  );
  return historyOf([...entries, ...mine]);
}

/** The step that takes `entry` back. */
export function takingBack(entry: DraftEntry, key: string): DraftStep {
  return { key, label: entry.label, undoes: entry.seq, ops: entry.inverse };
}

/**
 * After the device kept steps, or told of those that others did. An own step among the missing ones was kept by a request whose
 * answer was lost.
 */
export function afterAnswer(
  before: DraftState,
  { done, missing }: { done: readonly DraftEntry[]; missing: readonly DraftEntry[] },
): Answered {
  const fresh = [...missing, ...done]
    .filter(({ seq }) => seq > before.draft.seq)
    .toSorted((a, b) => a.seq - b.seq);
  if (fresh.length === 0) return { state: before, theirs: [], lost: [], clashing: [] };
  const ownKeys = new Set(before.pending.map(({ step }) => step.key));
  const theirs = fresh.filter(({ key }) => !ownKeys.has(key));
  const arrived = new Map(fresh.map((entry) => [entry.key, entry.seq]));
  let { kept } = before;
  for (const { ops } of fresh) kept = applyStep(kept, ops).document;
  const last = fresh.at(-1) as DraftEntry;
  const draft = { ...before.draft, seq: last.seq, changed: Math.max(before.draft.changed, last.at) };
  const rest = renumbered(before, arrived, last.seq);
  const { clashing, lost, steps } = rebase(rest, theirs, kept);
  let document = kept;
  const pending = steps.map((step): Pending => {
    const applied = applyStep(document, step.ops);
    document = applied.document;
    return { step, inverse: applied.inverse };
  });
  const entries = [...before.entries, ...fresh].slice(-LIMITS.draftUndo);
  return { state: { draft, kept, document, entries, pending }, theirs, lost, clashing };
}

/** Steps still to be kept; those that take back a step which was not kept yet name it by its number now. */
function renumbered(
  { draft, pending }: DraftState,
  arrived: ReadonlyMap<string, number>,
  newest: number,
): DraftStep[] {
  const numbers = new Map<number, number>();
  const rest: DraftStep[] = [];
  for (const [index, { step }] of pending.entries()) {
    const undoes = step.undoes === undefined ? undefined : (numbers.get(step.undoes) ?? step.undoes);
    const seq = arrived.get(step.key);
    numbers.set(draft.seq + 1 + index, seq ?? newest + 1 + rest.length);
    if (seq === undefined) rest.push(undoes === undefined ? step : { ...step, undoes });
  }
  return rest;
}
