/** The M-Bus pod against the stand-in for meters behind a TCP gateway. */
import { systemClock } from "@hubwart/core";
import { freePort, type MbusGateway, MbusMeters, startMbusGateway, type TestMeter } from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { type PodRun, podLoad, startPod, type TestChannel } from "../testing/index.ts";
import { kind } from "./index.ts";
import type { MeterRecords, MeterSearchState } from "./methods.ts";
import { bcd, heatMeter, heatRecords } from "./testing/meters.ts";

const open = useOpen((thing: { stop(): unknown }) => thing.stop());

async function gateway(meters: TestMeter[], options: { echo?: boolean } = {}): Promise<MbusGateway> {
  const found = await startMbusGateway(new MbusMeters(meters, { clock: systemClock, ...options }));
  open.push(found);
  return found;
}

async function pod(
  port: number,
  channels: TestChannel[],
  iface: Record<string, string | number> = {},
): Promise<PodRun> {
  const settings = { host: "127.0.0.1", port, baud: 38_400, timeout: 60, interval: 10_000 };
  const run = await startPod(kind, podLoad(kind.schema, [{ ...settings, ...iface }], channels));
  open.push(run);
  return run;
}

const energy = (chan: string, meter: string | number, more: TestChannel["config"] = {}): TestChannel => ({
  chan,
  config: { meter: String(meter), quantity: "energy", ...more },
});

describe("values", () => {
  it("come by primary and by secondary address, a meter read once for all its channels", async () => {
    const { line, port } = await gateway([heatMeter(5), heatMeter(7)]);
    const run = await pod(port, [
      energy("energy", 5),
      { chan: "volume", config: { meter: "5", quantity: "volume", value_unit: "l" } },
      { chan: "power", config: { meter: "5", quantity: "power" } },
      energy("second", "10000007", { manufacturer: "KAM", medium: "heat", value_unit: "MWh" }),
      energy("any", "1000000F", { version: 1 }),
    ]);
    await run.until(() => run.last("second") !== undefined && run.last("power") !== undefined);
    expect(run.last("energy")).toMatchObject({ value: 1005, quality: 0 });
    expect(run.last("volume")?.value).toBe(56_780);
    expect(run.last("power")?.value).toBe(9.1);
    expect(run.last("second")?.value).toBe(1.007);
    expect(line.asked.filter((asked) => asked === "data 5")).toHaveLength(1);
    expect(line.refused).toEqual([]);
    // A mask that two meters fit: their answers collide.
    await run.until(() => run.failures.some(({ chan }) => chan === "any"));
    expect(run.failures.find(({ chan }) => chan === "any")?.reason).toMatch(
      /mehrere Zähler antworten zugleich/,
    );
    expect(run.iface()?.state).toBe(true);
  });

  it("of several telegrams are one answer, also when one of them is lost", async () => {
    const telegrams = [
      Buffer.concat([heatRecords(1), Buffer.from([0x1f])]),
      Buffer.concat([bcd([0x4c, 0x06], 2), Buffer.from([0x1f])]),
      bcd([0x8c, 0x10, 0x06], 3),
    ];
    const { line, port } = await gateway([heatMeter(5, { telegrams })]);
    let answers = 0;
    line.disturb = (bytes) => {
      answers += 1;
      return answers === 3 ? [] : [bytes];
    };
    const run = await pod(port, [
      energy("now", 5),
      energy("due", 5, { storage: 1 }),
      energy("tariff", 5, { tariff: 1 }),
      { chan: "fourth", config: { meter: "5", record_number: 4, quantity: "energy" } },
    ]);
    await run.until(() => run.last("tariff") !== undefined);
    expect(["now", "due", "tariff", "fourth"].map((chan) => run.last(chan)?.value)).toEqual([1, 2, 3, 2]);
    expect(run.failures).toEqual([]);
  });

  it("that the meter has not, or denies, say so; its status makes them uncertain", async () => {
    const telegrams = [
      Buffer.concat([Buffer.from([0x0c, 0x06, 0xdd, 0xeb, 0xdd, 0xdd]), bcd([0x0c, 0x14], 1)]),
    ];
    const { port } = await gateway([heatMeter(5, { telegrams, status: 0x08 })]);
    const run = await pod(port, [
      energy("wrong", 5),
      { chan: "volume", config: { meter: "5", quantity: "volume" } },
      { chan: "absent", config: { meter: "5", quantity: "power" } },
    ]);
    await run.until(() => run.last("absent") !== undefined);
    expect(run.last("wrong")).toMatchObject({ value: null, quality: 2 });
    expect(run.last("volume")).toMatchObject({ value: 0.01, quality: 1 });
    expect(run.failures).toEqual([
      { chan: "wrong", reason: "Zähler 5: der Zähler meldet einen ungültigen Wert (DDDDEBDD)" },
      { chan: "absent", reason: expect.stringMatching(/^Zähler 5: der Zähler liefert keinen solchen Wert/) },
    ]);
  });

  it("can be asked for, and one answer serves several questions", async () => {
    const { line, port } = await gateway([heatMeter(5)]);
    const run = await pod(port, [
      energy("energy", 5),
      { chan: "volume", config: { meter: "5", quantity: "volume" } },
    ]);
    await run.until(() => run.last("volume") !== undefined);
    const before = line.asked.length;
    expect(await run.read("energy")).toMatchObject({ value: 1005, raw: "0c0605100000" });
    expect(await run.read("volume")).toMatchObject({ value: 56.78 });
    expect(line.asked).toHaveLength(before);
    expect(await run.check()).toEqual([
      "skipped Name auflösen: 127.0.0.1 ist eine Adresse, kein Name.",
      `ok Port erreichen: Die Verbindung zu 127.0.0.1:${port} steht.`,
      "ok Zähler 5: Zähler 10000005 KAM antwortet mit 3 Werten.",
    ]);
  });
});

