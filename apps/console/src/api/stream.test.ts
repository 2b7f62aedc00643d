import { LIMITS } from "@hubwart/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStream, type Stream } from "./stream.ts";

interface Connection {
  query: Record<string, string>;
  token: string | null;
  send: (text: string) => void;
  close: () => void;
  aborted: () => boolean;
}

let connections: Connection[];
let visible: boolean;
let status: number;
/** Takes the question and says nothing. */
let silent: boolean;
let refusals: number;
let reported: unknown[];
let stream: Stream;

async function fakeFetch(input: string, init: RequestInit = {}): Promise<Response> {
  const { searchParams } = new URL(input, "http://device");
  searchParams.delete("auth_check");
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (created) => void (controller = created) });
  init.signal?.addEventListener("abort", () => controller?.error(new DOMException("aborted", "AbortError")));
  connections.push({
    query: Object.fromEntries(searchParams),
    token: new Headers(init.headers).get("authorization"),
    send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    close: () => controller?.close(),
    aborted: () => init.signal?.aborted ?? false,
  });
  if (silent)
    await new Promise((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
    );
  return new Response(body, { status });
}
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  connections = [];
  visible = true;
  status = 200;
  silent = false;
  refusals = 0;
  reported = [];
  stream = createStream({
    fetch: fakeFetch,
    token: () => "t",
    visible: () => visible,
    random: () => 0.5,
    refused: () => void (refusals += 1),
    report: (error) => reported.push(error),
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the event stream", () => {
  it("is one connection for all, with what they want together", async () => {
    stream.subscribe({ topics: ["status", "pods"] }, () => {});
    stream.subscribe({ topics: ["trace", "pods"], filter: ["b*", "a*"] }, () => {});
    await pass(100);
    expect(connections.map(({ query, token }) => ({ query, token }))).toEqual([
      { query: { topics: "pods,status,trace", filter: "a*,b*" }, token: "Bearer t" },
    ]);
    expect(stream.connected).toBe(true);
  });

  it("gives each only the topics it wants", async () => {
    const heard: unknown[] = [];
    stream.subscribe({ topics: ["pods"] }, (topic, event) => heard.push([topic, event]));
    stream.subscribe({ topics: ["project"] }, () => {});
    await pass(100);
    connections[0]?.send('event: project\ndata: {"version":"4"}\n\nevent: pods\ndata: {"pods":[]}\n\n');
    await pass(0);
    expect(heard).toEqual([["pods", { pods: [] }]]);
  });

  it("goes on for all others when a handler throws, and says so", async () => {
    const heard: string[] = [];
    const defect = new Error("defect");
    stream.subscribe({ topics: ["pods"] }, () => {
      throw defect;
    });
    stream.subscribe({ topics: ["pods"] }, (topic) => heard.push(topic));
    await pass(100);
    connections[0]?.send('event: pods\ndata: {"pods":[]}\n\nevent: pods\ndata: {"pods":[]}\n\n');
    await pass(0);
    expect(heard).toEqual(["pods", "pods"]);
    expect(reported).toEqual([defect, defect]);
    expect(stream.connected).toBe(true);
    await pass(30_000);
    expect(connections).toHaveLength(1);
  });

  it("drops an event that is no JSON, not the connection", async () => {
    const heard: string[] = [];
    stream.subscribe({ topics: ["pods"] }, (topic) => heard.push(topic));
    await pass(100);
    connections[0]?.send('event: pods\ndata: {"pods":[\n\nevent: pods\ndata: {"pods":[]}\n\n');
    await pass(0);
    expect(heard).toEqual(["pods"]);
    expect(reported).toHaveLength(1);
    expect(connections).toHaveLength(1);
  });

  it("tells every watcher, even if one throws", async () => {
    const told: string[] = [];
    stream.watch(() => {
      throw new Error("defect");
    });
    stream.watch(() => told.push("second"));
    stream.subscribe({ topics: ["pods"] }, () => {});
    await pass(100);
    expect(told).toEqual(["second"]);
    expect(stream.connected).toBe(true);
  });

  it("stays as it is when nothing new is wanted, and closes with its last reader", async () => {
    const first = stream.subscribe({ topics: ["status"] }, () => {});
    await pass(100);
    const second = stream.subscribe({ topics: ["status"] }, () => {});
    await pass(100);
    first();
    await pass(100);
    expect(connections).toHaveLength(1);
    second();
    expect(connections[0]?.aborted()).toBe(true);
    await pass(60_000);
    expect(connections).toHaveLength(1);
    expect(stream.connected).toBe(false);
  });

  it("comes back with growing pauses, at once shorter after an event", async () => {
    status = 503;
    stream.subscribe({ topics: ["status"] }, () => {});
    const counts: number[] = [];
    for (const ms of [100, 1_000, 2_000, 4_000]) {
      await pass(ms);
      counts.push(connections.length);
    }
    expect(counts).toEqual([1, 2, 3, 4]);
    status = 200;
    await pass(8_000);
    connections[4]?.send("event: status\ndata: {}\n\n");
    await pass(0);
    connections[4]?.close();
    await pass(1_000);
    expect(connections).toHaveLength(6);
  });

  it("is given up when it falls silent, also before it has begun, and asked for anew", async () => {
    const states: boolean[] = [];
    stream.watch(() => states.push(stream.connected));
    stream.subscribe({ topics: ["status"] }, () => {});
    await pass(100);
    for (let beats = 0; beats < 8; beats++) {
      await pass(LIMITS.streamBeat);
      connections[0]?.send(":\n\n");
    }
    expect(connections[0]?.aborted()).toBe(false);
    await pass(3 * LIMITS.streamBeat);
    expect(connections[0]?.aborted()).toBe(true);
    expect(states).toEqual([true, false]);
    silent = true;
    await pass(1_000);
    expect(connections).toHaveLength(2);
    expect(stream.connected).toBe(false);
    silent = false;
    await pass(3 * LIMITS.streamBeat + 2_000);
    expect(connections[1]?.aborted()).toBe(true);
    expect(connections).toHaveLength(3);
    expect(stream.connected).toBe(true);
  });

  it("says that the token is refused, which a device that is merely away does not", async () => {
    status = 503;
    stream.subscribe({ topics: ["status"] }, () => {});
    await pass(100);
    expect(refusals).toBe(0);
    status = 401;
    await pass(1_000);
    expect(refusals).toBe(1);
  });

  it("is open only while the page is visible", async () => {
    stream.subscribe({ topics: ["status"] }, () => {});
    await pass(100);
    visible = false;
    stream.visibilityChanged();
    expect(connections[0]?.aborted()).toBe(true);
    await pass(60_000);
    expect(connections).toHaveLength(1);
    visible = true;
    stream.visibilityChanged();
    await pass(1);
    expect(connections).toHaveLength(2);
  });
});
