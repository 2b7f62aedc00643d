/** Bad without a value: nothing was ever received, so nothing came (docs/states/pod.md). */
import type { Quality, ValueBatch } from "./pod-messages.ts";

export const isNoValue = (value: unknown, quality: Quality): boolean => quality === 2 && value === null;

/** Whether a batch tells of a value: not of channels that never had one, nor of old values that hold no longer. */
export const bringsValue = ({ q, v }: Pick<ValueBatch, "q" | "v">): boolean =>
  q === undefined || v.some((_, at) => (q[at] ?? 0) === 0);