describe("a bad line", () => {
  it("with echo, noise between frames and bytes in pieces loses nothing", async () => {
    const { line, port } = await gateway([heatMeter(5), heatMeter(6)], { echo: true });
    let answers = 0;
    line.disturb = (bytes) => {
      answers += 1;
      const noise = Buffer.from([0xff, 0x68, 0x05, 0x00, 0x10]);
      return answers % 2 === 0
        ? [noise, bytes]
        : [bytes.subarray(0, 1), bytes.subarray(1, 9), bytes.subarray(9)];
    };
    const run = await pod(port, [energy("a", 5), energy("b", "10000006")]);
    await run.until(() => run.last("a")?.value === 1005 && run.last("b")?.value === 1006);
    expect(run.failures).toEqual([]);
    expect(run.log.filter(({ level }) => level === "warn")).toEqual([]);
  });

  it("takes no damaged answer and none of another meter", async () => {
    const { line, port } = await gateway([
      heatMeter(5),
      heatMeter(6, { answersAs: 9 }),
      heatMeter(7, { noReset: true }),
    ]);
    line.disturb = (bytes) => {
      if (bytes.length < 6 || bytes[5] !== 5) return [bytes];
      const damaged = Buffer.from(bytes);
      damaged[20] = (damaged[20] ?? 0) ^ 0x10;
      return [damaged];
    };
    const run = await pod(port, [energy("damaged", 5), energy("other", 6), energy("shy", 7)]);
    await run.until(() => run.last("shy")?.value === 1007);
    await run.until(() =>
      ["damaged", "other"].every((chan) => run.failures.some((one) => one.chan === chan)),
    );
    expect(run.last("damaged")?.value ?? null).toBeNull();
    expect(run.last("other")?.value ?? null).toBeNull();
    expect(run.failures.find(({ chan }) => chan === "other")?.reason).toBe(
      "Statt Zähler 6 antwortet der mit der Adresse 9",
    );
  });

  it("tells of another master, whose answers are no values", async () => {
    const { line, port, ...other } = await gateway([heatMeter(5), heatMeter(6)]);
    line.disturb = (bytes) => {
      // Somebody else asks for meter 6 at the same time, and both answers come.
      const foreign = Buffer.from([0x10, 0x5b, 0x06, 0x61, 0x16]);
      return [foreign, bytes];
    };
    const run = await pod(port, [energy("a", 5)]);
    await run.until(() => run.last("a")?.value === 1005);
    await run.until(() => run.iface()?.error !== undefined);
    expect(run.iface()?.error).toMatch(/noch ein anderer Master/);
    expect(run.log.filter(({ msg }) => msg.includes("anderer Master"))).toHaveLength(1);
    other.say(Buffer.from([0xe5, 0xe5]));
  });

  it("is refused by a meter in its words", async () => {
    const says = (code: number) => ({ ci: 0x70, data: Buffer.from([code]) });
    const { port } = await gateway([
      heatMeter(5, { says: says(9) }),
      heatMeter(6, { says: { ci: 0x72, data: Buffer.from("7856341211050104000000057a", "hex") } }),
      heatMeter(7, { says: { ci: 0x78, data: Buffer.alloc(3) } }),
    ]);
    const run = await pod(port, [energy("often", 5), energy("secret", 6), energy("strange", 7)]);
    await run.until(() => run.failures.length >= 3);
    expect(Object.fromEntries(run.failures.map(({ chan, reason }) => [chan, reason]))).toEqual({
      often: "Zähler 5 lehnt ab: er wurde zu oft gelesen",
      secret: "Zähler 6 antwortet verschlüsselt (Modus 5), das lässt sich nicht lesen",
      strange: "Zähler 7 antwortet in einem Format, das nicht zu M-Bus-Zählern gehört (CI 78)",
    });
    expect(run.iface()?.state).toBe(true);
  });
});

