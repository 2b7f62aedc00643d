import { CODES } from "@hubwart/contract";
import { ApiError, ConnectionError } from "../api/errors.ts";
import { commonTexts } from "../texts/index.ts";

const texts = commonTexts.notice;

/** What an error says to a person: a headline, and the appliance's own sentence where it sent one. */
export function errorText(
  error: unknown,
  messages: Readonly<Record<number, string>> = {},
): { text: string; detail?: string } {
  if (error instanceof ConnectionError) return { text: error.timedOut ? texts.timeout : texts.noConnection };
  if (!(error instanceof ApiError)) return { text: texts.error };
  const own = messages[error.code];
  if (own !== undefined) return { text: own };
  if (error.code === CODES.notBuilt) return { text: texts.notBuilt };
  const detail = [error.detail, ...error.fields.map((field) => field.message)].filter(Boolean).join(" ");
  const text = error.code === CODES.conflict && !detail ? texts.conflict : texts.errorCode(error.code);
  return detail ? { text, detail } : { text };
}
