import { describe, expect, it } from "vitest";
import { parseCentralConfig } from "./config.ts";

describe("the environment of the central", () => {
  it("may be empty", () => {
    expect(parseCentralConfig({})).toMatchObject({ bind: "127.0.0.1", natsPort: 4222, natsUrls: undefined });
  });
  it("keeps the change log for three years, for other days, or for ever", () => {
    const days = (given?: string) =>
      parseCentralConfig({ ...(given !== undefined && { HUBWART_CENTRAL_AUDIT_DAYS: given }) }).auditDays;
    expect([days(), days("30"), days("0")]).toEqual([1_095, 30, undefined]);
    for (const wrong of ["1", "29", "-1", "40000", "1.5", "viel"])
      expect(() => days(wrong)).toThrow(/AUDIT_DAYS.*30 bis 36500/);
  });
  it("names addresses one after the other", () => {
    const { addresses } = parseCentralConfig({ HUBWART_CENTRAL_ADDRESSES: "a.example.org, 192.0.2.1" });
    expect(addresses).toEqual(["a.example.org", "192.0.2.1"]);
  });
  it("names the servers of a cluster, and where they hear one another", () => {
    const urls = "tls://a.example.org:4222, tls://[2001:db8::1]:4223,tls://c.example.org:4222";
    const given = { HUBWART_CENTRAL_NATS_URL: urls, HUBWART_CENTRAL_NATS_REPLICAS: "3" };
    expect(parseCentralConfig(given)).toMatchObject({
      natsUrls: ["tls://a.example.org:4222", "tls://[2001:db8::1]:4223", "tls://c.example.org:4222"],
      natsRoutes: ["a.example.org:6222", "[2001:db8::1]:6222", "c.example.org:6222"],
      replicas: 3,
    });
    const routes = "a.internal:6222,b.internal:6222,c.internal:6300";
    expect(parseCentralConfig({ ...given, HUBWART_CENTRAL_NATS_ROUTES: routes }).natsRoutes).toEqual(
      routes.split(","),
    );
    const alone = parseCentralConfig({ HUBWART_CENTRAL_NATS_URL: "tls://a.example.org:4222" });
    expect(alone).toMatchObject({ natsRoutes: undefined, replicas: 1 });
  });
  it("keeps batches on as many servers as there are", () => {
    const url = "tls://a.example.org:4222";
    for (const [variable, more] of [
      ["HUBWART_CENTRAL_NATS_REPLICAS", { HUBWART_CENTRAL_NATS_REPLICAS: "3" }],
      ["HUBWART_CENTRAL_NATS_REPLICAS", { HUBWART_CENTRAL_NATS_REPLICAS: "2" }],
      [
        "HUBWART_CENTRAL_NATS_REPLICAS",
        { HUBWART_CENTRAL_NATS_REPLICAS: "3", HUBWART_CENTRAL_NATS_URL: `${url},${url}` },
      ],
      [
        "HUBWART_CENTRAL_NATS_ROUTES",
        { HUBWART_CENTRAL_NATS_ROUTES: "a:6222", HUBWART_CENTRAL_NATS_URL: `${url},${url}` },
      ],
      ["HUBWART_CENTRAL_NATS_ROUTES", { HUBWART_CENTRAL_NATS_ROUTES: "a:6222" }],
    ] as const)
      expect(() => parseCentralConfig(more)).toThrow(variable);
    const balanced = { HUBWART_CENTRAL_NATS_REPLICAS: "3", HUBWART_CENTRAL_NATS_URL: url };
    expect(parseCentralConfig(balanced).replicas).toBe(3);
  });
  it("is refused by name", () => {
    for (const [name, value] of [
      ["HUBWART_CENTRAL_HTTP_PORT", "70000"],
      ["HUBWART_CENTRAL_BIND", "somewhere"],
      ["HUBWART_CENTRAL_ADDRESSES", "a,,b"],
      ["HUBWART_CENTRAL_NATS_PUBLIC", "a.example.org"],
      ["HUBWART_CENTRAL_STORE_GB", "0"],
      ["HUBWART_CENTRAL_NATS_URL", "http://x"],
      ["HUBWART_CENTRAL_POSTGRES_URL", "mysql://x"],
    ] as const)
      expect(() => parseCentralConfig({ [name]: value })).toThrow(name);
  });
});
