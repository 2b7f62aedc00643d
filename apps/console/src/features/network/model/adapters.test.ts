import type { NetworkAdapter } from "@hubwart/contract";
import { describe, expect, it } from "vitest";
import {
  describeAdapter,
  describeConfigured,
  differs,
  networkErrors,
  networkValues,
  newAddresses,
  toWire,
} from "./adapters.ts";

const adapter = (part: Partial<NetworkAdapter> = {}): NetworkAdapter => ({
  device: "eth0",
  active: true,
  dhcp: false,
  ip: "192.168.1.10",
  mask: "255.255.255.0",
  gw: "",
  dns1: "",
  dns2: "",
  ...part,
});
const of = (...interfaces: NetworkAdapter[]) => ({ use: true, interfaces });

describe("what the form starts with", () => {
  it("has nothing that is not saved, and a first adapter that is active", () => {
    const stored = { ...adapter({ active: false }), mac: "02:00:00:00:00:01", carrier: true };
    expect(networkValues({ use: true, interfaces: [stored, stored] })).toEqual(
      of(adapter(), adapter({ active: false })),
    );
  });
});

describe("what is saved", () => {
  const stored = of(adapter({ ip: "10.0.0.1" }));

  it("has masks as dotted quads", () => {
    expect(toWire(of(adapter({ mask: "/25" })), stored).interfaces[0]?.mask).toBe("255.255.255.128");
  });
  it("keeps hidden fields, except those that would be refused", () => {
    const hidden = adapter({ dhcp: true, ip: "10.0.0", gw: "10.0.0.254" });
    expect(toWire(of(hidden), stored).interfaces[0]).toEqual({ ...hidden, ip: "10.0.0.1" });
  });
  it("does not mend what can be seen", () => {
    expect(toWire(of(adapter({ ip: "10.0.0" })), stored).interfaces[0]?.ip).toBe("10.0.0");
  });
  it("is what was stored where the network is not used", () => {
    expect(toWire({ ...of(adapter({ ip: "x" })), use: false }, stored)).toEqual({ ...stored, use: false });
  });
});

describe("what is wrong", () => {
  it.each<[string, NetworkAdapter[], string[]]>([
    ["nothing", [adapter()], []],
    ["the syntax of an address", [adapter({ ip: "192.168.1.300" })], ["interfaces.0.ip"]],
    ["a mask with gaps", [adapter({ mask: "255.0.255.0" })], ["interfaces.0.mask"]],
    ["missing address and mask", [adapter({ ip: "", mask: "" })], ["interfaces.0.ip", "interfaces.0.mask"]],
    ["a gateway in another net", [adapter({ gw: "10.0.0.1" })], ["interfaces.0.gw"]],
    ["the second use of an address", [adapter(), adapter({ device: "eth1" })], ["interfaces.1.ip"]],
    ["a first adapter that is off", [adapter({ active: false })], ["interfaces.0.active"]],
    ["nothing on DHCP", [adapter({ dhcp: true, ip: "x", mask: "y" })], []],
    ["nothing where off", [adapter(), adapter({ device: "eth1", active: false, ip: "x" })], []],
  ])("%s", (_, interfaces, fields) => {
    expect(Object.keys(networkErrors(of(...interfaces))).sort()).toEqual(fields);
  });
  it("says the syntax before the rule", () => {
    expect(networkErrors(of(adapter({ ip: "1.2.3" })))["interfaces.0.ip"]).toMatch(/IPv4-Adresse/);
  });
  it("is nothing while the network is not used", () => {
    expect(networkErrors({ use: false, interfaces: [adapter({ ip: "x" })] })).toEqual({});
  });
});

describe("an adapter in words", () => {
  it.each([
    [adapter({ gw: "192.168.1.1" }), "192.168.1.10 / 255.255.255.0 · Gateway\u00a0192.168.1.1"],
    [adapter({ dhcp: true }), "DHCP · 192.168.1.10 / 255.255.255.0"],
    [adapter({ ip: "", mask: "" }), "keine Adresse"],
    [adapter({ active: false }), "nicht verwendet"],
  ])("%j", (given, text) => expect(describeAdapter(given)).toBe(text));
  it("is configured without the address that DHCP will give", () => {
    expect(describeConfigured(adapter({ dhcp: true }))).toBe("DHCP");
  });
});

describe("what a restart will change", () => {
  it.each<[boolean, NetworkAdapter, NetworkAdapter | undefined]>([
    [false, adapter(), adapter()],
    [true, adapter({ dns2: "192.168.1.3" }), adapter()],
    [true, adapter({ dhcp: true }), adapter()],
    [false, adapter({ dhcp: true, ip: "" }), adapter({ dhcp: true })],
    [true, adapter({ active: false }), adapter()],
    [false, adapter({ active: false }), adapter({ active: false, ip: "" })],
    [true, adapter(), undefined],
    [false, adapter({ active: false }), undefined],
  ])("%s: %j after %j", (changed, configured, active) => {
    expect(differs(configured, active)).toBe(changed);
  });

  it("names the addresses that are new", () => {
    const more = { mac: "", carrier: true };
    const config = {
      code: 0 as const,
      use: true,
      interfaces: [
        { ...adapter(), ...more },
        { ...adapter({ device: "eth1", ip: "10.0.0.1" }), ...more },
        { ...adapter({ device: "eth2", dhcp: true, ip: "10.0.0.2" }), ...more },
      ],
      active: { use: true, interfaces: [adapter()] },
      support: { supported: true },
    };
    expect(newAddresses(config)).toEqual(["10.0.0.1"]);
    expect(newAddresses({ ...config, use: false })).toEqual([]);
  });
});
