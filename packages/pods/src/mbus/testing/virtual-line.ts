/**
 * A pod's line and its meters in one process, over a clock moved by hand: minutes of line time in a moment.
 *
 *     const line = virtualLine(meters, { baud: 2400, points });
 *     await line.pass(60_000);
 */
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { ManualClock } from "@hubwart/core";
import { MbusMeters, type TestMeter } from "@hubwart/testing";
import { PodRun, podLoad, type TestChannel } from "../../testing/index.ts";
import type { MbusIface } from "../columns.ts";
import { kind } from "../index.ts";
import { Line } from "../line.ts";
import { pointOf } from "../point.ts";

class Wire extends EventEmitter {
  readonly #meters: MbusMeters;
  constructor(meters: MbusMeters) {
    super();
    this.#meters = meters;
    meters.send = (bytes) => this.emit("data", bytes);
  }
  write(bytes: Buffer): boolean {
    this.#meters.take(Buffer.from(bytes));
    return true;
  }
  destroy(): void {}
}

export interface VirtualOptions {
  channels: TestChannel[];
  iface?: Record<string, string | number>;
  baud?: number;
}

export function virtualLine(
  meters: readonly TestMeter[],
  { baud = 2400, channels, iface = {} }: VirtualOptions,
) {
  const clock = new ManualClock();
  const bus = new MbusMeters(meters, { clock, baud });
  const load = podLoad(kind.schema, [{ host: "127.0.0.1", baud, ...iface }], channels);
  const run = new PodRun(kind, load, clock);
  const config = load.ifaces[0]?.config as MbusIface;
  const points = load.channels.map((channel, index) => pointOf(index, channel, config));
  const carrier = {
    target: "the line",
    open: async () => new Wire(bus) as unknown as Socket,
    failure: String,
    ended: "ended",
  };
  const line = new Line("main", config, points, run.context, carrier);
  line.start();
  /** A turn for what waits on promises after each timer. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pass = async (ms: number, step = 1): Promise<void> => {
    await settle();
    for (const end = clock.monotonic() + ms; clock.monotonic() < end; ) {
      clock.advance(step);
      await settle();
    }
  };
  /** @param most of the line's time, ms */
  const until = async (condition: () => boolean, most: number, step = 1): Promise<void> => {
    const end = clock.monotonic() + most;
    while (!condition()) {
      if (clock.monotonic() > end) throw new Error(`still not so after ${most} ms: ${condition.toString()}`);
      await pass(step, step);
    }
  };
  return { bus, clock, line, run, pass, until };
}
