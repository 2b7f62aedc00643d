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

/** A gateway that answers in order, each register with its address, and stalls before its second answer. */
function stalls(
  port: Port,
  clock: ManualClock,
  { ms, together = false }: { ms: number; together?: boolean },
) {
  const held: Buffer[] = [];
  let asked = 0;
  let free = 0;
  port.write = (frame) => {
    const pdu = frame.subarray(1, -2);
    const second = ++asked === 2;
    free = Math.max(free, clock.monotonic()) + (second ? ms : 10);
    clock.after(free - clock.monotonic(), () => {
      const answer =
        pdu[0] === 3 ? Buffer.concat([Buffer.from([3, 2]), pdu.subarray(1, 3)]) : pdu.subarray(0, 5);
      held.push(rtuFrame(frame[0] ?? 0, answer));
      if (!(together && second)) port.emit("data", Buffer.concat(held.splice(0)));
    });
    return port.written.push(frame) > 0;
  };
}

/** What became of it, while time goes by. */
async function outcome(clock: ManualClock, asked: Promise<Buffer>): Promise<Buffer | Error> {
  let found: Buffer | Error | undefined;
  void asked.then(
    (answer) => (found = answer),
    (error: Error) => (found = error),
  );
  for (;;) {
    await turn();
    if (found) return found;
    clock.advance(5);
  }
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

describe("a late answer", () => {
  const read = (address: number) => Buffer.from([3, 0, address, 0, 1]);
  const all = [false, true].flatMap((serial) =>
    [false, true].flatMap((together) =>
      [105, 150, 205, 230, 295, 430, 610].map((ms) => ({ serial, together, ms })),
    ),
  );

  it.each(all)(
    "is no later request's: $ms ms, serial $serial, together $together",
    async ({ serial, ...stall }) => {
      const { clock, link, port } = setUp(serial);
      stalls(port, clock, stall);
      let answered = 0;
      for (let address = 0; address < 20; address += 1) {
        const found = await outcome(clock, link.request(1, read(address)));
        if (found instanceof Error) continue;
        answered += 1;
        expect([address, found[3]]).toEqual([address, address]);
      }
      expect(answered).toBeGreaterThan(14);
      // Trusted again: each is asked once.
      const before = port.written.length;
      await outcome(clock, link.request(1, read(1)));
      expect(port.written).toHaveLength(before + 1);
      link.close();
    },
  );

  it("is no later one's either where the device missed what came meanwhile", async () => {
    const { clock, link, port } = setUp(false);
    const late = outcome(clock, link.request(1, read(5)));
    expect(await late).toBeInstanceOf(ModbusTimeout);
    const next = outcome(clock, link.request(1, read(6)));
    await turn();
    clock.advance(100);
    await turn();
    expect(port.written).toHaveLength(2);
    port.emit("data", rtuFrame(1, Buffer.from([3, 2, 0, 5])));
    await turn();
    clock.advance(100);
    await turn();
    expect(port.written.map((frame) => frame[3])).toEqual([5, 6, 6]);
    port.emit("data", rtuFrame(1, Buffer.from([3, 2, 0, 6])));
    expect(await next).toEqual(Buffer.from([3, 2, 0, 6]));
    link.close();
  });

  it("confirms no other value, and none is written twice over it", async () => {
    const { clock, link, port } = setUp(false);
    // Both answers are the same: address and count.
    const write = (value: number) => Buffer.from([16, 0, 0, 0, 1, 2, 0, value]);
    const answer = rtuFrame(1, write(0).subarray(0, 5));
    expect(await outcome(clock, link.request(1, write(1)))).toBeInstanceOf(ModbusTimeout);
    const second = outcome(clock, link.request(1, write(2)));
    await turn();
    clock.advance(100);
    await turn();
    port.emit("data", answer);
    await turn();
    port.emit("data", answer);
    const unsure = await second;
    expect(unsure).toBeInstanceOf(ModbusTimeout);
    expect(String(unsure)).toContain("antwortet zu spät");
    const third = outcome(clock, link.request(1, write(3)));
    await turn();
    clock.advance(100);
    await turn();
    port.emit("data", answer);
    expect(await third).toEqual(write(0).subarray(0, 5));
    expect(port.written.map((frame) => frame[8])).toEqual([1, 2, 3]);
    link.close();
  });

  it("of one function or unit costs no other one anything", async () => {
    const { clock, link, port } = setUp(false);
    expect(await outcome(clock, link.request(1, REQUEST))).toBeInstanceOf(ModbusTimeout);
    clock.advance(100);
    await turn();
    const other = link.request(2, REQUEST);
    await turn();
    port.emit("data", rtuFrame(2, Buffer.from([3, 2, 0, 9])));
    expect(await other).toEqual(Buffer.from([3, 2, 0, 9]));
    const input = link.request(1, Buffer.from([4, 0, 0, 0, 1]));
    await turn();
    port.emit("data", rtuFrame(1, Buffer.from([4, 2, 0, 8])));
    expect(await input).toEqual(Buffer.from([4, 2, 0, 8]));
    expect(port.written).toHaveLength(3);
    link.close();
  });
});
