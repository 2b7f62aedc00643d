/** What the meters of the current project consumed, by days of the device's time zone. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { isDay, unixMillis } from "../shapes.ts";

const date = () =>
  describe(
    z.string().check(
      z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: "Erwartet wird ein Tag wie 2026-11-25.", abort: true }),
      z.refine((text) => isDay(text), "Diesen Tag gibt es nicht."),
    ),
    "day in the zone of the device, `2026-11-25`",
  );
const id = () => z.string().check(z.minLength(1), z.maxLength(64));
const span = { from: date(), to: describe(date(), "the last day, among them") };
const step = () => z.enum(["quarter", "hour", "day", "month", "year"]);
const names = () =>
  describe(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z0-9_,-]{1,20000}$/, "Erwartet werden Namen von Zählern, durch Komma getrennt."),
      ),
    "names of meters, separated by commas; all if absent",
  );
const share = () => describe(z.number(), "0 to 1");
const amount = () => describe(z.nullable(z.number()), "in the meter's unit; null where nothing is known");

const meter = z.object({
  id: z.string(),
  label: z.optional(z.string()),
  medium: z.string(),
  unit: z.string(),
  kind: z.enum(["counter", "power", "temperature"]),
  source: describe(z.string(), "full name of the channel that it reads"),
  parent: z.optional(describe(z.string(), "the meter before it, where all that is behind that one is told")),
  area: z.optional(z.string()),
  m2: z.optional(z.number()),
  target: z.optional(describe(z.number(), "requirement value, in the unit, for `targetFor`")),
  targetFor: z.optional(z.enum(["day", "month"])),
  cost: describe(z.boolean(), "it has a price"),
  co2: describe(z.boolean(), "it has an emission factor"),
  begun: z.optional(describe(unixMillis(), "since when something is known")),
  seen: z.optional(describe(unixMillis(), "when the last reading came")),
  reading: z.optional(describe(z.number(), "last reading of a counter, in the unit")),
  breaks: describe(z.number(), "jumps of the reading that nobody explained"),
});

export const energyLook = call({
  method: "GET",
  path: "/energy",
  summary: "The meters of the project, and what the project does for § 71a GEG.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  answer: answer({
    zone: describe(z.string(), "time zone of the device, IANA name"),
    now: unixMillis(),
    meters: z.array(meter),
    trouble: z.optional(describe(z.string(), "why consumption is not stored, German")),
    duties: describe(
      z.array(
        z.object({
          duty: describe(z.string(), "German, in our words"),
          met: z.enum(["yes", "partly", "no", "people"]),
          by: describe(z.array(z.string()), "what fulfils it, or is missing; German"),
        }),
      ),
      "no legal advice; `people`: what no software can fulfil; none for who is kept to some channels",
    ),
  }),
  statuses: [503],
});

const list = <S extends z.ZodMiniType>(one: S) => describe(z.array(one), "entry i is of period i");

export const energySums = call({
  method: "GET",
  path: "/energy/sums",
  summary:
    "Consumption of meters over periods, at most 100,000 figures. Quarters add up to hours, days, months and years exactly.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  query: z.object({ ...span, step: step(), meters: z.optional(names()) }),
  answer: answer({
    zone: z.string(),
    step: step(),
    bounds: describe(z.array(unixMillis()), "when each period begins, and the last one ends"),
    meters: z.array(
      z.object({
        id: z.string(),
        amounts: list(amount()),
        missing: list(share()),
        estimated: list(share()),
        cost: z.optional(list(z.nullable(z.number()))),
        co2: z.optional(list(z.nullable(z.number()))),
        total: z.object({
          amount: amount(),
          missing: share(),
          estimated: share(),
          cost: z.optional(describe(z.number(), "euros")),
          co2: z.optional(describe(z.number(), "kg")),
        }),
      }),
    ),
    degreeDays: z.optional(
      describe(z.array(z.nullable(z.number())), "heating degree days after VDI 2067: 20 °C, 15 °C"),
    ),
  }),
  statuses: [503],
});

const reading = z.object({ at: unixMillis(), reading: describe(z.number(), "in the meter's unit") });

export const energyEvents = call({
  method: "GET",
  path: "/energy/events",
  summary: "What happened to the reading of a meter, newest first.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  watchesOnly: true,
  query: z.object({ meter: id() }),
  answer: answer({
    events: z.array(
      z.object({
        at: unixMillis(),
        what: z.enum(["break", "reset", "rollover", "slip", "lapsed", "exchange", "other-source"]),
        from: z.optional(reading),
        to: z.optional(reading),
        settled: z.optional(describe(z.literal(true), "a break that somebody explained")),
        by: z.optional(z.string()),
        end: z.optional(z.number()),
        start: z.optional(z.number()),
      }),
    ),
  }),
  statuses: [503],
});

const told = () =>
  z.number("Bitte geben Sie eine Zahl ein.").check(z.minimum(0), z.maximum(LIMITS.energyReadingMax));

export const energyExchange = call({
  method: "POST",
  path: "/energy/exchange",
  summary:
    "A meter was exchanged: where the old one ended and the new one began, as they show it. Told again, within a day of the first time, it changes nothing.",
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: z.object({
    meter: id(),
    at: describe(z.int().check(z.minimum(0)), "when, ms since the epoch"),
    end_reading: describe(told(), "last reading of the old meter, in values of its source"),
    start_reading: describe(told(), "first reading of the new one"),
  }),
  answer: answer({
    announced: describe(z.boolean(), "it will explain the next reading"),
    amount: describe(z.number(), "what was added to the consumption, in the meter's unit"),
    repeated: describe(z.boolean(), "it stood already; nothing was changed"),
  }),
  statuses: [503],
});

const download = z.object({ ...span, step: step() });

export const energyCsv = call({
  method: "GET",
  path: "/energy/download",
  summary: "Consumption of all meters as CSV (RFC 4180, semicolons, UTF-8 with BOM).",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: download,
  content: "text/csv",
  statuses: [503],
});

export const energyParquet = call({
  method: "GET",
  path: "/energy/parquet",
  summary:
    "The same as Parquet: channel `meter.{id}`, time of the period's begin, value, quality 1 where part of it is missing or estimated.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: download,
  content: "application/vnd.apache.parquet",
  statuses: [503],
});

export const energyReport = call({
  method: "GET",
  path: "/energy/report",
  summary:
    "Report of a month or year as a workbook: balance, months, cost, emissions and the list for § 71a GEG.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({
    period: describe(
      z
        .string()
        .check(
          z.regex(
            /^(19[7-9]\d|[2-9]\d{3})(-(0[1-9]|1[0-2]))?$/,
            "Erwartet wird ein Monat wie 2026-11 oder ein Jahr wie 2026, nicht vor 1970.",
          ),
        ),
      "`2026-11` or `2026`",
    ),
  }),
  content: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  statuses: [503],
});
