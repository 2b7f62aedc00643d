import { METRICS_PATH } from "@hubwart/contract";
import type { FastifyInstance } from "fastify";
import type { Handlers } from "../../http/handlers.ts";
import { API_POLICY } from "../../http/security-headers.ts";
import { METRICS_TYPE } from "./text-format.ts";
import { texts } from "./texts.ts";
import type { MetricsToken } from "./token.ts";

export function metricsHandlers(token: MetricsToken): Handlers {
  return {
    metricsToken: async () => ({ ...token.info(), path: METRICS_PATH }),
    metricsTokenCreate: async (request) => {
      request.audit({ before: { active: token.info().has_token }, after: { active: true } });
      return { token: token.create() };
    },
    metricsTokenRevoke: async (request) => {
      request.audit({ before: { active: token.info().has_token }, after: { active: false } });
      token.revoke();
      return {};
    },
  };
}

/** `page` gives the figures as they are now. */
export function serveMetrics(app: FastifyInstance, token: MetricsToken, page: () => Promise<string>): void {
  app.get(METRICS_PATH, async (request, reply) => {
    void reply.headers({ "cache-control": "no-store", "content-security-policy": API_POLICY });
    if (!token.admits(request.headers.authorization)) {
      return reply
        .code(401)
        .header("www-authenticate", 'Bearer realm="metrics"')
        .type("text/plain; charset=utf-8")
        .send(texts.tokenNeeded);
    }
    return reply.type(METRICS_TYPE).send(await page());
  });
}
