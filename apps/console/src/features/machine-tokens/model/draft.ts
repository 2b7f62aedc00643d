/** A token as it is typed, and as it is sent. */
import type { Level } from "@hubwart/contract";
import type { NewToken } from "../api/tokens.ts";

export interface Draft {
  name: string;
  level: Level;
  /** As typed: one in each line. */
  channels: string;
  networks: string;
  /** As the choice has it; "0": for good. */
  days: string;
}

export const DAYS = [30, 90, 365, 730, 0] as const;
export const NEW: Draft = { name: "", level: "see", channels: "", networks: "", days: "365" };

const lines = (text: string): string[] =>
  text
    .split(/[\n,;]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");

export function bodyOf({ channels, days, level, name, networks }: Draft): NewToken {
  const [patterns, from] = [lines(channels), lines(networks)];
  return {
    name: name.trim(),
    level,
    days: days === "0" ? null : Number(days),
    ...(patterns.length === 0 ? {} : { channels: patterns }),
    ...(from.length === 0 ? {} : { networks: from }),
  };
}
