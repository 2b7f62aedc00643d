/** What may go wrong with a release: the result code, with its sentence for people. */
import { CODES } from "@hubwart/contract";
import { isDiskFull, ResultError } from "@hubwart/core";
import { ReleaseError, type ReleaseFault } from "@hubwart/releases";
import { texts } from "./texts.ts";

const FAULTS: Record<ReleaseFault, number> = {
  unreachable: CODES.updateDownload,
  expired: CODES.updateUntrusted,
  signature: CODES.updateUntrusted,
  rollback: CODES.updateUntrusted,
  inconsistent: CODES.updateUntrusted,
  "not-offered": CODES.updateLocal,
  damaged: CODES.updateUntrusted,
  archive: CODES.updateUntrusted,
  device: CODES.updateNotPossible,
  unknown: CODES.updateNotPossible,
};

/** The error as the caller of a job or a call gets it. */
export function said(error: unknown): unknown {
  if (error instanceof ReleaseError) {
    const text = texts.faults[error.fault];
    const why = error.detail === undefined ? text : `${text} ${error.detail}.`;
    return new ResultError(FAULTS[error.fault], why, { cause: error });
  }
  if (isDiskFull(error)) return new ResultError(CODES.storageFull, texts.storageFull, { cause: error });
  const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : "";
  if (code === "") return error;
  const text = texts.disk[code] ?? texts.diskFailed(code);
  return new ResultError(CODES.updateNotPossible, text, { cause: error });
}

/** Of a look at the update server that failed over anything else. */
export function saidOfLook(error: unknown): ResultError {
  if (error instanceof ResultError) return error;
  if (error instanceof Error && error.name === "TimeoutError")
    return new ResultError(CODES.updateDownload, texts.serverSlow, { cause: error });
  return new ResultError(CODES.updateNotPossible, texts.lookFailed, { cause: error });
}
