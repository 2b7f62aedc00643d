/**
 * Sends a file with progress. `fetch` cannot report how much has been sent, hence XMLHttpRequest.
 *
 *     const answer = await uploadFile(projectRun, {
 *       params: { action: "check" }, query: { wait: "60" }, file,
 *       onProgress: (sent, total) => …, signal,
 *     });
 */
import type { AnswerOf, CallSpec } from "@hubwart/contract";
import { ConnectionError } from "../lib/errors.ts";
import { tokenStore } from "../session/token-store.ts";
import { addressOf } from "./address.ts";
import { noteRefusal, tokenFor, unwrap } from "./client.ts";
import type { UploadInput } from "./upload-input.ts";
import { way } from "./way.ts";

export async function uploadFile<C extends CallSpec & { upload: { file: string } }>(
  call: C,
  input: UploadInput,
): Promise<AnswerOf<C>> {
  const token = tokenFor(call);
  const address = addressOf(call, input.params, input.query);
  const { status, text } = way.sendFile
    ? await way.sendFile(address, input)
    : await post(address, formOf(call, input), token, input);
  if (status === 200 && token !== undefined) tokenStore.touch(token);
  const answer = parse(text);
  noteRefusal(status, call, token, answer?.["code"]);
  return unwrap(status, answer) as AnswerOf<C>;
}

function formOf(call: CallSpec & { upload: { file: string } }, { fields = {}, file }: UploadInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(call.upload.file, file, file.name);
  return form;
}

function post(
  address: string,
  form: FormData,
  token: string | undefined,
  { signal, onProgress }: UploadInput,
): Promise<{ status: number; text: string }> {
  const request = new XMLHttpRequest();
  const abort = (): void => request.abort();
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    if (token !== undefined) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", (event) => onProgress?.(event.loaded, event.total));
    request.addEventListener("load", () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener("error", () => reject(new ConnectionError(false)));
    request.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    signal?.addEventListener("abort", abort);
    request.send(form);
  }).finally(() => signal?.removeEventListener("abort", abort));
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
