/** The Modbus client at a serial line (pseudo-terminals), against pymodbus and libmodbus. */
import { symlink, unlink } from "node:fs/promises";
import {
  type PymodbusUnit,
  type SerialLine,
  startLibmodbusServer,
  startPymodbusServer,
  startSerialLine,
} from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useOpen((thing: { stop(): unknown }) => thing.stop());

async function wire(): Promise<SerialLine> {
  const line = await startSerialLine();
  open.push(line);
  return line;
}

async function pymodbus(line: SerialLine, units: Record<number, PymodbusUnit>) {
  const server = await startPymodbusServer({ device: line.far, units });
  open.push(server);
  return server;
}

async function client(
  device: string,
  channels: TestChannel[],
  iface: Record<string, string | number> = {},
): Promise<PodRun> {
  const settings = { mode: "serial", baud: 115_200, parity: "none", interval: 50, timeout: 1000 };
  const run = await startPod(kind, podLoad(kind.schema, [{ ...settings, device, ...iface }], channels));
  open.push(run);
  return run;
}

const gone = (device: string) => `Der serielle Port ${device} ist verschwunden; wurde der Adapter abgezogen?`;
const missing = (device: string) => `Der serielle Port ${device} ist nicht da; ist der Adapter angesteckt?`;

describe("against pymodbus", () => {
  it("reads and writes several units of one line, whatever one of them does", async () => {
    const line = await wire();
    const server = await pymodbus(line, {
      1: { coil: { 0: [true, false] }, holding: { 0: [0x41ac, 0, 7] } },
      2: { input: { 5: [99] }, holding: { 0: [1] } },
    });
    const run = await client(
      line.hub,
      [
        { chan: "coil", type: "bool", config: { area: "coil", address: 0 } },
        { chan: "temp", config: { address: 0, data: "float32" } },
        { chan: "set", dir: "inout", config: { address: 2, readback: true } },
        { chan: "other", config: { unit_id: 2, area: "input", address: 5 } },
        { chan: "written", dir: "inout", type: "bool", config: { unit_id: 2, address: 0, bit: 3 } },
        { chan: "absent", config: { unit_id: 3, address: 0 } },
      ],
      // A busy machine answers late, and late must not count as silent.
      { timeout: 1_000 },
    );
    await run.until(() => run.last("temp")?.value === 21.5 && run.last("other")?.value === 99);
    await run.write({ set: 1234, written: true });
    await run.until(() => run.last("set")?.value === 1234 && run.last("written")?.value === true);
    expect(run.last("coil")?.value).toBe(true);
    // The unit that does not answer is left alone ever longer, and named.
    await run.until(() => run.iface()?.error === `Keine Antwort von Unit-ID 3 an ${line.hub}`);
    expect(run.iface()?.state).toBe(true);
    const before = run.values("temp").length;
    await run.until(() => run.values("temp").length > before + 5);
    expect(run.failures.every(({ chan }) => chan === "absent")).toBe(true);
    await expect.poll(() => server.requests()).toContainEqual({ unit: 2, fc: 4, address: 5, count: 1 });
    expect(await run.check()).toEqual([
      `ok Port öffnen: Der serielle Port ${line.hub} ist offen, 115200 Bit/s, 8N1.`,
      "ok Protokoll, Unit-ID 1: Das Gerät antwortet.",
      "ok Protokoll, Unit-ID 2: Das Gerät antwortet.",
      expect.stringMatching(/^failed Protokoll, Unit-ID 3: Keine Antwort von Unit-ID 3/),
    ]);
  });

  it("finds its way back from noise and cut answers, and takes no wrong value", async () => {
    const line = await wire();
    await pymodbus(line, { 1: { holding: { 0: [1111, 2222, 3333] } } });
    let answers = 0;
    line.pass = (from, bytes) => {
      if (from === "hub") return [bytes];
      answers += 1;
      const damaged = Buffer.from(bytes);
      damaged[4] = (damaged[4] ?? 0) ^ 1;
      const kinds = [
        [Buffer.from([0, 1, 3, 6, 0xff]), bytes],
        [bytes.subarray(0, 5)],
        [bytes, Buffer.from([1, 3, 6])],
        [damaged],
        [bytes.subarray(0, 2), bytes.subarray(2)],
        [bytes],
      ];
      return kinds[answers % kinds.length] ?? [];
    };
    const channels = [0, 1, 2].map((address) => ({ chan: `r${address}`, config: { address } }));
    const run = await client(line.hub, channels, { timeout: 100 });
    await run.until(() => answers > 14);
    line.pass = (_from, bytes) => [bytes];
    const before = run.values("r2").length;
    await run.until(() => run.values("r2").length > before + 3 && run.last("r2")?.quality === 0);
    const good = run.emitted.filter(({ quality }) => quality === 0);
    const wrong = good.filter(({ chan, value }) => value !== { r0: 1111, r1: 2222, r2: 3333 }[chan]);
    expect(wrong).toEqual([]);
  });
});

