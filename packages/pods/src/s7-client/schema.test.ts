import { describe, expect, it } from "vitest";
import { podLoad, type TestChannel } from "../testing/index.ts";
import { checkS7Client, s7ClientSchema } from "./schema.ts";
import { tsapsOf } from "./tsap.ts";

function problems(channel: Omit<TestChannel, "chan">, host = "192.168.1.5"): string[] {
  const load = podLoad(s7ClientSchema, [{ host }], [{ chan: "x", ...channel }]);
  return checkS7Client(load).map(({ attribute, text }) => `${attribute}: ${text}`);
}

describe("rules of the S7 client", () => {
  it.each([
    ["a missing width", { config: { address: "DB1.4" } }, "data: Der Datentyp fehlt"],
    [
      "a bit without its number",
      { config: { address: "DB1.DBX0" } },
      "address: „DB1.DBX0“ ist keine S7-Adresse",
    ],
    [
      "a type wider than the address",
      { config: { address: "DB1.DBW0", data: "REAL" } },
      "data: Der Datentyp „REAL“ passt nicht zur Adresse „DB1.DBW0“",
    ],
    [
      "BOOL without a bit",
      { type: "bool", config: { address: "DB1.DBW0", data: "BOOL" } },
      "data: Der Datentyp „BOOL“ passt nicht zur Adresse „DB1.DBW0“",
    ],
    [
      "a timer as a word",
      { type: "int", config: { address: "T1", data: "WORD" } },
      "data: Der Datentyp „WORD“ passt nicht zur Adresse „T1“",
    ],
    [
      "a text without length",
      { type: "string", config: { address: "DB1.0", data: "STRING" } },
      "length: Die Länge des Textes fehlt",
    ],
    [
      "a text as number",
      { config: { address: "DB1.0", data: "STRING", length: 9 } },
      "type: Der Datentyp „STRING“ braucht den Typ „string“",
    ],
    [
      "a number as text",
      { type: "string", config: { address: "MW0" } },
      "type: Der Typ „string“ passt nicht zum Datentyp „WORD“",
    ],
    ["an array as number", { config: { address: "MW0", count: 3 } }, "type: Ein Feld braucht den Typ „json“"],
    [
      "bits to be written",
      { type: "json", dir: "inout", config: { address: "M0.0", count: 3 } },
      "dir: Ein Feld aus BOOL lässt sich nur lesen",
    ],
    [
      "fractions in an integer",
      { type: "int", config: { address: "MD0", data: "REAL" } },
      "type: Der Wert kann Nachkommastellen haben",
    ],
    [
      "a scaled bit",
      { type: "bool", config: { address: "M0.0", scale: 2 } },
      "scale: Umrechnen lassen sich nur Zahlen",
    ],
    ["a scale of nothing", { config: { address: "MW0", scale: 0 } }, "scale: „scale“ darf nicht 0 sein"],
    [
      "an end beyond the memory",
      { config: { address: "DB1.DBB65535", data: "REAL" } },
      "address: Der Wert ragt über die letzte Adresse 65535 hinaus",
    ],
  ] as const)("refuse %s", (_what, channel, text) => {
    expect(problems(channel as Omit<TestChannel, "chan">)).toContain(text);
  });

  it("name a bad host", () => {
    expect(problems({ config: { address: "MW0" } }, "300.1.1.1")).toEqual([
      "host: „300.1.1.1“ ist keine gültige IPv4-Adresse",
    ]);
    expect(problems({ config: { address: "MW0" } })).toEqual([]);
  });
});

it("makes TSAPs of rack, slot and kind, unless they are given", () => {
  const config = (more: Record<string, string | number>) =>
    podLoad(s7ClientSchema, [{ host: "a", ...more }], []).ifaces[0]?.config as Parameters<typeof tsapsOf>[0];
  expect(tsapsOf(config({ rack: 1, slot: 2 }))).toEqual({ localTsap: 0x0100, remoteTsap: 0x0222 });
  expect(tsapsOf(config({ connection: "pg" }))).toEqual({ localTsap: 0x0100, remoteTsap: 0x0101 });
  expect(tsapsOf(config({ local_tsap: "10.00", remote_tsap: "0200" }))).toEqual({
    localTsap: 0x1000,
    remoteTsap: 0x0200,
  });
});
