import { describe, expect, it } from "vitest";
import { compileTables, faults, pageTables } from "../testing/project.ts";
import { boxesOf } from "./layout.ts";
import { BLOCKS_MAX } from "./pages.ts";

type Cells = Partial<Record<string, string | number | boolean>>;

/** The tables of the example with more rows, and what is said of those. */
async function said(...more: Cells[]): Promise<string[]> {
  const tables = pageTables();
  const pages = tables["pages"] ?? [];
  const [head = []] = pages;
  const first = pages.length + 1;
  for (const cells of more) pages.push(head.map((column) => cells[String(column)] ?? null));
  const { errors } = await compileTables(tables);
  return errors
    .filter(({ Ref }) => Ref.includes("|pages|"))
    .map(({ ErrText, Hint, Ref }) => `${Number(Ref.split("|").at(-1)) - first + 1}: ${ErrText}. ${Hint}`);
}
const block = (kind: string, source?: string, more: Cells = {}): Cells => ({
  page: "Neu",
  block: kind,
  ...(source === undefined ? {} : { source }),
  ...more,
});

describe("pages", () => {
  it("are blocks in the order of their places, those without behind", async () => {
    const result = await compileTables(pageTables());
    expect(faults(result)).toEqual([]);
    expect(
      result.compiled?.pages?.map(({ block: kind, on, source, x, y }) => [kind, source, x, y, on]),
    ).toEqual([
      ["value", "bus.a.temp", 1, 1, undefined],
      ["setpoint", "bus.a.set", 4, 1, undefined],
      ["alarms", "technik", undefined, undefined, undefined],
      ["alarms", undefined, undefined, undefined, undefined],
      ["list", "Haus", undefined, undefined, undefined],
      ["list", "bus.*", undefined, undefined, undefined],
      ["plan", "eg.svg", undefined, undefined, undefined],
      ["schedule", "sched.main.hours", undefined, undefined, undefined],
      ["switch", "bus.b.out", undefined, undefined, undefined],
      ["text", undefined, undefined, undefined, undefined],
      ["trend", "bus.a.temp", undefined, undefined, undefined],
      ["value", "bus.a.temp", 33.5, 50, "eg.svg"],
    ]);
    expect(result.compiled?.pages?.[1]).toMatchObject({
      min: 16,
      max: 26,
      step: 0.5,
      actual: "bus.a.temp",
      confirm: true,
    });
    expect(result.compiled?.pages?.find(({ block: kind }) => kind === "switch")?.choices).toEqual([
      [0, "Aus"],
      [1, "Ein"],
    ]);
  });

  it("mean the same whatever the order of their rows", async () => {
    const tables = pageTables();
    const [head = [], ...rows] = tables["pages"] ?? [];
    const turned = { ...tables, pages: [head, ...rows.reverse()] };
    expect((await compileTables(turned)).hash).toBe((await compileTables(pageTables())).hash);
  });

  it.each<[string, Cells, string]>([
    ["an unknown channel", block("value", "bus.a.tempp"), "Meinten Sie „bus.a.temp“?"],
    ["no source", block("value"), "fehlt die Quelle"],
    ["an unknown area", block("list", "Haus/EGG"), "Meinten Sie „Haus/EG“?"],
    ["a pattern of none", block("list", "knx.*"), "passt kein Channel"],
    ["an unknown class", block("alarms", "technikk"), "Meinten Sie „technik“?"],
    ["an unknown schedule", block("schedule", "hour"), "Meinten Sie „sched.main.hours“?"],
    ["a set point that comes from outside", block("setpoint", "bus.a.temp"), "lässt sich nicht schreiben"],
    ["a set point that is a constant", block("setpoint", "const.main.limit"), "lässt sich nicht schreiben"],
    ["a switch of numbers without choices", block("switch", "bus.b.out"), "braucht Stellungen"],
    ["a choice that is no number", block("switch", "bus.b.out", { choices: "a=An" }), "keine Stellung"],
    ["a choice given twice", block("switch", "bus.b.out", { choices: "1=An;01=Ein" }), "keine Stellung"],
    ["a trend of a boolean", block("trend", "echo.e.alive"), "passt nicht zum Typ „bool“"],
    ["a trend without record", block("trend", "bus.a.set"), "nichts aufgezeichnet"],
    ["a file elsewhere", block("plan", "../eg.svg"), "keine Datei eines Plans"],
    ["a file of another kind", block("plan", "eg.html"), "keine Datei eines Plans"],
    [
      "a plan that the page does not have",
      block("value", "bus.a.temp", { on: "og.svg", x: 1, y: 1 }),
      "keinen Plan",
    ],
    [
      "what cannot stand on a plan",
      block("trend", "bus.a.temp", { on: "eg.svg", x: 1, y: 1 }),
      "kann nicht auf einem Plan",
    ],
    [
      "a place beside the plan",
      block("value", "bus.a.temp", { page: "Haus/Büro 2", label: "x", on: "eg.svg", x: 1, y: 101 }),
      "von 0 bis 100",
    ],
    ["a block out of the grid", block("value", "bus.a.temp", { x: 11, y: 1 }), "aus dem Raster"],
    ["half a column", block("value", "bus.a.temp", { x: 1.5, y: 1 }), "aus dem Raster"],
    ["a column zero", block("value", "bus.a.temp", { x: 0, y: 1 }), "aus dem Raster"],
    ["half a place", block("value", "bus.a.temp", { x: 1 }), "Nur eine der Spalten"],
    [
      "limits the wrong way round",
      block("setpoint", "bus.a.set", { min: 5, max: 5 }),
      "nicht kleiner als der größte",
    ],
    ["a step of nothing", block("setpoint", "bus.a.set", { step: 0 }), "nicht größer als 0"],
    ["a limit of a value", block("value", "bus.a.temp", { min: 5 }), "gilt nicht für den Baustein „value“"],
    ["a text without one", block("text"), "Der Text ist leer"],
    [
      "a text with a source",
      block("text", "bus.a.temp", { label: "x" }),
      "gilt nicht für den Baustein „text“",
    ],
    [
      "a name that ends nowhere",
      block("text", undefined, { page: "Haus/", label: "x" }),
      "kein Name einer Ansicht",
    ],
    [
      "an unknown actual value",
      block("setpoint", "bus.a.set", { actual: "bus.a.temq" }),
      "Meinten Sie „bus.a.temp“?",
    ],
  ])("%s is an error", async (_, cells, text) => {
    const found = await said(cells);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(text);
  });

  it("that overlap name each other, also by their usual size", async () => {
    const [fault] = await said(
      block("value", "bus.a.temp", { x: 1, y: 1 }),
      block("value", "bus.a.set", { x: 3, y: 1 }),
    );
    expect(fault).toMatch(/^2: Der Baustein überdeckt einen anderen\. Der andere steht in .*pages/);
  });

  it("given twice name each other", async () => {
    const found = await said(block("value", "bus.a.temp"), block("value", "bus.a.temp", { w: 5 }));
    expect(found).toEqual([expect.stringMatching(/^2: Der Baustein kommt mehrfach vor/)]);
  });

  it("are bounded", async () => {
    const rows = Array.from({ length: BLOCKS_MAX + 2 }, (_, at) =>
      block("text", undefined, { label: `t${at}` }),
    );
    expect(await said(...rows)).toEqual([expect.stringContaining("mehr als 5.000 Bausteine")]);
  });
});

describe("room in the grid", () => {
  it("is found around what says where it stands", () => {
    const blocks = [
      { page: "a", block: "value" as const, source: "x.y.a", x: 4, y: 1 },
      { page: "a", block: "value" as const, source: "x.y.b" },
      { page: "a", block: "trend" as const, source: "x.y.c" },
      { page: "a", block: "value" as const, source: "x.y.d" },
      { page: "a", block: "value" as const, source: "x.y.e", on: "eg.svg", x: 1, y: 1 },
    ];
    const boxes = boxesOf(blocks);
    expect(blocks.map((one) => boxes.get(one))).toEqual([
      { x: 4, y: 1, w: 3, h: 1 },
      { x: 1, y: 1, w: 3, h: 1 },
      { x: 7, y: 1, w: 6, h: 3 },
      { x: 1, y: 2, w: 3, h: 1 },
      undefined,
    ]);
  });
});
