import { isDeepStrictEqual } from "node:util";
import {
  type S7Behaviour,
  type Snap7,
  type Snap7Options,
  startS7StandIn,
  startSnap7,
} from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";

const open = useOpen((thing: { stop(): Promise<void> }) => thing.stop());

async function snap7(options: Snap7Options): Promise<Snap7> {
  const cpu = await startSnap7(options);
  open.push(cpu);
  return cpu;
}

async function standIn(behaviour: S7Behaviour = {}) {
  const cpu = await startS7StandIn(behaviour);
  open.push(cpu);
  return cpu;
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

function newest(run: PodRun, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, run.last(name)?.value]));
}

const inout = (
  chan: string,
  type: TestChannel["type"],
  address: string,
  data?: string,
  more = {},
): TestChannel => ({
  chan,
  dir: "inout",
  ...(type ? { type } : {}),
  config: { address, ...(data === undefined ? {} : { data }), ...more },
});

/** Every type, in a block of 256 bytes, each with a value of its own. */
const everyChannel: TestChannel[] = [
  inout("bool", "bool", "DB1.DBX0.3"),
  inout("byte", "int", "DB1.DBB1"),
  inout("usint", "int", "DB1.DBB2", "USINT"),
  inout("sint", "int", "DB1.DBB3", "SINT"),
  inout("char", "string", "DB1.DBB4", "CHAR"),
  inout("wchar", "string", "DB1.DBW6", "WCHAR"),
  inout("word", "int", "DB1.DBW8"),
  inout("uint", "int", "DB1.DBW10", "UINT"),
  inout("int", "int", "DB1.DBW12", "INT"),
  inout("dword", "int", "DB1.DBD14"),
  inout("udint", "int", "DB1.DBD18", "UDINT"),
  inout("dint", "int", "DB1.DBD22", "DINT"),
  inout("lword", "string", "DB1.26", "LWORD"),
  inout("ulint", "string", "DB1.34", "ULINT"),
  inout("lint", "string", "DB1.42", "LINT"),
  inout("real", "float", "DB1.DBD50", "REAL"),
  inout("lreal", "float", "DB1.54", "LREAL"),
  inout("s5time", "int", "DB1.DBW62", "S5TIME"),
  inout("time", "int", "DB1.DBD64", "TIME"),
  inout("ltime", "float", "DB1.68", "LTIME"),
  inout("date", "string", "DB1.DBW76", "DATE"),
  inout("tod", "string", "DB1.DBD78", "TOD"),
  inout("ltod", "string", "DB1.82", "LTOD"),
  inout("dt", "string", "DB1.90", "DT"),
  inout("ldt", "string", "DB1.98", "LDT"),
  inout("dtl", "string", "DB1.106", "DTL"),
  inout("text", "string", "DB1.120", "STRING", { length: 20 }),
  inout("wide", "string", "DB1.142", "WSTRING", { length: 10 }),
  inout("array", "json", "DB1.170", "INT", { count: 4 }),
  { chan: "bits", type: "json", config: { address: "DB1.DBX178.2", count: 10 } },
  inout("scaled", "float", "DB1.DBW180", "INT", { scale: 0.1 }),
  inout("m", "bool", "M3.7"),
  inout("mw", "int", "MW4"),
  inout("q", "bool", "A1.0"),
  { chan: "e", type: "bool", config: { address: "E0.5" } },
  inout("t", "int", "T2"),
  inout("c", "int", "Z3"),
];
const everyValue: Record<string, unknown> = {
  bool: true,
  byte: 200,
  usint: 255,
  sint: -128,
  char: "ß",
  wchar: "€",
  word: 65535,
  uint: 40000,
  int: -2,
  dword: 4_294_967_295,
  udint: 3_000_000_000,
  dint: -2_000_000_000,
  lword: "18446744073709551615",
  ulint: "9007199254740993",
  lint: "-9007199254740993",
  real: 21.5,
  lreal: 0.1,
  s5time: 12_300,
  time: -86_400_000,
  ltime: 1500.25,
  date: "2026-11-21",
  tod: "12:30:00.250",
  ltod: "23:59:59.000000001",
  dt: "2026-11-21T12:30:00.250",
  ldt: "2026-11-21T12:30:00.000000001",
  dtl: "2026-11-21T12:30:00.500",
  text: "Grüße, Keller",
  wide: "Öl 21 €",
  array: [1, -2, 3, -4],
  scaled: 2.8,
  m: true,
  mw: 4711,
  q: true,
  t: 990,
  c: 123,
};

