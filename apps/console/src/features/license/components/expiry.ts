/** The end of a licence in words. */
import { LIMITS } from "@hubwart/contract";
import { formatDate } from "../../../lib/format.ts";
import { licenseTexts } from "../../../texts/index.ts";
import type { License } from "../api/license.ts";

const DAY = 86_400_000;

/** Whole days left, counted up; negative once it is over. `now` in ms since the epoch. */
export const daysLeft = (expiry: string, now: number): number => Math.ceil((Date.parse(expiry) - now) / DAY);

export function expiryText(expiry: string | null, now: number): string {
  if (expiry === null) return licenseTexts.unlimited;
  return licenseTexts.expiryValue(formatDate(Date.parse(expiry)), daysLeft(expiry, now));
}

/** As the health banner: a licence for development lasts no longer than the warning and renews itself. */
export function endsSoon({ valid, expiry, meta }: License, now: number): boolean {
  if (!valid || expiry === null || meta["Art"] === "Entwicklung") return false;
  return daysLeft(expiry, now) <= LIMITS.licenseWarnDays;
}
