/** Meters that say what they have in several telegrams, of which some cannot be read. */
import { describe, expect, it } from "vitest";
import type { TestChannel } from "../testing/index.ts";
import { bcd, heatMeter } from "./testing/meters.ts";
import { virtualLine } from "./testing/virtual-line.ts";

const MORE = Buffer.from([0x1f]);

describe("a meter with several telegrams", () => {
  const later = bcd([0x0c, 0x14], 5678);
  const meters = [heatMeter(5, { telegrams: [Buffer.concat([bcd([0x0c, 0x06], 1005), MORE]), later] })];
  const channels: TestChannel[] = ["energy", "volume"].map((quantity) => ({
    chan: quantity,
    config: { meter: "5", quantity },
  }));
  const cut = (bytes: Buffer) => [bytes.includes(later) ? bytes.subarray(0, -3) : bytes];

  it("gives what is in those that can be read", async () => {
    const { bus, line, pass, run, until } = virtualLine(meters, { channels, iface: { interval: 3_600_000 } });
    bus.disturb = cut;
    await pass(3_500_000, 20);
    expect(run.last("energy")).toMatchObject({ value: 1005, quality: 0 });
    expect(run.last("volume")).toMatchObject({ value: null, quality: 2 });
    expect(run.failures.map(({ chan }) => chan)).not.toContain("energy");
    expect(run.iface()).toMatchObject({ state: true, active: 1 });
    // 5, 10, 20 … s, at most ten minutes, each by chance down to half.
    const readings = bus.asked.filter((asked) => asked === "reset 5").length;
    expect(readings).toBeGreaterThan(9);
    expect(readings).toBeLessThan(24);
    const asked = line.readMeter({ kind: "primary", address: 5 }, new AbortController().signal);
    let records: number | undefined;
    void asked.then((reading) => (records = reading.records.length));
    await until(() => records === 1, 10_000, 5);
    await run.stop();
  }, 60_000);

  it("is asked again soon for one that got lost, whose values are uncertain until then", async () => {
    const { bus, run, until } = virtualLine(meters, { channels, iface: { interval: 600_000 } });
    await until(() => run.last("volume")?.value === 56.78, 10_000);
    bus.disturb = cut;
    await until(() => run.last("volume")?.quality === 1, 620_000, 5);
    expect(run.last("energy")?.quality).toBe(0);
    bus.disturb = (bytes) => [bytes];
    await until(() => run.last("volume")?.quality === 0, 20_000, 5);
    await run.stop();
  }, 60_000);

  it("is left alone where it says in the middle that it was asked too often", async () => {
    const { bus, pass, run } = virtualLine(meters, { channels, iface: { interval: 10_000 } });
    const body = [0x08, 5, 0x70, 9];
    const sum = body.reduce((all, byte) => all + byte, 0) & 0xff;
    const refusal = Buffer.from([0x68, 4, 4, 0x68, ...body, sum, 0x16]);
    bus.disturb = (bytes) => [bytes.includes(later) ? refusal : bytes];
    await pass(400_000, 20);
    expect(bus.asked.filter((asked) => asked === "reset 5")).toHaveLength(1);
    await run.stop();
  }, 60_000);
});
