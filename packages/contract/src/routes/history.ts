/** Recorded figures of the device, the hub and the pods over the last 7 days, and what the graphs mark. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { POD_ALLOWED, queryInt, unixMillis } from "../shapes.ts";

const may = { needs: "see", channels: "none" } as const;

export const historyMark = z.object({
  ts: unixMillis(),
  kind: describe(
    z.enum(["system", "hub", "pod", "project"]),
    "start of the system, the hub or a pod; another project version",
  ),
  text: describe(z.string(), "pod id or project version, empty otherwise"),
});
export type HistoryMark = z.output<typeof historyMark>;

export const historyOfDevice = call({
  ...may,
  method: "GET",
  path: "/system/history",
  summary: "CPU, memory and disk over time for the graphs.",
  mutates: false,
  query: z.object({ minutes: z.optional(queryInt(1, 10_080)) }),
  answer: answer({
    interval: describe(z.number(), "seconds between samples"),
    samples: z.array(
      z.object({
        ts: unixMillis(),
        cpu: describe(z.number(), "percent of all cores"),
        ram: describe(z.number(), "percent used"),
        disk: describe(z.number(), "percent used"),
      }),
    ),
    marks: z.array(historyMark),
  }),
});

export const historyMarks = call({
  ...may,
  method: "GET",
  path: "/system/history/marks",
  summary: "Starts and new versions of the last 7 days, oldest first.",
  mutates: false,
  answer: answer({ marks: z.array(historyMark) }),
});

export const historySeries = call({
  ...may,
  method: "GET",
  path: "/system/history/series",
  summary: "Figures of the host, the hub or a pod over at most 7 days, with marks for restarts and uploads.",
  mutates: false,
  query: z.object({
    series: describe(
      z
        .string()
        .check(
          z.regex(
            /^(host|hub|pod:[a-z][a-z0-9_]{0,31}\.[A-Za-z0-9_-]{1,64})$/,
            `${POD_ALLOWED} Davor steht „pod:“; oder host, hub.`,
          ),
        ),
      "`host`, `hub` or `pod:{id}`",
    ),
    minutes: z.optional(queryInt(1, 10_080)),
  }),
  answer: answer({
    interval: describe(z.number(), "seconds between samples"),
    fields: describe(
      z.array(z.string()),
      "names of the values: cpu, ram, disk (percent); memory (bytes); values (per second); connected (1 all interfaces, 0 none)",
    ),
    samples: describe(z.array(z.array(z.number())), "one row a sample: ms since the epoch, then the fields"),
    marks: z.array(historyMark),
  }),
});
