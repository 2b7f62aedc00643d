/** The one place that says which error becomes which HTTP answer. */
import { CODES, type Failure, type PasskeyRequest } from "@hubwart/contract";
import {
  ConflictError,
  DeniedError,
  InvalidInputError,
  isDiskFull,
  isUnwritable,
  NotFoundError,
  ResultError,
  UnavailableError,
} from "@hubwart/core";
import { ForbiddenError } from "./rights.ts";
import { texts } from "./texts.ts";

/** More was sent than the call accepts. */
export class TooLargeError extends Error {
  constructor(limit: number) {
    super(texts.fileTooLarge(Math.floor(limit / (1024 * 1024))));
  }
}

export const UNEXPECTED = texts.unexpected;

/** The password was right, and a second factor is asked for. */
export class FactorNeededError extends ResultError {
  /** What a passkey may answer instead of the code. */
  readonly passkey: PasskeyRequest | undefined;
  constructor(message: string, passkey: PasskeyRequest | undefined) {
    super(CODES.secondFactorNeeded, message);
    this.passkey = passkey;
  }
}

/** Named by the contract, without a handler yet. */
export class NotBuiltError extends Error {}

export interface HttpFailure {
  status: number;
  body: Failure;
  /** Nobody foresaw it: to be logged with its stack. */
  defect: boolean;
}

export function toHttp(error: unknown): HttpFailure {
  if (error instanceof InvalidInputError) {
    const first = error.fields[0];
    const message = first ? texts.invalidField(first.field, first.message) : texts.invalid;
    return failure(400, CODES.badRequest, message, { fields: error.fields.map((f) => ({ ...f })) });
  }
  if (error instanceof FactorNeededError) {
    const passkey = error.passkey && { passkey: error.passkey };
    return failure(200, error.code, error.message, passkey);
  }
  if (error instanceof ResultError) {
    return failure(200, error.code, error.message, retry(error.retryAfter));
  }
  if (error instanceof DeniedError) {
    return error.retryAfter === undefined
      ? failure(401, CODES.unauthorized, error.message)
      : failure(403, CODES.locked, error.message, retry(error.retryAfter));
  }
  if (error instanceof ForbiddenError) return failure(403, CODES.forbidden, error.message);
  if (error instanceof NotFoundError) return failure(404, CODES.notFound, error.message);
  if (error instanceof ConflictError) return failure(409, CODES.conflict, error.message);
  if (error instanceof UnavailableError) return failure(503, CODES.unavailable, error.message);
  if (error instanceof TooLargeError) return failure(413, CODES.tooLarge, error.message);
  if (error instanceof NotBuiltError) return failure(501, CODES.notBuilt, error.message);
  if (isDiskFull(error)) return failure(200, CODES.storageFull, texts.storageFull);
  if (isUnwritable(error)) return failure(200, CODES.storageFull, texts.storageDead);
  if (isTooManyOpen(error)) return failure(503, CODES.unavailable, texts.tooManyOpen);
  return fromFramework(error) ?? { ...failure(500, CODES.serverError, UNEXPECTED), defect: true };
}

const isTooManyOpen = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");

/** Fastify refuses malformed requests with errors that carry a status; their English texts stay inside. */
function fromFramework(error: unknown): HttpFailure | undefined {
  const status =
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
      ? error.statusCode
      : undefined;
  if (status === undefined || status < 400 || status > 499) return undefined;
  if (status === 413) return failure(413, CODES.tooLarge, texts.requestTooLarge);
  if (status === 415) {
    return failure(400, CODES.badRequest, texts.jsonExpected);
  }
  if (status === 404) return failure(404, CODES.notFound, texts.noAddress);
  return failure(400, CODES.badRequest, texts.unreadable);
}

function retry(seconds: number | undefined): Partial<Failure> {
  return seconds === undefined ? {} : { retry_after: seconds };
}

function failure(status: number, code: number, message: string, more: Partial<Failure> = {}): HttpFailure {
  return { status, body: { code, message, ...more }, defect: false };
}
