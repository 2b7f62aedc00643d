import { describe, expect, it } from "vitest";
import { BrokerSettingError, parseBrokerAddress } from "./address.ts";

describe("parseBrokerAddress", () => {
  it.each([
    ["mqtts://broker.example:8884", { host: "broker.example", port: 8884, tls: true }],
    ["mqtts://broker.example", { port: 8883 }],
    ["mqtts://[2001:db8::1]:1", { host: "2001:db8::1", shown: "[2001:db8::1]:1" }],
    ["mqtt://127.0.0.1", { port: 1883, tls: false }],
    ["mqtt://[::1]:99", { host: "::1", tls: false }],
  ])("reads %s", (text, expected) => {
    expect(parseBrokerAddress(text)).toMatchObject(expected);
  });

  it.each([
    "broker.example",
    "http://broker.example",
    "mqtt://192.0.2.1",
    "mqtt://127.evil.example",
    "mqtts://user:secret@broker.example",
    "mqtts://broker.example/path",
    "mqtts://",
  ])("refuses %s, without repeating a secret", (text) => {
    expect(() => parseBrokerAddress(text)).toThrow(BrokerSettingError);
    expect(() => parseBrokerAddress(text)).not.toThrow(/secret/);
  });
});
