import { createLogger, ManualClock, MemoryLogSink, SerialQueue } from "@hubwart/core";
import { beforeEach, describe, expect, it } from "vitest";
import type { Membership } from "./membership.ts";
import { keepRenewed } from "./renewing.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IDENTITY = {
  hub: "a1b2c3d4e5f6",
  central: "c",
  certificate: "old",
  authority: "",
  pass: "",
  servers: ["127.0.0.1:4222"],
  address: "https://127.0.0.1",
  key: "",
};

describe("the credentials of a device", () => {
  let clock: ManualClock;
  let stored: Membership;
  let log: MemoryLogSink;
  let asked: string[];
  let again: number;
  let world: { connected: boolean; due: boolean; answer: string | Error; disk: Error | undefined };
  let end: () => void;

  beforeEach(() => {
    clock = new ManualClock();
    log = new MemoryLogSink();
    asked = [];
    again = 0;
    world = { connected: true, due: true, answer: "new", disk: undefined };
    stored = { identity: IDENTITY, open: true, may: "see" } as Membership;
    end = keepRenewed({
      clock,
      log: createLogger("main", "central", log),
      queue: new SerialQueue(),
      file: {
        get now() {
          return stored;
        },
        write: async (next) => {
          if (world.disk) throw world.disk;
          stored = next;
        },
      },
      uplink: {
        get status() {
          return { connected: world.connected, contact: 0, error: "", refused: false };
        },
        ask: async (question) => {
          asked.push(question);
          if (world.answer instanceof Error) throw world.answer;
          return world.answer;
        },
      },
      again: async () => {
        again += 1;
      },
      isDue: ({ certificate }) => world.due && certificate === "old",
      credentials: async () => ({
        renewalOf: ({ certificate }) => `of ${certificate}`,
        renewedBy: (identity, text) => (text === "new" ? { ...identity, certificate: text } : undefined),
      }),
    });
  });

  const pass = async (ms: number) => {
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };

  it("are renewed a minute after the start, kept, and used from then on", async () => {
    await pass(MINUTE - 1);
    expect(asked).toEqual([]);
    await pass(1);
    expect(asked).toEqual(["of old"]);
    expect([stored.identity.certificate, stored.may, again]).toEqual(["new", "see", 1]);
    expect(log.entries.map(({ level }) => level)).toEqual(["info"]);
    await pass(24 * HOUR);
    expect(asked).toHaveLength(1);
  });

  it("are asked for every six hours where the device was not connected, the central silent, or the disk full", async () => {
    world.connected = false;
    await pass(MINUTE);
    expect(asked).toEqual([]);
    world.connected = true;
    world.answer = new Error("timeout");
    await pass(6 * HOUR - MINUTE);
    expect([asked.length, again]).toEqual([1, 0]);
    world.answer = "new";
    world.disk = new Error("ENOSPC");
    await pass(6 * HOUR);
    expect([asked.length, stored.identity.certificate, again]).toEqual([2, "old", 0]);
    world.disk = undefined;
    await pass(6 * HOUR);
    expect([asked.length, stored.identity.certificate, again]).toEqual([3, "new", 1]);
  });

  it("stay as they are where the answer does not fit, which is said", async () => {
    world.answer = "of another hub";
    await pass(MINUTE);
    expect([stored.identity.certificate, again]).toEqual(["old", 0]);
    expect(log.entries.map(({ level }) => level)).toEqual(["warn"]);
  });

  it("are not asked for before it is time, nor once it ended", async () => {
    world.due = false;
    await pass(24 * HOUR);
    expect(asked).toEqual([]);
    world.due = true;
    end();
    await pass(24 * HOUR);
    expect(asked).toEqual([]);
  });
});
