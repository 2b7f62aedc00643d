/** What hubs and their central say to each other. Both sides hold everything that comes against these schemas, and drop the rest. */
import { LEVELS } from "@hubwart/contract";
import * as z from "zod/mini";
import { FLEET_LIMITS } from "./limits.ts";
import { HUB_ID } from "./subjects.ts";

const text = (most: number) => z.string().check(z.maxLength(most));
const count = z.int().check(z.minimum(0), z.maximum(1e9));
const time = z.number().check(z.minimum(0), z.maximum(1e14));

export const finding = z.object({
  code: text(100),
  /** 1 notice, 2 warning, 3 fault. */
  level: z.int().check(z.minimum(0), z.maximum(9)),
  text: text(500),
});

/** What the site lets the central see, and do. */
export const shared = z.object({
  findings: z.boolean(),
  alarms: z.boolean(),
});
export type Shared = z.output<typeof shared>;

/** What the central may do at a site at most; `none`: look at what is reported, and nothing else. */
export const REMOTE_LEVELS = ["none", ...LEVELS] as const;
export type RemoteLevel = (typeof REMOTE_LEVELS)[number];

/** All that a hub reports. What its site does not share is absent. */
export const hubState = z.object({
  v: z.literal(1),
  /** ms since the epoch, by the hub's clock. */
  at: time,
  name: text(200),
  version: text(60),
  /** ms since the epoch of the appliance's start. */
  started: time,
  may: z.enum(REMOTE_LEVELS),
  /** The site lets the central keep people and certificates. Absent: it does not know how. */
  entrusts: z.optional(z.boolean()),
  project: z.optional(z.object({ version: text(100), name: text(200) })),
  plant: z.enum(["running", "stopped", "unknown"]),
  license: z.object({ valid: z.boolean(), until: z.optional(time) }),
  /** ms since the epoch of the last kept backup; 0: none. */
  backup: z.optional(time),
  /** The site leaves the password of its backups with the central. Absent: it does not say. */
  escrow: z.optional(z.boolean()),
  counts: z.optional(z.object({ findings: count, worst: count })),
  findings: z.optional(z.array(finding).check(z.maxLength(FLEET_LIMITS.findings))),
  alarms: z.optional(z.object({ standing: count, unacked: count })),
});
export type HubState = z.output<typeof hubState>;

export const joinRequest = z.object({
  code: text(100),
  /** PKCS #10, PEM: the hub's own public key, signed with it. */
  request: text(4_000),
  name: text(200),
  version: text(60),
});
export type JoinRequest = z.output<typeof joinRequest>;

export const joinAnswer = z.object({
  hub: z.string().check(z.regex(HUB_ID)),
  /** The name of the central, for people. */
  central: text(200),
  /** The hub's certificate, and the authority it comes from; PEM. */
  certificate: text(10_000),
  authority: text(10_000),
  /** The pass that NATS wants beside the certificate: the same key, and what it may do. */
  pass: text(8_000),
  /** `host:port`, tried in turn. */
  servers: z.array(text(300)).check(z.minLength(1), z.maxLength(9)),
});
export type JoinAnswer = z.output<typeof joinAnswer>;
