import { X509Certificate } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { expect, it } from "vitest";
import { CentralKeys } from "../authority/keys.ts";
import { clusterConfig, routePassword, writeClusterFiles } from "./cluster.ts";

const folder = useFolder();
const order = {
  bind: "0.0.0.0",
  storeBytes: 1e9,
  now: Date.now(),
  urls: ["tls://a.example.org:4222", "tls://192.0.2.7:4300", "tls://[2001:db8::1]:4222"],
  routes: ["a.internal:6222", "192.0.2.7:6300", "[2001:db8::1]:6222"],
};
const keysIn = (name: string) => CentralKeys.open(path.join(folder(), name), "Zentrale", Date.now());

it("tells each server where it listens, who the others are, and what it asks of them", async () => {
  const keys = await keysIn("trust");
  const text = clusterConfig({ ...order, keys }, 1);
  const password = routePassword(keys);
  expect(text).toContain('listen: "0.0.0.0:4300"\nserver_name: central-2\n');
  expect(text).toContain('listen: "0.0.0.0:6300"\n  advertise: "192.0.2.7:6300"');
  expect(text).toContain(`authorization: { user: server, password: "${password}", timeout: 10 }`);
  expect(text).toContain(
    `routes: ["nats-route://server:${password}@a.internal:6222", "nats-route://server:${password}@[2001:db8::1]:6222"]`,
  );
  expect(text.match(/verify: true/g)).toHaveLength(2);
  // Wherever the folder is taken to.
  expect(text).not.toContain(folder());
});

it("asks for a password that stays, and is that of no other central", async () => {
  const password = routePassword(await keysIn("trust"));
  expect(password).toMatch(/^[0-9a-f]{64}$/);
  expect(routePassword(await keysIn("trust"))).toBe(password);
  expect(routePassword(await keysIn("other"))).not.toBe(password);
});

it("writes a folder for each, with keys that nobody else reads, and certificates for both sides of a route", async () => {
  const keys = await keysIn("trust");
  const own = process.umask(0o066);
  try {
    await writeClusterFiles({ ...order, folder: folder(), keys, names: ["zentrale.example.org"], days: 30 });
  } finally {
    process.umask(own);
  }
  const authority = new X509Certificate(keys.authority.certificate);
  for (const [index, host] of ["a.example.org", "192.0.2.7", "2001:db8::1"].entries()) {
    const at = (name: string) => path.join(folder(), "nats", String(index + 1), name);
    for (const name of ["server.key", "route.key", "nats.conf"])
      expect((await stat(at(name))).mode & 0o077, name).toBe(0);
    const server = new X509Certificate(await readFile(at("server.pem")));
    expect(host.includes(".org") ? server.checkHost(host) : server.checkIP(host)).toBe(host);
    expect(server.checkHost("zentrale.example.org")).toBe("zentrale.example.org");
    const route = new X509Certificate(await readFile(at("route.pem")));
    // Server and client authentication (RFC 5280, 4.2.1.12); a server that hubs reach is no client.
    expect(route.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
    expect(server.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    for (const one of [server, route]) expect(one.verify(authority.publicKey)).toBe(true);
  }
});
