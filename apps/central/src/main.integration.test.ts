import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { freePort, type PeerProcess, startProcess } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const folder = useSharedFolder();
const root = path.resolve(import.meta.dirname, "../../..");
let entry = "";
let running: PeerProcess | undefined;

beforeAll(async () => {
  await chmod(folder(), 0o711);
  // Below the checkout: what is not bundled is looked for from there.
  const { buildCentral } = await import(path.join(root, "scripts/build.mjs"));
  entry = path.join(root, "dist", `central-test-${process.pid}`);
  await buildCentral(entry);
  return async () => {
    await promisify(execFile)("rm", ["-rf", entry]);
  };
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function environment(data?: string): Promise<Record<string, string>> {
  const made = data ?? (await mkdtemp(path.join(folder(), "data-")));
  await chmod(made, 0o711);
  return {
    HUBWART_CENTRAL_DATA_DIR: made,
    HUBWART_CENTRAL_HTTP_PORT: String(await freePort()),
    HUBWART_CENTRAL_NATS_PORT: String(await freePort()),
  };
}

const start = (env: Record<string, string>, ready = /Zentrale: https/) =>
  startProcess(process.execPath, [path.join(entry, "central.mjs")], { ready, env });

/** Those that name the folder in what started them. */
async function programsIn(data: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
  return stdout.split("\n").filter((line) => line.includes(data) && !line.includes("central.mjs"));
}

describe("the process of the central", () => {
  it("takes its programs with it when it is killed, and comes back with all it knew", async () => {
    const env = await environment();
    const data = env["HUBWART_CENTRAL_DATA_DIR"] ?? "";
    running = await start(env);
    expect(await programsIn(data)).toHaveLength(2);
    const token = await readFile(path.join(data, "first-token.txt"), "utf8");
    const keys = await readFile(path.join(data, "trust/keys.json"), "utf8");
    await running.stop("SIGKILL");
    await vi.waitFor(async () => expect(await programsIn(data)).toEqual([]), 5_000);
    running = await start(env);
    expect(running.output()).not.toContain("Zugang");
    expect(await readFile(path.join(data, "first-token.txt"), "utf8")).toBe(token);
    expect(await readFile(path.join(data, "trust/keys.json"), "utf8")).toBe(keys);
    await running.stop();
    expect(await programsIn(data)).toEqual([]);
  });

  it("says where a new first token lies once somebody at the machine asked for one", async () => {
    const env = await environment();
    const data = env["HUBWART_CENTRAL_DATA_DIR"] ?? "";
    running = await start(env);
    expect(running.output()).toContain(path.join(data, "first-token.txt"));
    await running.stop();
    running = await start(env);
    expect(running.output()).not.toContain("first-token");
    await running.stop();
    await writeFile(path.join(data, "new-first-token"), "");
    running = await start(env);
    expect(running.output()).toContain(path.join(data, "first-token.txt"));
    expect(await readdir(data)).not.toContain("new-first-token");
  });

  it("leaves the data to the central that has them, and says so", async () => {
    const env = await environment();
    const data = env["HUBWART_CENTRAL_DATA_DIR"] ?? "";
    running = await start(env);
    const before = await readFile(path.join(data, "nats/server.pem"), "utf8");
    await writeFile(path.join(data, "new-first-token"), "");
    await expect(start(await environment(data))).rejects.toThrow(
      `Mit den Daten in ${data} läuft schon eine Zentrale.`,
    );
    expect(await readFile(path.join(data, "nats/server.pem"), "utf8")).toBe(before);
    expect(await readdir(data)).toContain("new-first-token");
  });

  it("says in one line what is missing, and ends", async () => {
    const env = { ...(await environment()), PATH: "/nowhere" };
    const started = startProcess(
      "/usr/bin/env",
      [
        "unshare",
        "--mount",
        "sh",
        "-c",
        `mount -t tmpfs none /usr/sbin; exec "$0" "$1"`,
        process.execPath,
        path.join(entry, "central.mjs"),
      ],
      { env: { ...env, PATH: "/usr/bin:/bin" }, ready: /Zentrale: https/ },
    );
    await expect(started).rejects.toThrow("„apt-get install nats-server“");
  });

  it("starts no central with damaged keys, and leaves them as they are", async () => {
    const env = await environment();
    const file = path.join(env["HUBWART_CENTRAL_DATA_DIR"] ?? "", "trust/keys.json");
    running = await start(env);
    await running.stop();
    await promisify(execFile)("truncate", ["-s", "100", file]);
    const before = await readFile(file, "utf8");
    await expect(start(env)).rejects.toThrow("beschädigt");
    expect(await readFile(file, "utf8")).toBe(before);
  });

  it("names a variable that makes no sense", async () => {
    const env = await environment();
    await expect(start({ ...env, HUBWART_CENTRAL_NATS_PORT: "abc" })).rejects.toThrow(
      "HUBWART_CENTRAL_NATS_PORT",
    );
    await expect(start({ ...env, HUBWART_CENTRAL_ADDRESSES: "a b" })).rejects.toThrow(
      "HUBWART_CENTRAL_ADDRESSES",
    );
  });
});
