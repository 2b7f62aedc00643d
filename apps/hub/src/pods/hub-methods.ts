/**
 * What pods may ask the hub (`PodContext.ask`). A pod learns about its own channels only: an external one may be
 * any program that holds the token.
 */
import { InvalidInputError } from "@hubwart/core";
import type { Quality } from "@hubwart/ipc";
import { noSuchMethod } from "@hubwart/ipc";
import * as z from "zod/mini";
import { texts } from "../texts.ts";
import type { PodState } from "./pod-state.ts";

/** What the hub tells about the channels of the pod that asks. */
export interface OwnChannels {
  readonly count: number;
  newest(index: number): { value: unknown; quality: Quality; ts: number; count: number };
}

const indexes = z.object({ indexes: z.array(z.int().check(z.minimum(0))).check(z.maxLength(1_000)) });

const stateName = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));
const stateRead = z.object({ name: stateName });
const stateKept = z.object({ name: stateName, value: z.unknown() });

function parsed<T>(schema: z.ZodMiniType<T>, params: unknown): T {
  const asked = z.safeParse(schema, params);
  if (asked.success) return asked.data;
  throw new InvalidInputError([{ field: "params", message: texts.nameAndValue }]);
}

/**
 * Methods: `newest` {indexes} → the newest value of each, `ts` 0 where there never was one; `keepState` {name, value} →
 * nothing, once the value is on the disk; `state` {name} → the value that was kept, or null.
 */
export function answerPod(
  method: string,
  params: unknown,
  channels: OwnChannels,
  state: Pick<PodState, "read" | "keep">,
): unknown {
  if (method === "state") return state.read(parsed(stateRead, params).name);
  if (method === "keepState") {
    const { name, value } = parsed(stateKept, params);
    return state.keep(name, value);
  }
  if (method !== "newest") throw noSuchMethod(method);
  const asked = z.safeParse(indexes, params);
  if (!asked.success || asked.data.indexes.some((index) => index >= channels.count)) {
    throw new InvalidInputError([{ field: "indexes", message: texts.ownChannels }]);
  }
  return asked.data.indexes.map((index) => channels.newest(index));
}
