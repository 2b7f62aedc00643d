/** What the health banner says about the licence. */
import { LIMITS } from "@hubwart/contract";
import type { LicenseVerdict } from "@hubwart/license";
import type { Finding } from "../../status.ts";
import { texts } from "./texts.ts";

const DAY = 86_400_000;
const ROUTE = "/system/license";

/** `now` in ms since the epoch. */
export function licenseFindings(verdict: LicenseVerdict, now: number): Finding[] {
  if (!verdict.valid) {
    return [{ code: "license", level: 3, text: verdict.reason ?? texts.none, route: ROUTE }];
  }
  if (verdict.expiry === null) return [];
  const expiry = Date.parse(verdict.expiry);
  const days = Math.ceil((expiry - now) / DAY);
  // A development licence lasts no longer than the warning and renews itself.
  if (days > LIMITS.licenseWarnDays || verdict.meta.Art === "Entwicklung") return [];
  const date = dayText(expiry);
  return [{ code: "license_expiry", level: 2, text: texts.ends(date, days), route: ROUTE }];
}

/** `expiry` in ms since the epoch. */
export const dayText = (expiry: number): string =>
  new Intl.DateTimeFormat("de-DE", { dateStyle: "medium", timeZone: "Europe/Berlin" }).format(expiry);
