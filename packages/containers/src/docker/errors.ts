/** Errors of the client library → ours. */
import { AppError, errorText, NotFoundError, UnavailableError } from "@hubwart/core";
import { EngineError } from "../engine.ts";
import { texts } from "../texts.ts";
import { engineWords } from "./words.ts";

interface WireError {
  statusCode?: number;
  json?: unknown;
  code?: string;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: texts.noEngine,
  ECONNREFUSED: texts.noEngine,
  EACCES: texts.notAllowed,
  EPERM: texts.notAllowed,
};

export function engineError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { statusCode, json, code } = (typeof error === "object" && error !== null ? error : {}) as WireError;
  if (statusCode === undefined) {
    return new UnavailableError(REASONS[code ?? ""] ?? texts.engineSilent, { cause: error });
  }
  const message = engineWords(sentence(json) ?? errorText(error));
  if (statusCode === 404) return new NotFoundError(message, { cause: error });
  return new EngineError(message, statusCode, { cause: error });
}

/** The engine's own sentence: Docker sends `message`, Podman `cause` beside it. */
function sentence(json: unknown): string | undefined {
  if (typeof json !== "object" || json === null) return undefined;
  const { message } = json as { message?: unknown };
  return typeof message === "string" && message !== "" ? message : undefined;
}

/** Runs a call of the library and translates what it throws. */
export async function translated<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw engineError(error);
  }
}

/** As above, where something that is not there is no error. */
export async function ifThere<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await translated(call);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Reads an answer; one that is not what the engine's interface says is its fault, and told so. */
export function understood<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UnavailableError(texts.engineStrange, { cause: error });
  }
}
