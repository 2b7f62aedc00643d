import * as z from "zod/mini";
import { hostname, ipv4OrEmpty, mask, ntpServer } from "../addresses.ts";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { unixSeconds } from "../shapes.ts";
import { ZONES } from "../zones.ts";

const changes = {
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: true,
} as const;

export const networkAdapter = z.object({
  device: describe(
    z
      .string()
      .check(
        z.regex(
          /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,14}$/,
          "Erlaubt sind bis zu 15 Zeichen: Buchstaben ohne Umlaute, Ziffern und _ . : -, am Anfang ein Buchstabe oder eine Ziffer.",
        ),
      ),
    "name of the adapter",
  ),
  active: z.boolean(),
  dhcp: z.boolean(),
  ip: ipv4OrEmpty(),
  mask: mask(),
  gw: ipv4OrEmpty(),
  dns1: ipv4OrEmpty(),
  dns2: ipv4OrEmpty(),
});
export type NetworkAdapter = z.output<typeof networkAdapter>;
const adapters = () => z.array(networkAdapter).check(z.minLength(1), z.maxLength(64));

export const networkSettings = z.object({
  use: describe(z.boolean(), "Hubwart configures the network"),
  interfaces: describe(z.array(networkAdapter).check(z.maxLength(64)), "the first is always active"),
});
export type NetworkSettings = z.output<typeof networkSettings>;

export const ntpSettings = z.object({ use: z.boolean(), server: ntpServer(), fallback: ntpServer() });
export type NtpSettings = z.output<typeof ntpSettings>;

export const sshSettings = z.object({
  use: describe(z.boolean(), "false: stopped and masked"),
  start: describe(z.boolean(), "started at boot; counts only with `use`"),
});
export type SshSettings = z.output<typeof sshSettings>;

export const hostnameSettings = z.object({ hostname: hostname() });
export const zoneSettings = z.object({
  zone: describe(
    z.enum(ZONES, { error: "Erlaubt sind UTC und die Zeitzonen Europas, zum Beispiel Europe/Berlin." }),
    "IANA name",
  ),
});

/**
 * Whether saving changes this machine. Where it does not, a Hubwart device refuses the save with code 1600 and the
 * reason; any other machine, of which nothing is changed at all, keeps the values.
 */
export const support = z.object({
  supported: z.boolean(),
  reason: z.optional(describe(z.string(), "German; why not")),
});
export type Support = { supported: true } | { supported: false; reason: string };

const saved = answer({
  restart: describe(z.enum(["nothing", "device"]), "what must be restarted for it to take effect"),
});
/** What belongs to a configured adapter, beside its settings. */
const device = {
  mac: z.string(),
  carrier: describe(z.boolean(), "a cable is plugged and the other side is on"),
};

export const networkConfig = call({
  method: "GET",
  path: "/network/interfaces/config",
  summary: "The configured adapters, and what is active.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: false,
  etag: ["use", "interfaces"],
  etagWithout: ["carrier"],
  answer: answer({
    use: networkSettings.shape.use,
    interfaces: describe(
      z.array(z.extend(networkAdapter, device)),
      "every adapter of the machine, in an order that stays",
    ),
    active: describe(z.object({ use: z.boolean(), interfaces: z.array(networkAdapter) }), "what holds now"),
    support,
  }),
});

export const networkConfigSave = call({
  method: "POST",
  path: "/network/interfaces/config",
  summary:
    "Saves adapters; they become active at the next device restart. The first is always active; adapters that are not named stay.",
  ...changes,
  guard: "networkConfig",
  body: z.object({
    use: z.optional(z.boolean()),
    interfaces: adapters(),
  }),
  answer: saved,
});

export const networkEnable = call({
  method: "GET",
  path: "/network/interfaces/enable",
  summary: "Lets Hubwart configure the network from the next device restart on.",
  ...changes,
  answer: saved,
});

export const networkDisable = call({
  method: "GET",
  path: "/network/interfaces/disable",
  summary: "Hubwart removes its own network configuration at the next device restart.",
  ...changes,
  answer: saved,
});

export const hostnameConfig = call({
  method: "GET",
  path: "/network/hostname",
  summary: "The configured host name.",
  needs: "engineer",
  channels: "none",
  mutates: false,
  etag: ["hostname"],
  answer: answer({ hostname: z.string(), active: z.string(), support }),
});

export const hostnameSave = call({
  method: "POST",
  path: "/network/hostname",
  summary: "Saves the host name; it becomes active at the next device restart.",
  ...changes,
  guard: "hostnameConfig",
  body: hostnameSettings,
  answer: saved,
});

export const ntpConfig = call({
  method: "GET",
  path: "/network/ntp/config",
  summary: "The configured time servers.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: false,
  etag: ["use", "server", "fallback"],
  answer: answer({
    ...ntpSettings.shape,
    server: z.string(),
    fallback: z.string(),
    active: describe(
      z.nullable(z.object({ use: z.boolean(), server: z.string(), fallback: z.string() })),
      "null where it cannot be read",
    ),
    support,
  }),
});

export const ntpConfigSave = call({
  method: "POST",
  path: "/network/ntp/config",
  summary: "Saves the time servers.",
  ...changes,
  guard: "ntpConfig",
  body: ntpSettings,
  answer: saved,
});

