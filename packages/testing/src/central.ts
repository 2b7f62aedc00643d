/**
 * A central console of one's own as a process, with Debian's nats-server and PostgreSQL in a temporary folder.
 *
 *     const central = await startCentral();
 *     const code = await central.code({ name: "Hotel Nord" });
 *     await central.kill(); await central.restart();    // the same ports, what it knew
 *     await central.stop();
 */
import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { request } from "node:https";
import os from "node:os";
import path from "node:path";
import { freePort } from "./ports.ts";
import { startProcess, startRestarted } from "./process.ts";
import { repoRoot } from "./repo-root.ts";

export interface Bytes {
  status: number;
  body: Buffer;
  /** Of a file. */
  name: string;
  headers: IncomingHttpHeaders;
}

export interface TestCentral {
  /** `https://127.0.0.1:port` */
  readonly address: string;
  readonly natsPort: number;
  readonly folder: string;
  readonly pid: number;
  /** Of its first administrator. */
  readonly token: string;
  /** Below `/api`, as its first administrator. */
  call(
    method: "GET" | "POST",
    where: string,
    body?: object,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  /** What is below `/api`, without a token. */
  bytes(where: string): Promise<Bytes>;
  /** With which one hub joins. */
  code(site?: object): Promise<string>;
  /** Ends it as a power cut would, its programs with it. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const READY = /Zentrale: https/;

export async function startCentral(more: Record<string, string> = {}): Promise<TestCentral> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "central-"));
  // PostgreSQL goes through it under an account of its own.
  await chmod(folder, 0o711);
  const built = await builtCentral();
  const [httpPort, natsPort] = [await freePort(), await freePort()];
  const env = {
    HUBWART_CENTRAL_DATA_DIR: path.join(folder, "data"),
    HUBWART_CENTRAL_HTTP_PORT: String(httpPort),
    HUBWART_CENTRAL_NATS_PORT: String(natsPort),
    HUBWART_CENTRAL_ADDRESSES: "127.0.0.1,localhost",
    HUBWART_CENTRAL_STORE_GB: "1",
    ...more,
  };
  const run = () => startProcess(process.execPath, [path.join(built, "central.mjs")], { ready: READY, env });
  const { current, ...peer } = await startRestarted(run, folder);
  const token = (await readFile(path.join(folder, "data/first-token.txt"), "utf8")).trim();
  const call: TestCentral["call"] = async (method, where, body) => {
    const answer = await asked(httpPort, method, `/api${where}`, { token, ...(body && { body }) });
    return { ...answer, body: JSON.parse(answer.body.toString("utf8")) as Record<string, unknown> };
  };
  return {
    address: `https://127.0.0.1:${httpPort}`,
    natsPort,
    folder,
    token,
    get pid() {
      return current().pid;
    },
    call,
    bytes: (where) => asked(httpPort, "GET", `/api${where}`),
    async code(site = {}) {
      const answer = await call("POST", "/codes/create", { name: "Hotel Nord", ...site });
      return String(answer.body["join"]);
    },
    ...peer,
  };
}

/** Once a process, and into a folder of its own: another test may have a central running out of its files. */
let building: Promise<string> | undefined;

function builtCentral(): Promise<string> {
  building ??= (async () => {
    const { buildCentral } = (await import(path.join(repoRoot(), "scripts/build.mjs"))) as {
      buildCentral: (folder: string) => Promise<void>;
    };
    // The page of the central lies beside it, in dist/fleet.
    const folder = path.join(repoRoot(), "dist", `central-${process.pid}`);
    await removeLeft(path.dirname(folder));
    await buildCentral(folder);
    return folder;
  })();
  return building;
}

/** A worker of the tests ends without a word: its folder goes with the next that builds. */
async function removeLeft(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^central-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function asked(
  port: number,
  method: string,
  where: string,
  { body, token }: { body?: object; token?: string } = {},
) {
  return new Promise<Bytes>((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const outgoing = request(
      {
        host: "127.0.0.1",
        port,
        path: where,
        method,
        agent: false,
        rejectUnauthorized: false,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(text !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(text),
          }),
        },
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.once("error", reject);
        answer.once("end", () => {
          const name = /filename="([^"]*)"/.exec(answer.headers["content-disposition"] ?? "")?.[1] ?? "";
          const { headers, statusCode: status = 0 } = answer;
          resolve({ status, body: Buffer.concat(parts), name, headers });
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.end(text);
  });
}
