/**
 * The live channel API: what is said on the WebSocket `/ws`, and channels by name over plain HTTP below `/ws/channels`.
 * Every message is one JSON object with its kind in `t`. The AsyncAPI and OpenAPI documents are made from these schemas
 * (`live-documents.ts`).
 */
import * as z from "zod/mini";
import { describe } from "./define.ts";
import { liveAlarm, liveAlarmState, liveTransition } from "./live-alarms.ts";
import { texts } from "./texts/shapes.ts";

export * from "./live-alarms.ts";

export const LIVE_PATH = "/ws";

export const LIVE_LIMITS = {
  /** Bytes of a message or a body. */
  messageBytes: 64 * 1024,
  /** Levels of objects and lists in a message: those of a value, and the message's own. */
  depth: 68,
  members: 10_000,
  /** ms within which a new connection has to say who it is. */
  helloWithin: 10_000,
  /** Connections of one user, and of all together. */
  perUser: 20,
  connections: 500,
  /** Names and patterns of one connection, and patterns among them. */
  subscriptions: 1_000,
  patterns: 50,
  /** Patterns of a user's connections that are looked for; what is asked faster waits. */
  patternsPerSecond: 50,
  patternsAtOnce: 2_000,
  /** Channels that one connection may watch by them. */
  channels: 10_000,
  /** Messages of a connection; faster ones are read when their turn comes. */
  messagesPerSecond: 50,
  messagesAtOnce: 200,
  /** Requests of a user over HTTP; more are refused with 429. */
  requestsPerSecond: 50,
  requestsAtOnce: 200,
  /** Writes of a connection that wait for their outcome. */
  writes: 32,
  /** Transitions of alarms that wait for a slow reader; older ones are left out, and counted. */
  transitions: 1_000,
  /** Alarms that one message acknowledges. */
  acknowledged: 1_000,
  pingEvery: 30_000,
} as const;

/** Codes with which the appliance closes a connection (RFC 6455 leaves 4000 to 4999 to applications). */
export const LIVE_CLOSE = {
  notSignedIn: 4401,
  accessChanged: 4403,
  helloMissing: 4408,
  tooMany: 4409,
  goingAway: 1001,
  tryLater: 1013,
} as const;

const id = () =>
  describe(z.optional(z.union([z.string().check(z.maxLength(100)), z.number()])), "comes back in the answer");
const channelName = () =>
  z.string().check(z.minLength(1), z.maxLength(500), z.regex(/^[^*?]*$/, { error: texts.channel }));
const pattern = () =>
  describe(z.string().check(z.minLength(1), z.maxLength(500)), "`*` any text, `?` one character");

export const liveValue = z.object({
  chan: describe(z.string(), "full name"),
  value: z.unknown(),
  quality: describe(z.union([z.literal(0), z.literal(1), z.literal(2)]), "0 good, 1 uncertain, 2 bad"),
  ts: describe(z.number(), "ms since the epoch; 0 if there was never a value"),
  area: z.optional(
    describe(z.string(), "where it belongs in the plant, as a path: `Haus/EG`; over HTTP only"),
  ),
});
export type LiveValue = z.output<typeof liveValue>;

const writeState = z.enum(["written", "waiting", "refused"]);

const hello = z.object({
  t: z.literal("hello"),
  id: id(),
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  user: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  password: z.optional(z.string().check(z.maxLength(1024))),
});
const choice = {
  id: id(),
  names: z.optional(z.array(channelName()).check(z.maxLength(LIVE_LIMITS.subscriptions))),
  patterns: z.optional(z.array(pattern()).check(z.maxLength(LIVE_LIMITS.subscriptions))),
};
const subscribe = z.object({ t: z.literal("subscribe"), ...choice });
const unsubscribe = z.object({ t: z.literal("unsubscribe"), ...choice });
const write = z.object({ t: z.literal("write"), id: id(), chan: channelName(), value: z.unknown() });
const ping = z.object({ t: z.literal("ping"), id: id() });

