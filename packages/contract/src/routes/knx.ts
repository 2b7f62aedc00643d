import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { GROUP_PATTERN, parseGroup } from "../group-address.ts";
import { anyPassword, podId, queryInt, unixMillis, unixSeconds } from "../shapes.ts";

const iface = () =>
  describe(
    z
      .string()
      .check(
        z.regex(
          /^knx\.iface\.[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{1,64}$/,
          "Erlaubt ist eine KNX-Schnittstelle, zum Beispiel knx.iface.linie1.main: Buchstaben ohne Umlaute, Ziffern, „_“ und „-“.",
        ),
      ),
    "interface `knx.iface.{pod}.{iface}`",
  );
const NO_GROUP =
  "Das ist keine Gruppenadresse. Geschrieben wird sie 1/2/3, 1/515 oder als Zahl von 1 bis 65535.";
const mode = z.enum(["off", "debug", "info", "warn"]);

export const knxInterfaces = call({
  method: "GET",
  path: "/knx/interfaces",
  summary: "KNX interfaces of the project, or of one pod.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: false,
  query: z.object({ pod: z.optional(podId()) }),
  answer: answer({
    interfaces: z.array(
      z.object({
        id: z.string(),
        pod: z.string(),
        keyring: z.boolean(),
        debug: mode,
        state: describe(z.boolean(), "connected"),
        error: z.optional(z.string()),
      }),
    ),
  }),
});

export const knxSearch = call({
  method: "POST",
  path: "/knx/search",
  summary:
    "Looks for KNX IP interfaces and routers in the networks of the device, for 3 s. Changes nothing; whoever answers may claim anything.",
  needs: "engineer",
  channels: "whole",
  mutates: false,
  answer: answer({
    adapters: describe(z.array(z.string()), "own addresses through which was asked"),
    devices: z.array(
      z.object({
        name: z.string(),
        address: describe(z.string(), "individual address"),
        host: describe(z.string(), "IPv4 address"),
        port: describe(z.number(), "UDP port"),
        mac: z.string(),
        serial: describe(z.string(), "hexadecimal"),
        services: z.array(
          z.object({
            family: z.enum([
              "core",
              "device_management",
              "tunnelling",
              "routing",
              "remote_log",
              "remote_configuration",
              "object_server",
              "security",
            ]),
            version: z.number(),
          }),
        ),
        secure: describe(
          z.enum(["required", "possible", "none"]),
          "KNX Secure: the only way to the bus, one of two, not known",
        ),
        tunnels: z.optional(z.object({ total: z.number(), free: z.number() })),
      }),
    ),
  }),
});

export const knxInfo = call({
  method: "GET",
  path: "/knx/info",
  summary: "Keyring and logging of an interface.",
  needs: "see",
  channels: "filtered",
  origin: "spec",
  mutates: false,
  query: z.object({ iface: iface() }),
  answer: answer({
    keyring: z.object({
      found: z.boolean(),
      valid: z.boolean(),
      modified: unixSeconds(),
      createdby: z.string(),
      created: describe(z.string(), "as in the keyring"),
      project: z.string(),
    }),
    debug: mode,
    debug_log: z.array(
      z.object({ file: z.string(), size: describe(z.number(), "bytes"), ts: unixSeconds() }),
    ),
  }),
});

export const knxKeyring = call({
  method: "POST",
  path: "/knx/keyring",
  summary: "Stores a keyring for an interface. The password is taken from the form field, or from the query.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface(), pwd: z.optional(anyPassword()) }),
  upload: { file: "newfile", fields: z.object({ pwd: z.optional(anyPassword()) }) },
});

export const knxKeyringDelete = call({
  method: "GET",
  path: "/knx/delete_keyring",
  summary: "Removes the keyring of an interface.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface() }),
});

export const knxDebugMode = call({
  method: "GET",
  path: "/knx/debug/mode",
  summary: "Sets the level at which an interface logs.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface(), mode }),
});

export const knxDebugLog = call({
  method: "GET",
  path: "/knx/debug/log",
  summary: "A log file of an interface: text, or telegrams as a capture for Wireshark (pcap).",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: false,
  query: z.object({
    iface: iface(),
    file: z
      .string()
      .check(
        z.regex(
          /^[A-Za-z0-9_.-]{1,100}$/,
          "Erlaubt sind 1 bis 100 Zeichen: Buchstaben ohne Umlaute, Ziffern und _ . -.",
        ),
      ),
  }),
  content: "application/octet-stream",
});

export const knxRestart = call({
  method: "GET",
  path: "/knx/restart",
  summary: "Connects an interface anew; code 1002 if it is disabled.",
  needs: "engineer",
  channels: "whole",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface() }),
});

const telegram = z.object({
  seq: describe(z.number(), "counts up from the pod's start"),
  ts: unixMillis(),
  dir: z.enum(["in", "out"]),
  source: describe(z.string(), "individual address"),
  target: describe(z.string(), "group address"),
  service: z.enum(["read", "response", "write", "other"]),
  data: describe(z.string(), "payload, hexadecimal"),
  value: z.optional(describe(z.string(), "decoded by the datapoint type of a channel with this address")),
  unit: z.optional(z.string()),
  dpt: z.optional(z.string()),
  secure: describe(z.boolean(), "Data Secure"),
  problem: z.optional(describe(z.string(), "why it was not taken or not sent")),
});

export const knxTelegrams = call({
  method: "GET",
  path: "/knx/telegrams",
  summary:
    "Group telegrams of an interface, newer than `after`; at most 500 at once, the last 2,000 are kept.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ iface: iface(), after: z.optional(queryInt(0, Number.MAX_SAFE_INTEGER)) }),
  answer: answer({
    telegrams: z.array(telegram),
    next: describe(z.number(), "to be given as `after` the next time"),
    missed: describe(z.number(), "telegrams that were gone before they were asked for"),
  }),
});

export const knxSend = call({
  method: "POST",
  path: "/knx/send",
  summary: "Sends a group telegram that belongs to no channel.",
  needs: "engineer",
  channels: "whole",
  mutates: true,
  body: z.object({
    iface: iface(),
    address: describe(
      z.string().check(
        z.regex(GROUP_PATTERN, { error: NO_GROUP, abort: true }),
        z.refine((text) => parseGroup(text) !== undefined, { error: NO_GROUP }),
      ),
      "group address: 1/2/3, 1/515 or 2563",
    ),
    dpt: describe(
      z
        .string()
        .check(
          z.regex(
            /^(raw|raw6|\d{1,4}(\.\d{1,5})?)$/,
            "Erlaubt ist ein Datenpunkttyp aus Ziffern und einem Punkt, zum Beispiel 9.001, oder raw, raw6.",
          ),
        ),
      "datapoint type, e.g. 9.001",
    ),
    service: z.enum(["read", "response", "write"]),
    value: describe(z.string().check(z.maxLength(1_000)), "as text; empty for a read request"),
  }),
  answer: answer({
    outcome: describe(
      z.enum(["sent", "refused", "silent", "lost"]),
      "sent; nobody on the bus acknowledged; the interface did not confirm; no connection",
    ),
  }),
});
