/** Certificates of the appliance as its own process: first start, kills in between, the port that people are sent to. */
import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { descendants, freePort, ready, waitFor } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";

const run = promisify(execFile);
let built: BuiltChildren;
const dataDir = useFolder();
let port: number;
let child: ChildProcess | undefined;

beforeAll(async () => {
  built = await buildChildren({
    appliance: "apps/appliance/src/main.ts",
    "certificate-child": "apps/appliance/src/platform/tls/certificate-child.ts",
  });
});
afterAll(() => built.remove());
beforeEach(async () => {
  port = await freePort();
});
afterEach(async () => {
  child?.kill("SIGKILL");
});

async function start(env: Record<string, string> = {}): Promise<{ process: ChildProcess; http: string }> {
  const process_ = fork(path.join(built.folder, "appliance.mjs"), [], {
    env: {
      PATH: process.env["PATH"],
      HUBWART_DATA_DIR: dataDir(),
      HUBWART_HTTP_PORT: "0",
      HUBWART_HTTPS_PORT: String(port),
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  child = process_;
  return { process: process_, http: await ready(process_) };
}

async function killed(process_: ChildProcess): Promise<void> {
  process_.kill("SIGKILL");
  await once(process_, "exit");
}

const file = (name: string) => path.join(dataDir(), "tls", name);

/** What curl gets over https with the device's own root, followed to wherever it is sent. */
async function curl(address: string, ...more: string[]): Promise<string> {
  const args = ["-sS", "--noproxy", "*", "--cacert", file("authority.pem"), ...more, address];
  return (await run("curl", args)).stdout;
}

const answers = (host = "127.0.0.1") =>
  waitFor(async () => (await curl(`https://${host}:${port}/admin/api/info`)).startsWith('{"code":0'), {
    what: "https",
    interval: 20,
  });

const rootOf = async () =>
  (await readFile(file("authority.pem"), "utf8")).split("-----BEGIN CERTIFICATE-----")[1];

describe("the appliance process", () => {
  it("has certificates soon after its first start, and nothing left of their making", async () => {
    const { process: process_ } = await start();
    await answers();
    await waitFor(async () => (await descendants(process_.pid ?? 0)).length === 0, {
      what: "the child's end",
    });
    expect((await readdir(path.join(dataDir(), "tls"))).toSorted()).toEqual(["authority.pem", "server.pem"]);
  });

  it("ends at once while they are made", async () => {
    const { process: process_ } = await start();
    const children = await descendants(process_.pid ?? 0);
    process_.kill("SIGTERM");
    expect(await once(process_, "exit")).toEqual([0, null]);
    for (const pid of children) {
      await waitFor(
        () => {
          try {
            return !process.kill(pid, 0);
          } catch {
            return true;
          }
        },
        { what: "the child's end" },
      );
    }
  });

  it("comes back with whole certificates wherever it is killed, and keeps a root once there is one", async () => {
    const roots = new Set<string | undefined>();
    for (const after of [0, 60, 120, 180, 240, 300]) {
      await rm(path.join(dataDir(), "tls"), { recursive: true, force: true });
      const { process: first } = await start();
      await new Promise((resolve) => setTimeout(resolve, after));
      await killed(first);
      const before = await rootOf().catch(() => undefined);
      const { process: second } = await start();
      await answers();
      if (before !== undefined) expect(await rootOf()).toBe(before);
      roots.add(await rootOf());
      await killed(second);
    }
    expect(roots.size).toBe(6);
  });

  it("sends people from http to https, but for the public files and what the device asks itself", async () => {
    const address = Object.values(os.networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4")?.address;
    if (address === undefined) throw new Error("needs a network interface besides the loopback");
    const { http } = await start({ HUBWART_BIND: "0.0.0.0", HUBWART_HTTPS_REDIRECT: "on" });
    await answers();
    const plain = `${address}:${new URL(http).port}`;
    const asked = ["-o", "/dev/null", "-w", "%{http_code} %{redirect_url}"];
    expect(await curl(`http://${plain}/anmelden?x=1`, ...asked)).toBe(
      `308 https://${address}:${port}/anmelden?x=1`,
    );
    expect(await curl(`http://${plain}/`, "-H", "Host: boese.example", ...asked)).toBe("421 ");
    expect(await curl(`http://${plain}/opt/nichts`, ...asked)).toBe("404 ");
    const followed = [
      "-L",
      "-X",
      "POST",
      "-H",
      "content-type: application/json",
      "-d",
      '{"pwd":"Passwort 123"}',
    ];
    expect(await curl(`http://${plain}/admin/api/set_init_pwd`, ...followed)).toContain('"token"');
    expect(await curl(`http://127.0.0.1:${new URL(http).port}/admin/api/info`)).toContain('"code":0');
    const head = await curl(`http://${plain}/`, "-D", "-", "-o", "/dev/null");
    expect(head).toMatch(/cache-control: no-store/i);
    expect(head).not.toMatch(/strict-transport-security/i);
  });
});
