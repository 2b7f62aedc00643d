/**
 * The real appliance on a free port, in this process, with a hub that is away and no launcher.
 *
 *     const app = await startTestApp();
 *     const { status, body } = await app.post("/login", { pwd: "…" });
 *     await app.end();
 */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, dataLayout, MemoryLogSink, parseConfig, Scope, systemClock } from "@hubwart/core";
import { embeddedHost } from "@hubwart/host";
import { type AppParts, createApp } from "../app.ts";
import type { AppContext } from "../context.ts";
import type { Handlers } from "../http/handlers.ts";
import type { HttpsSide } from "../http/https.ts";
import { createHubLink, type HubConnection } from "../hub-link.ts";
import { type ForkChannel, launcherLink } from "../launcher-link.ts";
import type { DeviceCertificate } from "../platform/tls/certificate.ts";
import type { ServedCertificate } from "../platform/tls/served.ts";
import { quickHasher } from "./quick-hasher.ts";

export const PASSWORD = "Ein gutes Passwort 1!";

export interface TestAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
  text: string;
}

export interface TestApp {
  /** Without a slash at the end. */
  origin: string;
  dataDir: string;
  context: AppContext;
  handlers: Handlers;
  /** The device's own; not started. */
  certificate: DeviceCertificate;
  /** What listeners use; https listens from the first one on. */
  served: ServedCertificate;
  https: HttpsSide;
  log: MemoryLogSink;
  /** Messages to the launcher. */
  sent: unknown[];
  /** Below /admin/api. */
  get(path: string, token?: string, headers?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body: unknown, token?: string, headers?: Record<string, string>): Promise<TestAnswer>;
  /** A file as a form's field (`newfile` unless told), after other fields. */
  upload(
    path: string,
    file: { name: string; content: string | Uint8Array; field?: string; fields?: Record<string, string> },
    token: string,
  ): Promise<TestAnswer>;
  /** Sets the first password and returns the token. */
  setUp(): Promise<string>;
  /** Ends the appliance; `keep` leaves its data for another start. */
  end(keep?: boolean): Promise<void>;
}

const AWAY: HubConnection = {
  connected: false,
  request: () => Promise.reject(new Error("the hub is away")),
  onEvent: () => undefined,
  onConnected: () => undefined,
};

export interface TestOptions extends Partial<AppParts> {
  dataDir?: string;
  /** A launcher takes the messages. */
  launched?: boolean;
  hubConnection?: HubConnection;
}

export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "hubwart-test-")));
  const config = parseConfig({
    HUBWART_DATA_DIR: dataDir,
    HUBWART_HTTP_PORT: "0",
    HUBWART_HTTPS_PORT: "0",
    HUBWART_CONTAINER_ENGINE: "none",
  });
  const layout = dataLayout(dataDir);
  const consoleDir = path.join(dataDir, "console");
  for (const folder of [layout.run, layout.logs, consoleDir]) await mkdir(folder, { recursive: true });
  const scope = new Scope();
  const sink = new MemoryLogSink();
  const log = createLogger("system", "test", sink);
  const sent: unknown[] = [];
  const channel: ForkChannel = {
    connected: options.launched ?? false,
    send: (message) => sent.push(message),
    on: () => undefined,
  };
  const { context, server, handlers, certificate, served, https } = await createApp({
    config,
    layout,
    clock: systemClock,
    log,
    sink,
    host: await embeddedHost({ dataDir, file: layout.hostSettings, restart: () => undefined }),
    hub: createHubLink(options.hubConnection ?? AWAY, scope, log),
    launcher: launcherLink(channel),
    issuer: async (order) => (await import("../platform/tls/issue.ts")).issue(order),
    scope,
    consoleDir,
    childrenDir: consoleDir,
    hasher: quickHasher,
    ...options,
  });
  const origin = (await server.listen({ host: "127.0.0.1", port: 0 })).replace(/\/$/, "");
  const call = async (path: string, init: RequestInit, token?: string): Promise<TestAnswer> => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
    const response = await fetch(`${origin}/admin/api${path}`, { ...init, headers });
    const text = await response.text();
    const json = response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : {};
    return { status: response.status, headers: response.headers, body: json, text };
  };
  const app: TestApp = {
    origin,
    dataDir,
    context,
    handlers,
    certificate,
    served,
    https,
    log: sink,
    sent,
    get: (path, token, headers = {}) => call(path, { headers }, token),
    post: (path, body, token, headers = {}) =>
      call(
        path,
        {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: typeof body === "string" ? body : JSON.stringify(body),
        },
        token,
      ),
    upload: (path, { content, field: into = "newfile", fields = {}, name }, token) => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set(into, new Blob([typeof content === "string" ? content : new Uint8Array(content)]), name);
      return call(path, { method: "POST", body: form }, token);
    },
    setUp: async () => String((await app.post("/set_init_pwd", { pwd: PASSWORD })).body["token"]),
    end: async (keep = false) => {
      await scope.end();
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
  return app;
}
