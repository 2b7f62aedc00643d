import { Backoff, createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { feedSubject } from "@hubwart/fleet";
import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { beforeEach, expect, it, vi } from "vitest";
import { Intake, type Taken } from "./intake.ts";
import { placeOf } from "./stream.ts";

const HUB = "a1b2c3d4e5f6";

/** A server whose reader says what the test wants. */
class FakeServer {
  readonly asked: string[] = [];
  /** So many requests find no leader. */
  leaderless = 0;
  /** Batches that count as not acknowledged. */
  pending = 0;
  acknowledged = 0;
  #callback: ((error: Error | null, message: Msg) => void) | undefined;

  get readers(): number {
    return this.asked.filter((what) => what.startsWith("$JS.API.CONSUMER.DURABLE.CREATE")).length;
  }

  get connection(): NatsConnection {
    const connection = {
      request: async (what: string) => {
        this.asked.push(what);
        if (this.leaderless > 0) {
          this.leaderless -= 1;
          throw new Error("timeout");
        }
        return { json: () => ({ num_ack_pending: this.pending }) };
      },
      subscribe: (
        _inbox: string,
        { callback }: { callback: (error: Error | null, message: Msg) => void },
      ) => {
        this.#callback = callback;
        return { unsubscribe: () => undefined };
      },
      isClosed: () => false,
      publish: () => undefined,
    };
    return connection as unknown as NatsConnection;
  }

  /** @param place the how-manieth of the reader */
  batch(place: number, seq = place): void {
    const entries = [{ seq, at: seq, call: "x", result: 0, address: "" }];
    this.#say({
      subject: feedSubject(HUB, "changes"),
      reply: `$JS.ACK.SITES.central.1.${place}.${place}.1700000000000000000.0`,
      json: () => ({ v: 1, entries }),
      respond: () => {
        this.acknowledged += 1;
      },
    });
  }

  heartbeat(last: number): void {
    this.#say({
      reply: "",
      headers: { get: (name: string) => (name === "Nats-Last-Consumer" ? String(last) : "") },
    });
  }

  #say(message: object): void {
    this.#callback?.(null, message as Msg);
  }
}

let server: FakeServer;
let clock: ManualClock;
let stored: number[];
beforeEach(async () => {
  server = new FakeServer();
  clock = new ManualClock();
  stored = [];
});

async function intake(): Promise<void> {
  const store = async (taken: readonly Taken[]) => {
    stored.push(...taken.flatMap(({ batch }) => batch.entries.map(({ seq }) => seq)));
  };
  const one = new Intake({
    connection: server.connection,
    replicas: 3,
    clock,
    log: createLogger("central", "test", new MemoryLogSink()),
    scope: new Scope(),
    known: () => true,
    store,
    garbage: () => undefined,
    backoff: new Backoff(10, 10, () => 1),
  });
  one.again();
  await settled();
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

it("waits for a cluster that has no leader yet", async () => {
  server.leaderless = 3;
  await intake();
  expect(server.readers).toBe(0);
  for (let more = 0; more < 3; more += 1) {
    clock.advance(10);
    await settled();
  }
  expect(server.readers).toBe(1);
  server.batch(1);
  await vi.waitFor(() => expect(stored).toEqual([1]));
});

it("begins with the oldest again where a batch went down with its server", async () => {
  await intake();
  server.batch(1);
  server.batch(2);
  await settled();
  expect(server.readers).toBe(1);
  server.batch(4);
  await settled();
  expect(stored).toEqual([1, 2]);
  expect(server.readers).toBe(2);
  server.batch(1, 3);
  await settled();
  server.heartbeat(1);
  await settled();
  expect([server.readers, stored]).toEqual([2, [1, 2, 3]]);
  // The last one before it fell silent is missing.
  server.heartbeat(2);
  await settled();
  expect(server.readers).toBe(3);
});

it("begins again where acknowledgements went down with a server, and not while they are on their way", async () => {
  await intake();
  server.batch(1);
  await settled();
  expect(server.acknowledged).toBe(1);
  server.pending = 1;
  server.heartbeat(1);
  await settled();
  server.pending = 0;
  server.heartbeat(1);
  await settled();
  server.pending = 1;
  server.heartbeat(1);
  await settled();
  expect(server.readers).toBe(1);
  server.heartbeat(1);
  await settled();
  expect(server.readers).toBe(2);
});

it("goes by places only where a server tells them", () => {
  const place = (reply: string) => placeOf({ reply });
  expect(place("$JS.ACK.SITES.central.1.7.9.1700000000000000000.0")).toBe(9);
  for (const reply of [
    "$JS.ACK.domain.hash.SITES.central.1.7.9.17.0.x",
    "_INBOX.x",
    "$JS.ACK.a.b.1.2.x.3.4",
    "",
  ])
    expect(place(reply)).toBeUndefined();
});
