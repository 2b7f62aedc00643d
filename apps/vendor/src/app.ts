/** The service's HTTP surface. Bodies are small and checked; answers to devices are JSON with a German `message`. */
import { germanIssue } from "@hubwart/contract";
import {
  CallerBudget,
  ConflictError,
  DeniedError,
  errorText,
  InvalidInputError,
  type Logger,
  NotFoundError,
  systemClock,
} from "@hubwart/core";
import Fastify, { type FastifyInstance } from "fastify";
import * as z from "zod/mini";
import type { Licensing } from "./licensing.ts";
import { serveReleases } from "./releases/serve-releases.ts";
import { texts } from "./texts.ts";

const fingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const activation = z.object({ key: z.string().check(z.minLength(1), z.maxLength(200)), fingerprint });
const device = z.object({ fingerprint });

export interface VendorServices {
  licensing: Licensing;
  /** Folder of the repository of releases. */
  releases: string;
}

/** Bytes that callers may leave unread. */
const UNREAD = { total: 64 * 1024 * 1024, perCaller: 8 * 1024 * 1024 };

export function createVendorApp(services: VendorServices, log: Logger): FastifyInstance {
  const { licensing, releases } = services;
  const app = Fastify({
    logger: false,
    bodyLimit: 4096,
    requestTimeout: 10_000,
    forceCloseConnections: true,
  });

  const budget = new CallerBudget({
    clock: systemClock,
    limits: UNREAD,
    overloaded: ({ address }) => log.debug(`${address} asks for more than it reads`),
  });
  budget.bound(app.server);

  app.setErrorHandler((error, _request, reply) => {
    const { status, code, message } = toAnswer(error);
    if (status === 500) log.error(errorText(error));
    return reply.status(status).send({ error: code, message });
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.status(404).send({ error: "not_found", message: texts.noSuchAddress }),
  );

  app.get("/health", () => ({ ok: true }));
  serveReleases(app, releases);

  app.post("/v1/licenses/activate", (request) => {
    const body = parse(activation, request.body);
    const { jws, hint } = licensing.activate(body.key, body.fingerprint);
    log.info(`licence ${hint}: issued to device ${body.fingerprint.slice(0, 8)}`);
    return { license: jws };
  });

  app.post("/v1/licenses/trial", (request) => {
    const body = parse(device, request.body);
    const { jws, hint } = licensing.forDevelopment(body.fingerprint);
    log.info(`licence ${hint}: development licence for device ${body.fingerprint.slice(0, 8)}`);
    return { license: jws };
  });

  for (const path of ["/v1/licenses/status", "/v1/updates/status"]) {
    app.get(path, (request, reply) => {
      const jws = /^Bearer (\S{1,16384})$/i.exec(request.headers.authorization ?? "")?.[1];
      if (jws !== undefined && licensing.entitled(jws)) return { ok: true };
      return reply.status(401).send({ error: "unauthorized", message: texts.notLicensed });
    });
  }
  return app;
}

function parse<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = z.safeParse(schema, input, { error: germanIssue });
  if (result.success) return result.data;
  throw new InvalidInputError(
    result.error.issues.map((issue) => ({
      field: issue.path.map(String).join(".") || "body",
      message: issue.message,
    })),
  );
}

function toAnswer(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof InvalidInputError) return { status: 400, code: "invalid", message: error.message };
  if (error instanceof NotFoundError) return { status: 404, code: "unknown_key", message: error.message };
  if (error instanceof ConflictError) return { status: 409, code: "other_device", message: error.message };
  if (error instanceof DeniedError) return { status: 403, code: "refused", message: error.message };
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) {
    return { status, code: "invalid", message: texts.requestUnreadable };
  }
  return { status: 500, code: "defect", message: texts.unexpected };
}
