/** Why a channel has its value, or has none. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { unixMillis } from "../shapes.ts";
import { channelName } from "./trace.ts";

const moment = () => z.optional(describe(z.number(), "ms since the epoch; absent where it is not known"));

export const traceWhy = call({
  method: "GET",
  path: "/trace/why",
  summary:
    "Why a channel has its value, or has none: the way back over links, scripts and pods to the one cause, with its time and what to do about it.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ chan: channelName() }),
  answer: answer({
    chan: z.string(),
    state: describe(
      z.enum(["good", "uncertain", "bad", "never", "refused", "waiting", "unexpected", "off"]),
      "`unexpected`: good, but something on the way to it is not; `off`: no project runs, or it has no such channel",
    ),
    value: z.unknown(),
    quality: describe(z.number(), "0 good, 1 uncertain, 2 bad"),
    last: unixMillis(),
    count: z.number(),
    text: describe(
      z.string(),
      "German, without times: what is with the channel, or where its value comes from",
    ),
    steps: describe(
      z.array(
        z.object({
          kind: describe(
            z.enum([
              "channel",
              "link",
              "script",
              "constant",
              "schedule",
              "write",
              "iface",
              "pod",
              "hub",
              "outside",
            ]),
            "`outside`: at channels that are not the caller's",
          ),
          id: describe(
            z.string(),
            "channel, `pod`, `pod/iface`, script, `source → target` of a link, or who wrote; `#3` where no name is told",
          ),
          text: describe(z.string(), "German"),
          since: moment(),
          fine: describe(z.boolean(), "nothing is wrong at this step by itself"),
        }),
      ),
      "from the channel back; the middle of a long way is left out",
    ),
    skipped: describe(z.number(), "steps left out behind the 20th"),
    cause: z.optional(
      describe(
        z.object({
          kind: describe(
            z.string(),
            "for programs: `refused`, `sign_in`, `address`, `script_failed` …; `outside`: at a channel that is not the caller's",
          ),
          id: describe(z.string(), "the same for all channels that it concerns"),
          text: describe(z.string(), "German, without times"),
          since: moment(),
          before: z.optional(describe(z.number(), "values that came before it")),
          mend: describe(z.string(), "German: what to do about it"),
          place: z.optional(
            z.object({
              page: z.enum(["pod", "channel", "script", "license", "project", "schedule", "constants"]),
              id: z.string(),
            }),
          ),
        }),
        "absent where nothing is wrong; of several the earliest, of those that came together the one nearest to the world",
      ),
    ),
    more: describe(
      z.array(z.object({ id: z.string(), text: z.string(), since: moment() })),
      "the first ten of the other causes",
    ),
    others: describe(z.number(), "how many other causes there are"),
  }),
  statuses: [503],
});
