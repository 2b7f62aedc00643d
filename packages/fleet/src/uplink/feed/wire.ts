/**
 * Batches over NATS: published into the stream of the central's server, and confirmed by the central once its database has them. The
 * stream itself confirms nothing: a server that answers whatever subject a hub names would write there in the hub's place.
 */
import { randomBytes } from "node:crypto";
import { type Clock, rested } from "@hubwart/core";
import * as z from "zod/mini";
import { FEED_LIMITS, type FeedMark, type FeedMarks, feedStored, marksAnswer } from "../../feeds.ts";
import { type FeedName, feedSubject, subjectsOf } from "../../subjects.ts";
import type { FeedWire } from "./feed.ts";

/** What of a connection is needed. */
export interface FeedConnection {
  /** @param id becomes the header `Nats-Msg-Id` */
  publish(subject: string, text: string, id: string): void;
  ask(subject: string, text: string): Promise<string>;
  /** Calls back with what is said at the subject. */
  hear(subject: string, heard: (text: string) => void): void;
}

/** ms for a batch; one that takes longer may be waiting at the central behind those of many others. */
const STORED_WITHIN_MS = 30_000;

/** @param signal the connection has ended */
export function feedWire(
  connection: FeedConnection,
  hub: string,
  clock: Clock,
  signal: AbortSignal,
  within = STORED_WITHIN_MS,
): FeedWire {
  // The stream drops what comes a second time under the same name, and says nothing: another connection may well send it again.
  const session = randomBytes(6).toString("base64url");
  const waiting = new Map<FeedName, (mark: FeedMark) => void>();
  const listening = new Set<FeedName>();
  const listen = (feed: FeedName) => {
    if (listening.has(feed)) return;
    listening.add(feed);
    connection.hear(subjectsOf(hub).stored(feed), (text) => {
      const mark = parsed(feedStored, text)?.mark;
      if (mark) waiting.get(feed)?.(mark);
    });
  };
  const marks = async (): Promise<FeedMarks | undefined> => {
    try {
      const question = JSON.stringify({ v: 1, ask: "marks" });
      return parsed(marksAnswer, await connection.ask(subjectsOf(hub).ask, question))?.marks;
    } catch {
      return undefined;
    }
  };
  return {
    marks,
    async send(feed, batch, id) {
      const text = JSON.stringify(batch);
      if (Buffer.byteLength(text) > FEED_LIMITS.bytes)
        throw new Error(`a batch of ${text.length} characters`);
      listen(feed);
      const last = batch.entries.at(-1);
      const arrived = new AbortController();
      waiting.set(feed, (mark) => {
        if (mark.seq === last?.seq && mark.at === last.at) arrived.abort();
      });
      connection.publish(feedSubject(hub, feed), text, `${session}.${id}`);
      await rested(clock, within, AbortSignal.any([signal, arrived.signal]));
      waiting.delete(feed);
      if (!arrived.signal.aborted) throw new Error("not stored yet");
    },
  };
}

function parsed<S extends z.ZodMiniType>(schema: S, text: string): z.output<S> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