const subscribeAlarms = z.object({ t: z.literal("subscribe_alarms"), id: id() });
const unsubscribeAlarms = z.object({ t: z.literal("unsubscribe_alarms"), id: id() });
const alarmNrs = () => z.array(describe(z.int().check(z.minimum(1)), "`nr` of an alarm"));
const acknowledge = z.object({
  t: z.literal("acknowledge"),
  id: id(),
  nrs: alarmNrs().check(z.minLength(1), z.maxLength(LIVE_LIMITS.acknowledged)),
});

/** What a client says. */
export const liveRequests = {
  hello,
  subscribe,
  unsubscribe,
  write,
  ping,
  subscribe_alarms: subscribeAlarms,
  unsubscribe_alarms: unsubscribeAlarms,
  acknowledge,
};
export const liveRequest = z.discriminatedUnion("t", [
  hello,
  subscribe,
  unsubscribe,
  write,
  ping,
  subscribeAlarms,
  unsubscribeAlarms,
  acknowledge,
]);
export type LiveRequest = z.output<typeof liveRequest>;

/** What the appliance says. */
export const liveAnswers = {
  welcome: z.object({
    t: z.literal("welcome"),
    id: id(),
    user: z.string(),
    read: describe(z.array(z.string()), "patterns of channels that may be read"),
    write: describe(z.array(z.string()), "patterns of channels that may be written"),
    hub: describe(z.boolean(), "the hub is reached"),
  }),
  subscribed: z.object({
    t: z.literal("subscribed"),
    id: id(),
    channels: describe(z.int(), "channels of this request; their present values follow"),
    unknown: describe(z.array(z.string()), "names that do not exist or may not be read"),
  }),
  unsubscribed: z.object({ t: z.literal("unsubscribed"), id: id() }),
  values: z.object({ t: z.literal("values"), values: z.array(liveValue) }),
  ack: z.object({
    t: z.literal("ack"),
    id: id(),
    chan: z.string(),
    state: describe(
      writeState,
      "written: acknowledged by the other side as far as its protocol can; waiting: not yet",
    ),
    reason: describe(z.optional(z.string()), "German, of a refusal or why it waits"),
  }),
  subscribed_alarms: z.object({
    t: z.literal("subscribed_alarms"),
    id: id(),
    state: liveAlarmState(),
    standing: describe(z.int(), "alarms that stand and may be seen; they follow"),
  }),
  unsubscribed_alarms: z.object({ t: z.literal("unsubscribed_alarms"), id: id() }),
  alarm_state: z.object({ t: z.literal("alarm_state"), state: liveAlarmState() }),
  alarms: z.object({
    t: z.literal("alarms"),
    alarms: describe(
      z.array(liveAlarm),
      "as they are now, each in place of what was told of its `id` before",
    ),
  }),
  transitions: z.object({
    t: z.literal("transitions"),
    transitions: describe(z.array(liveTransition), "oldest first"),
  }),
  missed: z.object({
    t: z.literal("missed"),
    transitions: describe(z.int(), "so many more were left out since the last of these messages"),
  }),
  acknowledged: z.object({
    t: z.literal("acknowledged"),
    id: id(),
    done: describe(alarmNrs(), "acknowledged now; those that needed it no more are in neither list"),
    refused: z.array(z.object({ nr: z.int(), reason: describe(z.string(), "German") })),
  }),
  hub: z.object({ t: z.literal("hub"), connected: z.boolean() }),
  pong: z.object({ t: z.literal("pong"), id: id() }),
  error: z.object({
    t: z.literal("error"),
    id: id(),
    message: describe(z.string(), "German"),
    retry_after: describe(z.optional(z.number()), "seconds"),
  }),
};
export type LiveAnswer = {
  [K in keyof typeof liveAnswers]: z.output<(typeof liveAnswers)[K]>;
}[keyof typeof liveAnswers];

/** Over HTTP. */
export const liveHttp = {
  list: {
    query: z.object({
      filter: z.optional(z.union([pattern(), z.array(pattern()).check(z.maxLength(100))])),
      offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
      limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
    }),
    answer: z.object({ channels: z.array(liveValue), truncated: z.boolean() }),
  },
  write: {
    body: z.object({ value: z.unknown() }),
    answer: z.object({ chan: z.string(), state: writeState, reason: z.optional(z.string()) }),
  },
};
