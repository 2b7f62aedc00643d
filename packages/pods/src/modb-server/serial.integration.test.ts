/** The Modbus server at a serial line (pseudo-terminals), asked by pymodbus and libmodbus. */
import { mbpoll, runPymodbusClient, type SerialLine, startSerialLine, waitFor } from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { rtuFrame } from "../shared/modbus/rtu.ts";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useOpen((thing: { stop(): unknown }) => thing.stop());

const CHANNELS: TestChannel[] = [
  { chan: "temp", config: { address: 0, data: "float32" } },
  { chan: "set", dir: "in", config: { address: 2 } },
  { chan: "lamp", dir: "in", type: "bool", config: { area: "coil", address: 0 } },
];

async function server(line: SerialLine): Promise<PodRun> {
  const iface = { mode: "serial", device: line.hub, baud: 115_200, parity: "none", unit_id: 5 };
  const run = await startPod(kind, podLoad(kind.schema, [iface], CHANNELS));
  open.push(run);
  return run;
}

async function wire(): Promise<SerialLine> {
  const line = await startSerialLine();
  open.push(line);
  return line;
}

const answers = (line: SerialLine) =>
  line.passed.filter(({ from }) => from === "hub").map(({ bytes }) => bytes);

describe("a server at a serial line", () => {
  it("is read and written by pymodbus and libmodbus", async () => {
    const line = await wire();
    const run = await server(line);
    await run.until(() => run.iface()?.state === true);
    expect(await run.check()).toEqual([
      `ok Port öffnen: Der serielle Port ${line.hub} ist offen, 115200 Bit/s, 8N1.`,
      "skipped Protokoll: Bisher keine Anfrage an die Unit-ID 5; gefragt wird vom Master.",
    ]);
    await run.write({ temp: 21.5 });
    const calls = [
      ["read_holding_registers", 0, 3],
      ["write_register", 2, 77],
      ["write_coil", 0, true],
      ["read_holding_registers", 9, 1],
    ] as const;
    expect(await runPymodbusClient(line.far, calls, 5)).toEqual([
      { registers: [0x41ac, 0, 0] },
      {},
      {},
      { exception: 2 },
    ]);
    expect([run.last("set")?.value, run.last("lamp")?.value]).toEqual([77, true]);
    expect(await mbpoll(line.far, ["-a", "5", "-0", "-r", "0", "-c", "1", "-B", "-t", "4:float"])).toMatch(
      /\[0\]:\s+21\.5/,
    );
    await mbpoll(line.far, ["-a", "5", "-0", "-r", "2"], [78]);
    await run.until(() => run.last("set")?.value === 78);
    expect((await run.check())[1]).toBe("ok Protokoll: Bisher 6 Anfragen an die Unit-ID 5.");
  });

  it("answers for its unit alone, takes what is said to all, and hears through noise and cut frames", async () => {
    const line = await wire();
    const run = await server(line);
    await run.until(() => run.iface()?.state === true);
    const write = (value: number) => Buffer.from([6, 0, 2, 0, value]);
    line.say("hub", rtuFrame(9, write(1)));
    line.say("hub", rtuFrame(0, write(2)));
    await run.until(() => run.last("set")?.value === 2);
    for (let i = 10; i < 30; i += 1) {
      line.say("hub", Buffer.from(Array.from({ length: 40 * i }, (_one, at) => (at * i * 7 + i) & 0xff)));
      line.say("hub", rtuFrame(5, write(i)).subarray(0, 3 + (i % 5)));
      line.say("hub", rtuFrame(5, write(i)));
      await run.until(() => run.last("set")?.value === i);
    }
    await waitFor(() => answers(line).length === 20, { what: "twenty answers" });
    expect(answers(line).map((bytes) => bytes.toString("hex"))).toEqual(
      Array.from({ length: 20 }, (_one, at) => rtuFrame(5, write(at + 10)).toString("hex")),
    );
    // A function that it does not know.
    line.say("hub", rtuFrame(5, Buffer.from([17])));
    await waitFor(() => answers(line).length === 21, { what: "the refusal" });
    expect(answers(line).at(-1)).toEqual(rtuFrame(5, Buffer.from([0x91, 1])));
  });

  it("waits for its port, and finds it again when it was unplugged", async () => {
    const line = await wire();
    await line.unplug();
    const run = await server(line);
    await run.until(() => run.iface()?.state === false);
    const missing = `Der serielle Port ${line.hub} ist nicht da; ist der Adapter angesteckt?`;
    expect(run.iface()?.error).toBe(missing);
    expect((await run.check())[0]).toBe(`failed Port öffnen: ${missing}.`);
    await line.plug();
    await run.until(() => run.iface()?.state === true);
    await line.unplug();
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toBe(
      `Der serielle Port ${line.hub} ist verschwunden; wurde der Adapter abgezogen?`,
    );
    await line.plug();
    await run.until(() => run.iface()?.state === true);
    await run.write({ temp: 1 });
    const [answer] = await runPymodbusClient(line.far, [["read_holding_registers", 0, 2]], 5);
    expect(answer).toEqual({ registers: [0x3f80, 0] });
  });
});
