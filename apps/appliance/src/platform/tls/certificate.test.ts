/** When the device's certificates are made, kept and replaced, by the rules and by what Node's own TLS thinks of them. */

import { X509Certificate } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DeviceCertificate } from "./certificate.ts";
import { issue } from "./issue.ts";
import type { CertificateOrder, Issuer } from "./order.ts";

const DAY = 86_400_000;
const NOON = Date.UTC(2027, 5, 1, 12);
const home = useFolder();
let folder: string;
let clock: ManualClock;
let scope: Scope;
let sink: MemoryLogSink;
let names: string[];
let orders: CertificateOrder[];
let issuer: Issuer;

beforeEach(() => {
  folder = path.join(home(), "tls");
  clock = new ManualClock(NOON);
  scope = new Scope();
  sink = new MemoryLogSink();
  names = ["hub1", "hub1.local", "localhost", "127.0.0.1", "::1", "192.0.2.7", "2001:db8::7"];
  orders = [];
  issuer = (order) => {
    orders.push(order);
    return issue(order);
  };
});
afterEach(() => scope.end());

function device(hostname = "hub1"): DeviceCertificate {
  return new DeviceCertificate({
    folder,
    clock,
    scope,
    log: createLogger("system", "tls", sink),
    product: "Hubwart",
    hostname: () => Promise.resolve(hostname),
    issuer: (order) => issuer(order),
    names: () => {
      if (names.length === 0) throw new Error("uv_interface_addresses returned EMFILE");
      return names;
    },
  });
}

async function started(): Promise<DeviceCertificate> {
  const certificate = device();
  certificate.start();
  await certificate.current();
  return certificate;
}

async function both(certificate: DeviceCertificate) {
  const { authority, server } = await certificate.current();
  if (!authority || !server) throw new Error("no certificate");
  return { root: authority.x509, server: server.x509 };
}

/** Days from its own view of time. */
const daysFrom = (from: number, until: string) => (Date.parse(until) - from) / DAY;

