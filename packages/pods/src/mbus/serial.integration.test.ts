/** The M-Bus pod at a serial line (pseudo-terminals): a level converter with meters behind it. */
import { systemClock } from "@hubwart/core";
import { MbusMeters, type SerialLine, startSerialLine, type TestMeter } from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";
import { heatMeter } from "./testing/meters.ts";

const open = useOpen((thing: { stop(): unknown }) => thing.stop());

/** What the hub says goes to the meters, and what they say comes back to it. */
async function wire(meters: TestMeter[], echo = false): Promise<{ line: SerialLine; bus: MbusMeters }> {
  const line = await startSerialLine();
  open.push(line);
  const bus = new MbusMeters(meters, { clock: systemClock, baud: 38_400, echo });
  bus.send = (bytes) => line.say("hub", bytes);
  line.pass = (from, bytes) => {
    if (from === "hub") bus.take(bytes);
    return [];
  };
  return { line, bus };
}

/** `timeout`, ms: a busy machine must not be taken for a meter that stays silent, whose answer would then meet the next question. */
async function pod(device: string, channels: TestChannel[], timeout = 2_000): Promise<PodRun> {
  const settings = { mode: "serial", device, baud: 38_400, parity: "none", timeout, interval: 10_000 };
  const run = await startPod(kind, podLoad(kind.schema, [settings], channels));
  open.push(run);
  return run;
}

const energy = (chan: string, meter: string): TestChannel => ({
  chan,
  config: { meter, quantity: "energy" },
});

describe("a level converter", () => {
  it("with echo: meters are read by both addresses", async () => {
    const { line, bus } = await wire([heatMeter(1), heatMeter(2)], true);
    const run = await pod(line.hub, [energy("a", "1"), energy("b", "10000002")]);
    await run.until(() => run.last("a")?.value === 1001 && run.last("b")?.value === 1002);
    expect(run.failures).toEqual([]);
    expect(bus.refused).toEqual([]);
    expect(await run.check()).toEqual([
      `ok Port öffnen: Der serielle Port ${line.hub} ist offen, 38400 Bit/s, 8N1.`,
      "ok Zähler 1: Zähler 10000001 KAM antwortet mit 3 Werten.",
      "ok Zähler 10000002: Zähler 10000002 KAM antwortet mit 3 Werten.",
    ]);
  });

  it("that is pulled out and put in again is found", async () => {
    const { line } = await wire([heatMeter(1)]);
    const run = await pod(line.hub, [energy("a", "1")]);
    await run.until(() => run.last("a")?.value === 1001);
    await line.unplug();
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toMatch(/^Der serielle Port .* ist (verschwunden|nicht da)/);
    expect(run.last("a")?.quality).toBe(1);
    await line.plug();
    await run.until(() => run.iface()?.state === true);
    await run.until(() => run.last("a")?.quality === 0, 30_000);
  });

  it("with noise and cut answers gives no wrong value", async () => {
    const { line, bus } = await wire([heatMeter(1), heatMeter(2), heatMeter(3)]);
    let answers = 0;
    bus.disturb = (bytes) => {
      answers += 1;
      const damaged = Buffer.from(bytes);
      damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] ?? 0) ^ 4;
      const kinds = [[bytes], [Buffer.from([0x10, 0x08]), bytes], [bytes.subarray(0, 7)], [damaged], []];
      return kinds[answers % kinds.length] ?? [];
    };
    const run = await pod(line.hub, [energy("a", "1"), energy("b", "2"), energy("c", "3")], 200);
    await run.until(() => answers > 7, 30_000);
    bus.disturb = (bytes) => [bytes];
    await run.until(() => ["a", "b", "c"].every((chan) => run.last(chan)?.quality === 0), 30_000);
    const wrong = run.emitted.filter(
      ({ chan, quality, value }) => quality === 0 && value !== { a: 1001, b: 1002, c: 1003 }[chan],
    );
    expect(wrong).toEqual([]);
  }, 60_000);
});