describe("against snap7", () => {
  const areas = {
    m: Buffer.alloc(16),
    i: Buffer.from([0x20, 0]),
    q: Buffer.alloc(4),
    t: Buffer.alloc(8),
    c: Buffer.alloc(8),
  };

  it.each([240, 480])("writes and reads every type, PDU %i", async (pdu) => {
    const cpu = await snap7({ db: { 1: Buffer.alloc(256) }, ...areas, pdu });
    const run = await client({ port: cpu.port, interval: 60_000 }, everyChannel);
    await run.until(() => run.last("e")?.value === true && run.last("int")?.value === 0);
    await run.write(everyValue);
    expect(run.failures.filter(({ reason }) => reason.includes("nicht geschrieben"))).toEqual([]);
    const names = Object.keys(everyValue);
    await run.until(() => isDeepStrictEqual(newest(run, names), everyValue));
    // What snap7's own client finds in the memory.
    const memory = await cpu.read("db", 1, 0, 182);
    expect([memory[0], memory.readInt16BE(12), memory.readFloatBE(50)]).toEqual([0b1000, -2, 21.5]);
    expect(memory.subarray(62, 64).toString("hex")).toBe("1123");
    expect(memory.subarray(90, 98).toString("hex")).toBe("2611211230002507");
    expect(memory.subarray(106, 118).toString("hex")).toBe("07ea0b15070c1e001dcd6500");
    expect(memory.subarray(120, 135).toString("latin1")).toBe("\0\x0dGrüße, Keller");
    expect((await cpu.read("c", 0, 3, 1)).toString("hex")).toBe("0123");
    await cpu.write("db", 1, 178, Buffer.from([0b0000_0101, 0b0000_1000]));
    expect((await cpu.read("q", 0, 1, 1))[0]).toBe(1);
  });

  it("reads and writes a text longer than the PDU", async () => {
    const cpu = await snap7({ db: { 5: Buffer.alloc(600) }, pdu: 240 });
    const run = await client({ port: cpu.port }, [
      inout("wide", "string", "DB5.0", "WSTRING", { length: 254 }),
      inout("after", "int", "DB5.DBW512", "INT"),
    ]);
    await run.until(() => run.last("wide")?.value === "");
    const text = Array.from({ length: 254 }, (_, at) => String.fromCharCode(0x400 + at)).join("");
    await run.write({ wide: text, after: 7 });
    await run.until(() => run.last("wide")?.value === text && run.last("after")?.value === 7);
    expect(run.failures).toEqual([]);
  });

  it("shows what the program changes, and comes back with the newest value after the CPU was away", async () => {
    const cpu = await snap7({ db: { 1: Buffer.alloc(16) } });
    const run = await client({ port: cpu.port, timeout: 500 }, [
      inout("level", "int", "DB1.DBW0", "INT"),
      { chan: "out", dir: "out", type: "int", config: { address: "DB1.DBW2", data: "INT" } },
    ]);
    await run.until(() => run.last("level")?.value === 0);
    await cpu.write("db", 1, 0, Buffer.from([0, 42]));
    await run.until(() => run.last("level")?.value === 42);
    await cpu.kill();
    await run.until(() => run.iface()?.state === false);
    expect(run.last("level")).toMatchObject({ value: 42, quality: 1 });
    for (let n = 1; n <= 50; n += 1) await run.write({ out: n });
    expect(run.coalesced.filter((chan) => chan === "out").length).toBe(49);
    await cpu.restart();
    await run.until(() => run.iface()?.state === true && run.last("level")?.quality === 0);
    await expect
      .poll(async () => (await cpu.read("db", 1, 2, 2)).readInt16BE(), { timeout: 10_000 })
      .toBe(50);
  });

  it("loses only the variables that the CPU does not have", async () => {
    const cpu = await snap7({ db: { 1: Buffer.alloc(8) } });
    const run = await client(
      { port: cpu.port },
      [0, 2, 4, 6, 8, 10, 12].map((at) => ({
        chan: `w${at}`,
        type: "int",
        config: { address: `DB1.DBW${at}` },
      })),
    );
    await run.until(() => run.values("w6").filter((value) => value === 0).length > 3);
    expect([run.last("w6")?.quality, run.last("w8")?.quality, run.last("w12")?.quality]).toEqual([0, 2, 2]);
    expect(run.iface()).toMatchObject({ state: true, error: expect.stringContaining("3 Channels") });
    expect(run.failures[0]?.reason).toContain("diese Adresse gibt es nicht");
  });
});

