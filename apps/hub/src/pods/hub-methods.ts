/**
 * What pods may ask the hub (`PodContext.ask`). A pod learns about its own channels only: an external one may be
 * any program that holds the token.
 */
import { InvalidInputError } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import { noSuchMethod } from "@hubwart/ipc";
import * as z from "zod/mini";

/** What the hub tells about the channels of the pod that asks. */
export interface OwnChannels {
  readonly count: number;
  newest(index: number): { value: unknown; quality: Quality; ts: number; count: number };
}

const indexes = z.object({ indexes: z.array(z.int().check(z.minimum(0))).check(z.maxLength(1_000)) });

/** Methods: `newest` {indexes} → the newest value of each, `ts` 0 where there never was one. */
export function answerPod(method: string, params: unknown, channels: OwnChannels): unknown {
  if (method !== "newest") throw noSuchMethod(method);
  const asked = z.safeParse(indexes, params);
  if (!asked.success || asked.data.indexes.some((index) => index >= channels.count)) {
    throw new InvalidInputError([{ field: "indexes", message: "Erlaubt sind Nummern eigener Channels." }]);
  }
  return asked.data.indexes.map((index) => channels.newest(index));
}
