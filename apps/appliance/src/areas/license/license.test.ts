import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { createLogger, dataLayout, ManualClock, MemoryLogSink, ResultError, Scope } from "@hubwart/core";
import type { HubStatus } from "@hubwart/ipc";
import { type LicenseClaims, storeTime } from "@hubwart/license";
import { createSigningKey, publicHalf, signLicense } from "@hubwart/license/sign";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HubLink } from "../../hub-link.ts";
import { testJobs } from "../../testing/test-jobs.ts";
import { licenseFindings } from "./findings.ts";
import type { LicenseServer } from "./license-server.ts";
import { LicenseService } from "./service.ts";

const DAY = 86_400_000;
const DEVICE = "ab".repeat(32);
const START = Date.parse("2026-11-01T00:00:00Z");
const signer = createSigningKey(new Date(START));

const folder = useFolder();
let scope = new Scope();
beforeEach(() => {
  scope = new Scope();
});
afterEach(() => scope.end());

function claims(key: string, over: Partial<LicenseClaims> = {}): LicenseClaims {
  const expiry = new Date(START + 100 * DAY).toISOString();
  const issued = new Date(START).toISOString();
  return { key, name: "Müller", fingerprint: DEVICE, expiry, issued, meta: {}, ...over };
}

class ScriptedServer implements LicenseServer {
  answers: (string | ResultError)[] = [];
  asked: string[] = [];
  #next(what: string): Promise<string> {
    this.asked.push(what);
    const answer = this.answers.shift();
    if (answer === undefined) throw new Error(`nobody scripted ${what}`);
    return answer instanceof ResultError ? Promise.reject(answer) : Promise.resolve(answer);
  }
  activate(key: string): Promise<string> {
    return this.#next(key);
  }
  development(): Promise<string> {
    return this.#next("development");
  }
}

async function setup(options: { embeddedVendor?: boolean; fingerprint?: string | undefined } = {}) {
  const layout = dataLayout(folder());
  const clock = new ManualClock(START);
  const server = new ScriptedServer();
  const restarts: number[] = [];
  const told: string[] = [];
  let onStatus: (status: HubStatus) => void = () => undefined;
  const hub = {
    connected: true,
    request: (name: string) => {
      told.push(name);
      return Promise.resolve({} as never);
    },
    on: (_event: string, handler: typeof onStatus) => {
      onStatus = handler;
      return () => undefined;
    },
  } as unknown as HubLink;
  const fingerprint = "fingerprint" in options ? options.fingerprint : DEVICE;
  const start = () =>
    LicenseService.start({
      layout,
      clock,
      scope,
      server,
      hub,
      jobs: testJobs(folder(), clock, scope),
      log: createLogger("system", "license", new MemoryLogSink()),
      restartHub: (reason) => restarts.push(reason),
      embeddedVendor: options.embeddedVendor ?? false,
      trustedKeys: () => Promise.resolve([publicHalf(signer)]),
      fingerprint: () => Promise.resolve(fingerprint),
    });
  return {
    layout,
    clock,
    server,
    restarts,
    told,
    start,
    status: (s: Partial<HubStatus>) => onStatus(s as HubStatus),
  };
}

/** Lets file work that a timer or a promise began come to its end. */
async function settle(until: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !until(); i += 1) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(until()).toBe(true);
}

async function code(promise: Promise<unknown>): Promise<number> {
  const error: unknown = await promise.catch((e: unknown) => e);
  if (!(error instanceof ResultError)) throw new Error(`not a result: ${String(error)}`);
  return error.code;
}

