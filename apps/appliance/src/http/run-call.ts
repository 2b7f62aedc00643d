/**
 * One request of one call, from the raw request to the answer. The order is fixed: who asks (before any body
 * is read), then the input, then the version the save was made from, then whether the caller still may, then the handler, then the audit
 * entry. Somebody who is removed while the body of a call is on its way, or while it waits its turn, does nothing any more.
 *
 * Concurrency: saves of the same configuration run one after the other, so that between the comparison of
 * `If-Match` and the save nothing changes.
 */
import {
  type CallName,
  type CallSpec,
  type calls,
  LIMITS,
  MACHINE_TOKEN_PREFIX,
  PANEL_TOKEN_PREFIX,
} from "@hubwart/contract";
import {
  ConflictError,
  DeniedError,
  InvalidInputError,
  type Logger,
  NotFoundError,
  SerialQueue,
} from "@hubwart/core";
import type { FastifyReply, FastifyRequest } from "fastify";
import { common } from "../texts.ts";
import { masked } from "./audit-mask.ts";
import { givenByPath, refuseContradiction } from "./contradiction.ts";
import { NotBuiltError, toHttp } from "./errors.ts";
import { etagOf, matches } from "./etag.ts";
import type { AuditNote, FileAnswer, Handler, HandlerRequest, Handlers } from "./handlers.ts";
import { parse } from "./parse.ts";
import type { AuditTrail, Gate, JobOrigin, Redeemed, Session, SessionWatch, TicketOffice } from "./ports.ts";
import { demandCall, demandLocalReach, demandPanelReach, demandReach, demandRemoteReach } from "./rights.ts";
import { sendFile, sendJson } from "./send.ts";
import { siteOf } from "./site.ts";
import { texts } from "./texts.ts";
import { bodyFromForm, brokenOff, readUpload, type Upload } from "./upload.ts";

export interface CallEdge {
  handlers: Handlers;
  gate: Gate;
  tickets: TicketOffice;
  audit: AuditTrail;
  log: Logger;
}

/** A call with the types of all calls: what the adapter can know of it. */
export interface AnyCall {
  name: CallName;
  spec: CallSpec;
  all: typeof calls;
}

/** Who asks, and with what; found before any body is read. */
export interface Asking {
  session: Session | undefined;
  token: string | undefined;
  redeemed: Redeemed | undefined;
}

type AnyHandler = Handler<CallSpec>;
type AnyRequest = HandlerRequest<CallSpec>;

/** @throws DeniedError without a session where one is needed; ForbiddenError with one whose level is too low. */
export function findCaller(edge: CallEdge, spec: CallSpec, request: FastifyRequest): Asking {
  const caller = identified(edge, spec, request);
  if (caller.session?.who.kind === "panel") {
    // Public calls tell more to who is signed in; a panel is not.
    if (spec.access === "public") return { ...caller, session: undefined };
    demandPanelReach(spec);
  }
  if (caller.session?.who.kind === "central") demandRemoteReach(spec, caller.session.entrusted);
  else if (caller.session && spec.access !== "public") demandLocalReach(caller.session, spec);
  if (caller.session && spec.access !== "public") {
    demandCall(caller.session, spec);
    if (caller.session.who.kind === "token") demandReach(spec.path);
  }
  return caller;
}

function identified(edge: CallEdge, spec: CallSpec, request: FastifyRequest): Asking {
  const query = request.query as Record<string, unknown>;
  if (typeof query["ticket"] === "string" && spec.access === "session" && spec.method === "GET") {
    const path = request.url.split("?")[0]?.replace(/^\/admin\/api/, "") ?? "";
    const redeemed = edge.tickets.redeem(query["ticket"], path);
    if (redeemed) return { session: redeemed.session, token: undefined, redeemed };
    throw new DeniedError(texts.downloadExpired);
  }
  const token = tokenOf(request, query);
  const session =
    token === undefined ? undefined : edge.gate.authenticate(token, spec.watchesOnly !== true, request.ip);
  if (!session && (spec.access === "session" || (spec.access === "setup" && edge.gate.setup)))
    throw new DeniedError(common.pleaseSignIn);
  return { session, token, redeemed: undefined };
}

function tokenOf(request: FastifyRequest, query: Record<string, unknown>): string | undefined {
  const bearer = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  const given = query["auth_token"];
  if (typeof given !== "string" || given.length === 0 || given.length > 200) return undefined;
  // Addresses are logged and kept, by whoever passes them on; a session's token is gone in a while, others are not.
  return LASTING.some((prefix) => given.startsWith(prefix)) ? undefined : given;
}

const LASTING = [MACHINE_TOKEN_PREFIX, PANEL_TOKEN_PREFIX];

const queues = new WeakMap<CallEdge, Map<string, SerialQueue>>();

function queueOf(edge: CallEdge, guard: string): SerialQueue {
  const all = queues.get(edge) ?? new Map<string, SerialQueue>();
  queues.set(edge, all);
  const queue = all.get(guard) ?? new SerialQueue();
  all.set(guard, queue);
  return queue;
}

