/**
 * What a pod that serves values had before it was started anew: the hub still knows, or has kept it. Only for pods whose values lie in
 * themselves (registers, answers); whoever would send it on to a device must not, for the device may have moved on.
 */
import { errorText } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import * as z from "zod/mini";
import type { PodContext } from "./pod.ts";
import { texts } from "./texts.ts";

export interface Recalled {
  index: number;
  value: unknown;
  quality: Quality;
  /** ms since the epoch. */
  ts: number;
}

const BATCH = 1_000;
const WITHIN = 5_000;
const answer = z.array(z.object({ value: z.unknown(), quality: z.literal([0, 1, 2]), ts: z.number() }));

/** Those of the channels that have a value. A hub that does not answer keeps no pod from starting. */
export async function recalled(
  context: Pick<PodContext, "ask" | "log">,
  indexes: readonly number[],
): Promise<Recalled[]> {
  const found: Recalled[] = [];
  try {
    for (let at = 0; at < indexes.length; at += BATCH) {
      const asked = indexes.slice(at, at + BATCH);
      const values = z.parse(answer, await context.ask("newest", { indexes: asked }, { ms: WITHIN }));
      asked.forEach((index, place) => {
        const known = values[place];
        if (known && known.quality !== 2 && known.value !== null && known.value !== undefined)
          found.push({ index, value: known.value, quality: known.quality, ts: known.ts });
      });
    }
  } catch (error) {
    context.log.warn(texts.notRecalled(errorText(error)));
  }
  return found;
}
