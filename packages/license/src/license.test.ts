import { createPublicKey, sign } from "node:crypto";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { dataLayout, ensureFolder, writeFileAtomic } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { CompactSign, compactVerify } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import {
  advanceTime,
  deviceFingerprint,
  type FingerprintSources,
  type LicenseClaims,
  maskKey,
  storeTime,
  verifyLicense,
  verifyLicenseFile,
} from "./index.ts";
import { createSigningKey, exportSigningKey, importSigningKey, publicHalf, signLicense } from "./sign.ts";

const folder = useFolder();

const NOW = Date.parse("2026-11-01T00:00:00Z");
const DAY = 86_400_000;
const device = "ab".repeat(32);
const key = createSigningKey(new Date(NOW));
const claims: LicenseClaims = {
  key: "AAAA-BBBB-CCCC",
  name: "Müller Gebäudetechnik",
  fingerprint: device,
  expiry: new Date(NOW + 30 * DAY).toISOString(),
  issued: new Date(NOW).toISOString(),
  meta: { Art: "Test" },
};
const options = { trustedKeys: [publicHalf(key)], fingerprint: device, now: NOW };

describe("verifyLicense", () => {
  it("accepts what a trusted key signed for this device", () => {
    const verdict = verifyLicense(signLicense(claims, key), options);
    expect(verdict).toEqual({
      valid: true,
      name: claims.name,
      key: claims.key,
      expiry: claims.expiry,
      issued: claims.issued,
      meta: claims.meta,
      fingerprint: device,
    });
  });

  it("speaks the JWS of an independent library in both directions", async () => {
    const theirs = await new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader({ alg: "Ed25519", typ: "hubwart-license", kid: key.kid })
      .sign(key.privateKey);
    expect(verifyLicense(theirs, options).valid).toBe(true);
    const { payload } = await compactVerify(signLicense(claims, key), createPublicKey(key.privateKey));
    expect(JSON.parse(Buffer.from(payload).toString())).toEqual(claims);
  });

  it("refuses every single changed character", () => {
    const jws = signLicense(claims, key);
    for (let at = 0; at < jws.length; at += 1) {
      const changed = jws.slice(0, at) + (jws[at] === "A" ? "B" : "A") + jws.slice(at + 1);
      // The last characters of a base64url part may carry unused bits; such a text means the same licence.
      const same = changed
        .split(".")
        .every((part, i) =>
          Buffer.from(part, "base64url").equals(Buffer.from(jws.split(".")[i] ?? "", "base64url")),
        );
      if (!same) expect(verifyLicense(changed, options).valid, `character ${at}`).toBe(false);
    }
  });

  it("refuses other keys under the same name, other algorithms and unsigned text", () => {
    const impostor = { ...createSigningKey(new Date(NOW)), kid: key.kid };
    const [, payload = "", signature = ""] = signLicense(claims, key).split(".");
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    for (const text of [
      signLicense(claims, impostor),
      `${header({ alg: "none", typ: "hubwart-license", kid: key.kid })}.${payload}.`,
      `${header({ alg: "HS256", typ: "hubwart-license", kid: key.kid })}.${payload}.${signature}`,
      "",
      "a.b",
      "a.b.c",
      "x".repeat(100_000),
    ]) {
      expect(verifyLicense(text, options)).toMatchObject({ valid: false, code: 1, name: "" });
    }
    expect(verifyLicense(signLicense(claims, key), { ...options, trustedKeys: [] }).valid).toBe(false);
  });

  it("refuses headers that say more than it understands, or that it is something else", () => {
    const signedAs = (header: object, form = claims, more = "") => {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      const known = { alg: "Ed25519", typ: "hubwart-license", kid: key.kid };
      const text = `${part({ ...known, ...header })}.${part(form)}`;
      return `${text}.${sign(null, Buffer.from(text), key.privateKey).toString("base64url")}${more}`;
    };
    expect(verifyLicense(signedAs({}), options).valid).toBe(true);
    for (const text of [
      // RFC 7515, 4.1.11: what is critical has to be understood, and nothing is.
      signedAs({ crit: ["exp"], exp: 1 }),
      signedAs({ crit: [] }),
      signedAs({ typ: "JWT" }),
      signedAs({ typ: undefined }),
      signedAs({ alg: "EdDSA" }),
      signedAs({ kid: "another" }),
      signedAs({}, claims, ".more"),
      signedAs({}, { ...claims, meta: { long: "x".repeat(600) } }),
      signedAs({}, { ...claims, expiry: "tomorrow" }),
      signedAs({ padding: "x".repeat(20_000) }),
    ])
      expect(verifyLicense(text, options)).toMatchObject({ valid: false, code: 1, name: "" });
  });

  it("tells the three failures of the hub apart", () => {
    const jws = signLicense(claims, key);
    expect(verifyLicense(undefined, options).code).toBe(1);
    expect(verifyLicense(jws, { ...options, fingerprint: undefined }).code).toBe(2);
    expect(verifyLicense(jws, { ...options, fingerprint: "00".repeat(32) }).code).toBe(1);
    expect(verifyLicense(jws, { ...options, now: NOW + 30 * DAY })).toMatchObject({
      code: 3,
      name: claims.name,
      reason: "Die Lizenz ist abgelaufen.",
    });
    expect(verifyLicense(jws, { ...options, now: NOW + 30 * DAY - 1 }).valid).toBe(true);
  });

  it("keeps a signing key over a file", () => {
    const again = importSigningKey(exportSigningKey(key));
    expect(verifyLicense(signLicense(claims, again), options).valid).toBe(true);
  });
});

