/**
 * A call of the appliance as data. Server routes, the console's client, OpenAPI and the tests over the
 * whole contract derive from these objects; no path or shape is written down anywhere else.
 *
 *     export const hostnameSave = call({ method: "POST", path: "/network/hostname", …});
 *     type Body = BodyOf<typeof hostnameSave>;
 *
 * Schemas are zod/mini so that the browser pays little for them. `describe` gives units.
 */
import * as z from "zod/mini";
import type { Level } from "./levels.ts";
import { passkeyRequest } from "./passkey-request.ts";

export const API_PREFIX = "/admin/api";

export type Schema = z.ZodMiniType;

/** Who may call: anyone, the holder of a session's token, or on a device without a password (`setup`) anyone as well. */
export type Access = "public" | "session" | "setup";

/**
 * How a call keeps to the channels that its caller is kept to: it says and does nothing about channels (`none`), its handler leaves
 * out those that are not his (`filtered`), or it cannot be parted (`whole`) and is refused to him.
 */
export type ChannelRule = "none" | "filtered" | "whole";

/** `needs`: the lowest level that may call. On a device without a password, `setup` calls are open to anyone. */
type Signed = { needs: Level; channels: ChannelRule };
type Rights =
  | { access: "public"; needs?: never; channels?: never }
  | ({ access: Exclude<Access, "public"> } & Signed);

export type CallSpec = Rights & CallFields & { origin: Origin };

/** A call as it is written: for a session, ours, and answering its code alone, where it does not say otherwise. */
export type WrittenCall = (Rights | ({ access?: never } & Signed)) & CallFields & { origin?: Origin };

/** Stated by the specifications, or added by us. */
type Origin = "spec" | "ours";

interface CallFields {
  method: "GET" | "POST";
  /** Below `/admin/api`, parameters in braces: `/trace/{name}`. */
  path: string;
  /** English sentence for the API document. */
  summary: string;
  /** Changes something; leaves exactly one audit entry. */
  mutates: boolean;
  params?: Schema;
  query?: Schema;
  /** JSON body. */
  body?: Schema;
  /** multipart/form-data: name of the file field, the most bytes (`LIMITS.uploadBytes` without), and the other fields; which of these repeat a parameter of the path. */
  upload?: { file: string; most?: number; fields?: Schema; repeats?: Readonly<Record<string, string>> };
  /** The body may also come as multipart/form-data: the field (text or file) and the name its content has in `body`. */
  form?: { field: string; as: string };
  /** A body that is a bare list stands for this field. */
  bareList?: string;
  /** JSON answer with HTTP 200, `code` included; `code` alone where neither this nor `content` is said. */
  answer?: Schema;
  /** Media type of an answer that is not JSON (a file, text, an event stream). */
  content?: string;
  /** Largest JSON body in bytes; 1 MiB without, or 32 KiB where no session is needed. */
  bodyLimit?: number;
  /** On a config GET: the answer's fields that its `ETag` covers, so not those that change by themselves. */
  etag?: readonly string[];
  /** Names of properties inside those fields that change by themselves. */
  etagWithout?: readonly string[];
  /**
   * On a save: name of the config GET whose `ETag` an `If-Match` is compared with. Parameters of the GET
   * are taken from this call's parameters, query and body by their names.
   */
  guard?: string;
  /** Does not count as use of the session, so that watching alone keeps nobody signed in. */
  watchesOnly?: true;
  /** HTTP statuses beyond 200, 400, 401 (session calls), 404, 409 (mutating calls) and 413 (bodies). */
  statuses?: readonly number[];
}

type Usual<S> = { access: "session"; origin: "ours" } & (S extends { content: string }
  ? unknown
  : { answer: typeof codeAlone });

export function call<const S extends WrittenCall>(spec: S): Omit<Usual<S>, keyof S> & S {
  const whole = { access: "session", origin: "ours", ...spec };
  answersSomething(whole);
  return whole as never;
}

/** Not in the browser, which does not check answers again (`apps/console/build/slim-contract.ts`). */
function answersSomething(call: { answer?: Schema; content?: string }): void {
  if (call.content === undefined) call.answer ??= codeAlone;
}

type Parsed<T> = T extends Schema ? z.output<T> : undefined;
type Given<T> = T extends Schema ? z.input<T> : undefined;

/** What the server sees after parsing. */
export type ParamsOf<C extends CallSpec> = Parsed<C["params"]>;
export type QueryOf<C extends CallSpec> = Parsed<C["query"]>;
export type BodyOf<C extends CallSpec> = Parsed<C["body"]>;
export type FieldsOf<C extends CallSpec> = C["upload"] extends { fields: infer F } ? Parsed<F> : undefined;
/** What a caller sends. */
export type QueryInput<C extends CallSpec> = Given<C["query"]>;
export type BodyInput<C extends CallSpec> = Given<C["body"]>;
export type AnswerOf<C extends CallSpec> = C["answer"] extends Schema ? z.output<C["answer"]> : undefined;

/** An answer object: `code` beside the fields. */
export function answer<const F extends Record<string, Schema>>(fields: F) {
  return z.object({ code: resultCode, ...fields });
}

const resultCode = describe(z.int(), "0 success, otherwise a result code");
const codeAlone = answer({});

/** The one place a field's meaning and unit is written; it reaches the API document. */
export function describe<S extends Schema>(schema: S, description: string): S {
  z.globalRegistry.add(schema, { description });
  return schema;
}

/** Every answer that is not a success: result codes ≥ 1000 (HTTP 200) and the HTTP error statuses. */
export const failure = z.object({
  code: z.int(),
  /** German, for people. */
  message: z.string(),
  fields: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  retry_after: z.optional(z.number()),
  /** With 1206: what a passkey may answer instead of the code. */
  passkey: z.optional(passkeyRequest),
});
export type Failure = z.output<typeof failure>;
