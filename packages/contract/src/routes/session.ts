import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { anyPassword, isoTime, newPassword, unixSeconds } from "../shapes.ts";

const tokenAnswer = answer({ token: describe(z.string(), "session token, 256 random bits, base64url") });

export const setInitPwd = call({
  method: "POST",
  path: "/set_init_pwd",
  summary: "Sets the first password and signs in. 409 once a password exists.",
  access: "public",
  origin: "spec",
  mutates: true,
  body: z.object({ pwd: newPassword() }),
  answer: tokenAnswer,
});

export const login = call({
  method: "POST",
  path: "/login",
  summary: "Signs in. 401 for a wrong password, 403 with `retry_after` (s) while the address is locked.",
  access: "public",
  origin: "spec",
  mutates: true,
  body: z.object({ pwd: anyPassword() }),
  answer: tokenAnswer,
  statuses: [401, 403],
});

export const refresh = call({
  method: "GET",
  path: "/refresh",
  summary: "Returns a new token; the old one stays valid until the new one is first used.",
  access: "session",
  origin: "spec",
  mutates: false,
  answer: tokenAnswer,
});

export const logout = call({
  method: "GET",
  path: "/logout",
  summary: "Ends the caller's session.",
  access: "session",
  origin: "spec",
  mutates: true,
  answer: answer({}),
});

export const changePw = call({
  method: "POST",
  path: "/system/change_pw",
  summary:
    "Changes the password and ends all tokens, also that of the call; the answer has a new one. A wrong current password is result code 1200.",
  access: "session",
  origin: "spec",
  mutates: true,
  body: z.object({ old: anyPassword().check(z.minLength(1)), new: newPassword() }),
  answer: answer({ token: z.string() }),
});

export const netInterface = z.object({
  device: z.string(),
  ip: z.string(),
  mask: z.string(),
  gw: z.string(),
  mac: z.string(),
});
export const memoryEntry = z.object({
  name: describe(z.enum(["HDD", "RAM"]), "disk or memory"),
  total: describe(z.number(), "bytes"),
  free: describe(z.number(), "bytes"),
  used: describe(z.number(), "bytes"),
  used_perc: describe(z.number(), "percent of total"),
});
export const finding = z.object({
  code: z.string(),
  level: describe(z.literal([1, 2, 3]), "1 next step, 2 warning, 3 error"),
  text: describe(z.string(), "German"),
  route: z.optional(describe(z.string(), "console route that mends it")),
});
export const hubInfo = z.object({
  pid: z.number(),
  started: unixSeconds(),
  state: z.enum(["init", "running", "stopped", "no_license", "no_project"]),
  lastrc: describe(z.number(), "restart reason: 1-5, 1001-1005, 0 unknown or crash"),
  restarts: describe(z.number(), "1 after the first start"),
  runtime: describe(z.number(), "seconds since started"),
  unit: describe(z.string(), "name of the supervised unit"),
  exit: z.optional(z.object({ code: z.nullable(z.number()), signal: z.nullable(z.string()) })),
  error: z.optional(z.string()),
});

/** What the pages before sign-in show. */
const publicInfo = {
  system: z.object({
    setup: describe(z.boolean(), "a first password has been set"),
    started: unixSeconds(),
    host: z.object({ hostname: z.string() }),
    time: unixSeconds(),
  }),
  license: z.object({ valid: z.boolean(), name: z.string() }),
  version: z.object({ Main: z.string() }),
};

const system = {
  time: unixSeconds(),
  started: unixSeconds(),
  runtime: describe(z.number(), "seconds"),
  hub: hubInfo,
  host: z.object({
    hostname: z.string(),
    started: unixSeconds(),
    net: z.array(netInterface),
    routing: z.array(z.object({ net: z.string(), ip: z.string(), device: z.string() })),
    disk: memoryEntry,
    memory: memoryEntry,
    tz: z.object({ zone: z.string() }),
  }),
};

/** What the status page shows, and the topic `status` of the event stream. */
const statusFields = {
  version: describe(z.catchall(z.object({ Main: z.string() }), z.string()), "component → version"),
  update: z.object({ channel: z.string(), list: z.array(z.string()) }),
  license: z.object({
    valid: z.boolean(),
    name: z.string(),
    expiry: z.nullable(isoTime()),
    meta: z.record(z.string(), z.string()),
    reason: z.optional(describe(z.string(), "German; why it is not valid")),
  }),
  system: z.object(system),
  connectivity: z.object({
    license: describe(z.number(), "200 fine, 401 reached, 0 no access"),
    update: describe(z.number(), "200 authenticated, 401 reached, 0 no access"),
    ts: unixSeconds(),
  }),
  project: z.object({
    id: z.string(),
    name: z.string(),
    modified: unixSeconds(),
    version: z.nullable(z.string()),
    backup: z.object({ found: z.boolean(), filename: z.string(), size: z.number() }),
    put_back: z.optional(describe(z.string(), "German; why the previous project was put back")),
  }),
  health: z.object({
    level: describe(z.number(), "1 fine, 2 warning, 3 error"),
    findings: z.array(finding),
  }),
};
export const status = z.object(statusFields);
export type Status = z.output<typeof status>;

export const info = call({
  method: "GET",
  path: "/info",
  summary: "Session and system state; without a session only what the pages before sign-in show.",
  access: "public",
  origin: "spec",
  mutates: false,
  answer: z.discriminatedUnion("session", [
    answer({ session: z.literal(false), product: z.string(), ...publicInfo }),
    answer({
      session: z.literal(true),
      product: z.string(),
      ...statusFields,
      system: z.object({ setup: publicInfo.system.shape.setup, ...system }),
    }),
  ]),
});
