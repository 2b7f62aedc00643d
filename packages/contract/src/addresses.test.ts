import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { adapterProblems } from "./addresses.ts";
import { dnsTest, hostnameSettings, networkAdapter, ntpSettings, zoneSettings } from "./routes/network.ts";

/** What means something to a shell, in a path, in a configuration file or to a terminal; and what looks like a letter. */
const META = [
  ...Array.from("\n\r\t\0\u000b\u001b\u007f\u0085\u2028\u2029 `$&|;<>(){}[]*?!~#%^=+'\"\\/,@", (one) => one),
  "../",
  "\r\n[Match]",
  "$(reboot)",
  "ａ",
  "ä",
  "\u202e",
];
const adapter = { device: "eth0", active: true, dhcp: false, ip: "", mask: "", gw: "", dns1: "", dns2: "" };
const texts: [name: string, parse: (text: string) => unknown, fine: string[]][] = [
  ["host name", (hostname) => z.safeParse(hostnameSettings, { hostname }).data?.hostname, ["keller", "a-7"]],
  [
    "time server",
    (server) => z.safeParse(ntpSettings, { use: true, server, fallback: "" }).data?.server,
    ["de.pool.ntp.org", "10.0.0.1", "2001:db8::7"],
  ],
  [
    "other time server",
    (fallback) => z.safeParse(ntpSettings, { use: true, server: "", fallback }).data?.fallback,
    ["de.pool.ntp.org", "10.0.0.1", "2001:db8::7"],
  ],
  ["zone", (zone) => z.safeParse(zoneSettings, { zone }).data?.zone, ["UTC", "Europe/Berlin"]],
  ["name to ask for", (name) => z.safeParse(dnsTest.body, { servers: [""], name }).data?.name, ["a.example"]],
  [
    "adapter",
    (device) => z.safeParse(networkAdapter, { ...adapter, device }).data?.device,
    ["eth0", "enp3s0.7"],
  ],
  ["address", (ip) => z.safeParse(networkAdapter, { ...adapter, ip }).data?.ip, ["10.0.0.1"]],
  ["mask", (mask) => z.safeParse(networkAdapter, { ...adapter, mask }).data?.mask, ["255.255.0.0", "/24"]],
  ["gateway", (gw) => z.safeParse(networkAdapter, { ...adapter, gw }).data?.gw, ["10.0.0.1"]],
  ["name server", (dns1) => z.safeParse(networkAdapter, { ...adapter, dns1 }).data?.dns1, ["10.0.0.1"]],
];

describe("what is written into files and handed to programs", () => {
  it.each(texts)("%s: nothing but plain characters is let through", (_name, parse, fine) => {
    for (const text of fine) expect(parse(text)).toBe(text);
    const meta = fc.constantFrom(...META);
    const spoiled = fc
      .tuple(fc.constantFrom(...fine), meta, fc.nat(), fc.array(meta, { maxLength: 3 }))
      .map(([text, bad, at, more]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + bad + more.join("") + text.slice(place);
      });
    const anything = fc.oneof(spoiled, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(anything, (text) => {
        const accepted = parse(text);
        // Spaces around a time server are cut off; a mask may have one slash in front, a zone one inside.
        if (accepted === undefined) return;
        expect(accepted).toMatch(/^(|\/[0-9]{1,2}|Europe\/[A-Za-z_]+|[A-Za-z0-9:_][A-Za-z0-9:._-]*)$/);
        expect(text.trim()).toBe(accepted);
      }),
      { numRuns: 1_000 },
    );
  });
  it.each(texts)(
    "%s: none of the characters in question, wherever it stands inside",
    (_name, parse, fine) => {
      for (const text of fine) {
        for (const bad of META) {
          for (let place = 1; place < text.length; place += 1) {
            expect(
              parse(text.slice(0, place) + bad + text.slice(place)),
              JSON.stringify([text, bad]),
            ).toBeUndefined();
          }
        }
      }
    },
  );
  it.each(["-oProxyCommand", "--help", ".", "..", "a..b", "a.", `${"a".repeat(64)}.de`])(
    "%j is no name of a server",
    (server) => {
      expect(z.safeParse(ntpSettings, { use: true, server, fallback: "" }).success).toBe(false);
    },
  );
});

it.each(["ip", "mask", "gw", "dns1", "dns2"])("a wrong %s is told with what is allowed", (field) => {
  const { error } = z.safeParse(networkAdapter, { ...adapter, [field]: "192.168.1" });
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [[field], expect.stringMatching(/^Erlaubt ist eine (IPv4-Adresse|Netzmaske), zum Beispiel /)],
  ]);
});

describe("a gateway", () => {
  const gateway = (ip: string, mask: string, gw: string) =>
    adapterProblems([{ ...adapter, ip, mask, gw }]).map(({ field }) => field);
  it("is a device in the adapter's net, and another one", () => {
    expect(gateway("10.0.0.2", "/24", "10.0.0.1")).toEqual([]);
    expect(gateway("10.0.0.2", "/31", "10.0.0.3")).toEqual([]);
    for (const gw of ["10.0.0.2", "10.0.0.0", "10.0.0.255", "10.0.1.1"]) {
      expect(gateway("10.0.0.2", "/24", gw)).toEqual(["gw"]);
    }
    expect(gateway("10.0.0.2", "/32", "10.0.0.1")).toEqual(["gw"]);
  });
  it("has an address that devices have, however large the net", () => {
    expect(gateway("1.2.3.4", "/1", "127.0.0.1")).toEqual(["gw"]);
    expect(gateway("1.2.3.4", "/7", "0.0.0.2")).toEqual(["gw"]);
  });
});
