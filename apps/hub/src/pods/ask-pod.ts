/** A question to a pod, held against what its type declares: the pod may be any program. */
import { InvalidInputError, NotFoundError, UnavailableError } from "@hubwart/core";
import type { PodMethods } from "@hubwart/pods/methods";
import * as z from "zod/mini";
import { texts } from "../texts.ts";

export interface AskedPod {
  readonly id: string;
  readonly pod: { type: string; channels: readonly { chan: string }[] };
  ask(method: string, params: unknown, ms: number): Promise<unknown>;
}

export type MethodsOfType = (type: string) => PodMethods | undefined;

/** @throws NotFoundError, InvalidInputError, UnavailableError, or what the pod refuses with */
export async function askPod(
  handle: AskedPod,
  methods: MethodsOfType,
  question: { method: string; params: Record<string, unknown>; chan?: string | undefined },
): Promise<unknown> {
  const { chan, method } = question;
  const known = methods(handle.pod.type) ?? {};
  const declared = Object.hasOwn(known, method) ? known[method] : undefined;
  if (!declared) throw new NotFoundError(texts.unknownAsk(handle.id, method));
  const index =
    chan === undefined ? undefined : handle.pod.channels.findIndex((channel) => channel.chan === chan);
  if (index === -1) throw new NotFoundError(texts.noPodChannel(handle.id, chan));
  const params = z.safeParse(
    declared.params,
    index === undefined ? question.params : { ...question.params, index },
  );
  if (!params.success) {
    throw new InvalidInputError(
      params.error.issues.map(({ path, message }) => ({ field: path.join("."), message })),
    );
  }
  const result = z.safeParse(declared.result, await handle.ask(method, params.data, declared.ms));
  if (!result.success) throw new UnavailableError(texts.garbled(handle.id));
  return result.data;
}
