import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { anyPassword, podId, unixSeconds } from "../shapes.ts";

const iface = () =>
  describe(
    z.string().check(z.regex(/^knx\.iface\.[A-Za-z0-9_-]{1,64}\.[A-Za-z0-9_-]{1,64}$/)),
    "interface `knx.iface.{pod}.{iface}`",
  );
const mode = z.enum(["off", "debug", "info", "warn"]);

export const knxInterfaces = call({
  method: "GET",
  path: "/knx/interfaces",
  summary: "KNX interfaces of the project, or of one pod.",
  access: "session",
  origin: "spec",
  mutates: false,
  query: z.object({ pod: z.optional(podId()) }),
  answer: answer({
    interfaces: z.array(z.object({ id: z.string(), pod: z.string(), keyring: z.boolean(), debug: mode })),
  }),
});

export const knxInfo = call({
  method: "GET",
  path: "/knx/info",
  summary: "Keyring and logging of an interface.",
  access: "session",
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
  access: "session",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface(), pwd: z.optional(anyPassword()) }),
  upload: { file: "newfile", fields: z.object({ pwd: z.optional(anyPassword()) }) },
  answer: answer({}),
});

export const knxKeyringDelete = call({
  method: "GET",
  path: "/knx/delete_keyring",
  summary: "Removes the keyring of an interface.",
  access: "session",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface() }),
  answer: answer({}),
});

export const knxDebugMode = call({
  method: "GET",
  path: "/knx/debug/mode",
  summary: "Sets the level at which an interface logs.",
  access: "session",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface(), mode }),
  answer: answer({}),
});

export const knxDebugLog = call({
  method: "GET",
  path: "/knx/debug/log",
  summary: "A log file of an interface.",
  access: "session",
  origin: "spec",
  mutates: false,
  query: z.object({ iface: iface(), file: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,100}$/)) }),
  content: "text/plain",
});

export const knxRestart = call({
  method: "GET",
  path: "/knx/restart",
  summary: "Connects an interface anew; code 1002 if it is disabled.",
  access: "session",
  origin: "spec",
  mutates: true,
  query: z.object({ iface: iface() }),
  answer: answer({}),
});
