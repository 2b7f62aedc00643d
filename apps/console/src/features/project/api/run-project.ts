/** Sends a project file to be checked or uploaded. Passwords are fields of the form, never part of the address. */
import { CODES, LIMITS, projectRun } from "@hubwart/contract";
import { uploadFile } from "../../../api/upload.ts";
import { ApiError, SaidError } from "../../../lib/errors.ts";
import { projectTexts } from "../../../texts/index.ts";
import type { RunAnswer, RunMode } from "../run/run-state.ts";
import type { SendOptions, SendResult, StoreChoice } from "../run/run-store.ts";

const texts = projectTexts.run.failed;

export async function sendProject(mode: RunMode, file: File, options: SendOptions): Promise<SendResult> {
  if (!(await isReadable(file))) return { failure: texts.changed };
  try {
    const answer = await uploadFile(projectRun, {
      params: { action: mode },
      query: { wait: LIMITS.uploadWaitSeconds },
      file,
      fields: { mode, ...storeField(options.store), ...(options.note === "" ? {} : { note: options.note }) },
      onProgress: options.onProgress,
      signal: options.signal,
    });
    return { answer };
  } catch (error) {
    return resultOf(error);
  }
}

export function storeField({ use, pwd }: StoreChoice): { pwd?: string } {
  if (!use) return {};
  return { pwd: JSON.stringify(pwd === "" ? { use } : { use, pwd, pwd2: pwd }) };
}

/** Codes from 1000 on are results of the project; everything else is a failure of the upload. */
export function resultOf(error: unknown): SendResult {
  if (error instanceof SaidError) return { failure: error.message };
  if (!(error instanceof ApiError)) return { failure: texts.connection };
  if (error.endsSession) return { failure: undefined };
  if (error.code < 1000) return { failure: sentences(error) };
  return { answer: { ...NOTHING, ...(error.answer as Partial<RunAnswer>), code: error.code } };
}

const NOTHING = { old_hash: "", new_hash: "", restart: false, errors: [] };

function sentences(error: ApiError): string {
  const all = [error.detail, ...error.fields.map(({ message }) => message)].filter(Boolean).join(" ");
  return all || (error.code === CODES.serverError ? "" : texts.code(error.code));
}

/** A file that changed after it was chosen can no longer be read, and the browser does not say why the upload broke. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
