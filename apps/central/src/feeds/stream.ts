/**
 * The stream in which hubs' batches wait until they are in the database, by JetStream's API
 * (https://docs.nats.io/reference/reference-protocols/nats_api_reference).
 *
 * What is acknowledged is gone from it. Of each hub and feed a bounded number may wait: one that floods fills its own share.
 */
import { ALL_FEEDS, FEED_LIMITS } from "@hubwart/fleet";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import * as z from "zod/mini";

const STREAM = "SITES";
const READER = "central";
const ANSWER_MS = 5_000;
const SECOND = 1e9;
/** Batches that are on their way to the database at a time: less than what the server lets a connection leave unread. */
export const AT_ONCE = 16;
const HEARTBEAT_S = 5;
/** Without a word from the server for this long, ms, the reader is made anew. */
export const SILENT_MS = 3 * HEARTBEAT_S * 1_000;

const answer = z.object({ error: z.optional(z.object({ code: z.number(), description: z.string() })) });

async function asked(connection: NatsConnection, what: string, order: object): Promise<number> {
  const reply = await connection.request(`$JS.API.${what}`, JSON.stringify(order), { timeout: ANSWER_MS });
  const { error } = answer.parse(reply.json());
  if (error && error.code !== 404) throw new Error(`${what}: ${error.description}`);
  return error?.code ?? 200;
}

/**
 * Fine to call again, also with another number.
 *
 * @param replicas servers that keep each batch. @throws Error in the words of the server, or that a cluster has no leader yet
 */
export async function ensureStream(connection: NatsConnection, replicas: number): Promise<void> {
  const config = {
    name: STREAM,
    subjects: [ALL_FEEDS],
    retention: "workqueue",
    storage: "file",
    // To the subject that the hub names, in the name of the server: whatever it may not write to itself, the API of JetStream too.
    no_ack: true,
    discard: "new",
    discard_new_per_subject: true,
    max_msgs_per_subject: FEED_LIMITS.waiting,
    max_msg_size: FEED_LIMITS.bytes,
    max_consumers: -1,
    max_msgs: -1,
    max_bytes: -1,
    max_age: 0,
    num_replicas: replicas,
    duplicate_window: 120 * SECOND,
  };
  const known = await asked(connection, `STREAM.UPDATE.${STREAM}`, config);
  if (known === 404) await asked(connection, `STREAM.CREATE.${STREAM}`, config);
}

/**
 * Makes the reader anew: it begins with the oldest batch that was not acknowledged, so that the order is kept whatever became of the
 * one before.
 *
 * @param inbox subject at which batches and heartbeats arrive from then on
 */
export async function makeReader(connection: NatsConnection, inbox: string): Promise<void> {
  await asked(connection, `CONSUMER.DELETE.${STREAM}.${READER}`, {});
  const config = {
    durable_name: READER,
    deliver_subject: inbox,
    deliver_policy: "all",
    ack_policy: "explicit",
    ack_wait: 60 * SECOND,
    max_ack_pending: AT_ONCE,
    max_deliver: -1,
    idle_heartbeat: HEARTBEAT_S * SECOND,
    replay_policy: "instant",
  };
  await asked(connection, `CONSUMER.DURABLE.CREATE.${STREAM}.${READER}`, { stream_name: STREAM, config });
}

const info = z.object({ num_ack_pending: z.number() });

/** Batches of which the server waits to hear that they are stored. @throws Error */
export async function unacknowledged(connection: NatsConnection): Promise<number> {
  const reply = await connection.request(`$JS.API.CONSUMER.INFO.${STREAM}.${READER}`, "", {
    timeout: ANSWER_MS,
  });
  return info.parse(reply.json()).num_ack_pending;
}

/**
 * The how-manieth message of the reader it is. Undefined: it does not say. A batch has it in the subject to which it is acknowledged
 * (`$JS.ACK.stream.reader.times.place in the stream.place of the reader.time.left`), a heartbeat says that of the last batch.
 */
export function placeOf({ headers, reply }: Pick<Msg, "headers" | "reply">): number | undefined {
  const parts = reply ? reply.split(".") : undefined;
  const text = parts ? (parts.length === 9 ? parts[6] : undefined) : headers?.get("Nats-Last-Consumer");
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
}
