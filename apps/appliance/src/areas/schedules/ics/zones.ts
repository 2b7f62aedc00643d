/**
 * Zones that a calendar file names. IANA names are ours, whatever the file says of them; those that only the file describes (Outlook's
 * "W. Europe Standard Time") are its own. The library needs them registered, since it compares the end of a recurrence in UTC.
 */
import { dayNumber, Zone } from "@hubwart/schedule";
import ICAL from "ical.js";

/** Different names in one file. */
const MOST = 200;

/** A zone by the system's database, for the library. */
export class DeviceZone extends ICAL.Timezone {
  readonly own: Zone;

  constructor(tzid: string, own: Zone) {
    super({ tzid });
    this.own = own;
  }

  override utcOffset({ day, hour, minute, month, year }: ICAL.Time): number {
    const number = dayNumber(year, month, day);
    return this.own.offsetAt(this.own.instant(number, hour * 60 + minute)) / 1_000;
  }
}

export function registerZones(text: string, calendars: readonly ICAL.Component[]): void {
  for (const calendar of calendars)
    for (const zone of calendar.getAllSubcomponents("vtimezone").slice(0, MOST))
      ICAL.TimezoneService.register(zone);
  for (const tzid of zonesIn(text)) {
    const zone = zoneNamed(tzid);
    if (zone) ICAL.TimezoneService.register(new DeviceZone(tzid, zone), tzid);
  }
}

function zonesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, name = ""] of text.replace(/\r?\n[ \t]/g, "").matchAll(/TZID[=:]"?([^":;\r\n]{1,200})/g)) {
    found.add(name.trim());
    if (found.size === MOST) break;
  }
  return [...found];
}

/** `Europe/Berlin`, also behind what some programs put before it: `/mozilla.org/20050126_1/Europe/Berlin`. */
function zoneNamed(tzid: string): Zone | undefined {
  const parts = tzid.split("/").filter(Boolean);
  for (const name of [tzid, parts.slice(-2).join("/"), parts.slice(-3).join("/")]) {
    if (!name.includes("/") && name !== "UTC") continue;
    try {
      return new Zone(name);
    } catch {
      // Not that one.
    }
  }
  return undefined;
}
