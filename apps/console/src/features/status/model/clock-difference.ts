/** Difference of the device's clock to the browser's, as it is shown. */
import { formatDuration, formatLocal } from "../../../lib/format.ts";
import { isBrowserZone } from "../../../lib/zone.ts";
import { statusTexts } from "../../../texts/index.ts";

const texts = statusTexts.host;
/** What the way of the answer costs is no difference. */
const WITHIN = 1_000;
/** Certificates, schedules and logs begin to suffer. */
const SERIOUS = 60_000;

export interface ClockDifference {
  text: string;
  serious: boolean;
}

/** `offset`: ms by which the device is ahead. */
export function clockDifference(offset: number): ClockDifference {
  const distance = Math.abs(offset);
  if (distance < WITHIN) return { text: texts.noDifference, serious: false };
  const duration = formatDuration(distance);
  return { text: offset > 0 ? texts.ahead(duration) : texts.behind(duration), serious: distance >= SERIOUS };
}

/** Date and time of the device in its own time zone; in the browser's if that does not know the zone. */
export function deviceTime(ms: number, zone: string): string {
  if (isBrowserZone(zone)) return formatLocal(ms);
  return formatIn(ms, zone) ?? formatIn(ms, undefined) ?? "";
}

function formatIn(ms: number, timeZone: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat("de-DE", {
      dateStyle: "medium",
      timeStyle: "medium",
      ...(timeZone === undefined ? {} : { timeZone }),
    }).format(ms);
  } catch {
    return undefined;
  }
}
