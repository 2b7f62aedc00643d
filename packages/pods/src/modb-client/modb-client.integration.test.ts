import { freePort, type PymodbusServerOptions, runPymodbusClient } from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";
import type { TestChannel } from "../testing/index.ts";
import { Line, newest } from "./testing/line.ts";

const line = new Line();
afterEach(() => line.stop());

/** 21.5 as float32 is 0x41AC0000, 1.25 as float64 is 0x3FF4…, -2 as int32 is 0xFFFFFFFE. */
const everyType: PymodbusServerOptions["units"] = {
  1: {
    coil: { 0: [true, false] },
    discrete: { 5: [false, true] },
    input: { 0: [0x1234] },
    holding: {
      0: [0xfffe, 65535, 0xffff, 0xfffe, 0x41ac, 0x0000, 0x0000, 0x41ac, 0xac41, 0x0000, 0x0000, 0xac41],
      20: [0x3ff4, 0, 0, 0],
      30: [0x4b65, 0x6c6c, 0x6572, 0x0000],
      40: [0x0001, 0, 0, 0x0001],
    },
  },
};
const everyChannel: TestChannel[] = [
  { chan: "coil0", type: "bool", config: { area: "coil", address: 0 } },
  { chan: "coil1", type: "bool", config: { area: "coil", address: 1 } },
  { chan: "di6", type: "bool", config: { area: "discrete", address: 6 } },
  { chan: "ir0", type: "int", config: { area: "input", address: 0 } },
  { chan: "i16", type: "int", config: { address: 0, data: "int16" } },
  { chan: "u16", type: "int", config: { address: 1 } },
  { chan: "i32", type: "int", config: { address: 2, data: "int32" } },
  { chan: "f_abcd", config: { address: 4, data: "float32" } },
  { chan: "f_cdab", config: { address: 6, data: "float32", order: "CDAB" } },
  { chan: "f_badc", config: { address: 8, data: "float32", order: "BADC" } },
  { chan: "f_dcba", config: { address: 10, data: "float32", order: "DCBA" } },
  { chan: "f64", config: { address: 20, data: "float64" } },
  { chan: "text", type: "string", config: { address: 30, data: "string", length: 8 } },
  { chan: "u64", type: "string", config: { address: 40, data: "uint64" } },
  { chan: "bit", type: "bool", config: { address: 1, bit: 15 } },
  { chan: "scaled", config: { address: 0, data: "int16", scale: 0.1, offset: 3 } },
];
const everyValue = {
  coil0: true,
  coil1: false,
  di6: true,
  ir0: 0x1234,
  i16: -2,
  u16: 65535,
  i32: -2,
  f_abcd: 21.5,
  f_cdab: 21.5,
  f_badc: 21.5,
  f_dcba: 21.5,
  f64: 1.25,
  text: "Keller",
  u64: "281474976710657",
  bit: true,
  scaled: 2.8,
};

describe.each(["tcp", "rtu"] as const)("against pymodbus, framing %s", (mode) => {
  it("reads every type and order, neighbours by one request", async () => {
    const server = await line.device({ mode, units: everyType });
    const run = await line.client({ mode, port: server.port }, everyChannel);
    await run.until(() => everyChannel.every(({ chan }) => run.last(chan)?.quality === 0));
    expect(newest(run, Object.keys(everyValue))).toEqual(everyValue);
    const reads = () => server.requests().slice(0, 6);
    await expect.poll(reads).toContainEqual({ unit: 1, fc: 3, address: 0, count: 12 });
    await expect.poll(reads).toContainEqual({ unit: 1, fc: 1, address: 0, count: 2 });
    expect(run.failures).toEqual([]);
  });

  it("writes with every function and leaves the other bits of a register alone", async () => {
    const server = await line.device({
      mode,
      units: { 1: { coil: { 0: [false, false] }, holding: { 0: [0, 0, 0, 0, 0, 0x8001, 0x00f0] } } },
    });
    const run = await line.client({ mode, port: server.port }, [
      { chan: "fc5", dir: "out", type: "bool", config: { area: "coil", address: 0, readback: true } },
      { chan: "fc15", dir: "out", type: "bool", config: { area: "coil", address: 1, function: 15 } },
      { chan: "fc6", dir: "out", type: "int", config: { address: 0, data: "int16" } },
      { chan: "fc16", dir: "out", type: "int", config: { address: 1, function: 16 } },
      { chan: "float", dir: "inout", config: { address: 2, data: "float32", order: "CDAB", readback: true } },
      { chan: "bit", dir: "inout", type: "bool", config: { address: 5, bit: 4 } },
      {
        chan: "fc22",
        dir: "out",
        type: "bool",
        config: { address: 6, bit: 6, function: 22, readback: true },
      },
      { chan: "set", dir: "out", type: "bool", config: { address: 6, bit: 0, function: 22, order: "BADC" } },
    ]);
    await run.until(() => run.last("bit")?.value === false);
    await run.write({
      fc5: true,
      fc15: true,
      fc6: -5,
      fc16: 70,
      float: 21.5,
      bit: true,
      fc22: false,
      set: true,
    });
    expect(run.last("float")?.value).toBe(21.5);
    expect(run.last("bit")?.value).toBe(true);
    const writes = () => server.requests().filter(({ fc }) => fc > 4);
    await expect
      .poll(() => writes().map(({ fc, address }) => [fc, address]))
      .toEqual([
        [5, 0],
        [15, 1],
        [6, 0],
        [16, 1],
        [16, 2],
        [6, 5],
        [22, 6],
        [22, 6],
      ]);
    expect(run.failures).toEqual([]);
    if (mode === "rtu") return;
    expect(
      await runPymodbusClient(server.port, [
        ["read_holding_registers", 0, 7],
        ["read_coils", 0, 2],
      ]),
    ).toEqual([{ registers: [0xfffb, 70, 0x0000, 0x41ac, 0, 0x8011, 0x01b0] }, { bits: [true, true] }]);
  });
});

