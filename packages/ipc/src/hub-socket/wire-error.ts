/** Errors as they travel over the hub's socket. A defect crosses as a bare sentence, without internals. */
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

export interface WireError {
  kind: AppError["kind"] | "defect";
  message: string;
  fields?: FieldProblem[];
  /** Of a ResultError. */
  code?: number;
}

export function errorToWire(error: unknown): WireError {
  if (!isAppError(error)) return { kind: "defect", message: "Im Hub ist ein Fehler aufgetreten." };
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
