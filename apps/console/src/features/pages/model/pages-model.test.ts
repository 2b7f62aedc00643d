import type { DraftDocument } from "@hubwart/contract";
import { applyStep } from "@hubwart/draft";
import { describe, expect, it } from "vitest";
import { streamFilter } from "../../../api/channel-values.ts";
import type { Block } from "../api/pages.ts";
import { type Box, fitted, moved, onPlan } from "./arrange.ts";
import { arrangeOps, type Placed } from "./draft-ops.ts";
import { problemOf, stepped, typedSetpoint } from "./setpoint.ts";
import { nameOf, shownValue, withUnit } from "./shown-value.ts";
import { outcomeOf } from "./use-write.ts";

const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

describe("moving a block", () => {
  const boxes = new Map([
    ["a", box(1, 1, 3, 1)],
    ["b", box(4, 1, 3, 2)],
    ["c", box(4, 3, 3, 1)],
    ["d", box(10, 1, 3, 1)],
  ]);

  it("puts down what is in its way, and that again, and leaves the others", () => {
    const after = moved(boxes, "a", box(4, 1, 3, 1));
    expect([...after]).toEqual([
      ["a", box(4, 1, 3, 1)],
      ["b", box(4, 2, 3, 2)],
      ["c", box(4, 4, 3, 1)],
      ["d", box(10, 1, 3, 1)],
    ]);
    expect(after.get("d")).toBe(boxes.get("d"));
  });

  it("stays within the grid, also when it grows", () => {
    expect(fitted(box(12, 0, 5, 99))).toEqual(box(8, 1, 5, 24));
    expect(fitted(box(-3, 500, 0, -1))).toEqual(box(1, 176, 1, 1));
    expect(fitted(box(1, 1, 20, 1))).toEqual(box(1, 1, 12, 1));
  });

  it("stays on the plan", () => {
    expect(onPlan({ x: -4, y: 100.04 })).toEqual({ x: 0, y: 100 });
    expect(onPlan({ x: 33.3333, y: 5 })).toEqual({ x: 33.3, y: 5 });
  });
});

describe("a set point", () => {
  const range = { min: 16, max: 26, step: 0.5 };
  it("is held to its limits and steps", () => {
    expect(typedSetpoint("21,5", "float", range)).toEqual({ value: 21.5 });
    expect(problemOf(15.9, range)).toBe("Erlaubt sind 16 bis 26.");
    expect(problemOf(26.1, range)).toBe("Erlaubt sind 16 bis 26.");
    expect(problemOf(20.2, range)).toBe("Erlaubt sind Schritte von 0,5.");
    expect(problemOf(3, { min: 4 })).toBe("Erlaubt ist mindestens 4.");
    expect(problemOf(5, { max: 4 })).toBe("Erlaubt ist höchstens 4.");
    expect(problemOf(0.3, { step: 0.1 })).toBeUndefined();
    expect(typedSetpoint("", "float", range)).toEqual({ problem: "Geben Sie eine Zahl ein." });
    expect(typedSetpoint("1,5", "int", {})).toEqual({ problem: "Geben Sie eine ganze Zahl ein." });
  });

  it("goes by its steps, from the nearest one, and no further than its limits", () => {
    expect(stepped(20, 1, "float", range)).toBe(20.5);
    expect(stepped(20.2, 1, "float", range)).toBe(20.5);
    expect(stepped(20.2, -1, "float", range)).toBe(20);
    expect(stepped(26, 1, "float", range)).toBe(26);
    expect(stepped(16, -1, "float", range)).toBe(16);
    expect(stepped(0.1, 1, "float", { step: 0.2, min: 0.1 })).toBe(0.3);
    expect(stepped(7, -1, "int", {})).toBe(6);
    expect(stepped(1, 1, "float", { decimals: 2 })).toBe(1.01);
  });
});

