/**
 * The HTTP edge: every call of the contract under /admin/api, the console, and the public files under /opt/.
 * Knows Fastify; nothing behind it does.
 *
 *     const server = createServer(options);
 *     await server.listen({ host, port });
 *
 * No line of the log has a query string: paths are logged as the contract writes them.
 */
import { API_PREFIX, type CallName, type CallSpec, calls } from "@hubwart/contract";
import { errorText } from "@hubwart/core";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import {
  type Bounds,
  boundConnections,
  CONNECTIONS,
  expectSoon,
  noteSignedIn,
  TIMES,
} from "./connections.ts";
import { consoleFiles } from "./console-files.ts";
import { toHttp } from "./errors.ts";
import { forwardedFor } from "./forwarded.ts";
import { meantForUs } from "./host-check.ts";
import { publicFiles } from "./public-files.ts";
import { httpsAddressOf } from "./redirect.ts";
import { type AnyCall, type Asking, type CallEdge, findCaller, runCall } from "./run-call.ts";
import { API_POLICY, COMMON_HEADERS } from "./security-headers.ts";
import { texts } from "./texts.ts";
import { takeUpgrades, type Upgrade } from "./upgrades.ts";

export interface ServerOptions extends CallEdge {
  /** Names by which the device may be addressed, besides its addresses and localhost. */
  ownNames: () => readonly string[];
  /** Folder of the built console. */
  consoleDir: string;
  /** Folder of the public files. */
  htdocsDir: string;
  bounds: Bounds;
  /** By what requests of the device's own proxy are known. */
  proxyProof: () => string;
  /** Port that requests over http are sent to; undefined: they are answered. */
  redirectPort: () => number | undefined;
  /** Takes requests for another protocol. */
  upgrade: Upgrade;
}

const NOBODY: Asking = { session: undefined, token: undefined, redeemed: undefined };
const JSON_LIMIT = 1024 * 1024;
/** Of calls that strangers may make, which hold a password or two: a mebibyte of brackets costs a second of everybody's. */
const STRANGERS_JSON_LIMIT = 32 * 1024;
/** ms. */
const BODY_WITHIN = 30_000;

export function createServer(options: ServerOptions): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: JSON_LIMIT,
    exposeHeadRoutes: false,
    // A stuck caller may not hold a connection.
    http: {
      headersTimeout: TIMES.headersTimeout,
      connectionsCheckingInterval: TIMES.connectionsCheckingInterval,
    },
    requestTimeout: TIMES.requestTimeout,
    connectionTimeout: TIMES.connectionTimeout,
    keepAliveTimeout: TIMES.keepAliveTimeout,
    // On closing, answers under way are finished; event streams end with their scope.
    forceCloseConnections: "idle",
    return503OnClosing: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => {
      fail(options, error, request, reply);
    },
  });
  app.removeContentTypeParser("text/plain");
  // Left unread here: the call streams it.
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));

  boundConnections(app.server, CONNECTIONS, options.bounds);
  takeUpgrades(app.server, options);
  const specs: [string, CallSpec][] = Object.entries(calls);
  const takeFiles = new Set(specs.filter(([, spec]) => spec.upload).map(([, spec]) => urlOf(spec)));

  app.addHook("onRequest", (request, reply, done) => {
    void reply.headers(COMMON_HEADERS);
    const behind = forwardedFor(request.raw, options.proxyProof());
    if (behind !== undefined) Object.defineProperty(request, "ip", { value: behind });
    if (!takeFiles.has(request.routeOptions.url ?? "")) expectSoon(request.raw, BODY_WITHIN);
    if (meantForUs(request.raw, options.ownNames())) {
      const elsewhere = httpsAddressOf(request.raw, options.redirectPort());
      if (elsewhere === undefined) return done();
      // Not to be remembered: port and setting may change.
      apiHeaders(reply).redirect(elsewhere, 308);
      return;
    }
    void reply.header("content-security-policy", API_POLICY).code(421).type("text/plain; charset=utf-8");
    reply.send(texts.ownNamesOnly);
  });
  app.setErrorHandler((error, request, reply) => fail(options, error, request, reply));
  app.setNotFoundHandler((request, reply) => notFound(request, reply));

  for (const [name, spec] of specs) {
    addCall(app, options, { name: name as CallName, spec, all: calls });
  }
  publicFiles(app, options.htdocsDir);
  const serveConsole = consoleFiles(options.consoleDir);

  function notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply {
    const path = request.url.split("?")[0] ?? "/";
    if (
      path.startsWith(`${API_PREFIX}/`) ||
      path === API_PREFIX ||
      !["GET", "HEAD"].includes(request.method)
    ) {
      return apiHeaders(reply).code(404).send({ code: 404, message: texts.noAddress });
    }
    return serveConsole(path, request, reply);
  }
  return app;
}

function addCall(app: FastifyInstance, options: ServerOptions, any: AnyCall): void {
  const { spec } = any;
  const callers = new WeakMap<FastifyRequest, Asking>();
  app.route({
    method: spec.method,
    url: urlOf(spec),
    bodyLimit: spec.bodyLimit ?? (spec.access === "session" ? JSON_LIMIT : STRANGERS_JSON_LIMIT),
    onRequest: (request, reply, done) => {
      apiHeaders(reply);
      const caller = findCaller(options, spec, request);
      callers.set(request, caller);
      if (caller.session) noteSignedIn(request.raw);
      done();
    },
    handler: (request, reply) => runCall(options, any, callers.get(request) ?? NOBODY, request, reply),
  });
}

/** In the router's own spelling. */
function urlOf(spec: CallSpec): string {
  return API_PREFIX + spec.path.replace(/\{([a-z_]+)\}/g, ":$1");
}

function apiHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({ "cache-control": "no-store", "content-security-policy": API_POLICY });
}

function fail(
  options: ServerOptions,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, body, defect } = toHttp(error);
  // What was refused is read to its end, so that the caller gets the answer, but not for long.
  expectSoon(request.raw, BODY_WITHIN);
  if (defect) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : errorText(error);
    options.log.error(`${request.method} ${request.routeOptions.url ?? "?"}: ${stack}`);
  }
  apiHeaders(reply).headers(COMMON_HEADERS).code(status);
  if (body.retry_after !== undefined && status === 403) void reply.header("retry-after", body.retry_after);
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}
