/** What a call can fail with. Everything else that is thrown is a defect of the console. */
import { CODES } from "@hubwart/contract";

export interface FieldError {
  field: string;
  message: string;
}

/** The appliance answered, but not with success. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** A result code of the contract: ≥ 1000, or one of the HTTP statuses. */
  readonly code: number;
  /** German sentence of the appliance; empty if it sent none. */
  readonly detail: string;
  readonly fields: readonly FieldError[];
  /** Seconds until a locked login opens again. */
  readonly retryAfter: number | undefined;
  /** The whole answer, for calls whose failures carry more than a message. */
  readonly answer: Readonly<Record<string, unknown>>;

  constructor(code: number, answer: Record<string, unknown> = {}) {
    const detail = typeof answer["message"] === "string" ? answer["message"] : "";
    super(detail || `code ${code}`);
    this.code = code;
    this.detail = detail;
    this.fields = fieldErrors(answer["fields"]);
    this.retryAfter = typeof answer["retry_after"] === "number" ? answer["retry_after"] : undefined;
    this.answer = answer;
  }

  /** Field (dotted path) → hint, of what was refused; undefined if no field was named. */
  get byField(): Readonly<Record<string, string>> | undefined {
    if (this.fields.length === 0) return undefined;
    return Object.fromEntries(this.fields.map(({ field, message }) => [field, message]));
  }

  /** The session is over; the console asks for the password by itself. */
  get endsSession(): boolean {
    return this.code === CODES.unauthorized || this.code === CODES.locked;
  }
}

/** Something else that people are told, in words for them. */
export class SaidError extends Error {
  override readonly name = "SaidError";
}

/** No answer: the device is unreachable, or did not answer in time. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly timedOut: boolean;

  constructor(timedOut: boolean, cause?: unknown) {
    super(timedOut ? "no answer in time" : "not reachable", { cause });
    this.timedOut = timedOut;
  }
}

/** No answer, or none of whoever should give it: it may be another in a moment, and what was asked for may have been done. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.code >= 500 && error.code < 600);

function fieldErrors(value: unknown): readonly FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const { field, message } = (entry ?? {}) as Partial<FieldError>;
    return typeof field === "string" && typeof message === "string" ? [{ field, message }] : [];
  });
}
