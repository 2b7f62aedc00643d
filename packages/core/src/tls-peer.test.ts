import { describe, expect, it } from "vitest";
import { tlsPeer } from "./tls-peer.ts";

describe("what TLS is told of its peer", () => {
  it("names a host, and no address", () => {
    expect(tlsPeer({ host: "broker.lan", verify: true })).toEqual({
      rejectUnauthorized: true,
      servername: "broker.lan",
    });
    for (const host of ["192.168.1.20", "fd00::20"]) {
      expect(tlsPeer({ host, verify: true })).toEqual({ rejectUnauthorized: true });
    }
    expect(tlsPeer({ verify: false, ca: "CA" })).toEqual({ rejectUnauthorized: false, ca: "CA" });
  });

  it("shows a certificate only with its key", () => {
    expect(tlsPeer({ verify: true, cert: "C", key: "K" })).toMatchObject({ cert: "C", key: "K" });
    expect(tlsPeer({ verify: true, cert: "C", key: undefined })).toEqual({ rejectUnauthorized: true });
    expect(tlsPeer({ verify: true, cert: undefined, key: "K" })).toEqual({ rejectUnauthorized: true });
  });
});
