import { execFile } from "node:child_process";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { Scope } from "@hubwart/core";
import { verifyLicense } from "@hubwart/license";
import { repoRoot } from "@hubwart/testing";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readArguments, runCommand } from "./command-line.ts";
import { serve } from "./serve.ts";
import { texts } from "./texts.ts";
import { UsageError } from "./usage-error.ts";

const DEVICE = "ab".repeat(32);
const OTHER = "cd".repeat(32);

const folder = useFolder();
let scope = new Scope();
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

const run = (...args: string[]) => {
  const { positionals, values } = readArguments(args);
  return runCommand(folder(), positionals, values);
};
const start = (development = false) =>
  serve({ folder: folder(), bind: "127.0.0.1", port: 0, development, logLevel: "error" }, scope);

async function post(url: string, body: unknown) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
async function status(url: string, license?: string) {
  const headers = license === undefined ? {} : { authorization: `Bearer ${license}` };
  return (await fetch(url, { headers })).status;
}

describe("the licence service", () => {
  it("keeps its files to itself, also a database that others could read", async () => {
    await writeFile(path.join(folder(), "licenses.db"), "", { mode: 0o644 });
    await start(true);
    for (const name of await readdir(folder())) {
      expect([name, (await stat(path.join(folder(), name))).mode & 0o077]).toEqual([name, 0]);
    }
  });

  it("issues a key on the command line and activates it for one device over HTTP", async () => {
    const trusted: unknown = JSON.parse(await run("key", "create"));
    const key = (
      await run("license", "issue", "--name", "Müller", "--days", "10", "--meta", "Art=Test=1")
    ).trim();
    expect(key).toMatch(/^([0-9A-Z]{5}-){4}[0-9A-Z]{5}$/);
    const base = await start();

    const first = await post(`${base}/v1/licenses/activate`, { key, fingerprint: DEVICE });
    expect(first.status).toBe(200);
    const verdict = verifyLicense(first.body.license, {
      trustedKeys: [trusted as { kid: string; x: string }],
      fingerprint: DEVICE,
      now: Date.now(),
    });
    expect(verdict).toMatchObject({ valid: true, key, name: "Müller", meta: { Art: "Test=1" } });
    expect(Date.parse(verdict.expiry ?? "")).toBeGreaterThan(Date.now() + 9.9 * 86_400_000);

    const typed = key.toLowerCase().replaceAll("-", " ");
    expect((await post(`${base}/v1/licenses/activate`, { key: typed, fingerprint: DEVICE })).status).toBe(
      200,
    );
    const second = await post(`${base}/v1/licenses/activate`, { key, fingerprint: OTHER });
    expect(second).toMatchObject({ status: 409, body: { error: "other_device" } });

    for (const service of ["licenses", "updates"]) {
      expect(await status(`${base}/v1/${service}/status`, first.body.license)).toBe(200);
      expect(await status(`${base}/v1/${service}/status`, `${first.body.license}x`)).toBe(401);
      expect(await status(`${base}/v1/${service}/status`)).toBe(401);
    }
    expect(await run("license", "list")).toContain("aktiviert");
    await run("license", "extend", key, "--days", "5");
    const longer = await post(`${base}/v1/licenses/activate`, { key, fingerprint: DEVICE });
    expect(longer.body.license).not.toBe(first.body.license);
    await run("license", "revoke", key);
    expect(await status(`${base}/v1/updates/status`, first.body.license)).toBe(401);
    expect(await post(`${base}/v1/licenses/activate`, { key, fingerprint: DEVICE })).toMatchObject({
      status: 403,
      body: { error: "refused" },
    });
  });

  it("refuses what it does not know or cannot read, with a clear error", async () => {
    await run("key", "create");
    const base = await start();
    const url = `${base}/v1/licenses/activate`;
    expect(await post(url, { key: "AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", fingerprint: DEVICE })).toMatchObject({
      status: 404,
      body: { error: "unknown_key", message: "Dieser Lizenzschlüssel ist nicht bekannt." },
    });
    for (const body of [
      "{",
      "[]",
      { key: "x" },
      { key: "x", fingerprint: "x" },
      { key: 1, fingerprint: DEVICE },
    ]) {
      expect((await post(url, body)).status).toBe(400);
    }
    expect((await post(url, { key: "x".repeat(10_000), fingerprint: DEVICE })).status).toBe(413);
    expect((await post(`${base}/v1/licenses/trial`, { fingerprint: DEVICE })).status).toBe(404);
    expect((await fetch(`${base}/health`)).status).toBe(200);
    expect((await fetch(`${base}/nothing`)).status).toBe(404);
  });

  it("gives development licences only when embedded, with a key of its own that it keeps", async () => {
    const base = await start(true);
    const trial = await post(`${base}/v1/licenses/trial`, { fingerprint: DEVICE });
    const trusted = JSON.parse(await readFile(path.join(folder(), "development-key.json"), "utf8"));
    const verdict = verifyLicense(trial.body.license, {
      trustedKeys: [trusted],
      fingerprint: DEVICE,
      now: Date.now() + 29 * 86_400_000,
    });
    expect(verdict).toMatchObject({ valid: true, meta: { Art: "Entwicklung" } });
    expect((await stat(path.join(folder(), "signing-key.json"))).mode & 0o777).toBe(0o600);
    await scope.end();
    scope = new Scope();
    const again = await start(true);
    expect(await status(`${again}/v1/licenses/status`, trial.body.license)).toBe(200);
  });

  it("never serves without a key, never replaces one, and stores no licence key in clear", async () => {
    await expect(start()).rejects.toThrow("key create");
    await run("key", "create");
    await expect(run("key", "create")).rejects.toThrow(UsageError);
    const key = (await run("license", "issue", "--name", "A", "--days", "1")).trim();
    expect((await readFile(path.join(folder(), "licenses.db"))).includes(key)).toBe(false);
    expect(await run("license", "list")).not.toContain(key);
    for (const bad of [
      ["license", "issue", "--name", "A", "--days", "0"],
      ["license"],
      ["x"],
      ["license", "issue", "--days", "1"],
    ]) {
      await expect(run(...bad)).rejects.toThrow(UsageError);
    }
  });
});

it("says how it is used, whatever else was typed", async () => {
  const program = path.join(repoRoot(), "apps/vendor/bin/hubwart-vendor.mjs");
  for (const args of [["--help"], ["-h"], ["help"], ["license", "issue", "--help"]]) {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
      env: { ...process.env, HUBWART_HTTP_PORT: "x" },
    });
    expect([args, stdout]).toEqual([args, texts.usage]);
  }
});
