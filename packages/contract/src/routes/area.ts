/** The plant by areas. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { channelType, dataRecord } from "./trace.ts";

const areaPoint = z.object({
  chan: z.string(),
  type: channelType(),
  label: z.optional(z.string()),
  unit: z.optional(z.string()),
  area: z.optional(describe(z.string(), "where it belongs; absent where the project names no areas")),
  equip: z.optional(z.string()),
  recorded: z.optional(describe(z.literal(true), "its values are recorded, as numbers")),
  star: z.optional(z.literal(true)),
  setpoint: z.optional(describe(z.string(), "channel of what it should be")),
});

export const traceArea = call({
  method: "GET",
  path: "/trace/area",
  summary:
    "An area of the plant: what is in it and how it is, with the present values of what says most. A project that names no areas has its pods in their place.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({
    area: z.optional(
      describe(z.string().check(z.maxLength(500)), "path, as `Haus/EG`; without: the whole plant"),
    ),
    project: z.optional(describe(z.string().check(z.maxLength(200)), "whose stars count; without: none do")),
  }),
  answer: answer({
    away: z.optional(describe(z.literal(true), "the hub does not answer: nothing is known of it now")),
    named: describe(z.boolean(), "the project names areas"),
    area: describe(
      z.string(),
      "what is shown: the area asked for, or the first one in it with more than one part",
    ),
    channels: describe(z.number(), "all in it"),
    areas: z.array(
      z.object({
        path: z.string(),
        channels: z.number(),
        areas: describe(z.number(), "areas below that have channels"),
        bad: describe(z.number(), "channels whose value turned bad"),
        uncertain: describe(z.number(), "channels whose value no longer holds for sure"),
        received: describe(z.number(), "channels that ever had a value"),
        pod: z.optional(describe(z.string(), "the pod that stands in for the area")),
        star: z.optional(describe(z.literal(true), "some of them have a star")),
        points: describe(
          z.array(areaPoint),
          "what says most; of the whole plant without those that have a star",
        ),
      }),
    ),
    points: describe(z.array(areaPoint), "channels of the area itself, the first 200"),
    total: describe(z.number(), "how many there are"),
    records: describe(z.array(dataRecord), "of all points and their setpoints"),
  }),
  statuses: [503],
});
