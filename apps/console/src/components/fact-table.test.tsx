import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { type FactColumn, FactTable } from "./fact-table.tsx";

interface Row {
  name: string;
  value?: number;
}

it("draws a row again only when one of its fields or the columns have changed", () => {
  let drawn: string[] = [];
  const columns = (unit: string): readonly FactColumn<Row>[] => [
    {
      id: "value",
      header: "Wert",
      cell: ({ name, value }) => {
        drawn.push(name);
        return value === undefined ? null : `${value} ${unit}`;
      },
    },
  ];
  const volts = columns("V");
  const table = (rows: readonly Row[], shown = volts) => (
    <FactTable label="Werte" rows={rows} columns={shown} rowKey={({ name }) => name} />
  );
  const { rerender } = render(table([{ name: "a", value: 1 }, { name: "b" }]));
  expect(screen.getByText("1 V")).toBeTruthy();
  const again = (rows: readonly Row[], shown = volts) => {
    drawn = [];
    rerender(table(rows, shown));
    return drawn;
  };
  expect(again([{ name: "a", value: 1 }, { name: "b" }])).toEqual([]);
  expect(again([{ name: "a", value: 2 }, { name: "b" }])).toEqual(["a"]);
  expect(screen.getByText("2 V")).toBeTruthy();
  expect(again([{ name: "a" }, { name: "b" }])).toEqual(["a"]);
  expect(screen.queryByText("2 V")).toBeNull();
  expect(again([{ name: "a" }, { name: "b", value: 3 }])).toEqual(["b"]);
  expect(again([{ name: "a" }, { name: "b", value: 3 }], columns("A"))).toEqual(["a", "b"]);
  expect(screen.getByText("3 A")).toBeTruthy();
});
