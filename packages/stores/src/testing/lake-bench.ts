/** A lake in a folder of its own for each test, with a clock that the test moves; lakes left open are closed behind it. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { afterEach, beforeEach } from "vitest";
import { Lake } from "../lake/lake.ts";

export const START = Date.UTC(2026, 10, 21, 13, 0);
export const A = "mqtt.halle.temperatur";
export const B = "http_in.tor.zustand";

type Options = Partial<Pick<Parameters<typeof Lake.open>[0], "folder" | "keep" | "trouble">>;

class LakeBench {
  folder = "";
  clock = new ManualClock(START);
  sink = new MemoryLogSink();
  readonly #scopes: Scope[] = [];

  async begin(): Promise<void> {
    this.folder = await mkdtemp(path.join(os.tmpdir(), "lake-"));
    this.clock = new ManualClock(START);
    this.sink = new MemoryLogSink();
  }

  async end(): Promise<void> {
    for (const scope of this.#scopes.splice(0)) await scope.end();
    await rm(this.folder, { recursive: true });
  }

  async open(options: Options = {}): Promise<{ lake: Lake; close: () => Promise<void> }> {
    const scope = new Scope();
    this.#scopes.push(scope);
    const { folder, clock } = this;
    const log = createLogger("hub", "lake", this.sink);
    const keep = { days: 3650, bytes: 1e12 };
    const lake = await Lake.open({ folder, clock, scope, log, keep, ...options });
    return { lake, close: () => scope.end() };
  }

  /** Moves the time and lets the lake notice. */
  async pass(lake: Lake, ms: number): Promise<void> {
    this.clock.advance(ms);
    await lake.flush();
  }
}

export function useLake(): LakeBench {
  const bench = new LakeBench();
  beforeEach(() => bench.begin());
  afterEach(() => bench.end());
  return bench;
}

export const chart = (lake: Lake, chan: string, from: number, to: number, points = 500) =>
  lake.chart({ channels: [chan], from, to, points });

/** Every value of the channel with its time. */
export const values = async (lake: Lake, chan: string, from: number, to: number) =>
  (await chart(lake, chan, from, to, 1_000_000)).series[0]?.points.map(([time, value]) => [time, value]);
