/** One meter on a bad line, over a clock moved by hand. */
import type { TestMeter } from "@hubwart/testing";
import { describe, expect, it } from "vitest";
import { heatMeter } from "./testing/meters.ts";
import { virtualLine } from "./testing/virtual-line.ts";
import { longFrame } from "./wire/frame.ts";

const energy = (meter: string) => ({ chan: "a", config: { meter, quantity: "energy" } });

async function after(
  meters: TestMeter[],
  meter: string,
  disturb: (bytes: Buffer) => readonly Buffer[],
  iface: Record<string, string | number> = {},
) {
  const line = virtualLine(meters, { channels: [energy(meter)], iface });
  line.bus.disturb = disturb;
  await line.pass(5_000, 2);
  return line;
}

const isData = (bytes: Buffer): boolean => bytes.length > 6;

describe("an answer", () => {
  it("with a wrong checksum is none", async () => {
    const { run } = await after([heatMeter(5)], "5", (bytes) => {
      const damaged = Buffer.from(bytes);
      if (isData(bytes)) damaged[22] = (damaged[22] ?? 0) ^ 1;
      return [damaged];
    });
    expect(run.values("a").filter((value) => value !== null)).toEqual([]);
    expect(run.failures[0]?.reason).toMatch(/^Unlesbare Antwort von Zähler 5: Störung auf der Leitung/);
  });

  it("of another address is none, and is told", async () => {
    const { run } = await after([heatMeter(5, { answersAs: 9 })], "5", (bytes) => [bytes]);
    expect(run.values("a").filter((value) => value !== null)).toEqual([]);
    expect(run.failures[0]?.reason).toBe("Statt Zähler 5 antwortet der mit der Adresse 9");
  });

  it("of another number than the selected one is none, and is told", async () => {
    const { run } = await after([heatMeter(5)], "10000005", (bytes) => {
      if (!isData(bytes)) return [bytes];
      const other = Buffer.from(bytes.subarray(7, -2));
      other[0] = 0x06;
      return [longFrame({ control: 8, address: 5, ci: 0x72, data: other })];
    });
    expect(run.values("a").filter((value) => value !== null)).toEqual([]);
    expect(run.failures[0]?.reason).toBe("Statt Zähler 10000005 antwortet 10000006 KAM");
  });

  it("behind the answer to somebody else's request is found", async () => {
    const foreign = longFrame({ control: 8, address: 77, ci: 0x72, data: Buffer.alloc(12) });
    const { run } = await after([heatMeter(5)], "5", (bytes) => (isData(bytes) ? [foreign, bytes] : [bytes]));
    expect(run.last("a")?.value).toBe(1005);
    expect(run.failures).toEqual([]);
  });

  it("in pieces with pauses is one, and one that breaks off ends soon", async () => {
    const slow = virtualLine([heatMeter(5)], { channels: [energy("5")] });
    slow.bus.disturb = (bytes) => {
      for (const [at, byte] of bytes.entries()) {
        slow.clock.after(at * 40, () => slow.bus.send(Buffer.from([byte])));
      }
      return [];
    };
    await slow.until(() => slow.run.last("a")?.value === 1005, 5_000);
    const cut = await after([heatMeter(5)], "5", (bytes) =>
      isData(bytes) ? [bytes.subarray(0, 20)] : [bytes],
    );
    expect(cut.run.failures.length).toBeGreaterThan(0);
  });

  it("in noise without end is not waited for without end", async () => {
    const line = virtualLine([heatMeter(5)], { channels: [energy("5")] });
    line.bus.disturb = () => [];
    line.clock.every(5, () => line.bus.send(Buffer.from([0x68, 0xff])));
    await line.pass(60_000, 2);
    expect(line.run.failures[0]?.reason).toMatch(/^Unlesbare Antwort von Zähler 5/);
    expect(line.run.iface()?.state).toBe(false);
    await line.run.stop();
  });
});

describe("a converter", () => {
  it("that returns what it sends is no other master", async () => {
    const line = virtualLine([heatMeter(5)], { channels: [energy("10000005")] });
    const take = line.bus.take.bind(line.bus);
    line.bus.take = (bytes) => {
      line.bus.send(Buffer.from(bytes));
      take(bytes);
    };
    await line.pass(3_000, 2);
    expect(line.run.last("a")?.value).toBe(1005);
    expect(line.run.iface()?.error).toBeUndefined();
  });

  it("with another master behind it is told of, for as long as that one is heard", async () => {
    const line = virtualLine([heatMeter(5)], { channels: [energy("5")], iface: { interval: 60_000 } });
    const foreign = Buffer.from([0x10, 0x7b, 0x09, 0x84, 0x16]);
    line.bus.disturb = (bytes) => [foreign, bytes];
    await line.until(() => line.run.iface()?.error !== undefined, 5_000);
    expect(line.run.iface()?.error).toMatch(/noch ein anderer Master/);
    line.bus.disturb = (bytes) => [bytes];
    await line.until(() => line.run.iface()?.error === undefined, 3_800_000, 50);
    await line.run.stop();
  }, 60_000);
});