describe("the device's certificates", () => {
  it("are a root that signs only leaves, and a server with all names and addresses", async () => {
    const { root, server } = await both(await started());
    expect(root.subject).toBe("CN=Hubwart hub1 Root CA");
    expect(root.ca).toBe(true);
    expect(root.verify(root.publicKey)).toBe(true);
    expect(server.ca).toBe(false);
    expect(server.verify(root.publicKey)).toBe(true);
    expect(server.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(server.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
    for (const name of ["hub1", "hub1.local", "localhost"]) expect(server.checkHost(name)).toBe(name);
    for (const ip of ["127.0.0.1", "::1", "192.0.2.7", "2001:db8::7"]) expect(server.checkIP(ip)).toBe(ip);
    expect(server.checkHost("hub2")).toBeUndefined();
    expect(daysFrom(NOON, server.validTo)).toBe(824);
    expect(daysFrom(Date.parse(server.validFrom), server.validTo)).toBe(825);
    expect(daysFrom(NOON, root.validTo)).toBeCloseTo(20 * 365.25);
  });

  it("lie in files for their owner alone and are the same after the next start", async () => {
    const before = await both(await started());
    expect((await readdir(folder)).toSorted()).toEqual(["authority.pem", "server.pem"]);
    for (const name of ["authority.pem", "server.pem"]) {
      expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
    }
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const after = await both(await started());
    expect(after.server.fingerprint256).toBe(before.server.fingerprint256);
    expect(after.root.fingerprint256).toBe(before.root.fingerprint256);
    expect(orders).toHaveLength(1);
  });

  it("have a serial number of their own each time, 126 random bits", async () => {
    const certificate = await started();
    const serials = new Set<string>();
    for (let i = 0; i < 5; i++) {
      await certificate.generate();
      const { root, server } = await both(certificate);
      for (const { serialNumber } of [root, server]) {
        expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
        serials.add(serialNumber);
      }
    }
    expect(serials.size).toBe(10);
  });

  it("tell who listens, also what was stored before", async () => {
    const told: string[] = [];
    const certificate = device();
    const end = certificate.onChange((pair) => told.push(pair.certificate));
    certificate.start();
    const { server } = await certificate.current();
    expect(told).toEqual([server?.certificate]);
    end();
    await certificate.include(["198.51.100.1"]);
    expect(told).toHaveLength(1);

    const next = device();
    const again: string[] = [];
    next.onChange((pair) => again.push(pair.certificate));
    next.start();
    expect([(await next.current()).server?.certificate]).toEqual(again);
  });

  it("have a root whose name fits however long the host's and the product's are", async () => {
    const certificate = device("a".repeat(63));
    await certificate.include([]);
    const { root } = await both(certificate);
    expect(root.subject).toBe(`CN=Hubwart ${"a".repeat(48)} Root CA`);
  });
});

describe("the server's certificate", () => {
  it("gains what is included, once, and keeps its root", async () => {
    const certificate = await started();
    const before = await both(certificate);
    await Promise.all([
      certificate.include(["198.51.100.1", "hub2.example"]),
      certificate.include(["198.51.100.1"]),
    ]);
    const after = await both(certificate);
    expect(after.root.fingerprint256).toBe(before.root.fingerprint256);
    expect(after.server.fingerprint256).not.toBe(before.server.fingerprint256);
    expect(after.server.checkIP("198.51.100.1")).toBe("198.51.100.1");
    expect(after.server.checkHost("hub2.example")).toBe("hub2.example");
    expect(after.server.checkHost("hub1")).toBe("hub1");
    expect(orders).toHaveLength(2);
    names = [...names, "203.0.113.5"];
    clock.advance(60_000);
    expect((await both(certificate)).server.checkIP("198.51.100.1")).toBe("198.51.100.1");
  });

  it("grows no further than 50 included names, the newest", async () => {
    const certificate = await started();
    await certificate.include(Array.from({ length: 80 }, (_, i) => `n${i}.example`));
    const { server } = await both(certificate);
    expect([29, 30, 79].map((i) => server.checkHost(`n${i}.example`))).toEqual([
      undefined,
      "n30.example",
      "n79.example",
    ]);
  });

  it("holds for nothing that is neither a name nor an address", async () => {
    const certificate = await started();
    await certificate.include(["fe80::1%eth0", "a b", "*.example", "ä.example", "", "-x.example", "a,DNS:b"]);
    expect((await both(certificate)).server.subjectAltName).not.toMatch(/[*ä,](?! )|a b|-x/);
    expect((await both(certificate)).server.checkIP("fe80::1")).toBe("fe80::1");
  });

  it("follows a new address within a second, and is left alone when one goes", async () => {
    const certificate = await started();
    names = [...names, "203.0.113.5"];
    clock.advance(1_000);
    expect((await both(certificate)).server.checkIP("203.0.113.5")).toBe("203.0.113.5");
    names = names.slice(0, 3);
    clock.advance(60_000);
    await certificate.current();
    expect(orders).toHaveLength(2);
  });

  it("is renewed from 30 days before its end", async () => {
    const { server, root } = await both(await started());
    clock = new ManualClock(Date.parse(server.validTo) - 30 * DAY - 90_000);
    const certificate = await started();
    clock.advance(60_000);
    expect((await both(certificate)).server.fingerprint256).toBe(server.fingerprint256);
    clock.advance(60_000);
    const renewed = await both(certificate);
    expect(daysFrom(clock.now(), renewed.server.validTo)).toBe(824);
    expect(renewed.root.fingerprint256).toBe(root.fingerprint256);
  });

  it("never outlives its root", async () => {
    const { root } = await both(await started());
    clock = new ManualClock(Date.parse(root.validTo) - 100 * DAY);
    const { server } = await both(await started());
    expect(server.validTo).toBe(root.validTo);
  });

  it("is told of in the log once if it cannot be made, and made as soon as it can", async () => {
    issuer = () => Promise.reject(new Error("kein Platz"));
    const certificate = await started();
    clock.advance(180_000);
    expect((await certificate.current()).server).toBeUndefined();
    await expect(certificate.include(["192.0.2.1"])).rejects.toThrow("kein Platz");
    expect(sink.entries.filter(({ level }) => level === "error")).toHaveLength(1);
    issuer = issue;
    clock.advance(60_000);
    expect((await both(certificate)).server.checkIP("192.0.2.1")).toBe("192.0.2.1");
  });
});

describe("a wrong clock", () => {
  const usable = (x509: X509Certificate, at: number) =>
    Date.parse(x509.validFrom) <= at && at < Date.parse(x509.validTo);

  it.each([
    ["in 1970", 0],
    ["in 2014", Date.UTC(2014, 0, 1)],
    ["far ahead", Date.UTC(2061, 0, 1)],
  ])("%s at first start costs neither root nor server", async (_what, wrong) => {
    clock = new ManualClock(wrong);
    const certificate = await started();
    const first = await both(certificate);
    expect(usable(first.root, NOON)).toBe(true);
    clock = new ManualClock(NOON);
    const right = await both(await started());
    expect(right.root.fingerprint256).toBe(first.root.fingerprint256);
    expect(usable(right.server, NOON)).toBe(true);
  });

  it("that jumps ahead past the root's end replaces nothing", async () => {
    const before = await both(await started());
    clock = new ManualClock(Date.UTC(2090, 0, 1));
    const after = await both(await started());
    expect(after.root.fingerprint256).toBe(before.root.fingerprint256);
    expect(after.server.fingerprint256).toBe(before.server.fingerprint256);
    expect(sink.entries.at(-1)?.msg).toContain("prüfen Sie die Uhr");
  });
});

describe("what lies in the folder", () => {
  const file = (name: string) => path.join(folder, name);

  it("of two roots, as after a power cut between the files, gives a server of the newer one", async () => {
    const certificate = await started();
    const old = await readFile(file("server.pem"));
    await certificate.generate();
    const { root } = await both(certificate);
    await writeFile(file("server.pem"), old);
    const after = await both(await started());
    expect(after.root.fingerprint256).toBe(root.fingerprint256);
    expect(after.server.verify(root.publicKey)).toBe(true);
  });

  it.each(["server.pem", "authority.pem"])(
    "and is cut short in %s is made anew, with a line in the log",
    async (name) => {
      await started();
      const whole = await readFile(file(name), "utf8");
      await writeFile(file(name), whole.slice(0, -40));
      const again = await started();
      const { root, server } = await both(again);
      expect(server.verify(root.publicKey)).toBe(true);
      const lost = name === "authority.pem";
      expect(again.lostRoot).toBe(lost);
      await again.generate();
      expect(again.lostRoot).toBe(false);
      expect(sink.entries.some(({ level, msg }) => level === "error" && msg.includes(name))).toBe(true);
    },
  );

  it("as somebody else's key counts as damaged", async () => {
    const certificate = await started();
    const foreign = (await certificate.current()).authority?.key ?? "";
    const own = await readFile(file("server.pem"), "utf8");
    await writeFile(file("server.pem"), own.replace(/-----BEGIN PRIVATE KEY[^]*PRIVATE KEY-----\n/, foreign));
    const { root, server } = await both(await started());
    expect(server.verify(root.publicKey)).toBe(true);
    expect(orders).toHaveLength(2);
    expect(orders[1]?.authority).toBeDefined();
  });
});

it("outlives that the system does not tell its addresses for a while, and notices those that are new by then", async () => {
  const certificate = await started();
  const before = (await both(certificate)).server;
  names = [];
  clock.advance(120_000);
  await certificate.current();
  names = ["hub1", "192.0.2.8"];
  clock.advance(1_000);
  const after = (await both(certificate)).server;
  expect(after).not.toEqual(before);
  expect(orders.at(-1)?.names).toContain("192.0.2.8");
});
