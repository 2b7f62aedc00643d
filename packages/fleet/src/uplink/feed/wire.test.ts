import { ManualClock } from "@hubwart/core";
import { expect, it } from "vitest";
import { FEED_LIMITS, type FeedBatch } from "../../feeds.ts";
import { feedWire } from "./wire.ts";

const HUB = "a1b2c3d4e5f6";
const BATCH: FeedBatch = {
  v: 1,
  entries: [
    { seq: 1, at: 1, call: "x", result: 0, address: "" },
    { seq: 2, at: 5, call: "x", result: 0, address: "" },
  ],
};

function stage(marks = "no answer") {
  const clock = new ManualClock();
  const over = new AbortController();
  const published: string[][] = [];
  const heard = new Map<string, (text: string) => void>();
  const wire = feedWire(
    {
      publish: (...what) => published.push(what),
      ask: async () => marks,
      hear: (subject, callback) => void heard.set(subject, callback),
    },
    HUB,
    clock,
    over.signal,
  );
  const says = (text: string) => heard.get(`_INBOX_${HUB}.stored.changes`)?.(text);
  const send = () => {
    let end = "";
    const sent = wire.send("changes", BATCH, "changes.1.2.5").then(
      () => (end = "stored"),
      (error: Error) => (end = error.message),
    );
    return { sent, end: () => end };
  };
  return { clock, over, published, says, send, wire };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

it("takes a batch for stored when the central names its last entry, and only then", async () => {
  const { published, says, send } = stage();
  const { end, sent } = send();
  expect(published).toEqual([
    [`hw.${HUB}.feed.changes`, JSON.stringify(BATCH), expect.stringMatching(/^.{8}\.changes\.1\.2\.5$/)],
  ]);
  for (const text of [
    "",
    "{}",
    "<html>",
    '{"stream":"SITES","seq":7}',
    '{"v":1,"mark":{"seq":1,"at":1}}',
    '{"v":1,"mark":{"seq":2,"at":6}}',
    '{"v":1,"mark":{"seq":3,"at":5}}',
  ])
    says(text);
  await settle();
  expect(end()).toBe("");
  says('{"v":1,"mark":{"seq":2,"at":5}}');
  expect(await sent).toBe("stored");
});

it("gives up where nobody says so, and names the same batch alike within a connection only", async () => {
  const { clock, published, send } = stage();
  const { end, sent } = send();
  clock.advance(29_999);
  await settle();
  expect(end()).toBe("");
  clock.advance(1);
  expect(await sent).toBe("not stored yet");
  send();
  expect(published[1]).toEqual(published[0]);
  const other = stage();
  other.send();
  expect(other.published[0]?.[2]).not.toEqual(published[0]?.[2]);
});

it("ends at once with the connection", async () => {
  const { over, send } = stage();
  const { sent } = send();
  over.abort();
  expect(await sent).toBe("not stored yet");
});

it("sends nothing that no message takes", async () => {
  const { published, wire } = stage();
  const after = "ä".repeat(FEED_LIMITS.bytes / 2);
  const entries = [{ seq: 1, at: 1, call: "x", result: 0, address: "", after }];
  await expect(wire.send("changes", { v: 1, entries }, "x")).rejects.toThrow(/characters/);
  expect(published).toEqual([]);
});

it("hears where the central is, and takes garbage for silence", async () => {
  const marks = { alarms: { seq: 3, at: 9 } };
  expect(await stage(JSON.stringify({ v: 1, marks })).wire.marks()).toEqual(marks);
  for (const answer of ["", "{}", '{"v":2,"marks":{}}', '{"v":1,"marks":{"alarms":{"seq":-1,"at":0}}}'])
    expect(await stage(answer).wire.marks()).toBeUndefined();
});
