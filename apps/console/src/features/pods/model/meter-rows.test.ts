import { describe, expect, it } from "vitest";
import { columnOf, operationsFor } from "../../../api/draft-rows.ts";
import { cellsText, type MeterRecord, meterRows, shownValue } from "./meter-rows.ts";

const record = (
  number: number,
  cells: MeterRecord["cells"],
  more: Partial<MeterRecord> = {},
): MeterRecord => ({
  number,
  label: "Energie",
  value: "1234",
  unit: "kWh",
  raw: "",
  ...(cells === undefined ? {} : { cells }),
  ...more,
});

describe("values of a meter as rows", () => {
  it("have names of their own, also beside those that are there", () => {
    const rows = meterRows(
      [
        record(1, { meter: "5", quantity: "energy" }),
        record(2, { meter: "5", quantity: "energy", tariff: 1, storage: 2 }),
        record(3, { meter: "5", quantity: "energy" }),
        record(4, undefined),
        record(5, { meter: "5", quantity: "voltage", modifier: "l1+x01", record_number: 9 }, { unit: "" }),
      ],
      { pod: "verbrauch", taken: ["z5_energy"] },
    );
    expect(rows).toEqual([
      {
        pod: "verbrauch",
        channel: "z5_energy_2",
        label: "Energie",
        unit: "kWh",
        meter: "5",
        quantity: "energy",
      },
      expect.objectContaining({ channel: "z5_energy_t1_s2", tariff: 1, storage: 2 }),
      expect.objectContaining({ channel: "z5_energy_3" }),
      {
        pod: "verbrauch",
        channel: "z5_voltage_l1_x01_n9",
        label: "Energie",
        meter: "5",
        quantity: "voltage",
        modifier: "l1+x01",
        record_number: 9,
      },
    ]);
    expect(meterRows([record(1, { meter: "5" })], { pod: "a", iface: "zwei", taken: [] })[0]).toMatchObject({
      iface: "zwei",
      channel: "z5_wert",
    });
  });

  it("are shown as people read them", () => {
    expect(shownValue({ value: "12345.678", unit: "m3" })).toBe("12.345,678 m3");
    expect(shownValue({ value: "67250083", unit: "" })).toBe("67250083");
    expect(shownValue({ value: "2026-11-25", unit: "" })).toBe("2026-11-25");
    expect(cellsText({ meter: "5", manufacturer: "KAM", quantity: "energy", tariff: 1 })).toBe(
      "quantity = energy, tariff = 1",
    );
  });
});

describe("rows for a draft", () => {
  const rows = [{ pod: "v", channel: "a", meter: "5" }];
  const table = {
    id: "t1",
    name: "MBus ",
    above: [],
    columns: [
      { id: "c1", name: "Pod" },
      { id: "c2", name: "channel" },
    ],
    rows: [{ id: "r1", cells: { c1: "v", c2: "z5_energy" } }],
  };

  it("go behind the last row of the table, with the columns that it lacks", () => {
    const document = { tables: [table], scripts: {} };
    expect(columnOf(document, "mbus", "channel")).toEqual(["z5_energy"]);
    const [column, insert, ...more] = operationsFor(document, "mbus", rows);
    expect(column).toMatchObject({ op: "addColumn", table: "t1", after: "c2", column: { name: "meter" } });
    const added = column?.op === "addColumn" ? column.column.id : "";
    expect(insert).toMatchObject({
      op: "insert",
      table: "t1",
      after: "r1",
      rows: [{ cells: { c1: "v", c2: "a", [added]: "5" } }],
    });
    expect(more).toEqual([]);
  });

  it("make the table where there is none", () => {
    const [made] = operationsFor({ tables: [], scripts: {} }, "mbus", rows);
    expect(made).toMatchObject({
      op: "addTable",
      after: null,
      table: { name: "mbus", columns: [{ name: "pod" }, { name: "channel" }, { name: "meter" }] },
    });
    expect(columnOf({ tables: [], scripts: {} }, "mbus", "channel")).toEqual([]);
  });
});
