/**
 * Times are shown in the browser's zone. Where the device keeps another one they carry it, as " UTC+1", so that nobody
 * takes them for those of the device. Nothing is added where both zones are at the same time at that moment.
 */
import { useSyncExternalStore } from "react";
import { once } from "./intl.ts";

const MINUTE = 60_000;
/** Offsets change at full quarters of an hour. */
const QUARTER = 15 * MINUTE;

/** Where there is Temporal it knows without `Intl`, whose first use costs a slow computer 100 ms. */
const browserZone = once(() => now()?.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone);
let device: { zone: string; offset: (ms: number) => number | undefined } | undefined;
const listeners = new Set<() => void>();

/** `Temporal.Now`, which the types of ES2024 do not have. */
function now(): { timeZoneId(): string } | undefined {
  return (globalThis as { Temporal?: { Now: { timeZoneId(): string } } }).Temporal?.Now;
}

/** IANA name, of the device's status. */
export function setDeviceZone(zone: string): void {
  if (device?.zone === zone) return;
  device = { zone, offset: offsetsOf(zone) };
  for (const listener of listeners) listener();
}

/** The zone that times are shown in. */
export const isBrowserZone = (zone: string): boolean => zone === browserZone();

/** " UTC+1" where the device's clock shows another time than this one. */
export function zoneMark(ms: number): string {
  if (!device || isBrowserZone(device.zone)) return "";
  const here = -new Date(ms).getTimezoneOffset();
  const there = device.offset(ms);
  return there === undefined || there === here ? "" : ` ${offsetText(here)}`;
}

/** For the heading of times that stand closely: " (UTC+1)". */
export function zoneNote(ms = Date.now()): string {
  const mark = zoneMark(ms).trim();
  return mark === "" ? "" : ` (${mark})`;
}

/** Another value when marks come or go, as the device's zone becomes known. */
export function useZone(): string {
  return useSyncExternalStore(subscribe, () => zoneMark(Date.now()));
}

/** `minutes` east of Greenwich. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return "UTC";
  const distance = Math.abs(minutes);
  const rest = distance % 60 === 0 ? "" : `:${String(distance % 60).padStart(2, "0")}`;
  return `UTC${minutes < 0 ? "−" : "+"}${Math.floor(distance / 60)}${rest}`;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Minutes east of Greenwich in a zone; undefined where the browser does not know it. */
function offsetsOf(timeZone: string): (ms: number) => number | undefined {
  const known = new Map<number, number | undefined>();
  const format = once(() => {
    try {
      return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    } catch {
      return undefined;
    }
  });
  return (ms) => {
    const quarter = Math.floor(ms / QUARTER);
    if (!known.has(quarter)) known.set(quarter, minutesIn(format()?.format(quarter * QUARTER)));
    return known.get(quarter);
  };
}

/** "3/5/2026, GMT+05:30"; without digits it is Greenwich itself. */
function minutesIn(text: string | undefined): number | undefined {
  const [found, sign, hours = 0, minutes = 0] = /GMT(?:([+-])(\d+):(\d+))?/.exec(text ?? "") ?? [];
  if (found === undefined) return undefined;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