describe("a device that refuses", () => {
  it("loses only the registers that it does not have", async () => {
    const server = await line.device({ units: { 1: { holding: { 0: [10, 11, 12], 4: [14, 15] } } } });
    const run = await line.client(
      { port: server.port },
      [0, 1, 2, 3, 4, 5].map((address) => ({ chan: `r${address}`, config: { address } })),
    );
    await run.until(() => run.last("r5")?.value === 15 && run.last("r3")?.quality === 2);
    await run.until(() => run.values("r0").length > 3);
    expect(newest(run, ["r0", "r1", "r2", "r4", "r5"])).toEqual({ r0: 10, r1: 11, r2: 12, r4: 14, r5: 15 });
    expect(run.emitted.filter(({ quality }) => quality === 2).map(({ chan }) => chan)).toEqual(["r3"]);
    expect(new Set(run.failures.map(({ chan }) => chan))).toEqual(new Set(["r3"]));
    expect(run.failures[0]?.reason).toBe(
      "Halteregister 3, Unit-ID 1: Ausnahme 2, Adresse nicht erlaubt: das Gerät hat diese Register nicht oder gibt sie nicht frei",
    );
  });

  it("says why a value was not written and goes on", async () => {
    const server = await line.device({ units: { 1: { holding: { 0: [1] } } } });
    const run = await line.client({ port: server.port }, [
      { chan: "missing", dir: "out", config: { address: 9 } },
      { chan: "there", dir: "inout", config: { address: 0 } },
    ]);
    await run.until(() => run.last("there")?.value === 1);
    await run.write({ missing: 5, there: 70_000 });
    await run.write({ there: 7 });
    expect(run.last("there")?.value).toBe(7);
    expect(run.failures.map(({ chan, reason }) => [chan, reason])).toEqual([
      ["there", "Halteregister 0, Unit-ID 1: 70000 passt nicht in uint16; erlaubt ist 0 bis 65535"],
      ["missing", expect.stringContaining("nicht geschrieben: Ausnahme 2")],
    ]);
  });
});

describe("questions", () => {
  const channels: TestChannel[] = [
    { chan: "a", config: { address: 0, data: "int16", scale: 0.5, interval: 60_000 } },
    { chan: "far", config: { address: 900, interval: 60_000 } },
    { chan: "set", dir: "out", config: { address: 1 } },
    { chan: "other", config: { address: 0, unit_id: 9, interval: 60_000 } },
  ];

  it("reads a register now, and says what the device says", async () => {
    const server = await line.device({ units: { 1: { holding: { 0: [7, 8] } } } });
    const run = await line.client({ port: server.port }, channels.slice(0, 3));
    await run.until(() => run.iface()?.state === true);
    expect(await run.read("a")).toMatchObject({ value: 3.5, quality: 0, raw: "7" });
    expect(await run.read("set")).toMatchObject({ value: 8 });
    await expect(run.read("far")).rejects.toThrow("Ausnahme 2");
    await server.stop();
    await run.until(() => run.iface()?.state === false);
    await expect(run.read("a")).rejects.toThrow(/127\.0\.0\.1/);
  });

  it("checks name, port and each device, over the connection that stands or a new one", async () => {
    const server = await line.device({ units: { 1: { holding: { 0: [7, 8] } } } });
    const run = await line.client({ port: server.port, host: "localhost", timeout: 300 }, channels);
    await run.until(() => run.iface()?.state === true);
    const found = await run.check();
    expect(found[0]).toMatch(/^ok Name auflösen: localhost ist .*127\.0\.0\.1/);
    expect(found[1]).toBe(`ok Port erreichen: Die Verbindung zu localhost:${server.port} steht.`);
    expect(found[2]).toBe("ok Protokoll, Unit-ID 1: Das Gerät antwortet.");
    expect(found[3]).toMatch(/^failed Protokoll, Unit-ID 9: /);
  });

  it("says at which step it fails", async () => {
    const port = await freePort();
    const nobody = await line.client({ port }, channels);
    await nobody.until(() => nobody.iface()?.state === false);
    expect(await nobody.check()).toEqual([
      "skipped Name auflösen: 127.0.0.1 ist eine Adresse, kein Name.",
      `failed Port erreichen: Verbindung zu 127.0.0.1:${port} abgelehnt: dort nimmt kein Dienst Verbindungen an.`,
      "skipped Protokoll: Ohne Verbindung nicht möglich.",
    ]);
    const nowhere = await line.client({ port, host: "no.such.name.invalid" }, channels);
    expect((await nowhere.check())[0]).toMatch(
      /^failed Name auflösen: Der Name .* lässt sich nicht auflösen/,
    );
  });
});
