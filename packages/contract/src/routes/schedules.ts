/** Time programmes of the current project, by the clock of the device, and what people change of them. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { queryInt, unixMillis, unixSeconds } from "../shapes.ts";
import { texts } from "../texts/shapes.ts";

const value = () => describe(z.union([z.boolean(), z.number(), z.string()]), "by the schedule's type");
const why = () => describe(z.string(), "German: `Mo–Fr 07:00`, `Feiertag: Neujahr, 10:00`");

const row = z.object({
  chan: describe(z.string(), "full name, `sched.{group}.{name}`"),
  label: z.optional(z.string()),
  type: z.enum(["bool", "int", "float", "string"]),
  value: describe(value(), "what the plan says now"),
  why: why(),
  since: z.optional(unixMillis()),
  next: describe(
    z.array(z.object({ at: unixMillis(), value: value(), why: why() })),
    "the next instants at which another value begins, at most 3, within 400 days",
  ),
  edited: describe(z.boolean(), "somebody changed the plan on the device"),
  override: z.optional(z.object({ value: value(), until: unixMillis() })),
  off: describe(z.boolean(), "somebody switched it off"),
  default: value(),
  exceptions: describe(z.array(z.string()), "calendars on whose days the days of the week do not count"),
  times: describe(
    z.array(z.object({ days: z.string(), at: z.string(), value: value() })),
    "as people write them: `Mo–Fr`, `07:00`, `Sonnenaufgang+30`",
  ),
});

const calendar = z.object({
  id: z.string(),
  priority: describe(z.number(), "of two calendars that have a day the lower counts"),
  days: describe(
    z.array(
      z.object({ text: describe(z.string(), "`24.12.`, `Feiertage BY`"), label: z.optional(z.string()) }),
    ),
    "the first 50",
  ),
  count: describe(z.number(), "of all of them"),
  next: z.optional(
    z.object({
      date: describe(z.string(), "today or the next day that belongs to it, `2026-12-24`"),
      label: z.optional(z.string()),
    }),
  ),
});

export const scheduleLook = call({
  method: "GET",
  path: "/schedules",
  summary: "What the time programmes of the project say now, why, and what comes next; its calendars.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  query: z.object({
    text: z.optional(
      describe(z.string().check(z.maxLength(200)), "that name or label contain, whatever its case"),
    ),
    offset: z.optional(queryInt(0, 1_000_000)),
    limit: z.optional(queryInt(1, LIMITS.schedulesMost)),
  }),
  answer: answer({
    zone: describe(z.string(), "time zone of the device, IANA name"),
    now: unixMillis(),
    schedules: describe(z.number(), "that the project has"),
    total: describe(z.number(), "that match, `offset` and `limit` aside"),
    rows: z.array(row),
    calendars: z.array(calendar),
    lost: describe(
      z.array(z.string()),
      "schedules that somebody changed on the device and that the project does not have any more, the first 100",
    ),
  }),
});

const chan = () =>
  describe(
    z
      .string()
      .check(
        z.regex(/^sched\.[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, texts.schedule),
      ),
    "full name, `sched.{group}.{name}`",
  );
const typed = () => z.union([z.boolean(), z.number(), z.string().check(z.maxLength(1_000))]);
const calendarName = () => z.string().check(z.minLength(1), z.maxLength(200));
const names = () => z.array(calendarName()).check(z.maxLength(100));
const switchTime = () =>
  describe(
    z.union([z.number(), z.object({ sun: z.enum(["rise", "set"]), offset: z.number() })]),
    "minutes since midnight, or minutes after sunrise or sunset",
  );
const weekday = () =>
  z.union([1, 2, 3, 4, 5, 6, 7].map((day) => z.literal(day as 1 | 2 | 3 | 4 | 5 | 6 | 7)));
const date = () =>
  describe(
    z.string().check(z.regex(/^(\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, texts.scheduleDate)),
    "`2026-12-24`, or `12-24` of every year",
  );

const planShape = z.object({
  default: typed(),
  exceptions: z.optional(describe(names(), "calendars on whose days the days of the week do not count")),
  times: z.optional(
    z
      .array(
        z.object({
          weekdays: z.optional(describe(z.array(weekday()).check(z.maxLength(7)), "1 Monday to 7 Sunday")),
          calendars: z.optional(names()),
          at: switchTime(),
          value: typed(),
        }),
      )
      .check(z.maxLength(500)),
  ),
  ignored: z.optional(describe(names(), "calendars that do not count for now")),
  days: z.optional(
    describe(
      z
        .array(
          z.object({
            from: date(),
            to: z.optional(date()),
            label: z.optional(z.string().check(z.maxLength(100))),
            value: z.optional(typed()),
            times: z.optional(z.array(z.object({ at: switchTime(), value: typed() })).check(z.maxLength(50))),
          }),
        )
        .check(z.maxLength(200)),
      "days of its own, more important than any calendar",
    ),
  ),
  off: z.optional(
    describe(z.object({ value: typed() }), "the whole schedule is off, and this holds instead"),
  ),
});

const dateRange = z.object({
  from: z.string(),
  to: z.optional(z.string()),
  label: z.optional(z.string()),
});

export const scheduleOne = call({
  method: "GET",
  path: "/schedules/one",
  summary:
    "A time programme with its plan, the project's own, and what a page needs to work out what follows from a change.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  query: z.object({ chan: chan() }),
  etag: ["plan", "project"],
  answer: answer({
    chan: z.string(),
    label: z.optional(z.string()),
    type: z.enum(["bool", "int", "float", "string"]),
    unit: z.optional(describe(z.string(), "of the first channel that a link hands it to")),
    zone: describe(z.string(), "time zone of the device, IANA name"),
    now: unixMillis(),
    plan: describe(planShape, "as it runs"),
    project: describe(planShape, "the project's own"),
    edited: z.optional(z.object({ ts: unixSeconds() })),
    was: z.optional(
      describe(planShape, "the project's own when the plan was edited, where it is another now"),
    ),
    misfit: describe(z.boolean(), "what was edited does not fit the project any more, and does not hold"),
    override: z.optional(z.object({ value: value(), from: unixMillis(), until: unixMillis() })),
    calendars: z.array(
      z.object({
        id: z.string(),
        priority: z.number(),
        ranges: z.optional(z.array(dateRange)),
        states: z.optional(z.array(z.string())),
      }),
    ),
    place: z.optional(z.object({ latitude: z.number(), longitude: z.number() })),
  }),
});

const applied = () => describe(z.boolean(), "the hub has it; otherwise it takes it when it starts");
const changing = {
  method: "POST",
  needs: "operate",
  channels: "filtered",
  mutates: true,
} as const;

export const scheduleSave = call({
  ...changing,
  path: "/schedules/save",
  summary:
    "Changes a time programme on the device; it holds at once. The project's own plan is kept beside it.",
  body: z.object({ chan: chan(), plan: planShape }),
  guard: "scheduleOne",
  answer: answer({ applied: applied() }),
});

export const scheduleReset = call({
  ...changing,
  path: "/schedules/reset",
  summary: "Takes a change back: the project's own plan holds again, and no override.",
  body: z.object({ chan: chan() }),
  guard: "scheduleOne",
  answer: answer({ applied: applied() }),
});

export const scheduleOverride = call({
  ...changing,
  path: "/schedules/override",
  summary: "A value holds until a time, whatever is planned; without one the plan holds again.",
  body: z.object({
    chan: chan(),
    override: z.optional(
      z.object({ value: typed(), until: describe(z.number(), "ms since the epoch, at most 31 days on") }),
    ),
  }),
  answer: answer({ applied: applied() }),
});

const sourceId = () =>
  describe(
    z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, texts.calendar)),
    "name of the calendar, as plans refer to it; of one that the project has too, the days are added to it",
  );
const priority = () =>
  describe(z.int().check(z.minimum(1), z.maximum(16)), "of two calendars that have a day the lower counts");

export const calendarSources = call({
  method: "GET",
  path: "/schedules/calendars",
  summary: "Calendars that are imported: from files, and from addresses that are asked again and again.",
  needs: "see",
  channels: "none",
  mutates: false,
  watchesOnly: true,
  etag: ["sources"],
  etagWithout: ["checked", "good", "error", "events", "left", "days"],
  answer: answer({
    sources: z.array(
      z.object({
        id: z.string(),
        priority: priority(),
        from: describe(z.string(), "name of the file, or the address without what may be secret in it"),
        polled: describe(z.boolean(), "it comes from an address, or it is not known any more from where"),
        hours: describe(z.number(), "between two requests"),
        stale: describe(z.number(), "days without an answer after which the device complains"),
        checked: z.optional(describe(unixMillis(), "asked last")),
        good: z.optional(describe(unixMillis(), "what is used came then")),
        error: z.optional(describe(z.string(), "German: why what came last is not used")),
        events: describe(z.number(), "of the file"),
        left: describe(z.number(), "events and days that were passed over"),
        days: describe(z.number(), "ranges of days within the time looked at: 400 days back, 800 ahead"),
      }),
    ),
  }),
});

const sourceChanging = {
  method: "POST",
  needs: "engineer",
  channels: "none",
  mutates: true,
} as const;
const outcome = () => z.optional(describe(z.string(), "German: why the calendar could not be read just now"));

export const calendarSourceSave = call({
  ...sourceChanging,
  path: "/schedules/calendars/save",
  summary:
    "Adds a calendar that comes from an address, or changes the one that was called `was`, and asks for it at once. Another name is refused where removing it would be.",
  body: z.object({
    was: z.optional(sourceId()),
    id: sourceId(),
    priority: priority(),
    url: z.optional(
      describe(
        z.string().check(z.maxLength(2_000), z.regex(/^https?:\/\/[^\s/]/i, texts.calendarUrl)),
        "absent: as stored; of one from a file there is none",
      ),
    ),
    hours: z.int().check(z.minimum(1), z.maximum(168)),
    stale: z.int().check(z.minimum(1), z.maximum(365)),
  }),
  guard: "calendarSources",
  answer: answer({ error: outcome() }),
});

export const calendarSourceUpload = call({
  ...sourceChanging,
  path: "/schedules/calendars/upload",
  summary:
    "Imports a calendar from a file (iCalendar); one of the same name gets its days from the file from now on.",
  upload: {
    file: "newfile",
    most: LIMITS.calendarBytes,
    fields: z.object({
      id: sourceId(),
      priority: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(16))),
    }),
  },
  answer: answer({ events: z.number(), left: z.number(), days: z.number() }),
});

export const calendarSourceFetch = call({
  ...sourceChanging,
  path: "/schedules/calendars/fetch",
  summary: "Asks for a calendar now.",
  needs: "operate",
  channels: "none",
  body: z.object({ id: sourceId() }),
  answer: answer({ error: outcome() }),
});

export const calendarSourceRemove = call({
  ...sourceChanging,
  path: "/schedules/calendars/remove",
  summary:
    "Removes an imported calendar; refused while a plan that was changed on the device refers to it and the project has none of its name.",
  body: z.object({ id: sourceId() }),
  guard: "calendarSources",
});