describe("a gateway", () => {
  it("that is missing at first, goes and comes again is found", async () => {
    const port = await freePort();
    const run = await pod(port, [energy("a", 5)]);
    await run.until(() => run.iface()?.state === false);
    expect(run.iface()?.error).toMatch(/abgelehnt|nicht erreichbar|keine Verbindung/i);
    const found = await startMbusGateway(new MbusMeters([heatMeter(5)], { clock: systemClock }), port);
    open.push(found);
    await run.until(() => run.last("a")?.value === 1005);
    expect(run.iface()?.state).toBe(true);
    await found.stop();
    await run.until(() => run.iface()?.state === false);
    expect(run.last("a")?.quality).toBe(1);
    await found.start();
    await run.until(() => run.iface()?.state === true);
    expect(run.log.filter(({ level }) => level === "warn").length).toBeLessThan(4);
  });

  it("that ends a connection nobody uses is no outage", async () => {
    const found = await gateway([heatMeter(5), heatMeter(6)]);
    const run = await pod(found.port, [energy("a", 5)]);
    await run.until(() => run.last("a") !== undefined);
    for (let connection = 2; connection < 5; connection += 1) {
      found.hangUp();
      // Whether it is made again already or not: what people ask for is answered.
      const asked = (await run.ask("meterRecords", { iface: "main", meter: "6" })) as MeterRecords;
      expect(asked.records).toHaveLength(3);
      expect(found.connections).toBe(connection);
    }
    expect(run.connections.every(({ state }) => state)).toBe(true);
    expect(run.emitted.every(({ quality }) => quality === 0)).toBe(true);
    expect(run.failures).toEqual([]);
  });

  it("that stops to carry anything is connected to again", async () => {
    const meters = [heatMeter(5), heatMeter(6), heatMeter(7)];
    const found = await gateway(meters);
    const run = await pod(found.port, [energy("a", 5), energy("b", 6), energy("c", 7)]);
    await run.until(() => run.last("c") !== undefined);
    found.line.disturb = () => [];
    await expect.poll(() => found.connections, { timeout: 30_000 }).toBeGreaterThan(1);
    found.line.disturb = (bytes) => [bytes];
    const before = run.values("a").length;
    await run.until(() => run.values("a").length > before && run.last("a")?.quality === 0, 60_000);
  }, 90_000);

  it("is let go at once when the pod stops in the middle of a question", async () => {
    const found = await gateway([heatMeter(5, { dead: true })]);
    const run = await pod(found.port, [energy("a", 5)], { timeout: 20_000 });
    await expect.poll(() => found.line.asked.length).toBeGreaterThan(0);
    const from = performance.now();
    await run.stop();
    expect(performance.now() - from).toBeLessThan(1_000);
  });
});

describe("the search", () => {
  const meters = [
    heatMeter(0, { id: "12340001" }),
    heatMeter(5, { id: "12345678", medium: 7 }),
    heatMeter(5, { id: "12349999", manufacturer: "LUG" }),
    heatMeter(250, { id: "87654321" }),
    heatMeter(9, { id: "11111111", dead: true }),
  ];
  async function searched(run: PodRun, way: "primary" | "secondary"): Promise<MeterSearchState> {
    await run.ask("meterSearch", { iface: "main", way });
    for (;;) {
      const state = (await run.ask("meters", { iface: "main" })) as MeterSearchState;
      if (!state.running) return state;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it("finds every meter by its secondary address, however their answers collide", async () => {
    const { line, port } = await gateway(meters);
    const run = await pod(port, [energy("a", 250)], { timeout: 40 });
    await run.until(() => run.last("a") !== undefined);
    const state = await searched(run, "secondary");
    expect(state.found.map(({ meter, manufacturer }) => `${meter} ${manufacturer}`).sort()).toEqual([
      "12340001 KAM",
      "12345678 KAM",
      "12349999 LUG",
      "87654321 KAM",
    ]);
    expect(state).toMatchObject({ running: false, progress: 1 });
    expect(state.found.find(({ meter }) => meter === "12345678")).toEqual({
      meter: "12345678",
      manufacturer: "KAM",
      version: 1,
      medium: "water",
      id: "12345678",
      maker: "KAM",
      mediumText: "Wasser",
      address: 5,
      records: 3,
      status: "",
    });
    expect(line.refused).toEqual([]);
  }, 60_000);

  it("lists the values of a meter as rows, whether the project has it or not", async () => {
    const { port } = await gateway(meters);
    const run = await pod(port, [energy("a", 250)]);
    await run.until(() => run.last("a") !== undefined);
    const { meter, records } = (await run.ask("meterRecords", { iface: "main", meter: "0" })) as MeterRecords;
    expect(meter).toMatchObject({ id: "12340001", records: 3 });
    expect(records.map(({ cells, label, unit, value }) => ({ cells, label, unit, value }))).toEqual([
      { label: "Energie", value: "1000", unit: "kWh", cells: { meter: "0", quantity: "energy" } },
      { label: "Volumen", value: "56.78", unit: "m3", cells: { meter: "0", quantity: "volume" } },
      { label: "Leistung", value: "9.1", unit: "kW", cells: { meter: "0", quantity: "power" } },
    ]);
    await expect(run.ask("meterRecords", { iface: "main", meter: "252" })).rejects.toThrow();
    await expect(run.ask("meterRecords", { iface: "main", meter: "77" })).rejects.toThrow(
      "Keine Antwort von Zähler 77.",
    );
    await expect(run.ask("meters", { iface: "other" })).rejects.toThrow("Diese Verbindung gibt es nicht.");
  });
});
