/**
 * One check or upload at a time, kept outside the page: whoever leaves the page meanwhile finds the result on return.
 *
 *     const run = createRun("upload", parts);
 *     run.start(file, { use: true, pwd: "…" });     run.cancel();     run.reset();
 *     const state = useRun(run);
 *
 * Passwords go to the appliance and are not kept here.
 */
import { useSyncExternalStore } from "react";
import { IDLE, type RunAnswer, type RunEvent, type RunMode, type RunState, reduceRun } from "./run-state.ts";
import type { Runtime } from "./watch-runtime.ts";

/** Whether the appliance keeps the uploaded file, and encrypted if there is a password. */
export interface StoreChoice {
  use: boolean;
  pwd: string;
}

export interface SendOptions {
  store: StoreChoice;
  /** About the version; may be empty. */
  note: string;
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/** Why a run has no answer. `undefined` detail: the session ended, which says so itself. */
export type SendResult = { answer: RunAnswer } | { failure: string | undefined };

export interface RunParts {
  /** Never rejects. */
  send: (mode: RunMode, file: File, options: SendOptions) => Promise<SendResult>;
  runtime: () => Promise<Runtime>;
  /** What changes of it later, for as long as it is wanted. */
  correct: (first: Runtime, wanted: () => boolean, changed: (runtime: Runtime) => void) => Promise<void>;
  /** The project on the appliance is another one now. */
  applied: () => void;
  /** The final word on an upload that restarted the hub. */
  report: (runtime: Runtime) => void;
}

export interface Run {
  readonly mode: RunMode;
  readonly state: RunState;
  /** The file of the last run that was answered; for a check that is followed by the upload. */
  readonly file: File | undefined;
  start: (file: File, store: StoreChoice, note?: string) => Promise<void>;
  cancel: () => void;
  reset: () => void;
  subscribe: (listener: () => void) => () => void;
}

export function createRun(mode: RunMode, parts: RunParts): Run {
  let state = IDLE;
  let last: File | undefined;
  /** Ends with the run it belongs to: what comes later is not for the present state. */
  let current: AbortController | undefined;
  const listeners = new Set<() => void>();

  function dispatch(event: RunEvent): void {
    const next = reduceRun(state, event);
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }
  function end(): void {
    current?.abort();
    current = undefined;
    last = undefined;
    dispatch({ type: "reset" });
  }

  return {
    mode,
    get state() {
      return state;
    },
    get file() {
      return last;
    },
    async start(file, store, note = "") {
      if (state.phase === "uploading") return;
      const mine = new AbortController();
      current = mine;
      const tell = (event: RunEvent): void => {
        if (current === mine) dispatch(event);
      };
      tell({ type: "started", file: { name: file.name, size: file.size } });
      const result = await parts.send(mode, file, {
        store,
        note,
        signal: mine.signal,
        onProgress: (sent, total) => tell({ type: "progress", sent, total }),
      });
      if (current !== mine) return;
      if ("failure" in result) {
        tell(result.failure === undefined ? { type: "reset" } : { type: "failed", detail: result.failure });
        return;
      }
      last = file;
      tell({ type: "answered", mode, answer: result.answer });
      if (mode === "check") return;
      parts.applied();
      if (state.phase !== "done" || state.outcome.kind !== "applied") return;
      const runtime = await parts.runtime();
      if (current !== mine) return;
      tell({ type: "runtime", runtime });
      parts.report(runtime);
      const wanted = () => current === mine;
      await parts.correct(runtime, wanted, (next) => tell({ type: "runtime", runtime: next }));
    },
    cancel: end,
    reset: end,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

export function useRun(run: Run): RunState {
  return useSyncExternalStore(run.subscribe, () => run.state);
}