export const tzConfig = call({
  method: "GET",
  path: "/network/tz/config",
  summary: "The configured time zone.",
  needs: "engineer",
  channels: "none",
  origin: "spec",
  mutates: false,
  etag: ["zone"],
  answer: answer({ zone: z.string(), active: z.string(), support }),
});

export const tzConfigSave = call({
  method: "POST",
  path: "/network/tz/config",
  summary: "Saves the time zone.",
  ...changes,
  guard: "tzConfig",
  body: zoneSettings,
  answer: saved,
});

export const sshConfig = call({
  method: "GET",
  path: "/network/ssh/config",
  summary: "The configured state of the SSH service.",
  needs: "admin",
  channels: "none",
  origin: "spec",
  mutates: false,
  etag: ["use", "start"],
  answer: answer({
    ...sshSettings.shape,
    active: describe(z.nullable(sshSettings), "null where it cannot be read"),
    support,
  }),
});

export const sshConfigSave = call({
  method: "POST",
  path: "/network/ssh/config",
  summary: "Saves the state of the SSH service. `use` false: stopped and masked.",
  ...changes,
  guard: "sshConfig",
  body: sshSettings,
  answer: saved,
});

export const networkTestRun = z.object({
  id: z.string(),
  interfaces: z.array(networkAdapter),
  seconds: describe(z.int(), "chosen length"),
  remaining: describe(z.number(), "s until the previous settings come back"),
  addresses: describe(z.array(z.string()), "where the console can be opened while it runs, as URLs"),
  sign_in: describe(z.boolean(), "must be confirmed from one of these addresses, signed in there"),
});
export type NetworkTestRun = z.output<typeof networkTestRun>;

export const networkTest = call({
  method: "POST",
  path: "/network/interfaces/test",
  summary:
    "Applies adapters at once and for a while; unless confirmed, everything is put back as it was. 409 while another test runs.",
  needs: "admin",
  channels: "none",
  mutates: true,
  body: z.object({
    interfaces: adapters(),
    seconds: z.optional(
      describe(
        z.int().check(z.minimum(LIMITS.networkTestMin), z.maximum(LIMITS.networkTestMax)),
        "120 without",
      ),
    ),
  }),
  answer: answer({ test: networkTestRun }),
});

export const networkTestState = call({
  method: "GET",
  path: "/network/interfaces/test",
  summary: "The test under way, and how the last one ended.",
  needs: "engineer",
  channels: "none",
  mutates: false,
  watchesOnly: true,
  answer: answer({
    test: z.nullable(networkTestRun),
    last: z.nullable(
      z.object({
        id: z.string(),
        outcome: z.enum(["confirmed", "cancelled", "expired", "rebooted", "failed"]),
        at: unixSeconds(),
      }),
    ),
  }),
});

const testId = z.object({
  id: z
    .string()
    .check(
      z.regex(
        /^[A-Za-z0-9_-]{8,64}$/,
        "Erlaubt sind 8 bis 64 Zeichen: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“.",
      ),
    ),
});
export const networkTestConfirm = call({
  method: "POST",
  path: "/network/interfaces/test/confirm",
  summary:
    "Keeps what is tested, as configured and active value. Code 1610 when it must come from a new address.",
  needs: "admin",
  channels: "none",
  mutates: true,
  body: testId,
  answer: saved,
});

export const networkTestCancel = call({
  method: "POST",
  path: "/network/interfaces/test/cancel",
  summary: "Ends the test; once this is answered, everything is put back as it was.",
  needs: "admin",
  channels: "none",
  mutates: true,
  body: testId,
});

export const ntpTest = call({
  method: "POST",
  path: "/network/ntp/test",
  summary: "Asks time servers for the time now (SNTP, RFC 4330).",
  needs: "admin",
  channels: "none",
  mutates: false,
  body: z.object({ servers: z.array(ntpServer()).check(z.minLength(1), z.maxLength(2)) }),
  answer: answer({
    results: z.array(
      z.object({
        server: z.string(),
        reachable: z.boolean(),
        offset: z.optional(describe(z.number(), "ms the device's clock is behind the server")),
        delay: z.optional(describe(z.number(), "ms, there and back")),
        message: z.optional(describe(z.string(), "German; why not reachable")),
      }),
    ),
  }),
});

export const dnsTest = call({
  method: "POST",
  path: "/network/dns/test",
  summary: "Asks name servers for a name now.",
  needs: "admin",
  channels: "none",
  mutates: false,
  body: z.object({
    servers: z.array(ipv4OrEmpty()).check(z.minLength(1), z.maxLength(2)),
    name: z.optional(
      describe(
        z.string().check(
          z.regex(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}$/, {
            error: "Erlaubt ist ein Name aus Buchstaben von A bis Z, Ziffern und _ . -.",
          }),
        ),
        "name to ask for",
      ),
    ),
  }),
  answer: answer({
    results: z.array(
      z.object({
        server: z.string(),
        reachable: describe(z.boolean(), "answered, even if it does not know the name"),
        addresses: z.array(z.string()),
        time: z.optional(describe(z.number(), "ms")),
        message: z.optional(describe(z.string(), "German")),
      }),
    ),
  }),
});
