/** Which requests over http are sent to https, and where to. */
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { httpsAddressOf } from "./redirect.ts";

interface Asked {
  host?: string;
  from?: string;
  encrypted?: true;
}

function sentTo(
  url: string,
  { host = "hub1", from = "192.0.2.9", ...tls }: Asked = {},
  port: number | undefined = 443,
) {
  const socket = { remoteAddress: from, ...tls } as unknown as Socket;
  return httpsAddressOf({ url, headers: { host }, socket }, port);
}

describe("a request over http", () => {
  it("goes to the same name, path and query on https", () => {
    expect(sentTo("/")).toBe("https://hub1/");
    expect(sentTo("/admin/api/info?auth_check=1")).toBe("https://hub1/admin/api/info?auth_check=1");
    expect(sentTo("/x", { host: "hub1.local:80" })).toBe("https://hub1.local/x");
    expect(sentTo("/x", { host: "hub1:8080" }, 8443)).toBe("https://hub1:8443/x");
    expect(sentTo("/x", { host: "[2001:db8::7]:80" })).toBe("https://[2001:db8::7]/x");
    expect(sentTo("/x", { host: "[2001:db8::7]" }, 8443)).toBe("https://[2001:db8::7]:8443/x");
  });

  it("stays on this device whatever its path looks like", () => {
    for (const url of ["//boese.example/x", "/@boese.example", "/\\boese.example"]) {
      expect(new URL(sentTo(url) ?? "").host).toBe("hub1");
    }
  });

  it("for a public file is answered, and only for those", () => {
    for (const url of ["/opt", "/opt/", "/opt/x.txt?1", "/opt?1"]) expect(sentTo(url)).toBeUndefined();
    for (const url of ["/optimal", "/Opt/x", "/admin/opt/"]) expect(sentTo(url)).toBeDefined();
  });

  it("of this device itself is answered", () => {
    for (const from of ["127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"]) {
      expect(sentTo("/", { from })).toBeUndefined();
    }
  });

  it("of an address that only begins like the device's own is sent on", () => {
    for (const from of ["1270::1", "::ffff:12.7.0.1"]) expect(sentTo("/", { from })).toBe("https://hub1/");
  });

  it("is answered where https does not listen, as is one over https", () => {
    const socket = { remoteAddress: "192.0.2.9" } as Socket;
    expect(httpsAddressOf({ url: "/", headers: { host: "hub1" }, socket }, undefined)).toBeUndefined();
    expect(sentTo("/", { encrypted: true })).toBeUndefined();
  });
});
