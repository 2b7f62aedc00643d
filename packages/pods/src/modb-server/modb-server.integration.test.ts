import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { type PymodbusCall, runPymodbusClient } from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { kind as client } from "../modb-client/index.ts";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

async function server(
  channels: TestChannel[],
  iface: Record<string, string | number | boolean> = {},
): Promise<PodRun & { port: number }> {
  const run = await startPod(kind, podLoad(kind.schema, [{ port: 0, ...iface }], channels));
  open.push(run);
  await run.until(() => run.iface()?.state === true);
  return Object.assign(run, { port: run.iface()?.port ?? 0 });
}

async function stream(port: number, localAddress = "127.0.0.1"): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  open.push({
    stop: async () => {
      socket.destroy();
    },
  });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

describe("against pymodbus", () => {
  it("lets clients read what the hub writes, in every type and order", async () => {
    const run = await server([
      { chan: "coil", type: "bool", config: { area: "coil", address: 3 } },
      { chan: "di", type: "bool", config: { area: "discrete", address: 4 } },
      { chan: "ir", type: "int", config: { area: "input", address: 0, data: "int16" } },
      { chan: "abcd", config: { address: 0, data: "float32" } },
      { chan: "cdab", config: { address: 2, data: "float32", order: "CDAB" } },
      { chan: "badc", config: { address: 4, data: "float32", order: "BADC" } },
      { chan: "dcba", config: { address: 6, data: "float32", order: "DCBA" } },
      { chan: "f64", config: { address: 8, data: "float64" } },
      { chan: "u64", type: "string", config: { address: 12, data: "uint64" } },
      { chan: "text", type: "string", config: { address: 16, data: "string", length: 5 } },
      { chan: "bit0", type: "bool", config: { address: 19, bit: 0 } },
      { chan: "bit9", type: "bool", config: { address: 19, bit: 9 } },
      { chan: "scaled", config: { address: 20, scale: 0.1 } },
    ]);
    await run.write({
      coil: true,
      di: true,
      ir: -2,
      abcd: 21.5,
      cdab: 21.5,
      badc: 21.5,
      dcba: 21.5,
      f64: 1.25,
      u64: "281474976710657",
      text: "Kelle",
      bit0: true,
      bit9: true,
      scaled: 21.5,
    });
    const calls: PymodbusCall[] = [
      ["read_coils", 3, 1],
      ["read_discrete_inputs", 4, 1],
      ["read_input_registers", 0, 1],
      ["read_holding_registers", 0, 21],
    ];
    expect(await runPymodbusClient(run.port, calls)).toEqual([
      { bits: [true] },
      { bits: [true] },
      { registers: [0xfffe] },
      {
        registers: [
          0x41ac, 0, 0, 0x41ac, 0xac41, 0, 0, 0xac41, 0x3ff4, 0, 0, 0, 1, 0, 0, 1, 0x4b65, 0x6c6c, 0x6500,
          0x0201, 215,
        ],
      },
    ]);
    expect(run.failures).toEqual([]);
  });

  it("passes on what clients write with each function", async () => {
    const run = await server([
      { chan: "a", dir: "in", type: "bool", config: { area: "coil", address: 0 } },
      { chan: "b", dir: "in", type: "bool", config: { area: "coil", address: 1 } },
      { chan: "word", dir: "inout", type: "int", config: { address: 0, data: "int16" } },
      { chan: "float", dir: "in", config: { address: 1, data: "float32" } },
      { chan: "bit", dir: "in", type: "bool", config: { address: 5, bit: 15 } },
      { chan: "fixed", dir: "out", type: "bool", config: { address: 5, bit: 0 } },
    ]);
    await run.write({ fixed: true });
    const answers = await runPymodbusClient(run.port, [
      ["write_coil", 0, true],
      ["write_coils", 0, [false, true]],
      ["write_register", 0, 0xfff0],
      ["write_registers", 1, [0x41ac, 0]],
      ["write_register", 5, 0x8000],
      ["read_holding_registers", 5, 1],
      ["mask_write_register", 5, 0x7fff, 0],
      ["mask_write_register", 0, 0xff0f, 0x0050],
      ["mask_write_register", 5, 0xfffe, 0],
    ]);
    expect(answers).toEqual([{}, {}, {}, {}, {}, { registers: [0x8001] }, {}, {}, { exception: 2 }]);
    expect(run.emitted.map(({ chan, value }) => [chan, value])).toEqual([
      ["a", true],
      ["a", false],
      ["b", true],
      ["word", -16],
      ["float", 21.5],
      ["bit", true],
      ["bit", false],
      ["word", -176],
    ]);
  });

  it("refuses what is not there with 2 and what does not fit with 3, and changes nothing", async () => {
    const run = await server([
      { chan: "shown", type: "int", config: { address: 0 } },
      { chan: "float", dir: "in", config: { address: 1, data: "float32" } },
      { chan: "coil", dir: "out", type: "bool", config: { area: "coil", address: 0 } },
    ]);
    const answers = await runPymodbusClient(run.port, [
      ["read_holding_registers", 0, 4],
      ["read_holding_registers", 65535, 2],
      ["read_coils", 1, 1],
      ["write_register", 0, 7],
      ["write_coil", 0, true],
      ["write_register", 1, 7],
      ["write_registers", 1, [0x7fc0, 0]],
      ["write_registers", 0, [1, 2, 3]],
      ["read_exception_status"],
      ["read_holding_registers", 0, 3],
    ]);
    expect(answers.map(({ exception, registers }) => exception ?? registers)).toEqual([
      2,
      2,
      2,
      2,
      2,
      3,
      3,
      2,
      1,
      [0, 0, 0],
    ]);
    expect(run.emitted).toEqual([]);
  });

  it("answers its own unit id only", async () => {
    const run = await server([{ chan: "shown", config: { address: 0 } }], { unit_id: 7 });
    const call: PymodbusCall[] = [["read_holding_registers", 0, 1]];
    expect(await runPymodbusClient(run.port, call, 7)).toEqual([{ registers: [0] }]);
    expect(await runPymodbusClient(run.port, call, 8)).toEqual([{ exception: 11 }]);
  });
});

