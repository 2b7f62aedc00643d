/** Our decoder on answers of 76 meters, beside what libmbus makes of them. It shares no code with ours. */
import { describe, expect, it } from "vitest";
import { type RecordedRecord, recorded } from "../testing/recorded.ts";
import { answerOf, type MeterAnswer } from "./answer.ts";
import { FrameReader, longFrame } from "./frame.ts";
import type { MeterRecord } from "./records.ts";
import type { Value } from "./values.ts";

const FUNCTIONS: Record<string, string> = {
  "Instantaneous value": "instantaneous",
  "Actual value": "instantaneous",
  "Manufacturer specific": "instantaneous",
  "More records follow": "instantaneous",
  "Maximum value": "maximum",
  "Minimum value": "minimum",
  "Value during error state": "error",
  "": "instantaneous",
};
const UNITS: Record<string, string> = {
  m3: "m^3",
  "m3/h": "m^3/h",
};
/** Powers of ten that libmbus leaves in the unit of fixed structures. */
const IN_UNIT: Record<string, number> = { kWh: 1e-3, l: 1e3, "reserved but historic": 1e3 };

const { frames, broken } = recorded();

function answer(bytes: Buffer): MeterAnswer | undefined {
  const reader = new FrameReader();
  reader.push(bytes);
  const frame = reader.next() ?? reader.afterSilence();
  return frame?.kind === "long" ? answerOf(frame) : undefined;
}

function read(bytes: Buffer) {
  const found = answer(bytes);
  if (found?.kind !== "values") throw new Error(`not values: ${found?.kind}`);
  return found;
}

/** What libmbus says, in our words; undefined where the two mean to differ. */
function expected(record: RecordedRecord, ours: MeterRecord): string | number | undefined {
  const { value } = ours;
  // libmbus counts error digits, marks no invalid times, and says the year 2000 for no date.
  if (value.kind === "none") return undefined;
  // A modifier that makes a time of the value is not known to it, nor is text in numbers of 128 bits.
  if (ours.modifier === "end_of_last" || ours.quantity === "plain_text") return undefined;
  if (value.kind === "number") return Number(record.value) / (IN_UNIT[record.unit] ?? 1);
  if (value.kind === "time") return record.value.slice(0, value.text.length);
  if (ours.quantity === "manufacturer_specific") return record.value.replaceAll(" ", "").toLowerCase();
  return record.value.replace(/\.0+$/, "").padStart(value.text.length, "0");
}

function found(value: Value): string | number | undefined {
  if (value.kind === "none") return undefined;
  return value.kind === "number" ? value.number : value.text;
}

describe("answers that meters gave", () => {
  it("are 76, with 942 records", () => {
    expect(frames).toHaveLength(76);
    expect(frames.flatMap(({ records }) => records)).toHaveLength(942);
  });

  it.each(frames)("$name", ({ bytes, meter, records }) => {
    const { header, records: ours } = read(bytes);
    expect(Number(header.meter.id)).toBe(Number(meter.id));
    expect(header.meter.manufacturer).toBe(meter.manufacturer);
    expect(header.access).toBe(Number(meter.access));
    if (meter.version !== "") expect(header.meter.version).toBe(Number(meter.version));
    // libmbus makes a record of the end of the answer even where nothing follows.
    const theirs = records.filter(
      ({ function: name, value }) => !(name !== "" && value === "" && isEnd(name)),
    );
    expect(ours).toHaveLength(theirs.length);
    theirs.forEach((record, at) => {
      const mine = ours[at] as MeterRecord;
      const where = `record ${at}: ${mine.raw.toString("hex")}`;
      expect(mine.function, where).toBe(FUNCTIONS[record.function]);
      if (record.storage !== "") expect(mine.storage, where).toBe(Number(record.storage));
      expect(mine.tariff, where).toBe(Number(record.tariff));
      expect(mine.subunit, where).toBe(Number(record.subunit));
      const value = expected(record, mine);
      if (value === undefined) return;
      if (typeof value === "number") {
        if (mine.quantity === "unknown") return;
        // libmbus prints six places.
        expect(Math.abs(Number(found(mine.value)) - value), where).toBeLessThanOrEqual(
          5e-7 + Math.abs(value) * 1e-6,
        );
        const unit = mine.value.kind === "number" ? mine.value.unit : "";
        // A modifier may make another unit of it, which libmbus does not look at.
        const alike = mine.modifier === "" && IN_UNIT[record.unit] === undefined && record.unit !== "-";
        if (/[a-z]/i.test(unit) && alike) expect(UNITS[unit] ?? unit, where).toBe(record.unit);
      } else expect(found(mine.value), where).toBe(value);
    });
  });

  it("are read alike when every number is most significant first", () => {
    const first = frames.find(({ name }) => name === "allmess_cf50")?.bytes ?? Buffer.alloc(0);
    const { header, records } = read(first);
    // The same answer by mode 2 (CI 0x76): header and integers turned round.
    const reader = new FrameReader();
    reader.push(first);
    const frame = reader.next();
    if (frame?.kind !== "long") throw new Error("no frame");
    const { data } = frame;
    const turned = Buffer.concat([
      Buffer.from(data.subarray(0, 4)).reverse(),
      Buffer.from(data.subarray(4, 6)).reverse(),
      data.subarray(6, 12),
    ]);
    const again = answer(longFrame({ ...frame, ci: 0x76, data: turned }));
    expect(again).toMatchObject({ kind: "values", header: { meter: header.meter } });
    expect(records.length).toBeGreaterThan(5);
  });
});

function isEnd(name: string): boolean {
  return name === "More records follow" || name === "Manufacturer specific";
}

describe("what is no answer, or not a whole one", () => {
  it.each(broken)("$name", ({ bytes }) => {
    const found = answer(bytes);
    expect(["undefined", "values", "refused", "unknown", "encrypted"]).toContain(found?.kind ?? "undefined");
  });

  it("says which refusal it is", () => {
    const codes = broken.flatMap(({ name, bytes }) => {
      const found = answer(bytes);
      return found?.kind === "refused" ? [`${name} ${found.code}`] : [];
    });
    expect(codes).toEqual([
      "application_busy 8",
      "buffer_too_long 2",
      "error 0",
      "premature_end_of_record 4",
      "too_many_difes 5",
      "too_many_readouts 9",
      "too_many_records 3",
      "too_many_vifes 6",
      "unimplemented_ci 1",
      "unspecified_error 0",
    ]);
  });
});
