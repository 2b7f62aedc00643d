import type { DraftDocument } from "@hubwart/contract";
import { InvalidInputError } from "@hubwart/core";
import { applyStep } from "@hubwart/draft";
import { expect, it } from "vitest";
import { operationsOf, type TableChange } from "./changes.ts";

const BEFORE: DraftDocument = {
  scripts: {},
  tables: [
    {
      id: "t1",
      name: "alarms",
      above: [],
      columns: [
        { id: "c1", name: "id" },
        { id: "c2", name: "limit" },
      ],
      rows: [
        { id: "r1", cells: { c1: "heiss", c2: 80 } },
        { id: "r2", cells: { c1: "kalt", c2: 5 } },
      ],
    },
  ],
};
function after(changes: TableChange[]) {
  let count = 0;
  const ops = operationsOf(BEFORE, changes, () => `m${(count += 1)}`);
  const { document } = applyStep(BEFORE, ops);
  return document.tables.map(({ columns, name, rows }) => ({
    name,
    rows: rows.map(({ cells }) =>
      Object.fromEntries(
        columns.flatMap(({ id, name: column }) => (cells[id] == null ? [] : [[column, cells[id]]])),
      ),
    ),
  }));
}

it("changes the row of the same key, and adds others at the end", () => {
  expect(
    after([
      {
        table: "Alarms",
        rows: [
          { ID: "heiss", limit: 90 },
          { id: "neu", limit: 1 },
        ],
      },
    ]),
  ).toEqual([
    {
      name: "alarms",
      rows: [
        { id: "heiss", limit: 90 },
        { id: "kalt", limit: 5 },
        { id: "neu", limit: 1 },
      ],
    },
  ]);
});

it("empties cells, removes rows, and makes columns and tables that are not there", () => {
  expect(
    after([
      { table: "alarms", rows: [{ id: "heiss", limit: null, text: "Zu heiß" }], remove: [{ id: "kalt" }] },
      { table: "links", rows: [{ source: "a", target: "b" }] },
    ]),
  ).toEqual([
    { name: "alarms", rows: [{ id: "heiss", text: "Zu heiß" }] },
    { name: "links", rows: [{ source: "a", target: "b" }] },
  ]);
});

it("puts what comes twice into one row", () => {
  const rows = [
    { id: "neu", limit: 1 },
    { id: "neu", text: "x" },
  ];
  expect(after([{ table: "alarms", rows }])[0]?.rows.slice(2)).toEqual([{ id: "neu", limit: 1, text: "x" }]);
});

it("takes a table that is named twice for one", () => {
  const parts: TableChange[] = [
    { table: "alarms", rows: [{ id: "neu", limit: 1 }] },
    { table: "links", rows: [{ source: "a", target: "b" }] },
    { table: "Alarms", rows: [{ id: "neu", limit: 2 }], remove: [{ id: "kalt" }] },
    { table: "LINKS", rows: [{ source: "c", target: "d" }] },
    { table: "alarms", rows: [{ id: "kalt", limit: 7 }] },
  ];
  expect(after(parts)).toEqual([
    {
      name: "alarms",
      rows: [
        { id: "heiss", limit: 80 },
        { id: "neu", limit: 2 },
        { id: "kalt", limit: 7 },
      ],
    },
    {
      name: "links",
      rows: [
        { source: "a", target: "b" },
        { source: "c", target: "d" },
      ],
    },
  ]);
  const twice = [{ id: "kalt" }, { id: "kalt" }];
  expect(() => after([{ table: "alarms", remove: twice }])).toThrow(InvalidInputError);
  expect(after([{ table: "alarms", rows: [{ id: "neu" }], remove: [{ id: "neu" }] }])[0]?.rows).toHaveLength(
    2,
  );
});

it("says which row to remove there is none of", () => {
  expect(() => after([{ table: "alarms", remove: [{ id: "nie" }] }])).toThrow(InvalidInputError);
  expect(() => after([{ table: "alarms", remove: [{ limit: 5 }] }])).toThrow(InvalidInputError);
});