describe("values", () => {
  it("are words where there are some, and have their decimals and unit", () => {
    expect(shownValue(1, { choices: [[1, "Ein"]] })).toBe("Ein");
    expect(shownValue(true, {})).toBe("Ein");
    expect(shownValue(21.456, { decimals: 1 })).toBe("21,5");
    expect(withUnit(21, { decimals: 1 }, "°C")).toBe("21,0\u00a0°C");
    expect(withUnit(1, { choices: [[1, "Ein"]] }, "°C")).toBe("Ein");
    expect(nameOf({ block: "value", source: "a.b.temp" })).toBe("temp");
    expect(nameOf({ block: "alarms" })).toBe("Meldungen");
  });

  it("say what became of a write, with the reason", () => {
    expect(outcomeOf({ state: "refused", reason: "gesperrt" }, "21")).toEqual({
      tone: "error",
      text: "21 wurde abgelehnt: gesperrt",
    });
    expect(outcomeOf({ state: "waiting" }, "21").tone).toBe("warn");
    expect(outcomeOf({ state: "written" }, "21")).toEqual({ tone: "ok", text: "21 geschrieben" });
  });

  it("of very many channels are asked for by their pods, or not by the stream", () => {
    const names = (count: number, pods: number) =>
      Array.from({ length: count }, (_, at) => `mqtt.p${at % pods}.c${at}`);
    expect(streamFilter([])).toBeUndefined();
    expect(streamFilter(names(3, 1))).toEqual(names(3, 1));
    expect(streamFilter(names(200, 2))).toEqual(["mqtt.p0.*", "mqtt.p1.*"]);
    expect(streamFilter(names(1_000, 400))).toBeUndefined();
  });
});

describe("an arranged page in a draft", () => {
  const value: Block = { block: "value", source: "mqtt.a.x", channels: [], total: 1 };
  const plan: Block = { block: "schedule", source: "sched.main.office", channels: [], total: 0 };
  const placed: Placed[] = [
    { page: "Haus", block: value, place: box(4, 2, 3, 1) },
    { page: "Haus", block: plan, place: box(1, 1, 3, 1) },
  ];
  let next = 0;
  const newId = () => `n${(next += 1)}`;
  const rowsOf = (document: DraftDocument) =>
    document.tables
      .find(({ name }) => name === "pages")
      ?.rows.map(({ cells }) =>
        Object.fromEntries(
          Object.entries(cells).map(([id, cell]) => [
            document.tables.flatMap(({ columns }) => columns).find((column) => column.id === id)?.name,
            cell,
          ]),
        ),
      );

  it("is a table of its own where there is none", () => {
    const before: DraftDocument = { tables: [], scripts: {} };
    const { document } = applyStep(before, arrangeOps(before, placed, newId));
    expect(rowsOf(document)).toEqual([
      { page: "Haus", block: "value", source: "mqtt.a.x", x: 4, y: 2, w: 3, h: 1 },
      { page: "Haus", block: "schedule", source: "main.office", x: 1, y: 1, w: 3, h: 1 },
    ]);
  });

  it("changes no more than the cells of its rows, adds columns that are missing, and rows that are not there", () => {
    const columns = ["page", "block", "source", "x", "y"];
    const row = (id: string, cells: Record<string, string | number>) => ({ id, cells });
    const before: DraftDocument = {
      scripts: {},
      tables: [
        {
          id: "t",
          name: "Pages",
          above: [],
          columns: columns.map((name) => ({ id: name, name })),
          rows: [
            row("r1", { page: "Haus", block: "Value", source: "mqtt.a.x", x: 1, y: 2 }),
            row("r2", { page: "Hof", block: "value", source: "mqtt.a.x", x: 1, y: 1 }),
          ],
        },
      ],
    };
    const ops = arrangeOps(before, placed, newId);
    expect(ops.map(({ op }) => op)).toEqual(["addColumn", "addColumn", "insert", "set"]);
    const { document } = applyStep(before, ops);
    const rows = document.tables[0]?.rows ?? [];
    expect(rows).toHaveLength(3);
    expect(rows[0]?.cells).toMatchObject({ x: 4, y: 2, block: "Value" });
    expect(rows[1]).toEqual(before.tables[0]?.rows[1]);
    expect(arrangeOps(document, placed, newId)).toEqual([]);
  });
});