describe("maskKey", () => {
  it("leaves dashes only", () => {
    expect(maskKey("AB1-ö😀-x")).toBe("***-**-*");
  });
});

describe("on a device", () => {
  let sources: FingerprintSources;
  beforeEach(async () => {
    sources = { machineIdFiles: [path.join(folder(), "machine-id")], netFolder: path.join(folder(), "net") };
    await writeFile(path.join(folder(), "machine-id"), `${"1f".repeat(16)}\n`);
  });

  async function adapter(name: string, address: string, bus: "pci" | "usb1" | undefined, assigned = "0") {
    const at = path.join(folder(), "net", name);
    await mkdir(at, { recursive: true });
    await writeFile(path.join(at, "address"), `${address}\n`);
    await writeFile(path.join(at, "addr_assign_type"), `${assigned}\n`);
    if (bus === undefined) return;
    const target = path.join(folder(), "devices", bus, name);
    await mkdir(target, { recursive: true });
    await symlink(target, path.join(at, "device"));
  }

  it("has a fingerprint that outlives plugged-in and virtual adapters", async () => {
    await adapter("eth0", "00:11:22:33:44:55", "pci");
    const first = await deviceFingerprint(sources);
    await adapter("usb0", "00:11:22:33:44:66", "usb1");
    await adapter("veth1", "02:11:22:33:44:77", undefined);
    await adapter("eth0.5", "00:11:22:33:44:99", "pci", "3");
    expect(await deviceFingerprint(sources)).toBe(first);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    await adapter("eth1", "00:11:22:33:44:88", "pci");
    expect(await deviceFingerprint(sources)).not.toBe(first);
  });

  it("has one by the machine-id alone, by USB alone, and none without either", async () => {
    const byId = await deviceFingerprint(sources);
    await rm(path.join(folder(), "machine-id"));
    expect(await deviceFingerprint(sources)).toBeUndefined();
    await adapter("eth0", "00:11:22:33:44:55", "usb1");
    const byUsb = await deviceFingerprint(sources);
    expect(new Set([byId, byUsb]).size).toBe(2);
    expect(byUsb).toBeDefined();
  });

  it("verifies the stored file and never lets time run back", async () => {
    const layout = dataLayout(folder());
    const fingerprint = (await deviceFingerprint(sources)) ?? "";
    const check = (now: number) =>
      verifyLicenseFile(layout, now, {
        trustedKeys: [publicHalf(key)],
        fingerprint: () => deviceFingerprint(sources),
      });
    expect(await check(NOW)).toMatchObject({ valid: false, code: 1 });
    await ensureFolder(path.dirname(layout.licenseFile));
    await writeFileAtomic(layout.licenseFile, signLicense({ ...claims, fingerprint }, key));
    expect((await check(NOW)).valid).toBe(true);
    for (let day = 0; day <= 31; day += 0.5) await check(NOW + day * DAY);
    expect((await check(NOW + 31 * DAY)).code).toBe(3);
    expect((await check(NOW)).code).toBe(3);
    await storeTime(layout, NOW);
    expect((await check(NOW)).valid).toBe(true);
  });

  it("believes a clock that leapt ahead once it went on from there for a day, and no sooner", async () => {
    const layout = dataLayout(folder());
    const hours = (count: number) => NOW + count * 3_600_000;
    const stored = () => readFile(layout.lastTimeFile, "utf8").then(Number);
    const look = async (now: number) => {
      await advanceTime(layout, now);
      return stored();
    };
    await look(NOW);
    const far = 24 * 400;
    // Wrong for 23 hours, right again, wrong again: each time it begins anew.
    for (let round = 0; round < 2; round += 1) {
      for (let hour = 0; hour < 24; hour += 1) expect(await look(hours(far + hour))).toBeLessThan(hours(48));
      expect(await look(hours(20 + round))).toBe(hours(20 + round));
      expect(await advanceTime(layout, hours(20 + round))).toBe(hours(20 + round));
    }
    // Each leap is another one, however long they go on together.
    for (let leap = 1; leap < 40; leap += 1) expect(await look(hours(far + leap * 25))).toBe(hours(21));
    for (let hour = 0; hour < 24; hour += 1) await look(hours(far + hour));
    expect(await stored()).toBe(hours(21));
    expect(await look(hours(far + 24))).toBe(hours(far + 24));
    expect(await advanceTime(layout, hours(22))).toBe(hours(far + 24));
  });

  it("writes the last seen time at most once an hour", async () => {
    const layout = dataLayout(folder());
    const check = (now: number) =>
      verifyLicenseFile(layout, now, { fingerprint: () => deviceFingerprint(sources) });
    await check(NOW);
    await check(NOW + 3_599_999);
    expect(await readFile(layout.lastTimeFile, "utf8")).toBe(String(NOW));
    await check(NOW + 3_600_000);
    expect(await readFile(layout.lastTimeFile, "utf8")).toBe(String(NOW + 3_600_000));
  });

  it("does not trust the development key unless the build says so", async () => {
    const layout = dataLayout(folder());
    const fingerprint = (await deviceFingerprint(sources)) ?? "";
    await ensureFolder(path.dirname(layout.licenseFile));
    await ensureFolder(layout.vendor);
    await writeFileAtomic(path.join(layout.vendor, "development-key.json"), JSON.stringify(publicHalf(key)));
    await writeFileAtomic(layout.licenseFile, signLicense({ ...claims, fingerprint }, key));
    const verdict = await verifyLicenseFile(layout, NOW, {
      embeddedVendor: true,
      fingerprint: () => deviceFingerprint(sources),
    });
    expect(verdict).toMatchObject({ valid: false, code: 1 });
  });
});

it("is none where its file and the last time cannot be read, and stops nothing", async () => {
  const layout = dataLayout(folder());
  await mkdir(layout.licenseFile, { recursive: true });
  await mkdir(layout.lastTimeFile, { recursive: true });
  const verdict = await verifyLicenseFile(layout, Date.now(), {
    trustedKeys: [],
    fingerprint: async () => "x",
  });
  expect(verdict.valid).toBe(false);
});
