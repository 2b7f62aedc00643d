/**
 * The central's calls over HTTPS: who asks, then the input by its schema, then whether the asker still may, then the handler, then one
 * entry in the change log where the call changes something. Errors become answers here and nowhere else.
 */
import type { Readable } from "node:stream";
import {
  type AnswerOf,
  type BodyOf,
  type CallSpec,
  CODES,
  germanIssue,
  includes,
  type Level,
  type QueryOf,
  withoutSecrets,
} from "@hubwart/contract";
import {
  CallerBudget,
  type Clock,
  ConflictError,
  DeniedError,
  errorText,
  InvalidInputError,
  type Logger,
  NotFoundError,
  ResultError,
  UnavailableError,
} from "@hubwart/core";
import { type BuiltFiles, builtFiles } from "@hubwart/core/built-files";
import { CENTRAL_PREFIX, type CentralCallName, centralCalls, PERSON_HEADER } from "@hubwart/fleet";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { KeyPair } from "../authority/certificates.ts";
import { ForbiddenError } from "../forbidden.ts";
import { OtherPersonError } from "../other-person.ts";
import type { Audit } from "../register/audit.ts";
import type { Person } from "../register/people.ts";
import type { Session } from "../register/sessions.ts";
import { texts } from "../texts.ts";
import { type Asker, type Asking, askerOf, cookieOf, givesToken } from "./asker.ts";
import { Brake } from "./brake.ts";
import { boundConnections, REQUEST_WITHIN, SILENT_WITHIN, TIMES } from "./connections.ts";

export interface Asked<C extends CallSpec> {
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Absent on public calls. */
  person: Person | undefined;
  /** Of the browser that asks, also on public calls; absent where a token does. */
  session: Session | undefined;
  /** Of who asks. */
  address: string;
  /** The secret of the session that the browser has from then on; undefined: of none. */
  keep: (secret: string | undefined) => void;
  /** For the change log, where the input alone does not say it; without secrets. */
  note: (detail: unknown, who?: string) => void;
}

/** Of calls whose answer is a file. */
export interface FileAnswer {
  name: string;
  /** Bytes, where they are known. */
  size?: number | undefined;
  stream: Readable;
}
type Told<C extends CallSpec> = C extends { content: string } ? FileAnswer : Omit<AnswerOf<C>, "code">;

export type CentralHandlers = {
  [K in CentralCallName]: (asked: Asked<(typeof centralCalls)[K]>) => Promise<Told<(typeof centralCalls)[K]>>;
};

export interface EdgeParts {
  handlers: CentralHandlers;
  audit: Audit;
  asking: Asking;
  certificate: KeyPair;
  /** Folder of the built page. */
  pageDir: string;
  clock: Clock;
  log: Logger;
}

type AnyHandler = (asked: Asked<CallSpec>) => Promise<object>;

const JSON_TYPE = "application/json; charset=utf-8";
const BODY_BYTES = 1024 * 1024;
/** Bytes that callers may leave unread. */
const UNREAD = { total: 64 * 1024 * 1024, perCaller: 16 * 1024 * 1024 };

