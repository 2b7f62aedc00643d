import type { DraftCell } from "@hubwart/contract";
import { expect, it } from "vitest";
import type { TableInfo } from "../../../../compiler/protocol.ts";
import { nameWrites } from "./named-rows.ts";
import { byHeadings } from "./paste-headings.ts";
import { at, blockOf } from "./selection.ts";
import { viewOf } from "./table-view.ts";

const NAMES = ["pod", "channel", "label", "unit"];
const INFO = {
  name: "modb_client",
  columns: NAMES.map((name) => ({ name, help: "", required: false })),
} as unknown as TableInfo;

const view = (...rows: Record<string, DraftCell>[]) =>
  viewOf(
    {
      id: "t",
      name: "modb_client",
      above: [],
      columns: NAMES.map((name) => ({ id: name, name })),
      rows: rows.map((cells, index) => ({ id: `r${index}`, cells })),
    },
    [INFO],
  );

function named(shown: ReturnType<typeof view>, top: number, pods: string[], ...data: DraftCell[][]) {
  const headed = byHeadings(
    [["Bezeichnung", "Einheit"], ...data],
    shown,
    blockOf(at({ row: top, column: 0 })),
  );
  if (!headed) throw new Error("no headings");
  return nameWrites(shown, headed, { top, pods }).map(({ column, row, value }) => [
    row,
    shown.columns[column]?.name,
    value,
  ]);
}

it("fills in the only pod, and names out of labels, each once", () => {
  const data = [
    ["Strom L1", "A"],
    ["Wärme (größte)", "kW"],
    ["Strom L1", "A"],
  ];
  expect(named(view(), 0, ["zaehler"], ...data)).toEqual([
    [0, "pod", "zaehler"],
    [0, "channel", "strom_l1"],
    [1, "pod", "zaehler"],
    [1, "channel", "waerme_groesste"],
    [2, "pod", "zaehler"],
    [2, "channel", "strom_l1_2"],
  ]);
});

it("leaves what stands there, and takes no name that another row has", () => {
  const shown = view({ pod: "a", channel: "mein" }, { pod: "b", channel: "strom" });
  expect(named(shown, 0, ["zaehler"], ["Strom", "A"])).toEqual([]);
  expect(named(shown, 2, ["zaehler"], ["Strom", "A"])).toEqual([
    [2, "pod", "zaehler"],
    [2, "channel", "strom_2"],
  ]);
});

it("does not choose among several pods, nor make names of nothing", () => {
  expect(named(view(), 0, ["a", "b"], ["Pod", "A"], [null, "V"])).toEqual([[0, "channel", "pod_2"]]);
});
