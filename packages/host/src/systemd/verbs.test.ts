import { costOf, hostileTexts, stringFields } from "@hubwart/contract/testing";
import { InvalidInputError } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { staticAdapter } from "./testing/system-bench.ts";
import { parseRequest, READS, REQUEST_LIMIT, request } from "./verbs.ts";

const parse = (value: unknown) => parseRequest(JSON.stringify(value));
const fieldsOf = (value: unknown): string[] => {
  try {
    parse(value);
  } catch (error) {
    if (error instanceof InvalidInputError) return error.fields.map(({ field }) => field);
    throw error;
  }
  return ["accepted"];
};
const ADAPTER = staticAdapter("lan0", "10.0.0.2");

describe("a request to the device service", () => {
  it("is one of the closed set, with the fields of its verb and no others, at every depth", () => {
    expect(fieldsOf({ verb: "save-ssh", settings: { use: true, start: false } })).toEqual(["accepted"]);
    expect(fieldsOf({ verb: "shell" })).toEqual(["verb"]);
    expect(fieldsOf({ verb: "save-hostname", hostname: "keller", x: 1 })).toEqual([""]);
    expect(fieldsOf({ verb: "save-zone", zone: "Europe/Berlin", x: 1 })).toEqual([""]);
    expect(fieldsOf({ verb: "reboot", now: true })).toEqual([""]);
    expect(fieldsOf({ verb: "save-ssh", settings: { use: true, start: false, port: 2222 } })).toEqual([
      "settings",
    ]);
    expect(fieldsOf({ verb: "save-network", use: true, interfaces: [{ ...ADAPTER, script: "x" }] })).toEqual([
      "interfaces.0",
    ]);
    for (const value of [null, [], "reboot", 7, {}, { verb: ["reboot"] }, { verb: "__proto__" }])
      expect(() => parse(value)).toThrow(InvalidInputError);
    for (const line of ["", "{", "reboot", "\u0000", '{"verb":"reboot"}}'])
      expect(() => parseRequest(line)).toThrow(InvalidInputError);
  });

  it("is noted but for those that change nothing", () => {
    expect([...READS]).toEqual(["read", "devices", "last-apply", "settings-lost", "trial-state"]);
  });

  it("never brings a character into a file that ends a line or begins a command", () => {
    for (const text of [
      "a\nb",
      "a\rb",
      "$(x)",
      "`x`",
      "a;b",
      "a b",
      "a/b",
      "../a",
      "-a",
      "%n",
      "\u0000",
      "ä",
    ]) {
      expect(() => parse({ verb: "save-hostname", hostname: text })).toThrow(InvalidInputError);
      expect(() => parse({ verb: "save-zone", zone: text })).toThrow(InvalidInputError);
      expect(() => parse({ verb: "save-ntp", settings: { use: true, server: text, fallback: "" } })).toThrow(
        InvalidInputError,
      );
      for (const field of ["device", "ip", "mask", "gw", "dns1", "dns2"])
        expect(() =>
          parse({ verb: "save-network", use: true, interfaces: [{ ...ADAPTER, [field]: text }] }),
        ).toThrow(InvalidInputError);
    }
  });

  it("is held to the rules over all adapters together", () => {
    const twice = [ADAPTER, staticAdapter("lan1", "10.0.0.2")];
    expect(fieldsOf({ verb: "save-network", use: true, interfaces: twice })).toEqual(["interfaces.1.ip"]);
    expect(
      fieldsOf({ verb: "trial-start", seconds: 60, interfaces: [{ ...ADAPTER, gw: "10.1.0.1" }] }),
    ).toEqual(["interfaces.0.gw"]);
    for (const seconds of [0, 59, 601, 60.5, "60"])
      expect(fieldsOf({ verb: "trial-start", seconds, interfaces: [ADAPTER] })).toEqual(["seconds"]);
  });
});

describe("the id of a trial", () => {
  it("is one, from its beginning to its end", () => {
    expect(fieldsOf({ verb: "trial-confirm", id: "Abc_-123" })).toEqual(["accepted"]);
    for (const id of ["", "short", "Abc_-123\n", "../Abc_-123", "Abc_-123/../x", "x".repeat(65), 12_345_678])
      expect(fieldsOf({ verb: "trial-confirm", id })).toEqual(["id"]);
  });
});

describe("a text as long as a request may be", () => {
  it("is judged in the time of one reading, in every field", () => {
    const fields = stringFields(request);
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["hostname", "settings.server", "interfaces.element.mask", "id"]),
    );
    const texts = hostileTexts(REQUEST_LIMIT);
    // ms of processor time; what tries again from every place takes seconds.
    const slow = fields.filter(({ schema }) => texts.some((text) => costOf(schema, text) > 40));
    expect(slow.map(({ path }) => path)).toEqual([]);
  });
});