export function createEdge(parts: EdgeParts): FastifyInstance {
  const { certificate, clock, log } = parts;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: REQUEST_WITHIN,
    connectionTimeout: SILENT_WITHIN,
    forceCloseConnections: true,
    // The authority too: a hub that joins compares it with the code before it trusts anything.
    https: { cert: certificate.certificate, key: certificate.key, minVersion: "TLSv1.2", ...TIMES },
  });
  const overloaded = ({ address }: { address: string }) =>
    log.debug(`${address} asks for more than it reads`);
  const budget = new CallerBudget({ clock, limits: UNREAD, overloaded });
  const signedIn = boundConnections(app.server, budget);
  const brake = new Brake(clock);
  app.setErrorHandler((error, _request, reply) => {
    const { code, message, ...more } = answerTo(error);
    if (code === CODES.serverError) log.error(errorText(error));
    // Of a file whose first piece never came.
    void reply.removeHeader("content-disposition").removeHeader("content-length").type(JSON_TYPE);
    return reply.status(statusOf(code)).send({ code, message, ...more });
  });
  const [files, atSite] = ["/fleet.html", "/at-site.html"].map((page) =>
    builtFiles({ folder: parts.pageDir, page, texts: texts.page }),
  ) as [BuiltFiles, BuiltFiles];
  app.setNotFoundHandler((request, reply) => {
    const urlPath = request.url.split("?")[0] ?? "";
    if (request.method !== "GET" || isApi(urlPath))
      return reply.status(404).send({ code: CODES.notFound, message: texts.noSuchAddress });
    const page = urlPath.startsWith("/at/") ? atSite : files;
    const { body, headers, status } = page(urlPath, request.headers["accept-encoding"]);
    return reply.status(status).headers(headers).send(body);
  });
  app.addHook("onRequest", async (_request, reply) => {
    void reply.headers(COMMON_HEADERS);
  });
  for (const name of Object.keys(centralCalls) as CentralCallName[]) {
    const spec: CallSpec = centralCalls[name];
    const handler: AnyHandler = parts.handlers[name];
    app.route({
      method: spec.method,
      url: CENTRAL_PREFIX + spec.path,
      bodyLimit: spec.bodyLimit ?? BODY_BYTES,
      // Before a body is read.
      onRequest: async (request) => {
        if (demand(name, spec, request, parts, brake)) signedIn(request.raw);
      },
      handler: async (request, reply) => {
        let begun: string | undefined;
        const keep = (secret: string | undefined) => {
          begun = secret;
          // Ends in the browser whatever else goes wrong; begins only once the change log has it.
          if (secret === undefined) void reply.header("set-cookie", cookieOf(undefined));
        };
        const told = await answered({ name, spec, handler }, request, parts, { brake, keep });
        if (begun !== undefined) void reply.header("set-cookie", cookieOf(begun));
        return spec.content === undefined
          ? { code: CODES.ok, ...told }
          : sendFile(reply, spec.content, told as FileAnswer);
      },
    });
  }
  return app;
}

/** Stored, never shown: what is in it is a stranger's, and would be of this origin. */
function sendFile(reply: FastifyReply, content: string, { name, size, stream }: FileAnswer): FastifyReply {
  if (size !== undefined) void reply.header("content-length", size);
  return reply
    .type(content)
    .header("content-security-policy", FILE_POLICY)
    .header("content-disposition", `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, "_")}"`)
    .send(stream);
}

const isApi = (urlPath: string): boolean =>
  urlPath === CENTRAL_PREFIX || urlPath.startsWith(`${CENTRAL_PREFIX}/`);

const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Of every answer; the page has its own of some. */
const COMMON_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Has brakes of its own, and asking who is signed in gives nothing to guess. */
const UNBRAKED: ReadonlySet<CentralCallName> = new Set(["centralSession", "centralSignIn"]);

/** @returns whether it is somebody who is signed in */
function demand(
  name: CentralCallName,
  spec: CallSpec,
  request: FastifyRequest,
  { asking }: EdgeParts,
  brake: Brake,
): boolean {
  const asker = askerOf(request, asking);
  if (spec.access === "public") {
    if (!UNBRAKED.has(name)) brake.demand(request.ip);
    return asker !== undefined;
  }
  // A page whose session is over guesses nothing.
  if (!asker && givesToken(request)) {
    brake.demand(request.ip);
    brake.failed(request.ip);
  }
  demandRights(spec, request, asker);
  return true;
}

/** @throws DeniedError for nobody; OtherPersonError, ForbiddenError */
function demandRights(
  spec: Extract<CallSpec, { needs: Level }>,
  request: FastifyRequest,
  asker: Asker | undefined,
): void {
  if (!asker) throw new DeniedError(texts.pleaseSignIn);
  const opened = request.headers[PERSON_HEADER];
  if (asker.session && opened !== undefined && opened !== asker.account.id)
    throw new OtherPersonError(asker.account.name);
  if (!includes(asker.account.level, spec.needs)) throw new ForbiddenError(texts.forbidden);
}

