/** What a search found, as rows for people and for the project. */
import { errorText } from "@hubwart/core";
import { MEDIA, type Medium, mediumWord } from "./media.ts";
import { type MeterRef, meterOf } from "./meter.ts";
import type { FoundMeterRow, MeterRecordRow, MeterRecords, MeterSearchState } from "./methods.ts";
import { amountOf, isFirstOf } from "./pick.ts";
import type { Reading } from "./reading.ts";
import type { FoundMeter, MeterSearch } from "./search.ts";
import { texts } from "./texts.ts";
import { statusOf } from "./wire/header.ts";
import { QUANTITIES } from "./wire/quantities.ts";
import type { MeterRecord } from "./wire/records.ts";

const MOST_RECORDS = 1_000; // of methods.ts, which this process does not load
const SHOWN = 200;
const SHOWN_BYTES = 200;

const IDLE: MeterSearchState = { running: false, progress: 0, next: "", asked: 0, found: [] };

export function stateOf(search: MeterSearch | undefined): MeterSearchState {
  if (!search) return IDLE;
  const { asked, found, next, over, progress, way } = search;
  return { running: !over, way, progress, next, asked, found: found.map(meterRow) };
}

export function meterRow({ problem, reading, ref }: FoundMeter): FoundMeterRow {
  return {
    ...cellsOfMeter(ref),
    ...(reading ? factsOf(reading) : { records: 0, status: "" }),
    ...(problem === undefined ? {} : { problem }),
  };
}

function factsOf({ address, header, records }: Reading) {
  const { id, manufacturer, medium } = header.meter;
  return {
    id,
    maker: manufacturer,
    mediumText: texts.medium(mediumWord(medium), medium),
    address,
    records: records.length,
    status: texts.status(statusOf(header.status)),
  };
}

interface MeterCells {
  meter: string;
  manufacturer?: string;
  version?: number;
  medium?: string;
}

function cellsOfMeter(ref: MeterRef): MeterCells {
  if (ref.kind === "primary") return { meter: String(ref.address) };
  const { id, manufacturer, medium, version } = ref.mask;
  const word = medium === undefined ? undefined : mediumWord(medium);
  const letters = manufacturer !== undefined && /^[A-Z]{3}$/.test(manufacturer) ? manufacturer : undefined;
  return {
    meter: id,
    ...(letters === undefined ? {} : { manufacturer: letters }),
    ...(version === undefined || version > 254 ? {} : { version }),
    ...(word === undefined ? {} : { medium: word }),
  };
}

export type MeterQuestion = MeterCells;

/** @returns undefined: there is no such address */
export function refOf({ manufacturer, medium, meter, version }: MeterQuestion): MeterRef | undefined {
  const ref = meterOf({
    meter,
    ...(manufacturer === undefined ? {} : { manufacturer }),
    ...(version === undefined ? {} : { version }),
    ...(medium !== undefined && Object.hasOwn(MEDIA, medium) ? { medium: medium as Medium } : {}),
  });
  if (ref.kind === "primary" && (ref.address > 254 || ref.address === 251 || ref.address === 252))
    return undefined;
  return ref;
}

export function recordsOf(ref: MeterRef, reading: Reading): MeterRecords {
  const { cut, records } = reading;
  return {
    meter: meterRow({ ref, reading, ...(cut ? { problem: errorText(cut) } : {}) }),
    records: records
      .slice(0, MOST_RECORDS)
      .map((record, at) => recordRow({ ref, record, number: at + 1, records })),
  };
}

interface RecordAt {
  ref: MeterRef;
  record: MeterRecord;
  number: number;
  records: readonly MeterRecord[];
}

function recordRow({ number, record, records, ref }: RecordAt): MeterRecordRow {
  const { unit, value } = shownValue(record);
  const cells =
    record.value.kind === "none"
      ? undefined
      : { ...Object.fromEntries(Object.entries(cellsOfMeter(ref))), ...recordCells(record, records, number) };
  return {
    number,
    label: texts.record(record),
    value: value.slice(0, SHOWN),
    unit,
    ...(cells === undefined ? {} : { cells }),
    raw: record.raw.subarray(0, SHOWN_BYTES).toString("hex"),
  };
}

function shownValue({ value }: MeterRecord): { value: string; unit: string } {
  switch (value.kind) {
    case "none":
      return { value: texts.noValue(value.why, value.shown), unit: "" };
    case "time":
    case "text":
      return { value: value.text, unit: "" };
    case "number": {
      const found = amountOf(value);
      return { value: String(found?.amount ?? value.number), unit: (found?.unit ?? value.unit).slice(0, 32) };
    }
  }
}

/** Words where they tell the record apart, its number where they do not. Cells that are as the column has them stay empty. */
function recordCells(
  record: MeterRecord,
  records: readonly MeterRecord[],
  number: number,
): Record<string, string | number> {
  const { modifier, quantity, storage, subunit, tariff } = record;
  const known = QUANTITIES.includes(quantity);
  const type = record.value.kind === "number" ? {} : { type: "string" };
  if (!known) return { record_number: number, ...type };
  if (!isFirstOf(records, record)) return { quantity, record_number: number, ...type };
  return {
    quantity,
    ...(storage === 0 ? {} : { storage }),
    ...(tariff === 0 ? {} : { tariff }),
    ...(subunit === 0 ? {} : { subunit }),
    ...(record.function === "instantaneous" ? {} : { function: record.function }),
    ...(modifier === "" ? {} : { modifier }),
    ...type,
  };
}
