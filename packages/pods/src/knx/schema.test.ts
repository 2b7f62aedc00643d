import { describe, expect, it } from "vitest";
import { podLoad, type TestChannel } from "../testing/index.ts";
import { checkKnx, knxSchema } from "./schema.ts";

function problems(
  iface: Record<string, string | number | boolean>,
  channel: Partial<TestChannel> & { config?: Record<string, string | number | boolean> } = {},
): string[] {
  const { config, ...rest } = channel;
  const load = podLoad(
    knxSchema,
    [iface],
    [{ chan: "c", ...rest, config: { address: "1/2/3", dpt: "9.001", ...config } }],
  );
  return checkKnx(load).map(({ attribute, text }) => `${attribute}: ${text}`);
}
const tunnel = { host: "192.168.1.20" };

describe("rules of the KNX tables", () => {
  it("accepts a tunnel, routing with its defaults, and every way of writing an address", () => {
    expect(problems(tunnel)).toEqual([]);
    expect(problems({ mode: "routing" })).toEqual([]);
    expect(problems(tunnel, { config: { address: "1/515", listen: "1/2/4, 2563;7/7/7" } })).toEqual([]);
  });

  it.each<[string, Parameters<typeof problems>]>([
    ["host: Zum Tunneling fehlt die Schnittstelle", [{}]],
    ["host: KNXnet/IP kennt nur IPv4-Adressen", [{ host: "fd00::1" }]],
    ["host: „300.1.1.1“ ist keine gültige IPv4-Adresse", [{ host: "300.1.1.1" }]],
    ["host: „192.168.1.20“ ist keine Multicast-Gruppe", [{ ...tunnel, mode: "routing" }]],
    ["local: „1.2.3.256“ ist keine gültige IPv4-Adresse", [{ ...tunnel, local: "1.2.3.256" }]],
    [
      "individual_address: „16.1.1“ ist keine physikalische Adresse",
      [{ ...tunnel, individual_address: "16.1.1" }],
    ],
    ["address: „1/8/1“ ist keine Gruppenadresse", [tunnel, { config: { address: "1/8/1" } }]],
    [
      "listen: „1/2/4, 0/0/0“ enthält etwas, das keine Gruppenadresse ist",
      [tunnel, { config: { listen: "1/2/4, 0/0/0" } }],
    ],
    ["type: DPT 9.001 passt nicht zum Typ bool", [tunnel, { type: "bool" }]],
    ["type: DPT 16.000 passt nicht zum Typ float", [tunnel, { type: "float", config: { dpt: "16.000" } }]],
    [
      "type: Rohdaten lassen sich als Zahl nur lesen",
      [tunnel, { type: "int", dir: "out", config: { dpt: "raw" } }],
    ],
    ["respond: Ein Channel, der nur liest, kann nicht antworten", [tunnel, { config: { respond: true } }]],
    [
      "interval: Ein Channel, der nur sendet, empfängt nichts",
      [tunnel, { dir: "out", config: { interval: 5 } }],
    ],
  ])("%s", (problem, [iface, channel]) => {
    expect(problems(iface, channel)).toEqual([problem]);
  });

  it("takes the type of the values from the datapoint type", () => {
    const typed = (dpt: string) => knxSchema.valueTypeOf?.({ dpt });
    expect(
      ["1.001", "5.001", "5.010", "9.001", "16.001", "10.001", "232.600", "raw", "x"].map(typed),
    ).toEqual(["bool", "float", "int", "float", "string", "string", "json", "string", undefined]);
  });
});
