/** The device's side of licensing against the real service as a process, over HTTP. */

import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createLogger, dataLayout, MemoryLogSink, ResultError, Scope, systemClock } from "@hubwart/core";
import { trustedKeys } from "@hubwart/license";
import { freePort, type PeerProcess, startProcess } from "@hubwart/testing";
import { useSharedFolder } from "@hubwart/testing/folder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serviceProbe } from "../../platform/vendor/service-probe.ts";
import { type BuiltChildren, buildChildren } from "../../testing/children.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";
import { testJobs } from "../../testing/test-jobs.ts";
import { createLicenseServer } from "./license-server.ts";
import { LicenseService } from "./service.ts";

const run = promisify(execFile);
const DEVICE = "ab".repeat(32);

const folder = useSharedFolder();
let vendor: PeerProcess;
let base = "";
let children: BuiltChildren;
const scope = new Scope();
const hub = new ScriptedHub();
const restarts: number[] = [];

beforeAll(async () => {
  children = await buildChildren({ vendor: "apps/vendor/src/main.ts" });
  const port = await freePort();
  vendor = await startProcess(process.execPath, [path.join(children.folder, "vendor.mjs")], {
    ready: /http:/,
    env: { HUBWART_DATA_DIR: folder(), HUBWART_EMBEDDED_VENDOR: "on", HUBWART_VENDOR_PORT: String(port) },
  });
  base = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await scope.end();
  await vendor.stop();
  await children.remove();
});

const command = async (...args: string[]) =>
  (
    await run(process.execPath, [path.join(children.folder, "vendor.mjs"), ...args], {
      env: { HUBWART_DATA_DIR: folder() },
    })
  ).stdout.trim();

async function start(url: string) {
  const layout = dataLayout(folder());
  // This code does not run from a development build, so the key is read here.
  const development = JSON.parse(await readFile(path.join(layout.vendor, "development-key.json"), "utf8"));
  return await LicenseService.start({
    layout,
    clock: systemClock,
    scope,
    log: createLogger("system", "license", new MemoryLogSink()),
    server: createLicenseServer(url),
    hub,
    jobs: testJobs(await mkdtemp(path.join(folder(), "jobs-")), systemClock, scope),
    restartHub: (reason) => restarts.push(reason),
    embeddedVendor: true,
    trustedKeys: async () => [...(await trustedKeys(layout, true)), development],
    fingerprint: () => Promise.resolve(DEVICE),
  });
}

async function code(promise: Promise<unknown>): Promise<number | undefined> {
  const error: unknown = await promise.catch((e: unknown) => e);
  return error instanceof ResultError ? error.code : undefined;
}

describe("a device and its manufacturer", () => {
  it("gets a development licence by itself, is accepted by the services, and changes to a bought key", async () => {
    const service = await start(base);
    while (!service.verdict().valid) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(service.verdict().meta).toMatchObject({ Art: "Entwicklung" });
    const layout = dataLayout(folder());
    expect(await serviceProbe(base, "licenses", layout)?.()).toBe(200);
    expect(await serviceProbe(`${base}/`, "updates", layout)?.()).toBe(200);
    expect(await serviceProbe(base, "updates", dataLayout(path.join(folder(), "other")))?.()).toBe(401);

    const key = await command(
      "license",
      "issue",
      "--name",
      "Müller GmbH",
      "--days",
      "400",
      "--meta",
      "Art=Voll",
    );
    expect(await service.upload(key.toLowerCase())).toMatchObject({ changed: true });
    expect(service.verdict()).toMatchObject({ valid: true, name: "Müller GmbH", key, meta: { Art: "Voll" } });
    expect(restarts).toEqual([1004]);
    expect(await code(service.upload("AAAAA-AAAAA-AAAAA-AAAAA-AAAAA"))).toBe(1301);
    await command("license", "revoke", key);
    expect(await code(service.renew())).toBe(1303);
    expect(service.verdict().valid).toBe(true);
    expect(await serviceProbe(base, "updates", layout)?.()).toBe(401);
  });

  it("says that the service is not reached, and keeps the licence", async () => {
    const service = await start(`http://127.0.0.1:${await freePort()}`);
    expect(await code(service.renew())).toBe(1302);
    expect(await code(service.upload("BBBBB-BBBBB-BBBBB-BBBBB-BBBBB"))).toBe(1302);
    expect(service.verdict().valid).toBe(true);
    const nowhere = serviceProbe(`http://127.0.0.1:${await freePort()}`, "licenses", dataLayout(folder()));
    await expect(nowhere?.()).rejects.toThrow("ECONNREFUSED");
    expect(serviceProbe(undefined, "licenses", dataLayout(folder()))).toBeUndefined();
  });
});