describe("against libmodbus", () => {
  it("reads, writes, and speaks to all", async () => {
    const line = await wire();
    const server = await startLibmodbusServer({ device: line.far, unit: 7, registers: [10, 20, 30] });
    open.push(server);
    const run = await client(
      line.hub,
      [
        { chan: "first", config: { address: 0 } },
        { chan: "last", dir: "inout", config: { address: 2 } },
        { chan: "all", dir: "out", config: { unit_id: 0, address: 1 } },
      ],
      { unit_id: 7 },
    );
    await run.until(() => run.last("first")?.value === 10);
    await run.write({ last: 31, all: 21 });
    await server.prints(/"held": \[10, 21, 31\]/);
    await run.until(() => run.last("last")?.value === 31);
    expect(run.failures).toEqual([]);
    const toAll = line.passed.filter(({ bytes, from }) => from === "hub" && bytes[0] === 0);
    expect(toAll).toHaveLength(1);
  });
});

describe("the port", () => {
  it("may be missing at the start, be unplugged, and come back; the newest value is written then", async () => {
    const line = await wire();
    await line.unplug();
    await pymodbus(line, { 1: { holding: { 0: [5, 6] } } });
    const run = await client(line.hub, [
      { chan: "get", config: { address: 0 } },
      { chan: "set", dir: "out", config: { address: 1 } },
    ]);
    await run.until(() => run.iface()?.error === missing(line.hub));
    expect(run.iface()?.state).toBe(false);
    expect(await run.check()).toEqual([
      `failed Port öffnen: ${missing(line.hub)}.`,
      "skipped Protokoll: Ohne Verbindung nicht möglich.",
    ]);
    await line.plug();
    await run.until(() => run.last("get")?.value === 5 && run.iface()?.state === true);

    for (const value of [71, 72]) {
      await line.unplug();
      await run.until(() => run.iface()?.state === false);
      await run.write({ set: value - 10 });
      await run.write({ set: value });
      // Again while it reconnects.
      await line.plug();
      await line.unplug();
      await line.plug();
      await run.until(() => run.written.at(-1)?.value === value && run.iface()?.state === true);
    }
    expect(run.written.map(({ value }) => value)).toEqual([71, 72]);
    const errors = new Set(run.connections.flatMap(({ error }) => (error === undefined ? [] : [error])));
    expect(errors).toContain(gone(line.hub));
    for (const error of errors) {
      expect([gone(line.hub), missing(line.hub), `Keine Antwort von Unit-ID 1 an ${line.hub}`]).toContain(
        error,
      );
    }
  });

  it("has one owner, and takes only settings that it has", async () => {
    const line = await wire();
    await pymodbus(line, { 1: { holding: { 0: [5] } } });
    const channels = [{ chan: "get", config: { address: 0 } }];
    const first = await client(line.hub, channels);
    await first.until(() => first.last("get")?.value === 5);
    const second = await client(line.hub, channels);
    await second.until(() => second.iface()?.state === false);
    expect(second.iface()?.error).toBe(
      `Der serielle Port ${line.hub} ist schon von einem anderen Programm belegt`,
    );
    await first.stop();
    await second.until(() => second.last("get")?.value === 5);
    await second.stop();
    const third = await client(line.hub, channels, { parity: "even" });
    const refused = `Der serielle Port ${line.hub} nimmt die Einstellung 115200 Bit/s, 8E1 nicht an`;
    await third.until(() => third.iface()?.error === refused);
    expect(third.iface()?.state).toBe(false);
  });

  it("is a serial port and nothing else", async () => {
    const device = `/dev/ttyHW${process.pid}null`;
    await symlink("/dev/null", device);
    open.push({ stop: () => unlink(device) });
    const run = await client(device, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(
      `${device} ist kein serieller Port, oder hinter ihm steckt keine Schnittstelle`,
    );
  });
});