const personOf = ({ account: { created, id, level, name } }: Asker): Person => ({ id, name, level, created });

async function answered(
  { handler, name, spec }: { name: CentralCallName; spec: CallSpec; handler: AnyHandler },
  request: FastifyRequest,
  { asking, audit }: EdgeParts,
  { brake, keep }: { brake: Brake; keep: (secret: string | undefined) => void },
): Promise<object> {
  const asker = askerOf(request, asking);
  // Once more: its body may have come slowly, and whoever was removed or demoted meanwhile does nothing more.
  if (spec.access !== "public") demandRights(spec, request, asker);
  const person = asker && spec.access !== "public" ? personOf(asker) : undefined;
  const query = spec.query && parse(spec.query, request.query);
  const body = spec.body && parse(spec.body, request.body);
  let noted: { detail?: unknown; who?: string | undefined } = { detail: withoutSecrets(body) };
  const note = (detail: unknown, who?: string) => {
    noted = { detail, who };
  };
  const write = async (code: number) => {
    if (!spec.mutates) return;
    const who = noted.who ?? person?.name ?? "";
    await audit.add({ who, address: request.ip, call: name, code, detail: noted.detail });
  };
  try {
    const { ip: address } = request;
    const told = await handler({ query, body, person, session: asker?.session, address, keep, note });
    await write(CODES.ok);
    return told;
  } catch (error) {
    const { code } = answerTo(error);
    const guessed = error instanceof DeniedError || error instanceof NotFoundError;
    if (spec.access === "public" && guessed && !UNBRAKED.has(name)) brake.failed(request.ip);
    if (worthAnEntry(name, spec, error)) await write(code).catch(() => undefined);
    throw error;
  }
}

/**
 * What was refused changed nothing; that somebody tried a code or a password is worth knowing all the same, and what broke off may have been
 * done. Whoever asks again and again while it is refused fills nothing.
 */
function worthAnEntry(name: CentralCallName, spec: CallSpec, error: unknown): boolean {
  const { code } = answerTo(error);
  if (code === CODES.tooManyRequests || (code === CODES.unavailable && UNBRAKED.has(name))) return false;
  return spec.access === "public" || code >= CODES.serverError;
}

function parse<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input ?? {}, { error: germanIssue });
  if (result.success) return result.data;
  throw new InvalidInputError(
    result.error.issues.map((issue) => ({
      field: issue.path.map(String).join(".") || "body",
      message: issue.message,
    })),
  );
}

/** Codes up to 599 are those of HTTP; the others are of calls that were understood. */
function statusOf(code: number): number {
  if (code < 600) return code;
  return code === CODES.otherPerson ? CODES.conflict : 200;
}

function answerTo(error: unknown): {
  code: number;
  message: string;
  fields?: readonly object[];
  retry_after?: number;
  name?: string;
} {
  if (error instanceof InvalidInputError)
    return { code: CODES.badRequest, message: error.message, fields: error.fields };
  if (error instanceof NotFoundError) return { code: CODES.notFound, message: error.message };
  if (error instanceof ConflictError) return { code: CODES.conflict, message: error.message };
  if (error instanceof UnavailableError) return { code: CODES.unavailable, message: error.message };
  if (error instanceof ResultError) return { code: error.code, message: error.message };
  if (error instanceof OtherPersonError)
    return { code: CODES.otherPerson, message: error.message, name: error.person };
  if (error instanceof ForbiddenError) return { code: CODES.locked, message: error.message };
  if (error instanceof DeniedError)
    return {
      code: error.retryAfter === undefined ? CODES.unauthorized : CODES.tooManyRequests,
      message: error.message,
      ...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
    };
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return { code: status, message: texts.unreadable };
  return { code: CODES.serverError, message: texts.unexpected };
}
