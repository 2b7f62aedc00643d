/**
 * The error family of the whole system. Code throws one of these; exactly one place per edge
 * (HTTP error handler, CLI main, hub socket) maps them to what that edge speaks.
 * Anything that is not an AppError is a defect and is reported as such.
 */

/** One offending input field and what would have been allowed. */
export interface FieldProblem {
  /** Dotted path of the field, e.g. `interfaces.0.ip`. */
  field: string;
  /** German sentence that says what is allowed. */
  message: string;
}

export abstract class AppError extends Error {
  /** Stable machine-readable kind, used by the edges for mapping. */
  abstract readonly kind: "invalid" | "not-found" | "conflict" | "result" | "unavailable" | "denied";
  override get name(): string {
    return this.constructor.name;
  }
}

/** Input that does not fit its schema or a rule; names the fields. */
export class InvalidInputError extends AppError {
  readonly kind = "invalid";
  readonly fields: readonly FieldProblem[];
  constructor(fields: readonly FieldProblem[], options?: ErrorOptions) {
    super(fields.map((f) => `${f.field}: ${f.message}`).join("; "), options);
    this.fields = fields;
  }
}

/** The named thing does not exist. */
export class NotFoundError extends AppError {
  readonly kind = "not-found";
}

/** Another change is in progress, or the caller's copy is stale. */
export class ConflictError extends AppError {
  readonly kind = "conflict";
}

/** A well-formed request whose outcome is an application result (`code` ≥ 1000). */
export class ResultError extends AppError {
  readonly kind = "result";
  readonly code: number;
  /** Seconds until another attempt is accepted, where the result is a refusal for a while. */
  readonly retryAfter: number | undefined;
  constructor(code: number, message: string, options?: ErrorOptions & { retryAfter?: number }) {
    super(message, options);
    this.code = code;
    this.retryAfter = options?.retryAfter;
  }
}

/** A part the request needs is not there right now (hub down, service unreachable). */
export class UnavailableError extends AppError {
  readonly kind = "unavailable";
}

/** The caller may not do this (no session, wrong password, locked). */
export class DeniedError extends AppError {
  readonly kind = "denied";
  /** Seconds until another attempt is accepted; absent when retrying at once is fine. */
  readonly retryAfter: number | undefined;
  constructor(message: string, retryAfter?: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}

/** The message of anything thrown, without a stack. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Marks a switch as exhaustive: the compiler refuses a forgotten case. */
export function unreachable(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
