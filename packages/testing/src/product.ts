/**
 * The whole product as a process tree, for tests and benchmarks: the built launcher on free ports with a
 * data directory of its own.
 *
 *     const product = await startProduct();
 *     await product.api.post("/set_init_pwd", { pwd: "…" });
 *     await product.stop();
 *
 * Needs `npm run build` before. Everything started is ended by `stop`, also after a crash of the launcher.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ApiClient } from "./api-client.ts";
import { freePort } from "./ports.ts";
import { descendants } from "./process-tree.ts";
import { repoRoot } from "./repo-root.ts";

export interface Product {
  /** Address of the console, without a trailing slash. */
  readonly url: string;
  /** The same over TLS. */
  readonly httpsUrl: string;
  readonly dataDir: string;
  readonly api: ApiClient;
  readonly launcher: ChildProcess;
  /** Everything the launcher wrote to its terminal so far. */
  output(): string;
  /** Ends everything by SIGTERM and waits; removes the data directory unless it was given. */
  stop(): Promise<void>;
}

export interface ProductOptions {
  /** Kept after `stop`; a temporary one otherwise. */
  dataDir?: string;
  httpPort?: number;
  env?: Record<string, string>;
  /** Runs the vendor service inside, so that a trial licence is there. Default true. */
  vendor?: boolean;
  /** As `npm start` starts it: `launcher` is then what watches over it. */
  guarded?: boolean;
  /** What starts it, before its own command, and the address at which it is reached then: another network namespace. */
  within?: { command: readonly string[]; address: string };
  /** How often the first answer is looked for, ms. Default 50. */
  pollInterval?: number;
}

export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(os.tmpdir(), "hubwart-")));
  const port = options.httpPort ?? (await freePort());
  const { address, command } = options.within ?? { address: "127.0.0.1", command: [] };
  const url = `http://${address}:${port}`;
  const httpsPort = await freePort();
  const env: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    LANG: "C.UTF-8",
    HUBWART_DATA_DIR: dataDir,
    ...(options.within ? { HUBWART_BIND: "0.0.0.0" } : {}),
    HUBWART_HTTP_PORT: String(port),
    HUBWART_HTTPS_PORT: String(httpsPort),
    HUBWART_VENDOR_PORT: String(await freePort()),
    HUBWART_EMBEDDED_VENDOR: options.vendor === false ? "off" : "on",
    ...options.env,
  };
  const entry = options.guarded ? "guard" : "launcher";
  const [file, ...args] = [...command, process.execPath, path.join(repoRoot(), `dist/server/${entry}.mjs`)];
  const launcher = spawn(file, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [launcher.stdout, launcher.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
    });
  }
  const exited = new Promise<void>((resolve) => launcher.once("exit", () => resolve()));
  const product: Product = {
    url,
    httpsUrl: `https://${address}:${httpsPort}`,
    dataDir,
    api: new ApiClient(url),
    launcher,
    output: () => output,
    async stop() {
      const tree = launcher.pid === undefined ? [] : await descendants(launcher.pid);
      if (launcher.exitCode === null && launcher.signalCode === null) launcher.kill("SIGTERM");
      const force = setTimeout(() => launcher.kill("SIGKILL"), 15_000);
      await exited;
      clearTimeout(force);
      for (const pid of tree) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {
          // It has ended by itself, as it should.
        }
      }
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await waitFor(async () => (await fetch(`${url}/admin/api/info`)).ok, {
      what: "the appliance to answer",
      detail: () => output,
      // On a crowded machine a start takes its time.
      timeout: 120_000,
      interval: options.pollInterval ?? 50,
    });
  } catch (error) {
    await product.stop();
    throw error;
  }
  return product;
}

/** Polls until `check` is true; a thrown error counts as "not yet". Fails with what was waited for. */
export async function waitFor(
  check: () => boolean | Promise<boolean>,
  options: { what: string; timeout?: number; interval?: number; detail?: () => string },
): Promise<void> {
  const end = performance.now() + (options.timeout ?? 20_000);
  let last: unknown;
  for (;;) {
    try {
      if (await check()) return;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) {
      const detail = options.detail?.() ?? "";
      throw new Error(`waited in vain for ${options.what}${detail ? `\n${detail}` : ""}`, { cause: last });
    }
    await new Promise((resolve) => setTimeout(resolve, options.interval ?? 50));
  }
}
