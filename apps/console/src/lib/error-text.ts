import { CODES } from "@hubwart/contract";
import { commonTexts } from "../texts/index.ts";
import { ApiError, ConnectionError, SaidError } from "./errors.ts";

const texts = commonTexts.notice;

/** By result code: what is said instead of the general sentence; or which field it is about, and what is said there. */
export type Messages = Readonly<Record<number, string | { field: string; text?: string }>>;

/** What an error says to a person: a headline, and the appliance's own sentence where it sent one. */
export function errorText(error: unknown, messages: Messages = {}): { text: string; detail?: string } {
  if (error instanceof ConnectionError) return { text: error.timedOut ? texts.timeout : texts.noConnection };
  if (error instanceof SaidError) return { text: error.message };
  if (!(error instanceof ApiError)) return { text: texts.error };
  const own = messages[error.code];
  const ownText = typeof own === "object" ? own.text : own;
  if (ownText !== undefined) return { text: ownText };
  if (error.code === CODES.notBuilt) return { text: texts.notBuilt };
  const detail = [error.detail, ...error.fields.map((field) => field.message)].filter(Boolean).join(" ");
  const text = error.code === CODES.conflict && !detail ? texts.conflict : texts.errorCode(error.code);
  return detail ? { text, detail } : { text };
}

/**
 * What an error says about these fields. Empty if it is about none of them, or about others too, so that nothing it says
 * is lost.
 */
export function fieldErrors(
  error: unknown,
  fields: readonly string[],
  messages: Messages = {},
): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {};
  const own = messages[error.code];
  if (typeof own === "object") {
    const { text, detail } = errorText(error, messages);
    return { [own.field]: detail ?? text };
  }
  const named = error.byField ?? {};
  return Object.keys(named).every((name) => fields.includes(name)) ? named : {};
}
