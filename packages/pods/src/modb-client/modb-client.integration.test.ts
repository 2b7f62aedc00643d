import { createServer, type Server, type Socket } from "node:net";
import {
  freePort,
  type PymodbusServer,
  type PymodbusServerOptions,
  runPymodbusClient,
  startPymodbusServer,
} from "@hubwart/testing";
import { afterEach, describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../base/testing.ts";
import { mbapFrame } from "../modbus/mbap.ts";
import { rtuFrame } from "../modbus/rtu.ts";
import { kind } from "./index.ts";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.stop();
});

async function device(options: PymodbusServerOptions): Promise<PymodbusServer> {
  const server = await startPymodbusServer(options);
  open.push(server);
  return server;
}

async function client(
  iface: Record<string, string | number | boolean>,
  channels: TestChannel[],
): Promise<PodRun> {
  const load = podLoad(kind.schema, [{ host: "127.0.0.1", interval: 50, timeout: 1000, ...iface }], channels);
  const run = await startPod(kind, load);
  open.push(run);
  return run;
}

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

function newest(run: PodRun, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, run.last(name)?.value]));
}

describe.each(["tcp", "rtu"] as const)("against pymodbus, framing %s", (mode) => {
  it("reads every type and order, neighbours by one request", async () => {
    const server = await device({ mode, units: everyType });
    const run = await client({ mode, port: server.port }, everyChannel);
    await run.until(() => everyChannel.every(({ chan }) => run.last(chan)?.quality === 0));
    expect(newest(run, Object.keys(everyValue))).toEqual(everyValue);
    const reads = server.requests().slice(0, 6);
    expect(reads).toContainEqual({ unit: 1, fc: 3, address: 0, count: 12 });
    expect(reads).toContainEqual({ unit: 1, fc: 1, address: 0, count: 2 });
    expect(run.failures).toEqual([]);
  });

  it("writes with every function and leaves the other bits of a register alone", async () => {
    const server = await device({
      mode,
      units: { 1: { coil: { 0: [false, false] }, holding: { 0: [0, 0, 0, 0, 0, 0x8001, 0x00f0] } } },
    });
    const run = await client({ mode, port: server.port }, [
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
    const writes = server.requests().filter(({ fc }) => fc > 4);
    expect(writes.map(({ fc, address }) => [fc, address])).toEqual([
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
    const server = await device({ units: { 1: { holding: { 0: [10, 11, 12], 4: [14, 15] } } } });
    const run = await client(
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
    const server = await device({ units: { 1: { holding: { 0: [1] } } } });
    const run = await client({ port: server.port }, [
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

describe("outages", () => {
  it("keeps the newest value while the device is away and writes it when it is back", async () => {
    const server = await device({ units: { 1: { holding: { 0: [1, 2] } } } });
    const run = await client({ port: server.port }, [
      { chan: "set", dir: "inout", config: { address: 0 } },
      { chan: "get", config: { address: 1 } },
    ]);
    await run.until(() => run.last("get")?.value === 2);
    await server.kill();
    await run.until(() => run.iface()?.state === false && run.last("get")?.quality === 2);
    expect(run.last("get")?.value).toBe(2);
    await run.write({ set: 100 });
    await run.write({ set: 200 });
    expect(run.coalesced).toEqual(["set"]);
    await server.restart();
    await run.until(() => run.last("get")?.quality === 0 && run.last("set")?.value === 200);
    const written = server.requests().filter(({ fc }) => fc === 6);
    expect(written).toEqual([{ unit: 1, fc: 6, address: 0, count: 1 }]);
    expect(run.iface()).toEqual({ iface: "main", state: true, active: 1 });
  });

  it("connects to a device that comes up later", async () => {
    const port = await freePort();
    const run = await client({ port }, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(
      `Verbindung zu 127.0.0.1:${port} abgelehnt: dort nimmt kein Dienst Verbindungen an`,
    );
    await device({ port, units: { 1: { holding: { 0: [42] } } } });
    await run.until(() => run.last("get")?.value === 42);
  });

  it.each(["tcp", "rtu"] as const)("reads other units on while one is silent (%s)", async (mode) => {
    const server = await device({ mode, silent: true, units: { 1: { holding: { 0: [5] } } } });
    const run = await client({ mode, port: server.port, timeout: 100 }, [
      { chan: "alive", config: { address: 0, unit_id: 1 } },
      { chan: "dead", config: { address: 0, unit_id: 9 } },
    ]);
    await run.until(() => run.last("dead")?.quality === 2);
    const before = run.values("alive").length;
    await run.until(() => run.values("alive").length > before + 5);
    expect(run.iface()).toMatchObject({ state: true, error: expect.stringContaining("Unit-ID 9") });
    expect(run.last("alive")?.quality).toBe(0);
  });

  it("connects anew when a connection has gone dead", async () => {
    const peer = await deafServer();
    const run = await client({ port: peer.port, timeout: 60 }, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.connections.some(({ error }) => error?.includes("antwortet nicht") === true));
    await peer.connected(2);
    expect(peer.count()).toBeGreaterThanOrEqual(2);
  });

  it("ends at once, with a request under way", async () => {
    const peer = await deafServer();
    const run = await client({ port: peer.port, timeout: 60_000 }, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.iface()?.state === true);
    await run.stop();
    await peer.disconnected();
    expect(run.emitted).toEqual([]);
  });
});

describe("sharing the line", () => {
  it("writes first, but leaves reads their turn while writing goes on", async () => {
    // So many blocks that one is always due.
    const addresses = Array.from({ length: 400 }, (_, i) => i * 2);
    const server = await device({
      units: { 1: { holding: Object.fromEntries(addresses.map((at) => [at, [at]])) } },
    });
    // An answer that a busy machine gives late must not count as a lost one: it would be asked for again.
    const run = await client({ port: server.port, interval: 20, max_gap: 0, timeout: 30_000 }, [
      ...addresses.map((address) => ({ chan: `r${address}`, config: { address } })),
      { chan: "set", dir: "out" as const, config: { address: 0 } },
    ]);
    await run.until(() => run.last("r798") !== undefined);
    const ts = Date.now();
    const index = run.context.load.channels.length - 1;
    await run.pod.write(Array.from({ length: 200 }, (_, value) => ({ index, value, ts, seq: 1 })));
    const codes = server.requests().map(({ fc }) => fc);
    const during = codes.slice(codes.indexOf(6), codes.lastIndexOf(6) + 1);
    expect(during.filter((fc) => fc === 6)).toHaveLength(200);
    expect(during.filter((fc) => fc === 3).length).toBeGreaterThan(10);
    expect(run.failures).toEqual([]);
  });

  it("never takes a late answer for the answer to a later request (tcp)", async () => {
    const asked: Buffer[] = [];
    const port = await scripted((request, socket) => {
      asked.push(request);
      const [first] = asked;
      if (asked.length === 1 || !first) return;
      const late = asked.length === 2 ? [tcpAnswer(first, 1)] : [];
      socket.write(Buffer.concat([...late, tcpAnswer(request, 2)]));
    });
    const run = await client({ port, timeout: 100 }, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.values("get").length === 3);
    expect(run.values("get")).toEqual([2, 2, 2]);
    expect(run.failures).toHaveLength(1);
  });

  it.each<[string, (socket: Socket) => unknown]>([
    ["closes", (socket) => socket.end()],
    ["resets", (socket) => socket.resetAndDestroy()],
    ["answers garbage", (socket) => socket.write("HTTP/1.1 400 Bad Request\r\n\r\n")],
  ])("serves all other units while the gateway %s for one", async (_, fault) => {
    let connections = 0;
    const port = await scripted(
      (request, socket) => {
        const unit = request[6];
        if (unit === 1) fault(socket);
        else socket.write(mbapFrame(request.readUInt16BE(0), unit ?? 0, Buffer.from([3, 2, 0, unit ?? 0])));
      },
      () => (connections += 1),
    );
    const run = await client(
      { port, interval: 50 },
      [1, 2, 3].map((unit_id) => ({ chan: `u${unit_id}`, config: { address: 0, unit_id } })),
    );
    await run.until(() => run.values("u2").length >= 20 && run.values("u3").length >= 20);
    const seconds = (run.last("u3")?.ts ?? 0) - (run.emitted.find(({ chan }) => chan === "u2")?.ts ?? 0);
    await run.until(() => run.iface()?.error !== undefined);
    expect(run.iface()).toMatchObject({ state: true, error: expect.stringContaining("Unit-ID 1") });
    expect(connections).toBeLessThanOrEqual(3 + seconds / 250);
    // The first connection served nobody; from then on nobody else notices anything.
    for (const chan of ["u2", "u3"]) {
      const qualities = run.emitted.filter((e) => e.chan === chan && e.value !== null).map((e) => e.quality);
      expect(new Set(qualities)).toEqual(new Set([0]));
    }
    expect(run.connections.filter(({ state }) => !state)).toHaveLength(1);
    expect(run.log.length).toBeLessThanOrEqual(4);
  });

  it("reads the other blocks of a unit that ends the connection over one", async () => {
    const port = await scripted((request, socket) => {
      const [address, fc] = [request.readUInt16BE(8), request[7]];
      if (address === 0) socket.destroy();
      else socket.write(mbapFrame(request.readUInt16BE(0), 1, Buffer.from([fc ?? 3, 2, 0, address])));
    });
    const run = await client({ port, interval: 50, max_gap: 0 }, [
      { chan: "bad", config: { address: 0 } },
      { chan: "a", config: { address: 5 } },
      { chan: "b", config: { address: 9 } },
    ]);
    await run.until(() => run.values("a").length >= 3 && run.values("b").length >= 3);
  });

  it("tells what became of writes while the device is away, refuses, and is back", async () => {
    const port = await freePort();
    const run = await client({ port, interval: 50 }, [
      { chan: "set", dir: "out" as const, config: { address: 0 } },
      { chan: "missing", dir: "out" as const, config: { address: 9 } },
    ]);
    await run.until(() => run.iface()?.state === false);
    await run.write({ set: 1 });
    await run.write({ set: 2, missing: 3 });
    expect([run.written, run.refused]).toEqual([[], []]);
    const server = await device({ port, units: { 1: { holding: { 0: [0] } } } });
    await run.until(() => run.written.length === 1 && run.refused.length === 1);
    expect(run.written).toEqual([{ chan: "set", value: 2 }]);
    expect(run.refused[0]).toMatchObject({
      chan: "missing",
      reason: expect.stringContaining("nicht geschrieben"),
    });
    expect(server.requests().filter(({ fc }) => fc === 6).length).toBeGreaterThan(0);
  });

  it("lets the line settle after a timeout (rtu)", async () => {
    let asked = 0;
    const port = await scripted((_request, socket) => {
      asked += 1;
      const answer = rtuFrame(1, Buffer.from([3, 2, 0, asked]));
      if (asked === 1) setTimeout(() => socket.write(answer), 220);
      else socket.write(answer);
    });
    const run = await client({ mode: "rtu", port, timeout: 200 }, [{ chan: "get", config: { address: 0 } }]);
    await run.until(() => run.values("get").length === 3);
    expect(run.values("get")).toEqual([2, 3, 4]);
  });
});

function tcpAnswer(request: Buffer, value: number): Buffer {
  return mbapFrame(request.readUInt16BE(0), 1, Buffer.from([3, 2, 0, value]));
}

/** A device that does what the test says with each request. */
async function scripted(
  answer: (request: Buffer, socket: Socket) => void,
  connected: () => void = () => undefined,
): Promise<number> {
  const server = createServer((socket) => {
    connected();
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => answer(chunk, socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.unshift({ stop: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  return (server.address() as { port: number }).port;
}

/** Accepts connections and never answers. */
async function deafServer() {
  const sockets = new Set<Socket>();
  let count = 0;
  let changed: () => void = () => undefined;
  const server: Server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.resume();
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      changed();
    });
    changed();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  });
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise<void>((resolve) => (changed = resolve));
  };
  return {
    port: (server.address() as { port: number }).port,
    count: () => count,
    connected: (n: number) => until(() => count >= n),
    disconnected: () => until(() => count > 0 && sockets.size === 0),
  };
}

describe("questions", () => {
  const channels: TestChannel[] = [
    { chan: "a", config: { address: 0, data: "int16", scale: 0.5, interval: 60_000 } },
    { chan: "far", config: { address: 900, interval: 60_000 } },
    { chan: "set", dir: "out", config: { address: 1 } },
    { chan: "other", config: { address: 0, unit_id: 9, interval: 60_000 } },
  ];

  it("reads a register now, and says what the device says", async () => {
    const server = await device({ units: { 1: { holding: { 0: [7, 8] } } } });
    const run = await client({ port: server.port }, channels.slice(0, 3));
    await run.until(() => run.iface()?.state === true);
    expect(await run.read("a")).toMatchObject({ value: 3.5, quality: 0, raw: "7" });
    expect(await run.read("set")).toMatchObject({ value: 8 });
    await expect(run.read("far")).rejects.toThrow("Ausnahme 2");
    await server.stop();
    await run.until(() => run.iface()?.state === false);
    await expect(run.read("a")).rejects.toThrow(/127\.0\.0\.1/);
  });

  it("checks name, port and each device, over the connection that stands or a new one", async () => {
    const server = await device({ units: { 1: { holding: { 0: [7, 8] } } } });
    const run = await client({ port: server.port, host: "localhost", timeout: 300 }, channels);
    await run.until(() => run.iface()?.state === true);
    const found = await run.check();
    expect(found[0]).toMatch(/^ok Name auflösen: localhost ist .*127\.0\.0\.1/);
    expect(found[1]).toBe(`ok Port erreichen: Die Verbindung zu localhost:${server.port} steht.`);
    expect(found[2]).toBe("ok Protokoll, Unit-ID 1: Das Gerät antwortet.");
    expect(found[3]).toMatch(/^failed Protokoll, Unit-ID 9: /);
  });

  it("says at which step it fails", async () => {
    const port = await freePort();
    const nobody = await client({ port }, channels);
    await nobody.until(() => nobody.iface()?.state === false);
    expect(await nobody.check()).toEqual([
      "skipped Name auflösen: 127.0.0.1 ist eine Adresse, kein Name.",
      `failed Port erreichen: Verbindung zu 127.0.0.1:${port} abgelehnt: dort nimmt kein Dienst Verbindungen an.`,
      "skipped Protokoll: Ohne Verbindung nicht möglich.",
    ]);
    const nowhere = await client({ port, host: "no.such.name.invalid" }, channels);
    expect((await nowhere.check())[0]).toMatch(
      /^failed Name auflösen: Der Name .* lässt sich nicht auflösen/,
    );
  });
});
