/** The connection to a central console for many hubs, as the administrator of this one sees it: whether there is one, and what it may. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LEVELS } from "../levels.ts";
import { unixMillis } from "../shapes.ts";

const may = { needs: "admin", channels: "none" } as const;

const choice = {
  open: describe(z.boolean(), "the door: closed, nothing is sent and nothing is heard, also after a restart"),
  may: describe(
    z.enum(["none", ...LEVELS]),
    "what people of the central may do here at most; `none`: see what is reported, and nothing else",
  ),
  findings: describe(z.boolean(), "what the device finds wrong with itself is reported"),
  alarms: describe(z.boolean(), "how many alarms stand is reported"),
};
const entrust = describe(
  z.boolean(),
  "administrators of the central may keep people here, up to the level in `may`, and add authorities that the device trusts",
);
const sent = {
  transitions: describe(z.boolean(), "what becomes of alarms is sent on, from the moment it is shared"),
  changes: describe(z.boolean(), "the change log is sent on, from the moment it is shared"),
  history: describe(z.boolean(), "recorded values are sent on, from the moment they are shared"),
  backups: describe(z.boolean(), "backups that are kept here are sent on"),
  escrow: describe(z.boolean(), "the password of the backups is left with the central"),
};

const joined = z.object({
  central: describe(z.string(), "name of the central"),
  address: z.string(),
  servers: describe(z.array(z.string()), "`host:port` that the hub connects to"),
  hub: describe(z.string(), "the hub's id there"),
  until: describe(unixMillis(), "until when the certificate holds"),
  connected: z.boolean(),
  contact: describe(unixMillis(), "of the last contact since the start; 0: none yet"),
  refused: describe(z.boolean(), "the central does not know this hub any more"),
  error: describe(z.string(), "why it is not connected, in the words of the connection; empty if it is"),
});
export type JoinedCentral = z.output<typeof joined>;

export const uplinkStatus = call({
  ...may,
  method: "GET",
  path: "/system/central",
  summary: "Whether this hub belongs to a central console, how the connection is, and what the central may.",
  mutates: false,
  etag: [...Object.keys(choice), "entrust", ...Object.keys(sent)],
  answer: answer({ ...choice, entrust, ...sent, joined: z.optional(joined) }),
});

export const uplinkJoin = call({
  ...may,
  method: "POST",
  path: "/system/central/join",
  summary:
    "Joins a central with the code that its administrator made; the hub's key is made here and stays here. With the door open, and nothing allowed but to look at reports.",
  mutates: true,
  body: z.object({
    address: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    join_token: describe(z.string().check(z.minLength(1), z.maxLength(200)), "good once"),
  }),
  answer: answer({ central: z.string() }),
});

export const uplinkSave = call({
  ...may,
  method: "POST",
  path: "/system/central/save",
  summary:
    "Opens or closes the door, and says what the central may. Closed, the connection has ended when this returns.",
  mutates: true,
  guard: "uplinkStatus",
  // Absent: as it is.
  body: z.object({
    ...choice,
    entrust: z.optional(entrust),
    transitions: z.optional(sent.transitions),
    changes: z.optional(sent.changes),
    history: z.optional(sent.history),
    backups: z.optional(sent.backups),
    escrow: z.optional(sent.escrow),
  }),
});

export const uplinkLeave = call({
  ...may,
  method: "POST",
  path: "/system/central/leave",
  summary: "Leaves the central: the connection ends, and the hub's key is removed.",
  mutates: true,
});
