/**
 * The central's calls over HTTPS: who asks, then the input by its schema, then the handler, then one entry in the change log where
 * the call changes something. Errors become answers here and nowhere else.
 */
import type { Readable } from "node:stream";
import {
  type AnswerOf,
  type BodyOf,
  type CallSpec,
  CODES,
  germanIssue,
  includes,
  type QueryOf,
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
  UnavailableError,
} from "@hubwart/core";
import { type BuiltFiles, builtFiles } from "@hubwart/core/built-files";
import { CENTRAL_PREFIX, type CentralCallName, centralCalls } from "@hubwart/fleet";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import * as z from "zod/mini";
import type { KeyPair } from "../authority/certificates.ts";
import { ForbiddenError } from "../forbidden.ts";
import type { Audit } from "../register/audit.ts";
import type { Person } from "../register/people.ts";
import { texts } from "../texts.ts";
import { Brake } from "./brake.ts";

export interface Asked<C extends CallSpec> {
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** Absent on public calls. */
  person: Person | undefined;
  /** For the change log, where the input alone does not say it; without secrets. */
  note: (detail: unknown, who?: string) => void;
}

/** Of calls whose answer is a file. */
export interface FileAnswer {
  name: string;
  /** Bytes. */
  size: number;
  stream: Readable;
}
type Told<C extends CallSpec> = C extends { content: string } ? FileAnswer : Omit<AnswerOf<C>, "code">;

export type CentralHandlers = {
  [K in CentralCallName]: (asked: Asked<(typeof centralCalls)[K]>) => Promise<Told<(typeof centralCalls)[K]>>;
};

export interface EdgeParts {
  handlers: CentralHandlers;
  audit: Audit;
  authenticate: (token: string) => Person | undefined;
  certificate: KeyPair;
  /** Folder of the built page. */
  pageDir: string;
  clock: Clock;
  log: Logger;
}

type AnyHandler = (asked: Asked<CallSpec>) => Promise<object>;

const BODY_BYTES = 1024 * 1024;
/** Bytes that callers may leave unread. */
const UNREAD = { total: 64 * 1024 * 1024, perCaller: 16 * 1024 * 1024 };

export function createEdge(parts: EdgeParts): FastifyInstance {
  const { certificate, clock, log } = parts;
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    requestTimeout: 10_000,
    forceCloseConnections: true,
    // The authority too: a hub that joins compares it with the code before it trusts anything.
    https: { cert: certificate.certificate, key: certificate.key, minVersion: "TLSv1.2" },
  });
  const overloaded = ({ address }: { address: string }) =>
    log.debug(`${address} asks for more than it reads`);
  new CallerBudget({ clock, limits: UNREAD, overloaded }).bound(app.server);
  const brake = new Brake(clock);
  app.setErrorHandler((error, _request, reply) => {
    const { code, message, ...more } = answerTo(error);
    if (code === CODES.serverError) log.error(errorText(error));
    return reply.status(code).send({ code, message, ...more });
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
        demand(spec, request, parts, brake);
      },
      handler: async (request, reply) => {
        const told = await answered(name, spec, handler, request, parts, brake);
        return spec.content === undefined
          ? { code: CODES.ok, ...told }
          : sendFile(reply, spec.content, told as FileAnswer);
      },
    });
  }
  return app;
}

/** The name is one of a file of ours: nothing in it has to be escaped. */
function sendFile(reply: FastifyReply, content: string, { name, size, stream }: FileAnswer): FastifyReply {
  return reply
    .type(content)
    .header("content-disposition", `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._-]/g, "_")}"`)
    .header("content-length", size)
    .send(stream);
}

const isApi = (urlPath: string): boolean =>
  urlPath === CENTRAL_PREFIX || urlPath.startsWith(`${CENTRAL_PREFIX}/`);

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

function demand(spec: CallSpec, request: FastifyRequest, { authenticate }: EdgeParts, brake: Brake): void {
  if (spec.access === "public") return brake.demand(request.ip);
  const person = personOf(request, authenticate);
  if (!person) {
    brake.demand(request.ip);
    brake.failed(request.ip);
    throw new DeniedError(texts.pleaseSignIn);
  }
  if (!includes(person.level, spec.needs)) throw new ForbiddenError(texts.forbidden);
}

function personOf({ headers }: FastifyRequest, authenticate: EdgeParts["authenticate"]): Person | undefined {
  const token = /^Bearer (\S{1,100})$/i.exec(headers.authorization ?? "")?.[1];
  return token === undefined ? undefined : authenticate(token);
}

async function answered(
  name: string,
  spec: CallSpec,
  handler: AnyHandler,
  request: FastifyRequest,
  { audit, authenticate }: EdgeParts,
  brake: Brake,
): Promise<object> {
  const person = spec.access === "public" ? undefined : personOf(request, authenticate);
  const query = spec.query && parse(spec.query, request.query);
  const body = spec.body && parse(spec.body, request.body);
  let noted: { detail?: unknown; who?: string | undefined } = { detail: body };
  const note = (detail: unknown, who?: string) => {
    noted = { detail, who };
  };
  const write = async (code: number) => {
    if (!spec.mutates) return;
    const who = noted.who ?? person?.name ?? "";
    await audit.add({ who, address: request.ip, call: name, code, detail: noted.detail });
  };
  try {
    const told = await handler({ query, body, person, note });
    await write(CODES.ok);
    return told;
  } catch (error) {
    const { code } = answerTo(error);
    if (spec.access === "public" && error instanceof DeniedError) brake.failed(request.ip);
    // What was refused changed nothing; that somebody tried a code is worth knowing all the same, and what broke off may have been done.
    if (spec.access === "public" || code >= CODES.serverError) await write(code).catch(() => undefined);
    throw error;
  }
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

function answerTo(error: unknown): { code: number; message: string; fields?: readonly object[] } {
  if (error instanceof InvalidInputError)
    return { code: CODES.badRequest, message: error.message, fields: error.fields };
  if (error instanceof NotFoundError) return { code: CODES.notFound, message: error.message };
  if (error instanceof ConflictError) return { code: CODES.conflict, message: error.message };
  if (error instanceof UnavailableError) return { code: CODES.unavailable, message: error.message };
  if (error instanceof ForbiddenError) return { code: CODES.locked, message: error.message };
  if (error instanceof DeniedError)
    return {
      code: error.retryAfter === undefined ? CODES.unauthorized : CODES.tooManyRequests,
      message: error.message,
    };
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return { code: status, message: texts.unreadable };
  return { code: CODES.serverError, message: texts.unexpected };
}
