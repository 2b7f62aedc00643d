/** What is kept of an imported calendar beside its file. */
import { readFileIfThere } from "@hubwart/core";
import type { Calendar } from "@hubwart/schedule";
import * as z from "zod/mini";
import { texts } from "../texts.ts";
import type { Validators } from "./fetch.ts";

const storedSource = z.object({
  /** Names its file. */
  key: z.string().check(z.regex(/^[a-f0-9]{16}$/)),
  id: z.string(),
  priority: z.number(),
  url: z.optional(z.string()),
  /** Of the file it came in. */
  name: z.optional(z.string()),
  hours: z.number(),
  stale: z.number(),
  etag: z.optional(z.string()),
  modified: z.optional(z.string()),
  created: z.number(),
  checked: z.optional(z.number()),
  good: z.optional(z.number()),
  error: z.optional(z.string()),
  failures: z.optional(z.number()),
});
const stored = z.object({ format: z.literal(1), sources: z.array(storedSource) });
export type Stored = z.output<typeof storedSource>;

/** @throws for a text that is none */
export const parseSources = (text: string): Stored[] => stored.parse(JSON.parse(text)).sources;
export const sourcesText = (sources: readonly Stored[]): string => JSON.stringify({ format: 1, sources });

/** Another address: nothing that was said by the one before counts. */
export function forgetful({ created, good, hours, id, key, name, priority, stale, url }: Stored): Stored {
  return {
    created,
    hours,
    id,
    key,
    priority,
    stale,
    ...(good === undefined ? {} : { good }),
    ...(name === undefined ? {} : { name }),
    ...(url === undefined ? {} : { url }),
  };
}

export function validators({ etag, modified }: Validators): Validators {
  return {
    ...(etag === undefined ? {} : { etag: etag.slice(0, 1_000) }),
    ...(modified === undefined ? {} : { modified: modified.slice(0, 100) }),
  };
}

const HOUR = 3_600_000;
const RETRY_MS = 15 * 60_000;

/** Whether its address is to be asked again. */
export function isDue({ checked, failures = 0, hours, url }: Stored, now: number): boolean {
  if (url === undefined) return false;
  // A clock that was set back makes nobody wait for years.
  if (checked === undefined || checked > now) return true;
  const pause = failures > 0 ? RETRY_MS * 2 ** Math.min(failures - 1, 6) : Number.POSITIVE_INFINITY;
  return now - checked >= Math.min(hours * HOUR, pause);
}

/** Nobody knows any more where it came from: the list was damaged, and of what it had only the days that the hub has are left. */
export const isLost = ({ name, url }: Stored): boolean => name === undefined && url === undefined;

/** For people. Whoever knows the rest of an address can read the calendar. */
export function fromOf({ name = texts.calendars.fromLost, url }: Stored): string {
  if (url === undefined) return name;
  const { host, protocol } = new URL(url);
  return `${protocol}//${host}/…`;
}

export async function daysOnDisk(file: string): Promise<readonly Calendar[]> {
  try {
    const raw = JSON.parse((await readFileIfThere(file)) ?? "{}") as { calendars?: Calendar[] };
    return Array.isArray(raw.calendars) ? raw.calendars : [];
  } catch {
    return [];
  }
}
