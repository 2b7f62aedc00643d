import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";

/** IPv4 dotted quad (RFC 6943, 3.1.1, the strict form). */
const octet = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
const quad = new RegExp(`^${octet}(\\.${octet}){3}$`);
const ipv4 = () =>
  z.string().check(z.regex(quad, { error: "Erlaubt ist eine IPv4-Adresse, zum Beispiel 192.168.1.10." }));
const ipv4OrEmpty = () =>
  z.union([z.literal(""), ipv4()], {
    error: "Erlaubt ist eine IPv4-Adresse, zum Beispiel 192.168.1.10, oder nichts.",
  });
const mask = () =>
  describe(
    z.union([z.literal(""), ipv4(), z.string().check(z.regex(/^\/([0-9]|[12][0-9]|3[0-2])$/))], {
      error: "Erlaubt ist eine Netzmaske, zum Beispiel 255.255.255.0 oder /24.",
    }),
    "dotted quad with contiguous ones, or `/n`",
  );
/** Host name labels (RFC 1123, 2.1). */
const hostname = () =>
  z.string().check(
    z.regex(/^(?=.{1,63}$)[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/, {
      error:
        "Erlaubt sind 1 bis 63 Buchstaben, Ziffern und Bindestriche; am Anfang und Ende kein Bindestrich.",
    }),
  );
const server = () => z.string().check(z.trim(), z.maxLength(253));

export const networkAdapter = z.object({
  device: describe(z.string().check(z.minLength(1), z.maxLength(15)), "name of the adapter"),
  active: z.boolean(),
  dhcp: z.boolean(),
  ip: ipv4OrEmpty(),
  mask: mask(),
  gw: ipv4OrEmpty(),
  dns1: ipv4OrEmpty(),
  dns2: ipv4OrEmpty(),
});
const ntp = { use: z.boolean(), server: server(), fallback: server() };
const zone = {
  zone: describe(z.string().check(z.minLength(1), z.maxLength(64)), "IANA name: UTC or a European zone"),
};
const ssh = { use: z.boolean(), start: describe(z.boolean(), "started at boot") };
const saved = answer({
  restart: describe(z.enum(["nothing", "device"]), "what must be restarted for it to take effect"),
});

export const networkConfig = call({
  method: "GET",
  path: "/network/interfaces/config",
  summary: "The configured adapters. What is active stands in the status.",
  access: "session",
  origin: "spec",
  mutates: false,
  etag: ["use", "interfaces"],
  answer: answer({
    use: describe(z.boolean(), "Hubwart configures the network"),
    interfaces: z.array(z.extend(networkAdapter, { mac: z.string() })),
  }),
});

export const networkConfigSave = call({
  method: "POST",
  path: "/network/interfaces/config",
  summary: "Saves the adapters; they become active at the next device restart. The first is always active.",
  access: "session",
  origin: "spec",
  mutates: true,
  guard: "networkConfig",
  body: z.object({
    use: z.optional(z.boolean()),
    interfaces: z.array(networkAdapter).check(z.minLength(1), z.maxLength(64)),
  }),
  answer: saved,
});

export const networkEnable = call({
  method: "GET",
  path: "/network/interfaces/enable",
  summary: "Lets Hubwart configure the network from the next device restart on.",
  access: "session",
  origin: "spec",
  mutates: true,
  answer: saved,
});

export const networkDisable = call({
  method: "GET",
  path: "/network/interfaces/disable",
  summary: "Hubwart removes its own network configuration at the next device restart.",
  access: "session",
  origin: "spec",
  mutates: true,
  answer: saved,
});

export const hostnameConfig = call({
  method: "GET",
  path: "/network/hostname",
  summary: "The configured host name.",
  access: "session",
  origin: "ours",
  mutates: false,
  etag: ["hostname"],
  answer: answer({ hostname: z.string() }),
});

export const hostnameSave = call({
  method: "POST",
  path: "/network/hostname",
  summary: "Saves the host name; it becomes active at the next device restart.",
  access: "session",
  origin: "spec",
  mutates: true,
  guard: "hostnameConfig",
  body: z.object({ hostname: hostname() }),
  answer: saved,
});

export const ntpConfig = call({
  method: "GET",
  path: "/network/ntp/config",
  summary: "The configured time servers.",
  access: "session",
  origin: "spec",
  mutates: false,
  etag: ["use", "server", "fallback"],
  answer: answer(ntp),
});

export const ntpConfigSave = call({
  method: "POST",
  path: "/network/ntp/config",
  summary: "Saves the time servers.",
  access: "session",
  origin: "spec",
  mutates: true,
  guard: "ntpConfig",
  body: z.object(ntp),
  answer: saved,
});

export const tzConfig = call({
  method: "GET",
  path: "/network/tz/config",
  summary: "The configured time zone.",
  access: "session",
  origin: "spec",
  mutates: false,
  etag: ["zone"],
  answer: answer(zone),
});

export const tzConfigSave = call({
  method: "POST",
  path: "/network/tz/config",
  summary: "Saves the time zone.",
  access: "session",
  origin: "spec",
  mutates: true,
  guard: "tzConfig",
  body: z.object(zone),
  answer: saved,
});

export const sshConfig = call({
  method: "GET",
  path: "/network/ssh/config",
  summary: "The configured state of the SSH service.",
  access: "session",
  origin: "spec",
  mutates: false,
  etag: ["use", "start"],
  answer: answer(ssh),
});

export const sshConfigSave = call({
  method: "POST",
  path: "/network/ssh/config",
  summary: "Saves the state of the SSH service. `use` false: stopped and masked.",
  access: "session",
  origin: "spec",
  mutates: true,
  guard: "sshConfig",
  body: z.object(ssh),
  answer: saved,
});
