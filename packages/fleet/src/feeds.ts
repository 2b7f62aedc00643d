/**
 * What a hub sends on to its central of the journals it keeps. A batch is entries in the order of their journal; it may come twice, and
 * `seq` with `at` says which entry is which: the same pair is the same entry, whatever became of the journal's file in between.
 */
import * as z from "zod/mini";

export const FEED_LIMITS = {
  /** Entries of a batch, and characters of their JSON. */
  entries: 500,
  characters: 256 * 1024,
  /** Bytes of a batch; a character has up to three. */
  bytes: 900 * 1024,
  /** Batches of one hub and feed that wait at the central; more are refused, and stay in the hub's journal. */
  waiting: 64,
  /** Characters of a name, of a text, and of a value as JSON. */
  name: 1_000,
  text: 4_000,
  value: 32_000,
} as const;

const whole = z.int().check(z.minimum(0));
const name = z.string().check(z.maxLength(FEED_LIMITS.name));
const text = z.string().check(z.maxLength(FEED_LIMITS.text));
/** JSON within JSON: nobody on the way looks into it. */
const value = z.string().check(z.maxLength(FEED_LIMITS.value));

/** An entry of a journal. `at`: ms since the epoch, by the hub's clock, which may have been set back between two. */
export const feedMark = z.object({ seq: whole, at: whole });
export type FeedMark = z.output<typeof feedMark>;

export const alarmEntry = z.object({
  ...feedMark.def.shape,
  what: z.string().check(z.maxLength(40)),
  /** Of the alarm; 0: it is about no single one. */
  nr: whole,
  id: name,
  source: name,
  priority: z.int().check(z.minimum(1), z.maximum(4)),
  text,
  value: z.optional(value),
  by: z.optional(name),
  why: z.optional(text),
});
export type AlarmEntry = z.output<typeof alarmEntry>;

export const changeEntry = z.object({
  ...feedMark.def.shape,
  call: z.string().check(z.maxLength(100)),
  /** Result code; 0 is success. */
  result: z.int(),
  address: name,
  who: z.optional(name),
  before: z.optional(value),
  after: z.optional(value),
});
export type ChangeEntry = z.output<typeof changeEntry>;

const batchOf = <E extends z.ZodMiniType>(entry: E) =>
  z.object({
    v: z.literal(1),
    entries: z.array(entry).check(z.minLength(1), z.maxLength(FEED_LIMITS.entries)),
    /** The journal no longer had all that came before these. */
    gap: z.optional(z.boolean()),
  });
export const feedBatch = { alarms: batchOf(alarmEntry), changes: batchOf(changeEntry) };
export type FeedEntry = AlarmEntry | ChangeEntry;
export interface FeedBatch {
  v: 1;
  entries: FeedEntry[];
  gap?: boolean | undefined;
}

/** The central to the hub: stored, up to and with this entry. */
export const feedStored = z.object({ v: z.literal(1), mark: feedMark });

/** What a hub asks its central: the last entry of each feed that is stored there. */
export const hubQuestion = z.object({ v: z.literal(1), ask: z.literal("marks") });
export const marksAnswer = z.object({
  v: z.literal(1),
  marks: z.object({ alarms: z.optional(feedMark), changes: z.optional(feedMark) }),
});
export type FeedMarks = z.output<typeof marksAnswer>["marks"];