export async function runCall(
  edge: CallEdge,
  { name, spec, all }: AnyCall,
  caller: Asking,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const handler = handlerOf(edge, name);
  const query = caller.redeemed?.parameters ?? request.query;
  const sent = spec.form && isForm(request) ? await bodyFromForm(request.raw, spec.form) : request.body;
  const body = named(spec, sent);
  const parsed = {
    params: spec.params ? parseParams(spec, request) : undefined,
    query: spec.query ? parse(spec.query, query, "query") : undefined,
    body: spec.body ? parse(spec.body, body, "body") : undefined,
  };
  const given = givenByPath(spec, parsed.params);
  refuseContradiction(given, query, body);
  if (!handler) throw new NotBuiltError(texts.notYet(spec.path));

  const abort = new AbortController();
  const reason = spec.upload && brokenOff(fileField(spec));
  reply.raw.once("close", () => abort.abort(reason));
  const watch = spec.upload && caller.session ? edge.gate.watch(caller.session.id) : undefined;
  if (watch) reply.raw.once("close", () => watch.stop());
  const upload = spec.upload ? await uploadOf(spec, request, given, watch) : undefined;
  const note: AuditNote = {};
  const input = { ...asObject(parsed.params), ...asObject(parsed.query), ...asObject(parsed.body) };
  const detail = () => ({ before: masked(note.before), after: masked(note.after ?? input) });
  let noted = false;
  const origin: JobOrigin = {
    call: name,
    address: request.ip,
    who: caller.session?.who,
    detail,
    taken: () => {
      noted = true;
    },
  };
  const asked = {
    ...parsed,
    fields: () => fieldsOf(spec, upload),
    file: upload?.file,
    session: caller.session,
    token: caller.token,
    address: request.ip,
    agent: request.headers["user-agent"],
    site: siteOf(request.headers),
    localAddress: request.socket.localAddress ?? "",
    ticketPassword: caller.redeemed?.password,
    signal: abort.signal,
    origin,
    audit: (given: AuditNote) => Object.assign(note, given),
  } as unknown as AnyRequest;

  const { session } = caller;
  const stillMay = () => (watch ? !watch.ended : session === undefined || edge.gate.unchanged(session));
  const run = async () => {
    if (spec.guard !== undefined) {
      await compareVersion(edge, spec.guard, all, parsed, request, asked);
    }
    if (spec.method !== "GET" && spec.access !== "public" && !stillMay())
      throw new DeniedError(texts.sessionEnded);
    return handler(asked);
  };
  let code = 0;
  try {
    const result = await (spec.guard === undefined ? run() : queueOf(edge, spec.guard).run(run));
    if (spec.content !== undefined) return await sendFile(reply, spec.content, result as FileAnswer);
    const answer = { code: 0, ...(result as object) };
    code = answer.code;
    return await sendJson(edge.log, reply, name, spec, answer);
  } catch (error) {
    const cause = upload?.problem ?? error;
    code = toHttp(cause).body.code;
    throw cause;
  } finally {
    upload?.discard();
    if (spec.mutates && !noted) {
      edge.audit.record({
        call: name,
        address: request.ip,
        who: note.who ?? caller.session?.who,
        code,
        ...detail(),
      });
    }
  }
}

/** Each handler takes exactly what its call's schemas make; that is checked where they are written. */
function handlerOf(edge: CallEdge, name: CallName): AnyHandler | undefined {
  return edge.handlers[name];
}

/** A path parameter that cannot be parsed means 404, as for every unknown address. */
function parseParams(spec: CallSpec, request: FastifyRequest): unknown {
  try {
    return spec.params ? parse(spec.params, request.params, "path") : undefined;
  } catch (error) {
    if (error instanceof InvalidInputError) throw new NotFoundError(texts.noAddress);
    throw error;
  }
}

/** A bare list is the field that the call has for it. */
export function named({ bareList }: Pick<CallSpec, "bareList">, body: unknown): unknown {
  return bareList !== undefined && Array.isArray(body) ? { [bareList]: body } : body;
}

const isForm = (request: FastifyRequest) =>
  /^multipart\/form-data\s*;/i.test(request.headers["content-type"] ?? "");

async function uploadOf(
  spec: CallSpec,
  request: FastifyRequest,
  given: Record<string, string>,
  watch: SessionWatch | undefined,
): Promise<Upload> {
  const field = fileField(spec);
  if (!isForm(request)) {
    throw new InvalidInputError([{ field, message: texts.formExpected }]);
  }
  const most = spec.upload?.most ?? LIMITS.uploadBytes;
  const upload = await readUpload(request.raw, field, most, given, () => {
    if (watch?.ended === true) throw new DeniedError(texts.sessionEnded);
  });
  if (!upload.file) throw new InvalidInputError([{ field, message: texts.fileExpected }]);
  return upload;
}

const fileField = (spec: CallSpec): string => spec.upload?.file ?? "file";

function fieldsOf(spec: CallSpec, upload: Upload | undefined): unknown {
  return spec.upload?.fields ? parse(spec.upload.fields, upload?.fields() ?? {}, "body") : undefined;
}

async function compareVersion(
  edge: CallEdge,
  guard: string,
  all: typeof calls,
  parsed: { params: unknown; query: unknown; body: unknown },
  request: FastifyRequest,
  given: AnyRequest,
): Promise<void> {
  const ifMatch = request.headers["if-match"];
  const guarded: CallSpec | undefined = all[guard as CallName];
  const read = handlerOf(edge, guard as CallName);
  if (ifMatch === undefined || !guarded?.etag || !read) return;
  const pool = { ...asObject(parsed.params), ...asObject(parsed.query), ...asObject(parsed.body) };
  const answer = await read({
    ...given,
    params: guarded.params ? parse(guarded.params, pool, "path") : undefined,
    query: guarded.query ? parse(guarded.query, pool, "query") : undefined,
    body: undefined,
  });
  if (matches(ifMatch, await etagOf({ ...answer }, guarded.etag, guarded.etagWithout))) return;
  throw new ConflictError(texts.changedElsewhere);
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {};
}
