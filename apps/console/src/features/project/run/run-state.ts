/**
 * States of a check or an upload and what leads from one to the next. Pure: `reduceRun(state, event)`.
 *
 *     idle → uploading → done (→ runtime reports) → idle
 *                     ↘ failed → idle
 *
 * An event that does not belong to the present state changes nothing, so a late answer of a cancelled run is harmless.
 */
import { type AnswerOf, CODES, type projectRun } from "@hubwart/contract";
import { projectTexts } from "../../../texts/index.ts";
import type { Runtime } from "./watch-runtime.ts";

export type RunMode = "check" | "upload";
export type RunAnswer = AnswerOf<typeof projectRun>;
export type ProjectError = RunAnswer["errors"][number];

/** Numbers of the states as the specification gives them. */
export const RUN_PHASES = { idle: 0, uploading: 1, done: 2, failed: 3 } as const;

export interface RunFile {
  name: string;
  /** Bytes. */
  size: number;
}

/**
 * `valid`: checked only. `applied`: taken over with a restart. `unchanged`: taken over without one. `put_back`,
 * `not_started`: valid, but it did not run. `refused`: something other than the project itself was in the way.
 */
export type OutcomeKind =
  | "identical"
  | "valid"
  | "applied"
  | "unchanged"
  | "invalid"
  | "put_back"
  | "not_started"
  | "refused";

export interface Outcome {
  kind: OutcomeKind;
  answer: RunAnswer;
}

export type RunState =
  | { phase: "idle" }
  | { phase: "uploading"; file: RunFile; sent: number; total: number }
  | { phase: "done"; file: RunFile; outcome: Outcome; runtime: Runtime | undefined }
  | { phase: "failed"; file: RunFile; code: number; message: string; detail: string };

export type DoneState = Extract<RunState, { phase: "done" }>;

export type RunEvent =
  | { type: "started"; file: RunFile }
  | { type: "progress"; sent: number; total: number }
  | { type: "answered"; mode: RunMode; answer: RunAnswer }
  | { type: "runtime"; runtime: Runtime }
  | { type: "failed"; detail: string }
  | { type: "reset" };

export const IDLE: RunState = { phase: "idle" };

export function reduceRun(state: RunState, event: RunEvent): RunState {
  switch (event.type) {
    case "started":
      if (state.phase === "uploading") return state;
      return { phase: "uploading", file: event.file, sent: 0, total: event.file.size };
    case "progress":
      if (state.phase !== "uploading") return state;
      return { ...state, ...bytesOf(state.file, event) };
    case "answered": {
      if (state.phase !== "uploading") return state;
      const outcome = { kind: outcomeOf(event.mode, event.answer), answer: event.answer };
      const runtime: Runtime | undefined = outcome.kind === "applied" ? { kind: "waiting" } : undefined;
      return { phase: "done", file: state.file, outcome, runtime };
    }
    case "runtime":
      if (state.phase !== "done" || state.outcome.kind !== "applied") return state;
      return { ...state, runtime: event.runtime };
    case "failed":
      if (state.phase !== "uploading") return state;
      return {
        phase: "failed",
        file: state.file,
        code: CODES.serverError,
        message: projectTexts.run.failed.title,
        detail: event.detail,
      };
    case "reset":
      return IDLE;
    default:
      return event satisfies never;
  }
}

/** Of the file; what is counted on the way includes the rest of the form, which comes first. */
function bytesOf({ size }: RunFile, { sent, total }: { sent: number; total: number }) {
  return { sent: Math.max(0, size - Math.max(0, total - sent)), total: size };
}

/** Everything has been sent; the appliance is at work. */
export function isSent({ sent, total }: { sent: number; total: number }): boolean {
  return sent >= total;
}

/** Nothing more will come of this run. */
export function isFinal(state: RunState): boolean {
  return state.phase === "failed" || (state.phase === "done" && state.runtime?.kind !== "waiting");
}

export function outcomeOf(mode: RunMode, answer: RunAnswer): OutcomeKind {
  switch (answer.code) {
    case CODES.ok:
      if (answer.old_hash === answer.new_hash) return "identical";
      if (mode === "check") return "valid";
      return answer.restart ? "applied" : "unchanged";
    case CODES.projectPutBack:
      return "put_back";
    case CODES.projectNotStarted:
      return "not_started";
    case CODES.storageFull:
      return "refused";
    default:
      return "invalid";
  }
}
