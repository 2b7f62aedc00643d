/** What an asset pod can be asked: its list of devices by the console, and by the appliance to take over users and certificate. */

import { CHECK, type PodMethods, TLS } from "@hubwart/runtime/methods";
import * as z from "zod/mini";

const user = z.object({
  username: z.string().check(z.maxLength(100)),
  role: z.string().check(z.maxLength(300)),
  pwd: z.string().check(z.maxLength(500)),
  token: z.string().check(z.maxLength(100)),
});

const device = z.object({
  asset: z.string().check(z.maxLength(100)),
  iface: z.string().check(z.maxLength(200)),
  connected: z.boolean(),
  /** The user exists. */
  known: z.boolean(),
  /** Of the present connection, or of the last one. */
  address: z.string().check(z.maxLength(100)),
  /** When it connected or went, ms since the epoch; 0 before the first time. */
  since: z.number(),
  /** Values since the pod started. */
  in: z.number(),
  out: z.number(),
  /** Values that wait for it. */
  waiting: z.number(),
});
export type AssetDevice = z.output<typeof device>;

/** Pages of the list, so that an answer stays small. */
export const ASSETS_PAGE = 1_000;

export const assetMethods = {
  ...CHECK,
  assets: {
    params: z.object({ iface: z.string().check(z.maxLength(200)), offset: z.int().check(z.minimum(0)) }),
    result: z.object({ assets: z.array(device).check(z.maxLength(ASSETS_PAGE)), total: z.int() }),
    ms: 5_000,
  },
  /** Users in pieces: the first one begins a new list, the last one puts it in force. */
  users: {
    params: z.object({ first: z.boolean(), last: z.boolean(), users: z.array(user).check(z.maxLength(200)) }),
    result: z.object({ users: z.int() }),
    ms: 10_000,
  },
  ...TLS,
} as const satisfies PodMethods;
