/** The pod and libmbus beside it, at the same line: what one reads the other reads too, so neither the meters nor the values are ours alone. */
import { systemClock } from "@hubwart/core";
import {
  type LibmbusRecord,
  libmbusReads,
  libmbusScans,
  MbusMeters,
  startMbusGateway,
  type TestMeter,
} from "@hubwart/testing";
import { useOpen } from "@hubwart/testing/open";
import { describe, expect, it } from "vitest";
import { podLoad, startPod } from "../testing/index.ts";
import { kind } from "./index.ts";
import type { MeterRecords, MeterSearchState } from "./methods.ts";
import { bcd, heatMeter, heatRecords } from "./testing/meters.ts";
import { recorded } from "./testing/recorded.ts";
import { answerOf } from "./wire/answer.ts";
import { FrameReader } from "./wire/frame.ts";

const open = useOpen((thing: { stop(): unknown }) => thing.stop());

async function gateway(meters: TestMeter[]) {
  const found = await startMbusGateway(new MbusMeters(meters, { clock: systemClock }));
  open.push(found);
  return found;
}

async function pod(port: number) {
  const iface = { host: "127.0.0.1", port, baud: 38_400, timeout: 60 };
  const run = await startPod(kind, podLoad(kind.schema, [iface], []));
  open.push(run);
  await run.until(() => run.iface()?.state === true);
  return run;
}

const listOf = (records: LibmbusRecord[] | LibmbusRecord | undefined): LibmbusRecord[] =>
  records === undefined ? [] : Array.isArray(records) ? records : [records];

describe("beside libmbus", () => {
  it("the stand-in is a meter to it as well, with all its telegrams", async () => {
    const telegrams = [
      Buffer.concat([heatRecords(1), Buffer.from([0x1f])]),
      Buffer.concat([bcd([0x4c, 0x06], 2), Buffer.from([0x1f])]),
      bcd([0x8c, 0x10, 0x06], 3),
    ];
    const { line, port } = await gateway([heatMeter(5, { telegrams, id: "12345678" }), heatMeter(6)]);
    // Number, manufacturer KAM, version 1, medium 4.
    const [many, other, absent] = await libmbusReads(port, [5, "100000062D2C0104", 7]);
    expect(many?.SlaveInformation).toMatchObject({ Id: 12345678, Manufacturer: "KAM", Version: 1 });
    const values = listOf(many?.DataRecord).flatMap(({ Function: name, Unit, Value }) =>
      name === "More records follow" ? [] : [`${Unit} ${Value}`],
    );
    expect(values).toEqual([
      "Energy (kWh) 1",
      "Volume (1e-2  m^3) 5678",
      "Power (100 W) 91",
      "Energy (kWh) 2",
      "Energy (kWh) 3",
    ]);
    expect(listOf(other?.DataRecord)[0]?.Value).toBe(1006);
    expect(absent?.error).toBeDefined();
    expect(line.refused).toEqual([]);
    const run = await pod(port);
    const { records } = (await run.ask("meterRecords", { iface: "main", meter: "12345678" })) as MeterRecords;
    expect(records.map(({ value }) => value)).toEqual(["1", "56.78", "9.1", "2", "3"]);
  }, 60_000);

  it("finds the same meters", async () => {
    const ids = ["12340001", "87654321", "87659999"];
    const { port } = await gateway(ids.map((id, at) => heatMeter(at + 1, { id })));
    const theirs = (await libmbusScans(port)).map((id) => id.slice(0, 8));
    const run = await pod(port);
    await run.ask("meterSearch", { iface: "main", way: "secondary" });
    let state: MeterSearchState;
    do {
      await new Promise((resolve) => setTimeout(resolve, 100));
      state = (await run.ask("meters", { iface: "main" })) as MeterSearchState;
    } while (state.running);
    expect(state.found.map(({ meter }) => meter).toSorted()).toEqual(ids);
    expect(theirs.toSorted()).toEqual(ids);
  }, 120_000);

  it("reads as many values of every recorded answer", async () => {
    // Answers of one telegram, each of a meter of its own.
    const whole = recorded().frames.flatMap(({ bytes, name }) => {
      const reader = new FrameReader();
      reader.push(bytes);
      const frame = reader.next();
      if (frame?.kind !== "long" || frame.ci !== 0x72) return [];
      const answer = answerOf(frame);
      return answer.kind === "values" && !answer.more
        ? [{ name, answer, says: { ci: frame.ci, data: frame.data } }]
        : [];
    });
    const meters = whole.map(({ says }, at) => heatMeter(at + 1, { says }));
    expect(meters.length).toBeGreaterThan(60);
    const { port } = await gateway(meters);
    const theirs = await libmbusReads(
      port,
      meters.map(({ address }) => address),
    );
    const run = await pod(port);
    const refused: string[] = [];
    for (const [at, { answer, name }] of whole.entries()) {
      // One it does not read: a number of 128 bits.
      if (theirs[at]?.error !== undefined) {
        refused.push(name);
        continue;
      }
      const found = listOf(theirs[at]?.DataRecord);
      // libmbus makes a record of the end where nothing follows it.
      const count = found.filter(
        ({ Function: kindOf, Value }) => kindOf !== "Manufacturer specific" || Value !== "",
      ).length;
      expect(count, name).toBe(answer.records.length);
      const question = { iface: "main", meter: String(at + 1) };
      const { signal } = new AbortController();
      const asked = (await run.ask("meterRecords", question, signal)) as MeterRecords;
      expect(asked.records, name).toHaveLength(count);
    }
    expect(refused).toEqual(["example_binary16_lvar"]);
  }, 120_000);
});
