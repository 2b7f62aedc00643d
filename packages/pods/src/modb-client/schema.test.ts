import { describe, expect, it } from "vitest";
import { podLoad, type TestChannel } from "../testing/index.ts";
import { checkModbClient, modbClientSchema } from "./schema.ts";

type Config = Record<string, string | number | boolean>;

function problems(channel: Omit<TestChannel, "chan">, iface: Config = {}): string[] {
  const { host = "sps.lan", ...others } = iface;
  const cells = host === "" ? others : { host, ...others };
  const load = podLoad(modbClientSchema, [cells], [{ chan: "x", ...channel }]);
  return checkModbClient(load).map(({ attribute, text, hint }) => {
    expect(text).not.toBe("");
    expect(hint).not.toBe("");
    return attribute;
  });
}

describe("checkModbClient", () => {
  it.each<[string, Omit<TestChannel, "chan">]>([
    ["a register without more", { config: { address: 0 } }],
    ["a coil as number", { config: { area: "coil", address: 0 } }],
    ["a bit", { type: "bool", config: { address: 0, bit: 15 } }],
    ["text", { type: "string", config: { address: 0, data: "string", length: 10, order: "BADC" } }],
    ["64 bits as text", { type: "string", config: { address: 0, data: "uint64" } }],
    ["whole scaling of int", { type: "int", config: { address: 0, scale: 10 } }],
    [
      "text with its registers reversed",
      { type: "string", config: { address: 0, data: "string", length: 5, order: "DCBA" } },
    ],
    [
      "64 bits as scaled text",
      { type: "string", config: { address: 0, data: "int64", scale: 0.001, offset: 2 } },
    ],
    ["FC22 for a bit", { type: "bool", dir: "out", config: { address: 0, bit: 3, function: 22 } }],
    ["FC16 for one register", { dir: "out", config: { address: 0, function: 16 } }],
  ])("allows %s", (_name, channel) => {
    expect(problems(channel)).toEqual([]);
  });

  it.each<[string, Omit<TestChannel, "chan">, string[]]>([
    ["number in a coil", { config: { area: "coil", address: 0, data: "int16" } }, ["data"]],
    ["bit of a coil", { type: "bool", config: { area: "coil", address: 0, bit: 1 } }, ["bit"]],
    ["bool without bit", { type: "bool", config: { address: 0, data: "bool" } }, ["bit"]],
    ["bit of a number", { config: { address: 0, data: "int16", bit: 1 } }, ["bit"]],
    ["text without length", { type: "string", config: { address: 0, data: "string" } }, ["length"]],
    ["length of a number", { config: { address: 0, length: 4 } }, ["length"]],
    [
      "FC5 for a bit of a register",
      { type: "bool", dir: "out", config: { address: 0, bit: 3, function: 5 } },
      ["function"],
    ],
    ["value beyond the end", { config: { address: 65535, data: "float32" } }, ["address"]],
    ["scale 0", { config: { address: 0, scale: 0 } }, ["scale"]],
    ["scaled bit", { type: "bool", config: { address: 0, bit: 0, offset: 1 } }, ["offset"]],
    ["text as number", { type: "float", config: { address: 0, data: "string", length: 4 } }, ["type"]],
    ["number as text", { type: "string", config: { address: 0 } }, ["type"]],
    ["number as bool", { type: "bool", config: { address: 0 } }, ["type"]],
    ["float as int", { type: "int", config: { address: 0, data: "float32" } }, ["type"]],
    ["tenths as int", { type: "int", config: { address: 0, scale: 0.1 } }, ["type"]],
    ["writing an input", { dir: "out", config: { address: 0, area: "input" } }, ["area"]],
    [
      "FC6 for two registers",
      { dir: "out", config: { address: 0, data: "float32", function: 6 } },
      ["function"],
    ],
    [
      "FC6 for a coil",
      { dir: "out", type: "bool", config: { area: "coil", address: 0, function: 6 } },
      ["function"],
    ],
    ["FC22 for a register", { dir: "out", config: { address: 0, function: 22 } }, ["function"]],
    ["FC5 for a register", { dir: "out", config: { address: 0, function: 5 } }, ["function"]],
  ])("refuses %s", (_name, channel, attributes) => {
    expect(problems(channel)).toEqual(attributes);
  });

  it("reads nothing from a broadcast, which only RTU has", () => {
    expect(problems({ config: { address: 0, unit_id: 0 } }, { mode: "rtu" })).toEqual(["unit_id"]);
    expect(problems({ dir: "out", config: { address: 0, unit_id: 0 } }, { mode: "rtu" })).toEqual([]);
    expect(problems({ config: { address: 0 } }, { mode: "rtu", unit_id: 0 })).toEqual(["unit_id"]);
    expect(problems({ config: { address: 0, unit_id: 0 } })).toEqual([]);
    const bit = { address: 0, unit_id: 0, bit: 1 };
    expect(problems({ type: "bool", dir: "out", config: bit }, { mode: "rtu" })).toEqual(["unit_id"]);
    expect(problems({ type: "bool", dir: "out", config: { ...bit, function: 22 } }, { mode: "rtu" })).toEqual(
      [],
    );
  });

  it("knows broadcasts at a serial port too", () => {
    const serial = { mode: "serial", device: "/dev/ttyUSB0", host: "" };
    const all = { address: 0, unit_id: 0 };
    expect(problems({ config: all }, serial)).toEqual(["unit_id"]);
    expect(problems({ dir: "out", config: all }, serial)).toEqual([]);
  });

  it("wants a host or a serial port, never both", () => {
    const config = { address: 0 };
    expect(problems({ config }, { mode: "serial", host: "" })).toEqual(["device"]);
    expect(problems({ config }, { mode: "serial", device: "/dev/ttyS0" })).toEqual(["host"]);
    expect(problems({ config }, { host: "" })).toEqual(["host"]);
    expect(problems({ config }, { device: "/dev/ttyS0", baud: 9600 })).toEqual(["device", "baud"]);
  });

  it("names a bad host", () => {
    expect(problems({ config: { address: 0 } }, { host: "10.0.0" })).toEqual(["host"]);
  });
});
