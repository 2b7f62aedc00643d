/**
 * The one way to the appliance.
 *
 *     const { hostname } = await callApi(hostnameConfig);
 *     await callApi(podConfigSave, { body: { pod, internal, params }, ifMatch: etag });
 *     const text = await callText(systemLog, { query: { comp: "hub", tail: 200 } });
 *
 * Code 0 returns the answer; every other outcome throws ApiError or ConnectionError. The token goes into a header.
 * A call refused because another tab renewed the token meanwhile is repeated once with the new one; only a
 * refusal of the present token ends the session. Answers are not parsed again here: the appliance
 * sends nothing that the same contract does not let through.
 */
import {
  type AnswerOf,
  type BodyInput,
  type CallSpec,
  CODES,
  info,
  LIMITS,
  type QueryInput,
  refresh,
  type Schema,
} from "@hubwart/contract";
import type * as z from "zod/mini";
import { ApiError, ConnectionError } from "../lib/errors.ts";
import { earlyInfo } from "../lib/first-page.ts";
import { tokenStore } from "../session/token-store.ts";
import { addressOf, type Query } from "./address.ts";
import { way } from "./way.ts";

type Part<Name extends string, T> = T extends undefined
  ? { [K in Name]?: never }
  : Partial<T> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };
type ParamsInput<C extends CallSpec> = C["params"] extends Schema ? z.input<C["params"]> : undefined;

export interface CallOptions {
  signal?: AbortSignal;
  /** ms; absent: 2 s for `/info` and `/refresh`, else 30 s. */
  timeout?: number;
  /** ETag of what is being replaced; the save then fails with 409 if somebody else was faster. */
  ifMatch?: string | undefined;
}
export type CallInput<C extends CallSpec> = CallOptions &
  Part<"params", ParamsInput<C>> &
  Part<"query", QueryInput<C>> &
  Part<"body", BodyInput<C>>;
/** The second argument may be left out where the call needs nothing. */
export type CallArguments<C extends CallSpec> =
  Partial<CallInput<C>> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

interface LooseInput extends CallOptions {
  params?: Query;
  query?: Query;
  body?: unknown;
}

const DEFAULT_TIMEOUT = 30_000;

export async function callApi<C extends CallSpec>(call: C, ...args: CallArguments<C>): Promise<AnswerOf<C>> {
  return (await send(call, args[0] as LooseInput | undefined)).data as AnswerOf<C>;
}

/** As `callApi`, with the ETag for a later `ifMatch`. */
export async function callWithEtag<C extends CallSpec>(
  call: C,
  ...args: CallArguments<C>
): Promise<{ data: AnswerOf<C>; etag: string | undefined }> {
  const { data, etag } = await send(call, args[0] as LooseInput | undefined);
  return { data: data as AnswerOf<C>, etag };
}

/** For calls whose answer is text (`content`). */
export async function callText<C extends CallSpec>(call: C, ...args: CallArguments<C>): Promise<string> {
  return (await exchange(call, (args[0] as LooseInput | undefined) ?? {})).text;
}

async function send(
  call: CallSpec,
  input: LooseInput = {},
): Promise<{ data: unknown; etag: string | undefined }> {
  const { headers, text } = await exchange(call, input);
  return { data: unwrap(200, readJson(text)), etag: headers.get("etag") ?? undefined };
}

/** An answer that is here to its end. */
interface Whole extends Pick<Response, "headers" | "ok" | "status"> {
  text: string;
}

/** Sends and returns an answer with a status of success. */
async function exchange(call: CallSpec, input: LooseInput): Promise<Whole> {
  const token = tokenFor(call);
  const response = await attempt(call, input, token);
  if (response.ok) {
    if (token !== undefined) tokenStore.touch(token);
    return response;
  }
  if (response.status === CODES.unauthorized && token !== undefined) {
    const present = tokenStore.read();
    if (present !== undefined && present !== token) {
      const second = await attempt(call, input, present);
      if (second.ok) return second;
      return fail(second, call, present);
    }
  }
  return fail(response, call, token);
}

function fail({ status, text }: Whole, call: CallSpec, token: string | undefined): never {
  const failure = failureOf(status, readJson(text));
  noteRefusal(status, call, token, failure.code);
  throw failure;
}

/** Sign-in calls carry no token: an old one has no say in whether a password is right. */
export function tokenFor(call: CallSpec): string | undefined {
  if (call.access === "public" && call.method === "POST") return undefined;
  const token = tokenStore.read();
  if (token === undefined && call.access === "session") {
    tokenStore.clear("idle");
    throw new ApiError(CODES.unauthorized);
  }
  return token;
}

/**
 * 401 and 403 end the session, unless the token was replaced while the call was on its way. Who merely may not do this
 * (`code`) stays signed in.
 */
export function noteRefusal(status: number, call: CallSpec, token: string | undefined, code?: unknown): void {
  if (code === CODES.forbidden) return;
  if (status !== CODES.unauthorized && status !== CODES.locked) return;
  if (call.access === "session" && tokenStore.read() !== token) return;
  tokenStore.clear("rejected");
}

/** An answer that breaks off says as little as none: what it was to say may have been done. */
async function attempt(call: CallSpec, input: LooseInput, token: string | undefined): Promise<Whole> {
  const short = call.path === info.path || call.path === refresh.path;
  const timeout = AbortSignal.timeout(input.timeout ?? (short ? LIMITS.infoTimeout : DEFAULT_TIMEOUT));
  const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout;
  const headers = new Headers({ Accept: call.content ?? "application/json" });
  if (token !== undefined) headers.set("Authorization", `Bearer ${token}`);
  if (input.ifMatch !== undefined) headers.set("If-Match", input.ifMatch);
  if (input.body !== undefined) headers.set("Content-Type", "application/json");
  try {
    const early = call.path === info.path ? await within(signal, earlyInfo(token)) : undefined;
    const response =
      early ??
      (await way.fetch(addressOf(call, input.params, input.query), {
        method: call.method,
        headers,
        body: input.body === undefined ? null : JSON.stringify(input.body),
        cache: "no-store",
        credentials: "omit",
        redirect: "error",
        signal,
      }));
    const { headers: told, ok, status } = response;
    return { headers: told, ok, status, text: await response.text() };
  } catch (error) {
    if (input.signal?.aborted) throw error;
    throw new ConnectionError(timeout.aborted, error);
  }
}

/** The first question of all was asked by a page that gives no time for it. @throws what the signal was aborted with */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The answer of a successful exchange, or the error that its `code` stands for. */
export function unwrap(status: number, answer: Record<string, unknown> | undefined): Record<string, unknown> {
  if (status !== 200 || answer?.["code"] !== CODES.ok) throw failureOf(status, answer);
  return answer;
}

function failureOf(status: number, answer: Record<string, unknown> | undefined): ApiError {
  const code = answer?.["code"];
  if (typeof code === "number" && code !== CODES.ok) return new ApiError(code, answer);
  return new ApiError(status === 200 ? CODES.serverError : status, answer);
}
