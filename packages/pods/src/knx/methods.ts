/** What a KNX pod can be asked: to try a connection, its telegrams, to send one, to connect anew. */

import { CHECK, type PodMethods } from "@hubwart/runtime/methods";
import * as z from "zod/mini";

const iface = z.string().check(z.maxLength(64));
const short = z.string().check(z.maxLength(1_000));

/** A group telegram as the monitor shows it. */
const telegram = z.object({
  /** Counts up from the pod's start. */
  seq: z.number(),
  /** ms since the epoch. */
  ts: z.number(),
  dir: z.enum(["in", "out"]),
  source: short,
  target: short,
  service: z.enum(["read", "response", "write", "other"]),
  /** Payload, hexadecimal. */
  data: short,
  /** Decoded by the datapoint type of the channel with this group address, if there is one. */
  value: z.optional(short),
  unit: z.optional(short),
  dpt: z.optional(short),
  /** Came or went as Data Secure. */
  secure: z.boolean(),
  /** German reason why it was not taken or not sent. */
  problem: z.optional(short),
  /** cEMI frame, hexadecimal, as it was on the line. */
  raw: short,
});
export type Telegram = z.output<typeof telegram>;

export const knxMethods = {
  ...CHECK,
  telegrams: {
    params: z.object({ iface, after: z.number() }),
    result: z.object({
      telegrams: z.array(telegram).check(z.maxLength(500)),
      /** To be given as `after` the next time. */
      next: z.number(),
      /** Telegrams that were gone before they were asked for. */
      missed: z.number(),
    }),
    ms: 5_000,
  },
  send: {
    params: z.object({
      iface,
      address: z.string().check(z.maxLength(11)),
      dpt: z.string().check(z.maxLength(10)),
      service: z.enum(["read", "response", "write"]),
      value: z.string().check(z.maxLength(1_000)),
    }),
    result: z.object({ outcome: z.enum(["sent", "refused", "silent", "lost"]) }),
    ms: 10_000,
  },
  reconnect: { params: z.object({ iface }), result: z.object({}), ms: 5_000 },
} as const satisfies PodMethods;
