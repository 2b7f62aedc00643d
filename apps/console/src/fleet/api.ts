/**
 * The way to the central, and through it to a hub. What a hub answers is held against its call's shape: the central passes on what a stranger says.
 *
 *     const { sites } = await callCentral(centralOverview, { query: { search } });
 *     const { pods } = await askSite(hub, "pods", pods);
 */
import {
  type AnswerOf,
  type BodyInput,
  type CallName,
  type CallSpec,
  CODES,
  type QueryInput,
} from "@hubwart/contract";
import { CENTRAL_PREFIX, centralSiteAsk, PERSON_HEADER } from "@hubwart/fleet/calls";
import * as z from "zod/mini";
import { ApiError, ConnectionError } from "../lib/errors.ts";
import { fleetTexts } from "../texts/index.ts";
import { forgetSession, noteOther, openedBy } from "./session-kept.ts";

interface Input<C extends CallSpec> {
  query?: QueryInput<C>;
  body?: BodyInput<C>;
  signal?: AbortSignal;
}

const WITHIN_MS = 30_000;

/** @throws ApiError, ConnectionError */
export async function callCentral<C extends CallSpec>(call: C, input: Input<C> = {}): Promise<AnswerOf<C>> {
  const { body, query = {}, signal } = input;
  const given = Object.entries(query as object).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(given).toString();
  const person = call.access === "public" ? undefined : openedBy();
  const timeout = AbortSignal.timeout(WITHIN_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${CENTRAL_PREFIX}${call.path}${search === "" ? "" : `?${search}`}`, {
      method: call.method,
      headers: {
        accept: "application/json",
        ...(person !== undefined && { [PERSON_HEADER]: person }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      cache: "no-store",
      credentials: "same-origin",
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ConnectionError(timeout.aborted, error);
  }
  const told = jsonOf(text);
  if (response.ok && told["code"] === CODES.ok) return told as AnswerOf<C>;
  if (response.status === CODES.unauthorized && call.access !== "public") forgetSession();
  if (told["code"] === CODES.otherPerson) noteOther(String(told["name"]));
  throw new ApiError(typeof told["code"] === "number" ? told["code"] : response.status, told);
}

/** @throws ApiError with what the hub said; ConnectionError */
export async function askSite<C extends CallSpec>(
  hub: string,
  name: CallName,
  call: C,
  { query = {}, signal }: { query?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<AnswerOf<C>> {
  const body = { hub, call: name, query };
  const { answer } = await callCentral(centralSiteAsk, { body, ...(signal && { signal }) });
  const told = typeof answer === "object" && answer !== null ? (answer as Record<string, unknown>) : {};
  if (told["code"] !== CODES.ok)
    throw new ApiError(typeof told["code"] === "number" ? told["code"] : CODES.serverError, told);
  const parsed = call.answer && z.safeParse(call.answer, answer);
  if (!parsed?.success) throw new ApiError(CODES.serverError, { message: fleetTexts.otherVersion });
  return parsed.data as AnswerOf<C>;
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  return { code: CODES.serverError, message: fleetTexts.unreadable };
}
