/**
 * What the device's address says while the appliance cannot start: why. For a while; then this process ends, and the launcher tries
 * again.
 *
 *     const page = await StartPage.open(reason, { config, pair, scope });      // undefined where nothing can listen
 *     await page?.over;
 *
 * Strangers may ask: nothing of a request is read but its path, and none is kept open.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CODES } from "@hubwart/contract";
import type { Clock, Config, Scope } from "@hubwart/core";
import { API_POLICY, COMMON_HEADERS } from "./security-headers.ts";
import { texts } from "./texts.ts";

export interface StartPageOptions {
  config: Pick<Config, "bind" | "httpPort" | "httpsPort" | "product">;
  /** For https; PEM. */
  pair: { key: string; certificate: string } | undefined;
  clock: Clock;
  scope: Scope;
}

/** ms. */
export const SERVED_FOR = 20_000;
/** A browser asks again when the next process has had time to come, s. */
const ASK_AFTER = 5;
const MOST_CONNECTIONS = 64;
const REQUEST_WITHIN = 10_000;

export class StartPage {
  readonly #reason: string;
  readonly #options: StartPageOptions;
  readonly #until: number;
  readonly #servers: Server[] = [];
  /** When another try is due. */
  readonly over: Promise<void>;

  private constructor(reason: string, options: StartPageOptions) {
    const { clock, scope } = options;
    this.#reason = reason;
    this.#options = options;
    this.#until = clock.monotonic() + SERVED_FOR;
    this.over = new Promise((resolve) => scope.add(clock.after(SERVED_FOR, resolve)));
  }

  static async open(reason: string, options: StartPageOptions): Promise<StartPage | undefined> {
    const { config, pair } = options;
    const page = new StartPage(reason, options);
    const answer = (request: IncomingMessage, response: ServerResponse) => page.#answer(request, response);
    const times = { headersTimeout: REQUEST_WITHIN, requestTimeout: REQUEST_WITHIN };
    const plain = await page.#listen(createServer(times, answer), config.httpPort);
    if (pair) {
      const { certificate: cert, key } = pair;
      await page.#listen(createSecureServer({ ...times, key, cert }, answer), config.httpsPort);
    }
    return plain ? page : undefined;
  }

  /** Of http. */
  get port(): number {
    const address = this.#servers[0]?.address() as AddressInfo | undefined;
    return address?.port ?? 0;
  }

  async #listen(server: Server, port: number): Promise<boolean> {
    server.maxConnections = MOST_CONNECTIONS;
    const listens = await new Promise<boolean>((resolve) => {
      server.on("error", () => resolve(false));
      server.listen({ host: this.#options.config.bind, port }, () => resolve(true));
    });
    if (!listens) return false;
    this.#servers.push(server);
    this.#options.scope.add(() => {
      server.closeAllConnections();
      server.close();
    });
    return true;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const left = Math.ceil((this.#until - this.#options.clock.monotonic()) / 1000);
    const wait = String(Math.max(0, left) + ASK_AFTER);
    const forPrograms = /^\/(admin\/api|ws)([/?]|$)/.test(request.url ?? "");
    const { product } = this.#options.config;
    response.writeHead(503, {
      ...COMMON_HEADERS,
      "content-type": forPrograms ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
      "content-security-policy": `${API_POLICY}; style-src 'unsafe-inline'`,
      "cache-control": "no-store",
      "retry-after": wait,
      ...(forPrograms ? {} : { refresh: wait }),
      connection: "close",
    });
    response.end(
      forPrograms
        ? JSON.stringify({ code: CODES.unavailable, message: texts.notStarting(product, this.#reason) })
        : pageOf(product, this.#reason),
    );
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function pageOf(product: string, reason: string): string {
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${texts.notStartingTitle(escaped(product))}</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 12vh auto 0; padding: 0 1.5rem; max-width: 38rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
.reason { padding: 0.75rem 1rem; border-left: 0.25rem solid #d0342c; background: color-mix(in srgb, currentColor 7%, transparent); overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>${texts.notStartingTitle(escaped(product))}</h1>
<p class="reason">${escaped(reason)}</p>
<p>${texts.retried(SERVED_FOR / 1000)}</p>
<p>${texts.moreOnDevice} <code>journalctl -u hubwart</code></p>
</main>
</body>
</html>
`;
}
