/**
 * The same server over TLS, beside the plain one: same calls, same bounds. A new certificate holds for the next
 * handshake; connections that stand stay.
 *
 *     const https = new HttpsSide(server, { clock, log, bind, port, bounds });
 *     certificate.onChange((pair) => https.use(pair));   // listens from the first one on
 *     await https.close();
 *
 * A port that is taken does not stop the appliance: it is logged once and tried again each minute.
 */
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { type Clock, errorText, type Logger, SERVED_TLS } from "@hubwart/core";
import type { FastifyInstance } from "fastify";
import { type Bounds, boundConnections, CONNECTIONS, TIMES } from "./connections.ts";
import { texts } from "./texts.ts";
import { takeUpgrades, type UpgradeOptions } from "./upgrades.ts";

const HANDSHAKE_WITHIN = 15_000;
const AGAIN_AFTER = 60_000;
const SWEEP_MS = 20;

export interface HttpsOptions {
  clock: Clock;
  log: Logger;
  bind: string;
  /** 0 lets the system choose. */
  port: number;
  bounds: Bounds;
  upgrades: UpgradeOptions;
}

/** PEM. */
interface ServerPair {
  key: string;
  certificate: string;
}

export class HttpsSide {
  readonly #app: FastifyInstance;
  readonly #options: HttpsOptions;
  #server: Server | undefined;
  #cancelRetry: () => void = () => undefined;
  #refused = false;
  #closed = false;

  constructor(app: FastifyInstance, options: HttpsOptions) {
    this.#app = app;
    this.#options = options;
  }

  /** The port; undefined as long as nothing listens. */
  get port(): number | undefined {
    return this.#server?.listening ? (this.#server.address() as AddressInfo).port : undefined;
  }

  use({ key, certificate }: ServerPair): void {
    if (this.#closed) return;
    if (this.#server) {
      this.#server.setSecureContext({ key, cert: certificate, ...SERVED_TLS });
      return;
    }
    const app = this.#app;
    const server = createServer(
      {
        key,
        cert: certificate,
        ...SERVED_TLS,
        handshakeTimeout: HANDSHAKE_WITHIN,
        headersTimeout: TIMES.headersTimeout,
        requestTimeout: TIMES.requestTimeout,
        keepAliveTimeout: TIMES.keepAliveTimeout,
        connectionsCheckingInterval: TIMES.connectionsCheckingInterval,
      },
      (request, response) => app.routing(request, response),
    );
    server.setTimeout(TIMES.connectionTimeout);
    boundConnections(server, CONNECTIONS, this.#options.bounds);
    takeUpgrades(server, this.#options.upgrades);
    server.on("error", (error) => this.#failed(error));
    server.on("listening", () => this.#options.log.info(texts.reachable(this.#url())));
    this.#server = server;
    this.#listen();
  }

  /** Lets answers under way finish, but no longer than `limit` ms. */
  async close(limit: number): Promise<void> {
    this.#closed = true;
    this.#cancelRetry();
    const server = this.#server;
    if (!server?.listening) return;
    const { clock } = this.#options;
    const cancel = clock.after(limit, () => server.closeAllConnections());
    // A connection becomes idle when its answer ends, and would then be kept for the next request.
    const endSweep = clock.every(SWEEP_MS, () => server.closeIdleConnections());
    await new Promise((resolve) => server.close(resolve));
    cancel();
    endSweep();
  }

  #listen(): void {
    this.#server?.listen({ host: this.#options.bind, port: this.#options.port });
  }

  #failed(error: Error): void {
    if (this.#closed || this.#server?.listening) return;
    const { log, port, clock } = this.#options;
    if (!this.#refused) {
      const taken = "code" in error && error.code === "EADDRINUSE";
      const why = taken ? texts.portTaken(port) : errorText(error);
      log.error(texts.noHttps(why));
    }
    this.#refused = true;
    this.#cancelRetry = clock.after(AGAIN_AFTER, () => this.#listen());
  }

  #url(): string {
    const { bind } = this.#options;
    const host = ["0.0.0.0", "::"].includes(bind) ? hostname() : bind;
    return `https://${host.includes(":") ? `[${host}]` : host}:${this.port ?? 0}`;
  }
}
