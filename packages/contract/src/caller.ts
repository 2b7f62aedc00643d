/**
 * Who asks, and what he may: found once at the edge, and carried from there to handlers, event streams, tickets, jobs and the
 * change log.
 */
import * as z from "zod/mini";
import { describe } from "./define.ts";
import type { Level } from "./levels.ts";

export const who = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("administrator"), name: describe(z.string(), "of the one password") }),
  z.object({ kind: z.literal("person"), id: z.string(), name: z.string() }),
  z.object({
    kind: z.literal("token"),
    id: z.string(),
    name: z.string(),
    owner: describe(z.string(), "name of the person it belongs to"),
  }),
  z.object({
    kind: z.literal("panel"),
    id: z.string(),
    name: z.string(),
    page: describe(z.string(), "the one it shows"),
  }),
  z.object({
    kind: z.literal("central"),
    id: describe(z.string(), "`central:` and what the central calls the person by"),
    name: describe(z.string(), "of a person of the central"),
    owner: describe(z.string(), "name of the central"),
  }),
]);
export type Who = z.output<typeof who>;

/** What a caller is kept to, whatever his level; a field that is absent keeps him to nothing. */
export interface Bounds {
  /** First parts of paths below `/admin/api` (`alarms`, `trace`), see `areaOf`. */
  areas?: readonly string[];
  /** Patterns (`*`, `?`) of channel names, as users of `/ws` have; an empty list is no channel. */
  channels?: readonly string[];
  /** Channels whose alarms are the caller's, beside those: as patterns. */
  alarms?: readonly string[];
  /** What may be written, and to what; absent: whatever the level allows. */
  writes?: readonly Writable[];
}

/** A channel that may be set, within what its block allows. */
export interface Writable {
  chan: string;
  min?: number;
  max?: number;
  /** Nothing else. */
  among?: readonly (string | number | boolean)[];
}

export interface Caller {
  who: Who;
  level: Level;
  /** undefined: kept to nothing. */
  bounds: Bounds | undefined;
  /** Of the central, whose administrator asks: the site lets it keep people and certificates here. */
  entrusted?: boolean;
  /** A person of this hub that the central keeps here. */
  keptByCentral?: boolean;
}

/** The part of the address space that a call belongs to: `alarms` of `/alarms/people/save`. */
export const areaOf = (path: string): string => path.split("/")[1] ?? "";
