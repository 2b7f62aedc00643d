/**
 * snap7 in both roles: an implementation of S7 communication that is not ours.
 *
 *     const cpu = await startSnap7({ db: { 10: Buffer.alloc(64) }, m: Buffer.alloc(16), pdu: 240 });
 *     cpu.port; await cpu.read("db", 10, 0, 4); await cpu.kill(); await cpu.restart(); await cpu.stop();
 *
 * node-snap7 is native code and no part of `npm ci`: it is installed and compiled into a cache folder when it
 * is missing there (g++, make; about 20 s once per machine). HUBWART_TEST_CACHE names another folder.
 */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { compiledModule } from "./module-cache.ts";
import { freePort } from "./ports.ts";
import { startProcess } from "./process.ts";
import { repoRoot } from "./repo-root.ts";

const VERSION = "1.0.9";
const run = promisify(execFile);

export interface Snap7Options {
  /** By number. */
  db?: Record<number, Buffer>;
  m?: Buffer;
  i?: Buffer;
  q?: Buffer;
  t?: Buffer;
  c?: Buffer;
  /** Largest PDU that is granted. */
  pdu?: number;
  port?: number;
}

type AreaName = "db" | "m" | "i" | "q" | "t" | "c";

export interface Snap7 {
  readonly port: number;
  /** Read by snap7's client; `size` in bytes, of timers and counters their number. */
  read(area: AreaName, db: number, start: number, size: number): Promise<Buffer>;
  write(area: AreaName, db: number, start: number, bytes: Buffer): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** On the same port, with the values of the beginning. */
  restart(): Promise<void>;
}

const SERVER_CODES: Record<AreaName, number> = { i: 0, q: 1, m: 2, c: 3, t: 4, db: 5 };
const CLIENT_CODES: Record<AreaName, number> = { i: 0x81, q: 0x82, m: 0x83, db: 0x84, c: 0x1c, t: 0x1d };

export async function startSnap7(options: Snap7Options): Promise<Snap7> {
  const env = { SNAP7_MODULE: await compiledModule("node-snap7", VERSION) };
  const port = options.port ?? (await freePort());
  const { db = {}, i, m, pdu, q, t, c } = options;
  const areas = [
    ...Object.entries(db).map(([index, bytes]) => area("db", bytes, Number(index))),
    ...Object.entries({ i, m, q, t, c }).flatMap(([name, bytes]) =>
      bytes ? [area(name as AreaName, bytes, 0)] : [],
    ),
  ];
  const start = () =>
    startProcess(process.execPath, [script("server.cjs"), JSON.stringify({ port, pdu, areas })], {
      ready: /^ready$/m,
      env,
    });
  const calls = async (list: object[]) => {
    const { stdout } = await run(
      process.execPath,
      [script("client.cjs"), JSON.stringify({ port, calls: list })],
      {
        env: { ...process.env, ...env },
        timeout: 30_000,
      },
    );
    return JSON.parse(stdout) as unknown[];
  };
  let current = await start();
  return {
    port,
    async read(name, index, from, size) {
      const [answer] = await calls([{ area: CLIENT_CODES[name], db: index, start: from, size }]);
      return Buffer.from(String(answer), "base64");
    },
    async write(name, index, from, bytes) {
      const size = name === "t" || name === "c" ? bytes.length / 2 : bytes.length;
      await calls([
        { area: CLIENT_CODES[name], db: index, start: from, size, bytes: bytes.toString("base64") },
      ]);
    },
    stop: () => current.stop(),
    kill: () => current.stop("SIGKILL"),
    async restart() {
      await current.stop();
      current = await start();
    },
  };
}

function area(name: AreaName, bytes: Buffer, index: number) {
  return { code: SERVER_CODES[name], index, bytes: bytes.toString("base64") };
}

function script(name: string): string {
  return path.join(repoRoot(), "packages/testing/snap7", name);
}