describe("a strict CPU", () => {
  it("gets the fewest requests that its PDU allows", async () => {
    const cpu = await standIn({ pdu: 240 });
    // 300 words in a row: 600 bytes, of which an answer carries 222.
    const run = await client(
      { port: cpu.port, interval: 60_000 },
      Array.from({ length: 300 }, (_, at) => ({
        chan: `w${at}`,
        type: "int" as const,
        config: { address: `DB1.DBW${at * 2}` },
      })),
    );
    await run.until(() => run.emitted.length === 300);
    expect(cpu.requests.length).toBe(3);
    expect(cpu.faults).toEqual([]);
    // Far apart: 19 items fill a request of 240 bytes.
    const scattered = await client(
      { port: cpu.port, interval: 60_000 },
      Array.from({ length: 38 }, (_, at) => ({
        chan: `w${at}`,
        type: "int" as const,
        config: { address: `DB1.DBW${at * 100}` },
      })),
    );
    await scattered.until(() => scattered.emitted.length === 38);
    expect(cpu.requests.length).toBe(5);
    expect(cpu.faults).toEqual([]);
  });

  it("is written to by the fewest requests, each value once and in order", async () => {
    const cpu = await standIn({ pdu: 240 });
    const run = await client(
      { port: cpu.port },
      Array.from({ length: 40 }, (_, at) => ({
        chan: `w${at}`,
        dir: "out" as const,
        type: "int" as const,
        config: { address: `DB1.DBW${at * 2}` },
      })),
    );
    await run.until(() => run.iface()?.state === true);
    await run.write(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`w${at}`, at])));
    // 18 bytes each of 228.
    expect(cpu.requests.map((items) => items.length)).toEqual([12, 12, 12, 4]);
    await run.write({ w0: 1 });
    await run.write({ w0: 0 });
    expect(cpu.requests.length).toBe(6);
    expect(run.written.length).toBe(42);
    expect(cpu.faults).toEqual([]);
  });

  it("says in plain words why it refuses", async () => {
    const cpu = await standIn({ refuse: ({ db }) => (db === 7 ? 0x0a : db === 8 ? 0x03 : undefined) });
    const run = await client({ port: cpu.port }, [
      inout("good", "int", "DB1.DBW0"),
      inout("optimised", "int", "DB7.DBW0"),
      inout("optimised2", "int", "DB7.DBW2"),
      inout("protected", "int", "DB8.DBW0"),
    ]);
    await run.until(() => run.values("good").length > 3 && run.last("protected")?.quality === 2);
    const reasons = run.failures.map(({ chan, reason }) => `${chan} ${reason}`).join("\n");
    expect(reasons).toMatch(/optimised DB7\.0: das gibt es in der CPU nicht: .*optimierten Bausteinzugriff/);
    expect(reasons).toMatch(/protected DB8\.0: die CPU verweigert den Zugriff: .*PUT\/GET/);
    await run.write({ protected: 5, good: 6 });
    await run.until(() => run.last("good")?.value === 6);
    expect(run.refused.at(-1)?.reason).toMatch(/nicht geschrieben: die CPU verweigert/);
    await expect(run.read("protected")).rejects.toThrow(/PUT\/GET/);
    expect(await run.read("good")).toMatchObject({ value: 6, raw: "0006" });
    expect((await run.check()).at(-1)).toBe("ok Protokoll: Die CPU gewährt eine PDU von 960 Byte.");
    // The program is loaded with the block: its values come without a restart.
    cpu.behave({ refuse: () => undefined });
    await run.until(() => run.last("optimised2")?.quality === 0 && run.last("protected")?.quality === 0);
    await run.until(() => run.iface()?.error === undefined);
  });

  it("may refuse everything, and is asked on", async () => {
    const cpu = await standIn({ error: 0x8104 });
    const run = await client({ port: cpu.port }, [inout("level", "int", "DB1.DBW0")]);
    await run.until(() => run.iface()?.error?.includes("PUT/GET") === true);
    expect(run.last("level")).toMatchObject({ value: null, quality: 2 });
    cpu.behave({ error: 0 });
    await run.until(() => run.last("level")?.quality === 0);
    expect(run.iface()?.error).toBeUndefined();
    expect(cpu.connections).toBe(1);
  });

  it("may refuse the connection, hang up, fall silent or talk nonsense", async () => {
    const cpu = await standIn({ disconnect: 0x82 });
    const run = await client({ port: cpu.port, timeout: 200, slot: 2, rack: 1 }, [
      inout("level", "int", "DB1.DBW0"),
    ]);
    await run.until(() => run.iface()?.error?.includes("keine CPU") === true);
    expect((await run.check()).at(-1)).toMatch(/^failed Protokoll: .*keine CPU/);
    expect(cpu.tsaps[0]).toBe("0222");
    await cpu.stop();
    await run.until(() => run.iface()?.error?.includes("abgelehnt: dort nimmt kein Dienst") === true);
    const again = await standIn({ hangUp: 2 });
    const second = await client({ port: again.port, timeout: 200 }, [inout("level", "int", "DB1.DBW0")]);
    await second.until(() => second.last("level")?.quality === 0);
    for (const [answer, text] of [
      ["none", "antwortet nicht"],
      ["garbage", "spricht keine S7-Kommunikation"],
      ["short", "spricht keine S7-Kommunikation"],
    ] as const) {
      again.behave({ answer });
      await second.until(() => second.iface()?.error?.includes(text) === true);
      expect(second.last("level")?.quality).toBe(1);
      again.behave({ answer: "cut" });
      await second.until(() => second.last("level")?.quality === 0);
    }
  });

  it("keeps the newest write when the connection breaks again while it returns", async () => {
    const cpu = await standIn();
    const run = await client({ port: cpu.port, timeout: 300 }, [
      { chan: "a", dir: "out", type: "int", config: { address: "DB1.DBW0", data: "INT" } },
      { chan: "b", dir: "out", type: "int", config: { address: "DB1.DBW2", data: "INT" } },
    ]);
    await run.until(() => run.iface()?.state === true);
    cpu.behave({ hangUp: 2 });
    await run.write({ a: 1, b: 1 });
    await run.write({ a: 2 });
    await run.write({ a: 3, b: 9 });
    await expect.poll(() => cpu.memory("DB1").readInt16BE(0), { timeout: 15_000 }).toBe(3);
    await expect.poll(() => cpu.memory("DB1").readInt16BE(2), { timeout: 15_000 }).toBe(9);
    expect(cpu.faults).toEqual([]);
  });

  it.each(["none", "garbage", "hang up"] as const)(
    "reads and writes on where the CPU answers one variable by: %s",
    async (fault) => {
      const cpu = await standIn({ fault: ({ start }) => (start === 100 ? fault : undefined) });
      const run = await client({ port: cpu.port, timeout: 200, max_gap: 0 }, [
        { chan: "sick", type: "int", config: { address: "DB1.DBW100", data: "INT" } },
        { chan: "well", type: "int", config: { address: "DB1.DBW0", data: "INT" } },
        { chan: "bad", dir: "out", type: "int", config: { address: "DB1.DBD100", data: "DINT" } },
        { chan: "good", dir: "out", type: "int", config: { address: "DB1.DBW4", data: "INT" } },
      ]);
      await run.until(() => run.last("well")?.quality === 0);
      await run.write({ bad: 1, good: 7 });
      await expect.poll(() => cpu.memory("DB1").readInt16BE(4), { timeout: 15_000 }).toBe(7);
      await run.until(() => ["bad", "sick"].every((name) => run.failures.some(({ chan }) => chan === name)));
      const before = run.values("well").length;
      await run.until(() => run.values("well").length > before + 20);
      expect(run.failures).toContainEqual({
        chan: "bad",
        reason: expect.stringMatching(/^DB1\.100: nicht geschrieben: .+; wird wiederholt$/),
      });
      expect(run.last("sick")?.quality).toBe(2);
      cpu.behave({ fault: () => undefined });
      await expect.poll(() => cpu.memory("DB1").readInt32BE(100), { timeout: 60_000 }).toBe(1);
      await run.until(() => run.last("sick")?.quality === 0);
      expect(cpu.faults).toEqual([]);
    },
  );

  it("serves several interfaces, each with its own state", async () => {
    const [one, two] = [await standIn(), await standIn()];
    two.memory("DB1").writeInt16BE(5, 0);
    const load = podLoad(
      kind.schema,
      [
        { id: "one", host: "127.0.0.1", port: one.port, interval: 50 },
        { id: "two", host: "127.0.0.1", port: two.port, interval: 50 },
      ],
      [
        { chan: "a", type: "int", iface: "one", config: { address: "DB1.DBW0" } },
        { chan: "b", type: "int", iface: "two", config: { address: "DB1.DBW0" } },
      ],
    );
    const run = await startPod(kind, load);
    open.push(run);
    await run.until(() => run.last("a")?.value === 0 && run.last("b")?.value === 5);
    await one.stop();
    await run.until(() => run.iface("one")?.state === false);
    const before = run.values("b").length;
    await run.until(() => run.values("b").length > before + 3);
    expect(run.iface("two")?.state).toBe(true);
  });
});
