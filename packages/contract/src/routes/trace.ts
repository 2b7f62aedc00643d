/** What happens on the channels: values, connections, the last minutes, charts, writing. */
import * as z from "zod/mini";
import { answer, call, describe } from "../define.ts";
import { LIMITS } from "../limits.ts";
import { projectCell, projectPlace, queryFlag, queryInt, unixMillis } from "../shapes.ts";

export const channelType = () => z.enum(["bool", "int", "float", "string", "json"]);

/** Of one channel in one chart. */
export const chartCorrections = () =>
  describe(
    z.array(
      z.object({
        number: z.number(),
        from: unixMillis(),
        to: unixMillis(),
        by: z.string(),
        at: describe(unixMillis(), "when it was entered, ms since the epoch"),
        why: z.string(),
        empty: describe(z.boolean(), "values were taken away, and none came in their place"),
      }),
    ),
    "times in which values that people entered count, oldest first, at most 200",
  );

/** What the project says of a channel. */
export const channelDetails = z.object({
  type: describe(channelType(), "type of its values"),
  writable: describe(z.boolean(), "a person may write it"),
  tags: z.array(z.string()),
  label: z.optional(z.string()),
  area: z.optional(describe(z.string(), "where it belongs in the plant, as a path: `Haus/EG/Büro 2`")),
  equip: z.optional(describe(z.string(), "equipment it belongs to")),
  unit: z.optional(z.string()),
  place: z.optional(describe(z.string(), "where it lies on the other side: a topic, an address")),
  iface: z.optional(describe(z.string(), "interface of its pod; absent for a constant")),
});

export const dataRecord = z.object({
  chan: z.string(),
  value: z.unknown(),
  quality: describe(z.number(), "0 good, 1 uncertain, 2 bad"),
  last: unixMillis(),
  count: z.number(),
  from: z.optional(
    describe(
      z.string(),
      "channel whose link brought the value, empty for a write; absent: it came from outside",
    ),
  ),
  refusal: z.optional(
    describe(
      z.object({
        text: z.string(),
        since: unixMillis(),
        last: unixMillis(),
        count: z.number(),
      }),
      "what the other side said last to requests for the channel; absent while they succeed (ours)",
    ),
  ),
  details: z.optional(describe(channelDetails, "only where they were asked for")),
});
export const connRecord = z.object({
  chan: z.string(),
  conn_state: z.boolean(),
  conn_active: z.number(),
  conn_count: z.number(),
  conn_last: unixMillis(),
  err_text: z.optional(z.string()),
  level: z.optional(z.literal("err")),
});

const names = z.object({ name: z.enum(["data", "meta"]) });
/** As long as the hub takes them. */
const pattern = () => z.string().check(z.maxLength(500));
/** One value or several under the same key. */
const oneOrMore = z.union([pattern(), z.array(pattern()).check(z.maxLength(1_000))]);
const order = () => describe(z.enum(["chan", "value", "quality", "last", "count"]), "`data` only");
const MOST_RECORDS = 100_000;
const entries = answer({
  entries: z.array(z.union([dataRecord, connRecord])),
  truncated: describe(z.boolean(), "there are more behind these"),
  total: describe(z.number(), "all that match, `offset` and `limit` aside"),
});

export const traceGet = call({
  method: "GET",
  path: "/trace/{name}",
  summary:
    "Channel records: values (`data`) or connections (`meta`), by name patterns (`*`, `?`) and tags; an area among the tags stands for all that belongs to it.",
  needs: "see",
  channels: "filtered",
  origin: "spec",
  mutates: false,
  params: names,
  query: z.object({
    filter: z.optional(oneOrMore),
    tags: z.optional(oneOrMore),
    level: z.optional(z.literal("err")),
    offset: z.optional(queryInt(0, MOST_RECORDS)),
    limit: z.optional(queryInt(1, MOST_RECORDS)),
    order: z.optional(order()),
    desc: z.optional(queryFlag()),
    details: z.optional(queryFlag()),
  }),
  answer: entries,
});

export const tracePost = call({
  method: "POST",
  path: "/trace/{name}",
  summary: "As GET, for more than one filter or tag.",
  needs: "see",
  channels: "filtered",
  origin: "spec",
  mutates: false,
  params: names,
  body: z.object({
    filter: z.optional(z.array(pattern()).check(z.maxLength(1000))),
    tags: z.optional(z.array(pattern()).check(z.maxLength(100))),
    level: z.optional(z.literal("err")),
    offset: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_RECORDS))),
    limit: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_RECORDS))),
    order: z.optional(order()),
    desc: z.optional(z.boolean()),
    details: z.optional(z.boolean()),
    labels: z.optional(describe(z.boolean(), "filters match labels too, whatever their case")),
  }),
  answer: entries,
});

export const traceSuggestions = call({
  method: "GET",
  path: "/trace/suggestions",
  summary: "Names and tags that begin with or contain a text, the best first.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({
    kind: describe(
      z.enum(["areas", "channels", "interfaces", "pods", "recorded", "tags"]),
      "`recorded`: channels with `record` whose values are numbers, in the running project; `tags`: areas of the project as well",
    ),
    text: z.optional(z.string().check(z.maxLength(500))),
  }),
  answer: answer({ suggestions: z.array(z.string()) }),
});