describe("connections", () => {
  it("serves several clients at a time, limits them, and counts them", async () => {
    const run = await server([{ chan: "shown", config: { address: 0 } }], { max_clients: 2 });
    const [first] = [await stream(run.port, "127.0.0.2"), await stream(run.port, "127.0.0.3")];
    await run.until(() => run.iface()?.active === 2);
    const third = await stream(run.port, "127.0.0.4");
    await once(third, "close");
    expect(run.log.some(({ msg }) => msg.includes("abgewiesen: 2 sind in Gebrauch"))).toBe(true);
    first?.destroy();
    await run.until(() => run.iface()?.active === 1);
    // Of an address with several the one that has been idle longest makes room.
    const fourth = await stream(run.port, "127.0.0.3");
    await run.until(() => run.iface()?.active === 2);
    expect(await runPymodbusClient(run.port, [["read_holding_registers", 0, 1]])).toEqual([
      { registers: [0] },
    ]);
    expect(fourth.destroyed).toBe(false);
  });

  it("answers requests that come in pieces or many at once, in order", async () => {
    const run = await server([{ chan: "shown", type: "int", config: { address: 0 } }]);
    await run.write({ shown: 5 });
    const socket = await stream(run.port);
    const request = (id: number) => Buffer.from([0, id, 0, 0, 0, 6, 1, 3, 0, 0, 0, 1]);
    const all = Buffer.concat([request(1), request(2), request(3)]);
    socket.write(all.subarray(0, 5));
    socket.write(all.subarray(5, 20));
    socket.write(all.subarray(20));
    let got = Buffer.alloc(0);
    while (got.length < 33) got = Buffer.concat([got, ...((await once(socket, "data")) as Buffer[])]);
    const answer = (id: number) => Buffer.from([0, id, 0, 0, 0, 5, 1, 3, 2, 0, 5]);
    expect(got).toEqual(Buffer.concat([answer(1), answer(2), answer(3)]));
  });

  it("closes connections that speak something else or nothing", async () => {
    const run = await server([{ chan: "shown", config: { address: 0 } }], { idle: 1 });
    const stranger = await stream(run.port);
    stranger.resume().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(stranger, "close");
    const silent = await stream(run.port);
    await once(silent.resume(), "close");
    expect(run.log.some(({ msg }) => msg.includes("spricht kein Modbus TCP"))).toBe(true);
    expect(run.log.some(({ msg }) => msg.includes("ohne Anfragen geschlossen"))).toBe(true);
  });

  it("waits for a port that is taken and says so", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const run = await startPod(
      kind,
      podLoad(kind.schema, [{ port }], [{ chan: "x", config: { address: 0 } }]),
    );
    open.push(run);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(`127.0.0.1:${port} ist schon von einem anderen Programm belegt`);
    await new Promise((resolve) => other.close(resolve));
    await run.until(() => run.iface()?.state === true);
    expect(run.iface()?.port).toBe(port);
  });
});

it("exchanges values with our own client, both ways, and survives a restart of either", async () => {
  const channels = (dir: "in" | "out"): TestChannel[] => [
    { chan: "temp", dir, config: { address: 0, data: "float32", order: "CDAB" } },
  ];
  let source = await server([
    ...channels("out"),
    { chan: "set", dir: "in", type: "int", config: { address: 10, data: "int16" } },
  ]);
  const { port } = source;
  const load = podLoad(
    client.schema,
    [{ host: "127.0.0.1", port, interval: 50 }],
    [...channels("in"), { chan: "set", dir: "out", type: "int", config: { address: 10, data: "int16" } }],
  );
  const sink = await startPod(client, load);
  open.push(sink);
  await source.write({ temp: 21.5 });
  await sink.until(() => sink.last("temp")?.value === 21.5);
  await sink.write({ set: -7 });
  expect(source.last("set")?.value).toBe(-7);

  await source.stop();
  await sink.until(() => sink.last("temp")?.quality === 2);
  await sink.write({ set: 8 });
  source = await server(
    [...channels("out"), { chan: "set", dir: "in", type: "int", config: { address: 10, data: "int16" } }],
    { port },
  );
  await source.write({ temp: 22.25 });
  await sink.until(() => sink.last("temp")?.value === 22.25 && sink.last("temp")?.quality === 0);
  await source.until(() => source.last("set")?.value === 8);
  expect(source.values("set")).toEqual([8]);
});
