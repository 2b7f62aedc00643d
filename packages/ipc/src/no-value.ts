/** Bad without a value: nothing was ever received, so nothing came (docs/states/pod.md). */
import type { Quality, ValueBatch } from "./pod-messages.ts";

export const isNoValue = (value: unknown, quality: Quality): boolean => quality === 2 && value === null;

/** Whether a batch tells of a value, not only of channels that never had one. */
export const bringsValue = ({ q, v }: Pick<ValueBatch, "q" | "v">): boolean =>
  q === undefined || v.some((value, at) => !isNoValue(value, q[at] ?? 0));
