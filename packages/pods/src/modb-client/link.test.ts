import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { ManualClock } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { ModbusTimeout } from "../shared/modbus/exceptions.ts";
import { rtuFrame } from "../shared/modbus/rtu.ts";
import { settingsOf } from "../shared/serial/columns.ts";
import { timingOf } from "../shared/serial/timing.ts";
import { ModbusLink } from "./link.ts";

/** 9600 bit/s, 8E1: 1.15 ms a character, 4.01 ms of silence between frames. */
const timing = timingOf(settingsOf({ baud: 9600 }));
const REQUEST = Buffer.from([3, 0, 0, 0, 1]);
const ANSWER = rtuFrame(1, Buffer.from([3, 2, 0, 7]));

class Port extends EventEmitter {
  readonly written: Buffer[] = [];
  write(bytes: Buffer): boolean {
    this.written.push(bytes);
    return true;
  }
  destroy(): void {
    this.emit("close");
  }
}

function setUp(serial = true) {
  const clock = new ManualClock();
  const port = new Port();
  const closed: string[] = [];
  const link = new ModbusLink(port as unknown as Socket, {
    carrier: {
      target: "port",
      framing: "rtu",
      timing: serial ? timing : undefined,
      failure: () => "failed",
      ended: "ended",
    },
    timeout: 100,
    clock,
    closed: (reason) => closed.push(reason),
  });
  return { clock, closed, link, port };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a serial line", () => {
  it("is silent for 3.5 characters before each request", async () => {
    const { clock, link, port } = setUp();
    const first = link.request(1, REQUEST);
    await turn();
    port.emit("data", ANSWER);
    await first;
    void link.request(1, REQUEST).catch(() => undefined);
    clock.advance(4);
    await turn();
    expect(port.written).toHaveLength(1);
    clock.advance(1);
    await turn();
    expect(port.written).toHaveLength(2);
    link.close();
  });

  it("gives request and answer the time that they take beside the one to wait", async () => {
    const { clock, link } = setUp();
    let error: unknown;
    const read = Buffer.from([3, 0, 0, 0, 100]);
    const asked = link.request(1, read).catch((caught: unknown) => {
      error = caught;
    });
    await turn();
    // 8 + 205 characters take 244.1 ms.
    clock.advance(344);
    await turn();
    expect(error).toBeUndefined();
    clock.advance(1);
    await asked;
    expect(error).toBeInstanceOf(ModbusTimeout);
    link.close();
  });

  it("is left to those who were spoken to, until the frame is out and they are done", async () => {
    const { clock, link, port } = setUp();
    await link.broadcast(Buffer.from([6, 0, 0, 0, 1]));
    const next = link.request(1, REQUEST).catch(() => undefined);
    clock.advance(109);
    await turn();
    expect(port.written).toHaveLength(1);
    clock.advance(1);
    await turn();
    expect(port.written).toHaveLength(2);
    link.close();
    await next;
  });

  it("is no matter of a connection through TCP", async () => {
    const { link, port } = setUp(false);
    const first = link.request(1, REQUEST);
    await turn();
    port.emit("data", ANSWER);
    await first;
    void link.request(1, REQUEST).catch(() => undefined);
    await turn();
    expect(port.written).toHaveLength(2);
    link.close();
  });

  it("tells once why it ended", () => {
    const { closed, port } = setUp();
    port.emit("error", new Error("EIO"));
    port.emit("close");
    expect(closed).toEqual(["failed"]);
  });
});