/** The full name of one channel. */
export const channelName = () =>
  z.string().check(
    z.regex(/^[^*?,\s]+$/, {
      error: "Erlaubt ist der Name eines Channels, ohne Leerzeichen, Komma, * und ?.",
    }),
    z.maxLength(500),
  );

const linkDefinition = z.object({
  source: z.string(),
  target: z.string(),
  scale: z.optional(z.number()),
  offset: z.optional(z.number()),
  invert: z.optional(z.boolean()),
  map: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  on_change: z.optional(z.boolean()),
  min_interval: z.optional(describe(z.number(), "ms")),
  place: z.optional(projectPlace()),
});

export const traceDefinition = call({
  method: "GET",
  path: "/trace/definition",
  summary:
    "What the project says of a channel or constant: its row, secrets masked, and the links that end and begin there.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ chan: channelName() }),
  answer: answer({
    chan: z.string(),
    details: channelDetails,
    place: z.optional(projectPlace()),
    channel: z.optional(
      describe(
        z.object({
          pod: z.string(),
          dir: z.enum(["in", "out", "inout"]),
          retain: z.boolean(),
          record: describe(z.boolean(), "its values are recorded"),
          cells: z.array(projectCell()),
        }),
        "absent for a constant",
      ),
    ),
    incoming: describe(z.array(linkDefinition), "links that end here, the first 100"),
    outgoing: describe(z.array(linkDefinition), "links that begin here, the first 100"),
    links: describe(z.object({ incoming: z.number(), outgoing: z.number() }), "how many there are"),
  }),
  statuses: [503],
});

export const traceCourse = call({
  method: "POST",
  path: "/trace/history",
  summary:
    "The last 10 minutes of numeric channels, at most one point per second. Recorded from the first request for a channel until 10 minutes pass without one.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  body: z.object({
    chans: z.array(channelName()).check(z.maxLength(LIMITS.watchlistMax)),
    since: z.optional(describe(z.number(), "only points later than this, ms since the epoch")),
  }),
  answer: answer({
    until: describe(z.number(), "the device's time, ms since the epoch; `since` of the next question"),
    series: z.array(
      z.object({
        chan: z.string(),
        points: describe(
          z.array(z.tuple([z.number(), z.nullable(z.number())])),
          "[ms since the epoch, value], oldest first; null where the value turned bad",
        ),
      }),
    ),
  }),
});

export const traceChart = call({
  method: "POST",
  path: "/trace/chart",
  summary:
    "Recorded history of channels marked `record`, for a chart: values, or minimum, maximum and mean per step where there are more than `points`.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  body: z.object({
    chans: z.array(channelName()).check(z.minLength(1), z.maxLength(LIMITS.watchlistMax)),
    from: describe(z.int().check(z.minimum(0)), "ms since the epoch"),
    to: describe(z.int().check(z.minimum(0)), "ms since the epoch; not included"),
    points: describe(z.int().check(z.minimum(1), z.maximum(5_000)), "most points per channel"),
  }),
  answer: answer({
    step: describe(z.number(), "width of a point, ms; 0 where points are the values themselves"),
    series: z.array(
      z.object({
        chan: z.string(),
        points: describe(
          z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
          "[ms since the epoch, minimum, maximum, mean], oldest first",
        ),
        before: z.optional(
          describe(z.object({ time: unixMillis(), value: z.number() }), "the last number before `from`"),
        ),
        spans: z.optional(
          describe(
            z.array(z.tuple([z.number(), z.number(), z.number()])),
            "[from, until, why] in ms since the epoch: 1 the value was uncertain, 2 bad, 3 nothing was recorded",
          ),
        ),
        corrected: z.optional(chartCorrections()),
      }),
    ),
  }),
  statuses: [503],
});

const stars = () => z.array(channelName()).check(z.maxLength(LIMITS.watchlistMax));

export const starsGet = call({
  method: "GET",
  path: "/trace/stars",
  summary: "Channels of a project that have a star, alike for everybody, in the order they got it.",
  needs: "see",
  channels: "filtered",
  mutates: false,
  query: z.object({ project: z.string().check(z.minLength(1), z.maxLength(200)) }),
  answer: answer({ channels: z.array(z.string()) }),
});

export const starsChange = call({
  method: "POST",
  path: "/trace/stars",
  summary:
    "Gives stars and takes them away, channel by channel: what others changed meanwhile stays. At most 50 for each of the 20 projects that were starred last.",
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: z.object({
    project: z.string().check(z.minLength(1), z.maxLength(200)),
    add: stars(),
    remove: stars(),
  }),
  answer: answer({ channels: z.array(z.string()) }),
});

export const channelWrite = call({
  method: "POST",
  path: "/trace/write",
  summary: "Writes a value to a channel that goes outside, as if a link had. Refused for all others.",
  needs: "operate",
  channels: "filtered",
  mutates: true,
  body: z.object({ chan: channelName(), value: z.unknown() }),
  answer: answer({
    before: dataRecord,
    after: dataRecord,
    state: describe(
      z.enum(["written", "waiting", "refused"]),
      "`waiting` until the other side has acknowledged it as far as its protocol can",
    ),
    reason: z.optional(describe(z.string(), "German: why it waits or was refused")),
    delivered: describe(z.boolean(), "whether `state` is `written`"),
  }),
});
