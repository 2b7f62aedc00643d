/**
 * `/mcp`: closed unless an administrator opened it, for tokens of programs only (no session of a person, no cookie), and for no
 * page of another origin. What stands behind it is loaded with the first request that is let in.
 */

import { Readable } from "node:stream";
import { LIMITS, MACHINE_TOKEN_PREFIX, MCP_PATH } from "@hubwart/contract";
import { type Clock, DeniedError, type Logger, type Scope } from "@hubwart/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AuditTrail, Gate, Session } from "../../http/ports.ts";
import { API_POLICY } from "../../http/security-headers.ts";
import type { Offers } from "../../offers.ts";
import { askerOf } from "./api.ts";
import { Pace } from "./pace.ts";
import type { McpConfig } from "./settings.ts";
import { texts } from "./texts.ts";
import { Usage } from "./usage.ts";

export interface DoorParts {
  config: () => McpConfig;
  gate: Pick<Gate, "authenticate"> & { onEnd(session: string, handler: () => void): () => void };
  audit: AuditTrail;
  clock: Clock;
  log: Logger;
  scope: Scope;
  drafts: () => Offers["drafts"];
  proof: () => string;
  version: string;
}

/** Calls under way, from the first line of their request on; of several in one request each counts. */
const MOST_AT_ONCE = 8;
const BEARER = new RegExp(`^Bearer (${MACHINE_TOKEN_PREFIX}[A-Za-z0-9_-]{1,100})$`, "i");

export class McpDoor {
  readonly #parts: DoorParts;
  readonly #usage: Usage;
  readonly #calls: Pace;
  readonly #writes: Pace;
  /** Of requests under way: what ends each, and how many calls it has. */
  readonly #open = new Map<AbortController, number>();
  readonly #underWay = new WeakMap<FastifyRequest, AbortController>();

  constructor(parts: DoorParts) {
    this.#parts = parts;
    this.#usage = new Usage(parts.audit, parts.clock);
    this.#calls = new Pace(parts.clock, LIMITS.mcpCallsPerMinute);
    this.#writes = new Pace(parts.clock, LIMITS.mcpWritesPerMinute);
    parts.scope.add(() => {
      this.shut();
      this.#usage.end();
    });
  }

  serve(app: FastifyInstance): void {
    app.route({
      method: ["GET", "POST", "DELETE"],
      url: MCP_PATH,
      // Before a body is read.
      onRequest: (request, reply, done) => {
        if (!this.#refused(request, reply)) done();
      },
      handler: (request, reply) => this.#answer(app, request, reply),
    });
  }

  /** Ends what is under way. */
  shut(): void {
    for (const one of this.#open.keys()) one.abort();
  }

  #refused(request: FastifyRequest, reply: FastifyReply): boolean {
    void reply.headers({ "cache-control": "no-store", "content-security-policy": API_POLICY });
    const refuse = (status: number, message: string): true => {
      void reply.code(status).send({ code: status, message });
      return true;
    };
    if (!this.#parts.config().active) return refuse(404, texts.closed);
    if (!ownOrigin(request)) return refuse(403, texts.foreignOrigin);
    try {
      if (this.#session(request)) {
        if (this.#calling() >= MOST_AT_ONCE) return refuse(503, texts.busy);
        this.#begin(request, reply);
        return false;
      }
    } catch (error) {
      if (!(error instanceof DeniedError)) throw error;
      if (error.retryAfter !== undefined) void reply.header("retry-after", error.retryAfter);
      return refuse(403, error.message);
    }
    void reply.header("www-authenticate", 'Bearer realm="mcp"');
    return refuse(401, texts.tokenNeeded);
  }

  /** A body that comes slowly has its place, too. */
  #begin(request: FastifyRequest, reply: FastifyReply): void {
    const abort = new AbortController();
    this.#open.set(abort, 1);
    this.#underWay.set(request, abort);
    reply.raw.once("close", () => {
      this.#open.delete(abort);
      abort.abort();
    });
  }

  #calling(): number {
    return [...this.#open.values()].reduce((sum, calls) => sum + calls, 0);
  }

  #session(request: FastifyRequest): Session | undefined {
    const token = tokenOf(request);
    return token === undefined ? undefined : this.#parts.gate.authenticate(token, true, request.ip);
  }

  async #answer(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { clock, config, drafts, gate, log, proof, version } = this.#parts;
    const session = this.#session(request);
    const token = tokenOf(request);
    const refuse = (status: number, message: string) => reply.code(status).send({ code: status, message });
    const abort = this.#underWay.get(request);
    // It may have been shut, or the token revoked, while the body was on its way.
    if (!session || token === undefined || !abort || abort.signal.aborted)
      return refuse(401, texts.tokenNeeded);
    const calls = Array.isArray(request.body) ? request.body.length : 1;
    if (calls > MOST_AT_ONCE) return refuse(400, texts.tooManyInOne(MOST_AT_ONCE));
    if (this.#calling() + calls - 1 > MOST_AT_ONCE) return refuse(503, texts.busy);
    if (!this.#calls.take(session.id, calls)) {
      void reply.header("retry-after", 5);
      return refuse(429, texts.tooMany(LIMITS.mcpCallsPerMinute));
    }
    this.#open.set(abort, calls);
    const forget = gate.onEnd(session.id, () => abort.abort());
    reply.raw.once("close", forget);
    const { answerMcp } = await import("./server.ts");
    const address = request.ip;
    const answer = await answerMcp(webRequest(request, abort.signal), request.body, {
      ask: askerOf(app, proof, { token, address }),
      session,
      address,
      clock,
      log,
      version,
      config: config(),
      drafts: drafts(),
      mayWrite: () => this.#writes.take(session.id),
      used: (tool, reads, code, about) => {
        if (reads) this.#usage.read(session, address, tool);
        else this.#usage.changed(session, address, tool, code, about);
      },
    });
    void reply.code(answer.status).headers(Object.fromEntries(answer.headers));
    if (!answer.body) return reply.send();
    const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
    abort.signal.addEventListener("abort", () => body.destroy(), { once: true });
    return reply.send(body);
  }
}

const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? "")?.[1];

/** Programs send none; a page's has to be that of the device (MCP, Streamable HTTP: DNS rebinding). */
function ownOrigin({ headers }: FastifyRequest): boolean {
  const { host, origin } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "upgrade", "content-length"]);

/** As the SDK takes it; its body is handed over parsed. */
function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !HOP_BY_HOP.has(name) && name !== "authorization")
      headers.set(name, value);
  return new Request(`http://localhost${MCP_PATH}`, { method: request.method, headers, signal });
}
