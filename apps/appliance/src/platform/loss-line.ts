import type { StoreDamage } from "@hubwart/core/store";
import { texts } from "./texts.ts";

/** For the event log: which file was lost, and where the damaged one lies now. */
export const lossLine = (file: string, { kind, kept }: StoreDamage): string =>
  texts.storeLost(file, texts.lost[kind], kept);
