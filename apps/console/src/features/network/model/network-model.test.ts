import { describe, expect, it } from "vitest";
import type { TestState } from "../api/network-test.ts";
import { consoleAt, isHere } from "./new-address.ts";
import { offsetText } from "./offset.ts";
import { hostnameSection, ntpSection, zoneSection } from "./sections.ts";
import { endOf, unanswered } from "./use-network-test.ts";

describe("rules of the forms", () => {
  it.each([
    ["hubwart-1", false],
    ["-a", true],
    ["a_b", true],
    ["", true],
    ["a".repeat(64), true],
  ])("host name %s", (hostname, wrong) => {
    expect("hostname" in hostnameSection.errors({ hostname })).toBe(wrong);
  });
  it("zones are those of the list", () => {
    expect(zoneSection.errors({ zone: "Europe/Berlin" })).toEqual({});
    expect(zoneSection.errors({ zone: "Asia/Tokyo" })["zone"]).toMatch(/UTC und die Zeitzonen Europas/);
  });
  it.each([
    [{ use: true, server: "de.pool.ntp.org", fallback: "" }, []],
    [{ use: true, server: " ", fallback: "" }, ["server"]],
    [{ use: true, server: "", fallback: "ntp.example.org" }, []],
    [{ use: true, server: "a b", fallback: "-x" }, ["server", "fallback"]],
    [{ use: false, server: "a b", fallback: "" }, []],
  ])("time servers %j", (values, fields) => {
    expect(Object.keys(ntpSection.errors(values))).toEqual(fields);
  });
});

describe("the difference of the clocks", () => {
  it.each([
    [12.34, "Die Uhr des Geräts geht 12,3 ms nach."],
    [-7, "Die Uhr des Geräts geht 7 ms vor."],
    [0.01, "keine"],
  ])("%d ms", (offset, text) => expect(offsetText(offset)).toBe(text));
});

describe("the new address", () => {
  it("leads to the same page", () => {
    expect(consoleAt("https://192.168.1.20:8443")).toBe(
      "https://192.168.1.20:8443/system/network?tab=network",
    );
  });
  it("is here whatever the port", () => {
    expect(isHere(["https://192.168.1.20"], "192.168.1.20")).toBe(true);
    expect(isHere(["https://192.168.1.20", "kein URL"], "192.168.1.2")).toBe(false);
  });
});

describe("the end of a test", () => {
  const run = unanswered([], 60, 0);
  const last = (id: string, outcome: "expired" | "confirmed"): TestState => ({
    test: null,
    last: { id, outcome, at: 1 },
  });

  it("is told for the test that ran", () => {
    const before = { test: { ...run, id: "b" }, last: null };
    expect(endOf(before, last("b", "confirmed"))).toBe("confirmed");
    expect(endOf(before, last("a", "confirmed"))).toBe("none");
    expect(endOf(before, { test: null, last: null })).toBe("none");
  });
  it("is told for one whose start was not answered, unless nothing began", () => {
    const before = { ...last("a", "confirmed"), test: run };
    expect(endOf(before, last("b", "expired"))).toBe("expired");
    expect(endOf(before, last("a", "confirmed"))).toBe("none");
  });
});

it("a start that is not answered names the typed addresses, and counts the wait", () => {
  const adapter = {
    device: "eth0",
    active: true,
    dhcp: false,
    ip: "10.0.0.1",
    mask: "/8",
    gw: "",
    dns1: "",
    dns2: "",
  };
  const run = unanswered([adapter, { ...adapter, device: "eth1", dhcp: true, ip: "10.0.0.2" }], 90, 8);
  expect(run).toMatchObject({
    id: "",
    seconds: 90,
    remaining: 82,
    addresses: ["https://10.0.0.1"],
    sign_in: true,
  });
});