describe("LicenseService", () => {
  it("activates a key, stores it and restarts the hub, but only if it changed", async () => {
    const { server, restarts, start, layout } = await setup();
    const service = await start();
    expect(service.verdict()).toMatchObject({ valid: false, code: 1 });
    server.answers = [signLicense(claims("AB-1"), signer)];
    expect(await service.upload(" AB-1 ")).toEqual({ changed: true, before: "", after: "**-*" });
    expect(service.verdict()).toMatchObject({ valid: true, name: "Müller", key: "AB-1" });
    expect(restarts).toEqual([1004]);
    expect(["ab1", " A B-1 ", "AB-2", ""].map((key) => service.inUse(key))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(await service.upload("ab1")).toMatchObject({ changed: false });
    expect(server.asked).toEqual(["AB-1"]);
    expect(restarts).toEqual([1004]);
    expect((await readFile(layout.licenseFile, "utf8")).split(".")).toHaveLength(3);
  });

  it("keeps the licence in use whatever goes wrong with the next one", async () => {
    const { server, restarts, start, layout } = await setup();
    const service = await start();
    server.answers = [signLicense(claims("AB-1"), signer)];
    await service.upload("AB-1");
    const before = await readFile(layout.licenseFile, "utf8");
    server.answers = [
      new ResultError(CODES.licenseServer, "weg"),
      "unsinn",
      signLicense(claims("CD-2"), createSigningKey(new Date(START))),
      signLicense(claims("CD-2", { fingerprint: "cd".repeat(32) }), signer),
      signLicense(claims("CD-2", { expiry: new Date(START).toISOString() }), signer),
      // Not yet over by the clock of this device, which is behind: over when it was signed.
      signLicense(
        claims("CD-2", {
          issued: new Date(START + 20 * DAY).toISOString(),
          expiry: new Date(START + 10 * DAY).toISOString(),
        }),
        signer,
      ),
    ];
    expect(await code(service.renew())).toBe(CODES.licenseServer);
    for (let i = 0; i < 5; i += 1) expect(await code(service.upload("CD-2"))).toBe(CODES.licenseRefused);
    expect(await readFile(layout.licenseFile, "utf8")).toBe(before);
    expect(service.verdict().valid).toBe(true);
    expect(restarts).toEqual([1004]);
    server.answers = [
      signLicense(claims("AB-1", { expiry: new Date(START + 500 * DAY).toISOString() }), signer),
    ];
    await service.renew();
    expect(service.verdict().expiry).toBe(new Date(START + 500 * DAY).toISOString());
    expect(restarts).toEqual([1004, 1004]);
  });

  it("names the other failures by their codes", async () => {
    const { start } = await setup();
    const service = await start();
    expect(await code(service.upload("  "))).toBe(CODES.licenseEmpty);
    expect(await code(service.renew())).toBe(CODES.licenseEmpty);
    const without = await (await setup({ fingerprint: undefined })).start();
    expect(without.verdict().code).toBe(2);
    expect(await code(without.upload("AB-1"))).toBe(CODES.noFingerprint);
  });

  it("notices the expiry while it runs, and a clock that was once far ahead is mended by renewal", async () => {
    const { server, start, clock, layout } = await setup();
    const service = await start();
    const soon = new Date(START + 90_000).toISOString();
    server.answers = [signLicense(claims("AB-1", { expiry: soon }), signer)];
    await service.upload("AB-1");
    clock.advance(60_000);
    await settle(() => service.verdict().valid);
    clock.advance(60_000);
    await settle(() => service.verdict().code === 3);
    server.answers = [signLicense(claims("AB-1"), signer)];
    await service.renew();
    expect(service.verdict().valid).toBe(true);
    await storeTime(layout, START + 10_000 * DAY);
    clock.advance(60_000);
    await settle(() => service.verdict().code === 3);
    server.answers = [signLicense(claims("AB-1"), signer)];
    await service.renew();
    expect(service.verdict().valid).toBe(true);
  });

  it("gains nothing by a clock set back, and survives one that runs ahead for less than its life", async () => {
    const { server, start, clock } = await setup();
    const service = await start();
    server.answers = [signLicense(claims("AB-1"), signer)];
    await service.upload("AB-1");
    const minute = async () => {
      clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 30));
    };
    for (const jump of [3 * 3_600_000, -3 * 3_600_000, 50 * DAY, -50 * DAY, -2 * DAY]) {
      clock.jump(jump);
      await minute();
      expect(service.verdict().valid).toBe(true);
    }
    clock.jump(120 * DAY);
    clock.advance(60_000);
    await settle(() => service.verdict().code === 3);
    // Right again within a day: nothing has ended.
    clock.jump(-120 * DAY);
    clock.advance(60_000);
    await settle(() => service.verdict().valid);
    // What goes on for a day is believed, and cannot be taken back.
    clock.jump(120 * DAY);
    for (let hour = 0; hour <= 24; hour += 1) {
      clock.jump(3_540_000);
      await minute();
    }
    expect(service.verdict().code).toBe(3);
    for (const jump of [-3_600_000, -60 * DAY, -4_000 * DAY]) {
      clock.jump(jump);
      await minute();
      expect(service.verdict().code).toBe(3);
    }
    // Without the internet nothing changes; the service's signed time mends it.
    server.answers = [new ResultError(CODES.licenseServer, "nicht erreichbar")];
    await code(service.renew());
    expect(service.verdict().code).toBe(3);
    clock.jump(START + DAY - clock.now());
    server.answers = [signLicense(claims("AB-1"), signer)];
    await service.renew();
    expect(service.verdict().valid).toBe(true);
  });

  it("fetches a development licence by itself, retries, tells the hub, and leaves a bought licence alone", async () => {
    const { server, start, clock, told, status } = await setup({ embeddedVendor: true });
    const made = claims("TR-1", {
      meta: { Art: "Entwicklung" },
      expiry: new Date(START + 30 * DAY).toISOString(),
    });
    server.answers = [new ResultError(CODES.licenseServer, "weg"), signLicense(made, signer)];
    const service = await start();
    await settle(() => {
      clock.advance(100);
      return service.verdict().valid;
    });
    expect(server.asked).toEqual(["development", "development"]);
    await settle(() => told.includes("licenseChanged"));
    told.length = 0;
    status({ state: "no_license" });
    expect(told).toEqual(["licenseChanged"]);
    server.answers = [
      signLicense(claims("AB-1", { expiry: new Date(START + 600_000).toISOString() }), signer),
    ];
    await service.upload("AB-1");
    clock.advance(11 * 60_000);
    await settle(() => service.verdict().code === 3);
    clock.advance(10 * 60_000);
    expect(server.asked).toEqual(["development", "development", "AB-1"]);
  });

  it("starts with a damaged licence file", async () => {
    const { start, layout } = await setup();
    await (await start()).upload("x").catch(() => undefined);
    await writeFile(path.join(folder(), "license", "last-time"), "\0\xff");
    await writeFile(layout.licenseFile, Buffer.from([0xff, 0, 1, 2]));
    expect((await start()).verdict()).toMatchObject({ valid: false, code: 1 });
  });
});

describe("licenseFindings", () => {
  const verdict = (days: number, meta = {}) => ({
    valid: true,
    name: "A",
    key: "K",
    meta,
    fingerprint: DEVICE,
    expiry: new Date(START + days * DAY).toISOString(),
  });
  it("warns from 30 days before, and calls a missing licence an error", () => {
    expect(licenseFindings(verdict(31), START)).toEqual([]);
    expect(licenseFindings(verdict(30), START)).toMatchObject([
      { level: 2, text: "Die Lizenz läuft am 01.12.2026 ab (noch 30 Tage)." },
    ]);
    expect(licenseFindings(verdict(1), START)[0]?.text).toContain("noch 1 Tag)");
    expect(licenseFindings(verdict(1, { Art: "Entwicklung" }), START)).toEqual([]);
    expect(licenseFindings({ ...verdict(1), valid: false, reason: "Weg." }, START)).toMatchObject([
      { level: 3, text: "Weg.", route: "/system/license" },
    ]);
  });
});
