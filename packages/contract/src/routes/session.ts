import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LEVELS } from "../levels.ts";
import { passkeyAnswer } from "../passkey-shapes.ts";
import { anyPassword, isoTime, newPassword, oneTimeCode, unixMillis, unixSeconds } from "../shapes.ts";

const sessionToken = describe(z.string(), "session token, 256 random bits, base64url");
const tokenAnswer = answer({ token: sessionToken });

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
  summary:
    "Signs in. 401 for a wrong password, code or passkey, 403 with `retry_after` (s) while the address is locked for this name, result code 1206 where the password is right and `otp` is missing.",
  access: "public",
  origin: "spec",
  mutates: true,
  body: z.object({
    pwd: anyPassword(),
    otp: z.optional(oneTimeCode()),
    passkey: z.optional(
      describe(passkeyAnswer(), "instead of `otp`, to the `passkey` of the answer with result code 1206"),
    ),
    name: z.optional(
      describe(z.string().check(z.maxLength(200)), "who signs in; without, who has the one password"),
    ),
  }),
  answer: answer({
    token: sessionToken,
    recovery_left: z.optional(describe(z.int(), "after signing in by a recovery code: how many are left")),
    last: z.optional(
      describe(
        z.object({
          at: unixMillis(),
          address: z.string(),
          failed: describe(z.int(), "sign-ins that failed since"),
        }),
        "the sign-in before this one; absent at the first",
      ),
    ),
  }),
  statuses: [401, 403],
});

export const refresh = call({
  method: "GET",
  path: "/refresh",
  summary: "Returns a new token; the old one stays valid until the new one is first used.",
  needs: "see",
  channels: "none",
  origin: "spec",
  mutates: false,
  answer: tokenAnswer,
});

export const logout = call({
  method: "GET",
  path: "/logout",
  summary: "Ends the caller's session.",
  needs: "see",
  channels: "none",
  origin: "spec",
  mutates: true,
});

export const changePw = call({
  method: "POST",
  path: "/system/change_pw",
  summary:
    "Changes the caller's password and ends all his tokens, also that of the call; the answer has a new one. A wrong current password is result code 1200.",
  needs: "see",
  channels: "none",
  origin: "spec",
  mutates: true,
  body: z.object({ old: anyPassword().check(z.minLength(1)), new: newPassword() }),
  answer: answer({ token: z.string() }),
});

const listedSession = z.object({
  id: describe(z.string(), "names the session; opens nothing"),
  own: describe(z.boolean(), "the one that asks"),
  name: describe(z.string(), "whose it is"),
  browser: describe(z.string(), "name after the User-Agent; empty where not known"),
  system: describe(z.string(), "name of the operating system; empty where not known"),
  address: describe(z.string(), "from which it was begun; empty where not known"),
  since: describe(unixMillis(), "0 where an older release began it"),
  used: describe(unixMillis(), "last use"),
});
export type ListedSession = z.output<typeof listedSession>;

export const sessionList = call({
  method: "GET",
  path: "/system/sessions",
  summary: "Who is signed in, newest use first; below `admin` the caller's own sessions.",
  needs: "see",
  channels: "none",
  mutates: false,
  watchesOnly: true,
  answer: answer({ sessions: z.array(listedSession) }),
});

export const sessionEnd = call({
  method: "POST",
  path: "/system/sessions/end",
  summary:
    "Ends a session everywhere, at once. 404 where it is over, and below `admin` where it is not the caller's.",
  needs: "see",
  channels: "none",
  mutates: true,
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
});

export const sessionEndOthers = call({
  method: "POST",
  path: "/system/sessions/end_others",
  summary:
    "Ends all sessions but that of the call, below `admin` all of the caller's, everywhere and at once.",
  needs: "see",
  channels: "none",
  mutates: true,
  body: z.object({}),
  answer: answer({ ended: describe(z.int(), "how many") }),
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
    answer({
      session: z.literal(false),
      product: z.string(),
      names: z.optional(describe(z.literal(true), "signing in needs a name, since several people may")),
      directory: z.optional(
        describe(
          z.object({ label: z.string(), url: describe(z.string(), "page of the console that begins it") }),
          "signing in by a directory service is offered",
        ),
      ),
      ...publicInfo,
    }),
    answer({
      session: z.literal(true),
      product: z.string(),
      me: z.optional(
        describe(
          z.object({
            kind: z.enum(["administrator", "person", "token", "central"]),
            name: z.string(),
            level: z.enum(LEVELS),
            bounded: describe(z.boolean(), "kept to some channels"),
          }),
          "who asks",
        ),
      ),
      names: z.optional(describe(z.literal(true), "signing in needs a name, since several people may")),
      ...statusFields,
      system: z.object({ setup: publicInfo.system.shape.setup, ...system }),
    }),
  ]),
});
