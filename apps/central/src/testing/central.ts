/**
 * A central of one's own, with a real nats-server and PostgreSQL in a temporary folder.
 *
 *     const central = await startTestCentral(folder());
 *     const identity = await central.join();
 *     await central.stop();
 */
import { chmod, readFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, MemoryLogSink, Scope, systemClock, tlsPeer } from "@hubwart/core";
import { ask } from "@hubwart/core/http";
import { answerNonce, CENTRAL_PREFIX, keyFromPem, newKey } from "@hubwart/fleet";
import { joinCentral } from "@hubwart/fleet/join";
import type { Identity } from "@hubwart/fleet/uplink";
import { freePort, repoRoot } from "@hubwart/testing";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { ownPass } from "../bus/account.ts";
import { startCentral } from "../central.ts";
import { type CentralConfig, parseCentralConfig } from "../config.ts";

export interface Told {
  status: number;
  body: Record<string, unknown>;
}

export interface Built {
  /** Folder of a built page. */
  pageDir?: string;
  /** In place of what the defaults say. */
  more?: Partial<CentralConfig>;
}

export class TestCentral {
  readonly folder: string;
  readonly natsPort: number;
  readonly #httpPort: number;
  readonly #more: Partial<CentralConfig>;
  readonly sink = new MemoryLogSink();
  readonly #pageDir: string;
  #scope = new Scope();
  token = "";

  constructor(folder: string, natsPort: number, httpPort: number, { pageDir, more }: Built) {
    this.#pageDir = pageDir ?? "/nowhere";
    this.#more = more ?? {};
    this.folder = folder;
    this.natsPort = natsPort;
    this.#httpPort = httpPort;
  }

  get address(): string {
    return `https://127.0.0.1:${this.#httpPort}`;
  }

  async start(): Promise<void> {
    this.#scope = new Scope();
    const config = parseCentralConfig({
      HUBWART_CENTRAL_DATA_DIR: path.join(this.folder, "central"),
      HUBWART_CENTRAL_NATS_PORT: String(this.natsPort),
      HUBWART_CENTRAL_HTTP_PORT: String(this.#httpPort),
      HUBWART_CENTRAL_STORE_GB: "1",
      HUBWART_CENTRAL_ADDRESSES: "127.0.0.1,localhost",
    });
    const log = createLogger("central", "test", this.sink);
    const { firstToken } = await startCentral({
      config: { ...config, ...this.#more },
      pageDir: this.#pageDir,
      childrenDir: path.join(repoRoot(), "dist/server"),
      clock: systemClock,
      log,
      scope: this.#scope,
    });
    if (firstToken !== undefined) this.token = (await readFile(firstToken, "utf8")).trim();
  }

  stop(): Promise<void> {
    return this.#scope.end();
  }

  /** The answer to a call below `/api`. */
  async call(method: "GET" | "POST", where: string, body?: object, token = this.token): Promise<Told> {
    const { status, body: bytes } = await ask({
      tls: true,
      to: {
        host: "127.0.0.1",
        port: this.#httpPort,
        path: CENTRAL_PREFIX + where,
        ...tlsPeer({ host: "127.0.0.1", verify: false }),
      },
      method,
      headers: {
        ...(token !== "" && { authorization: `Bearer ${token}` }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      within: 10_000,
      most: 8 * 1024 * 1024,
    });
    return { status, body: JSON.parse(bytes.toString("utf8")) as Record<string, unknown> };
  }

  async code(site: object = {}): Promise<string> {
    const { body } = await this.call("POST", "/codes/create", { name: "Hotel Nord", ...site });
    return String(body["join"]);
  }

  /** A hub that joins. */
  async join(site: object = {}): Promise<Identity> {
    return await joinCentral({
      address: this.address,
      code: await this.code(site),
      name: "hub",
      version: "0.0.0",
    });
  }
}

/** A connection with every right in the main customer's account, as the central itself has it. @param by certificate of any hub */
export async function connectAsCentral({ folder }: TestCentral, by: Identity): Promise<NatsConnection> {
  const keys = JSON.parse(await readFile(path.join(folder, "central/trust/keys.json"), "utf8"));
  const own = newKey();
  return await connect({
    servers: by.servers,
    tls: { ca: by.authority, cert: by.certificate, key: by.key },
    authenticator: answerNonce(ownPass(keyFromPem(keys.customers.main), own, Date.now()), own),
  });
}

export async function startTestCentral(folder: string, built: Built = {}): Promise<TestCentral> {
  // PostgreSQL goes through it under an account of its own.
  await chmod(folder, 0o711);
  const central = new TestCentral(folder, await freePort(), await freePort(), built);
  await central.start();
  return central;
}
