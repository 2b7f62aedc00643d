import { describe, expect, it } from "vitest";
import { podAbouts } from "./abouts.ts";
import { podSchemas } from "./schemas.ts";
import { channelPlace, peerOf } from "./whereabouts.ts";

describe("the other side of an interface", () => {
  it.each([
    ["mqtt", { host: "broker", tls: false }, "broker:1883"],
    ["mqtt", { host: "broker", tls: true }, "broker:8883"],
    ["mqtt", { host: "broker", tls: true, port: 1 }, "broker:1"],
    ["mqtt", { host: "broker", tls: false, transport: "ws" }, "broker:80"],
    ["mqtt", { host: "broker", tls: true, transport: "ws" }, "broker:443"],
    ["modb_client", { host: "fe80::1", port: 502 }, "[fe80::1]:502"],
    ["modb_client", { mode: "serial", device: "/dev/ttyUSB0", port: 502 }, "/dev/ttyUSB0"],
    ["modb_server", { mode: "serial", device: "/dev/ttyS1", bind: "::", port: 502 }, "/dev/ttyS1"],
    ["email", { host: "mail", security: "starttls" }, "mail:587"],
    ["email", { host: "mail", security: "tls" }, "mail:465"],
    ["email", { host: "mail", security: "none" }, "mail:25"],
    ["knx", { mode: "routing", port: 3671 }, "224.0.23.12:3671"],
    ["knx", { mode: "tunnel", host: "10.0.0.2", port: 3671 }, "10.0.0.2:3671"],
    ["http_in", { bind: "0.0.0.0", port: 8090 }, "0.0.0.0:8090"],
    ["asset", { bind: "127.0.0.1", port: 0 }, undefined],
    ["ping", { method: "auto", port: 80 }, undefined],
    ["chat", { service: "slack", webhook: "https://hooks.example/secret" }, "slack"],
    ["chat", { service: "matrix", url: "https://matrix.example", token: "t" }, "matrix.example"],
    ["http_out", { url: "https://me:word@meter.example:8443/api?key=1" }, "meter.example:8443"],
    ["http_out", { url: "no address" }, undefined],
  ])("%s %j is %s", (type, config, peer) => {
    expect(peerOf(type, config)).toBe(peer);
  });
});

describe("the place of a channel", () => {
  it("is what its cells say", () => {
    expect(channelPlace("http_out", { method: "GET", path: "/meter", body: "x" })).toBe("GET /meter");
    expect(channelPlace("modb_client", { area: "holding", address: 40 })).toBe("holding 40");
    expect(channelPlace("email", {})).toBeUndefined();
    expect(channelPlace("toString", { address: 1 })).toBeUndefined();
  });

  it("is known for every type of pod, and names columns that it has and that are no secret", () => {
    for (const { type, channelColumns } of podSchemas) {
      const columns = podAbouts.get(type)?.place ?? [];
      expect([type, columns.length]).not.toEqual([type, 0]);
      for (const column of columns) {
        expect([type, column, Object.hasOwn(channelColumns, column)]).toEqual([type, column, true]);
        expect(channelColumns[column]?.secret ?? false).toBe(false);
      }
    }
  });
});
