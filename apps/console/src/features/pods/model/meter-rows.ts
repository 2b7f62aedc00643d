/** Values of a meter as rows of the table `mbus`. */
import type { AnswerOf, podMeterRecords } from "@hubwart/contract";
import type { FoundRow } from "../../../api/draft-rows.ts";
import { formatNumber } from "../../../lib/format.ts";

export type MeterRecord = AnswerOf<typeof podMeterRecords>["records"][number];

interface Where {
  /** As the table names it: without its type. */
  pod: string;
  /** Absent where the pod has only one. */
  iface?: string;
  /** Names of channels that the table has. */
  taken: readonly string[];
}

/** Each with a name of its own: `z12345678_energy_t1`. */
export function meterRows(records: readonly MeterRecord[], { iface, pod, taken }: Where): FoundRow[] {
  const names = new Set(taken);
  return records.flatMap(({ cells, label, unit }) => {
    if (cells === undefined) return [];
    const channel = freeName(nameOf(cells), names);
    names.add(channel);
    return [
      {
        pod,
        ...(iface === undefined ? {} : { iface }),
        channel,
        label,
        ...(unit === "" ? {} : { unit }),
        ...cells,
      },
    ];
  });
}

function nameOf(cells: FoundRow): string {
  const {
    function: kind,
    meter,
    modifier,
    quantity,
    record_number: number,
    storage,
    subunit,
    tariff,
  } = cells;
  const parts = [
    `z${meter}`,
    quantity ?? "wert",
    kind === undefined ? "" : String(kind).slice(0, 3),
    tariff === undefined ? "" : `t${tariff}`,
    storage === undefined ? "" : `s${storage}`,
    subunit === undefined ? "" : `u${subunit}`,
    modifier === undefined ? "" : String(modifier).replaceAll("+", "_"),
    number === undefined ? "" : `n${number}`,
  ];
  return parts
    .filter((part) => part !== "")
    .join("_")
    .toLowerCase();
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
  }
}

const OF_METER = new Set(["meter", "manufacturer", "version", "medium"]);

/** With its unit; a name or number that counts nothing stays as the meter has it. */
export function shownValue({ unit, value }: Pick<MeterRecord, "unit" | "value">): string {
  const number = unit === "" ? Number.NaN : Number(value);
  return Number.isNaN(number) ? value : `${formatNumber(number)} ${unit}`;
}

/** The cells that say which value of the meter it is, as the table has them. */
export function cellsText(cells: FoundRow): string {
  return Object.entries(cells)
    .filter(([column]) => !OF_METER.has(column))
    .map(([column, cell]) => `${column} = ${cell}`)
    .join(", ");
}
