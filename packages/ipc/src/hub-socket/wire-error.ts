/** Errors as they travel between processes. A defect crosses as a bare sentence, without internals. */
import {
  type AppError,
  ConflictError,
  DeniedError,
  type FieldProblem,
  InvalidInputError,
  isAppError,
  NotFoundError,
  ResultError,
  UnavailableError,
} from "@hubwart/core";
import { texts } from "../texts.ts";

export interface WireError {
  kind: AppError["kind"] | "defect";
  message: string;
  fields?: FieldProblem[];
  /** Of a ResultError. */
  code?: number;
}

export function errorToWire(error: unknown, where = texts.inHub): WireError {
  if (!isAppError(error)) return { kind: "defect", message: texts.failure(where) };
  return {
    kind: error.kind,
    message: error.message,
    ...(error instanceof InvalidInputError ? { fields: [...error.fields] } : {}),
    ...(error instanceof ResultError ? { code: error.code } : {}),
  };
}

export function isWireError(value: unknown): value is WireError {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    "message" in value &&
    typeof value.message === "string"
  );
}

const KINDS: Record<WireError["kind"], true> = {
  invalid: true,
  "not-found": true,
  conflict: true,
  result: true,
  unavailable: true,
  denied: true,
  defect: true,
};
const LONGEST_TEXT = 2_000;
const MOST_FIELDS = 100;

/** The same of one who is not trusted: only what is known, and no more than a person would read. */
export function strictWireError(value: unknown): WireError | undefined {
  if (!isWireError(value) || typeof value.kind !== "string" || !Object.hasOwn(KINDS, value.kind))
    return undefined;
  const { code, fields, kind, message } = value as { [F in keyof WireError]: unknown };
  if (code !== undefined && !Number.isSafeInteger(code)) return undefined;
  if (
    fields !== undefined &&
    !(Array.isArray(fields) && fields.length <= MOST_FIELDS && fields.every(isField))
  ) {
    return undefined;
  }
  if ((message as string).length > LONGEST_TEXT) return undefined;
  return {
    kind: kind as WireError["kind"],
    message: message as string,
    ...(fields === undefined ? {} : { fields }),
    ...(code === undefined ? {} : { code: code as number }),
  };
}

function isField(value: unknown): value is FieldProblem {
  return (
    typeof value === "object" &&
    value !== null &&
    "field" in value &&
    "message" in value &&
    isShortText(value.field) &&
    isShortText(value.message)
  );
}

function isShortText(value: unknown): boolean {
  return typeof value === "string" && value.length <= LONGEST_TEXT;
}

export function errorFromWire(error: WireError): Error {
  switch (error.kind) {
    case "invalid":
      return new InvalidInputError(error.fields ?? []);
    case "not-found":
      return new NotFoundError(error.message);
    case "conflict":
      return new ConflictError(error.message);
    case "result":
      return new ResultError(error.code ?? 1000, error.message);
    case "unavailable":
      return new UnavailableError(error.message);
    case "denied":
      return new DeniedError(error.message);
    case "defect":
      return new Error(error.message);
  }
}
