import type { DraftDocument, DraftStep } from "@hubwart/contract";
import { expect, it } from "vitest";
import { waitingSteps } from "./waiting-steps.ts";

const DOCUMENT: DraftDocument = {
  tables: [
    {
      id: "t",
      name: " MQTT",
      above: [],
      columns: [
        { id: "c", name: "channel" },
        { id: "p", name: "Password " },
      ],
      rows: [],
    },
  ],
  scripts: {},
};
const EMPTY: DraftDocument = { tables: [], scripts: {} };

function browser() {
  const kept = new Map<string, string>();
  return {
    kept,
    tab: (isSecret = (table: string, column: string) => table === "mqtt" && column === "password") =>
      waitingSteps("d1", {
        storage: {
          get: (key) => kept.get(key) ?? null,
          set: (key, value) => void kept.set(key, value),
          remove: (key) => void kept.delete(key),
          keys: (prefix) => [...kept.keys()].filter((key) => key.startsWith(prefix)),
        },
        isSecret: () => isSecret,
      }),
  };
}
const step = (key: string, ...ops: DraftStep["ops"]): DraftStep => ({ key, label: "Zelle", ops });
const set = (column: string, value: string | { secret: string }): DraftStep["ops"][number] => ({
  op: "set",
  table: "t",
  cells: [["r1", column, value]],
});

it("gives the next tab what the last one left, until that is kept", () => {
  const { kept, tab } = browser();
  const steps = [step("k1", set("c", "neu")), { ...step("k2", set("c", "alt")), undoes: 7 }];
  tab().keep(steps, [DOCUMENT]);
  const next = tab();
  expect(next.found()).toEqual([step("k1", set("c", "neu")), step("k2", set("c", "alt"))]);
  expect(tab().found()).toHaveLength(2);
  next.keep([], [DOCUMENT]);
  expect(kept.size).toBe(0);
});

it.each<[string, DraftDocument[], DraftStep["ops"]]>([
  ["a cell", [EMPTY, DOCUMENT], [set("p", "geheim")]],
  ["a column that is gone by now", [DOCUMENT, EMPTY], [set("p", "geheim")]],
  [
    "a new row",
    [DOCUMENT],
    [{ op: "insert", table: "t", after: null, rows: [{ id: "r9", cells: { p: "geheim" } }] }],
  ],
  [
    "a new column",
    [DOCUMENT],
    [{ op: "addColumn", table: "t", after: null, column: { id: "n", name: "password" } }, set("n", "geheim")],
  ],
  [
    "a column that takes another name",
    [DOCUMENT],
    [set("c", "geheim"), { op: "renameColumn", table: "t", column: "c", name: "password" }],
  ],
  [
    "a new table",
    [EMPTY],
    [
      {
        op: "addTable",
        after: null,
        table: {
          ...(DOCUMENT.tables[0] as DraftDocument["tables"][number]),
          rows: [{ id: "r1", cells: { p: "geheim" } }],
        },
      },
    ],
  ],
])("keeps no password of %s", (_, documents, ops) => {
  const { kept, tab } = browser();
  tab().keep([step("k1", ...ops)], documents);
  expect(kept.size).toBe(1);
  expect([...kept.values()].join()).not.toContain("geheim");
  expect(tab().found()[0]?.ops).toHaveLength(ops.length);
});

it("keeps nothing as long as nobody knows the secrets, and the name of one that the device has", () => {
  const { kept, tab } = browser();
  const unknown = waitingSteps("d1", {
    storage: {
      get: () => null,
      set: (key, value) => void kept.set(key, value),
      remove: () => undefined,
      keys: () => [],
    },
    isSecret: () => undefined,
  });
  unknown.keep([step("k1", set("c", "x"))], [DOCUMENT]);
  expect(kept.size).toBe(0);
  tab().keep([step("k1", set("p", { secret: "s1" }))], [DOCUMENT]);
  expect(tab().found()).toEqual([step("k1", set("p", { secret: "s1" }))]);
});

it("passes over what it did not write", () => {
  const { kept, tab } = browser();
  kept.set("hubwart.drafts.waiting.d1.x", '[{"key":"k"}]').set("hubwart.drafts.waiting.d1.y", "{");
  expect(tab().found()).toEqual([]);
});
