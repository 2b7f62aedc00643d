import { expect, it } from "vitest";
import type { CompiledProject } from "../compiled.ts";
import { alarmTables, compileTables, goodTables, pageTables, type Tables } from "../testing/project.ts";
import { LISTED_MAX, pagesOf } from "./shown.ts";

async function compiled(tables: Tables): Promise<CompiledProject> {
  const { compiled: made, errors } = await compileTables(tables);
  if (!made) throw new Error(JSON.stringify(errors));
  return made;
}

it("says what the blocks of a page stand for, in the order of reading", async () => {
  const { generated, pages } = pagesOf(await compiled(pageTables()));
  expect(generated).toBe(false);
  const blocks = pages.get("Haus/Büro 2")?.blocks ?? [];
  expect(blocks.slice(0, 2)).toMatchObject([
    { block: "value", box: { x: 1, y: 1, w: 3, h: 1 }, channels: ["bus.a.temp"] },
    { block: "setpoint", actual: "bus.a.temp", channels: ["bus.a.set"], min: 16 },
  ]);
  expect(blocks.at(-1)).toMatchObject({ on: "eg.svg", x: 33.5 });
  expect(blocks.at(-1)).not.toHaveProperty("box");
  expect(blocks.filter(({ block }) => block === "list").map(({ channels }) => channels)).toEqual([
    ["bus.a.set", "bus.a.temp", "bus.b.out"],
    ["bus.a.set", "bus.a.temp", "bus.b.out"],
  ]);
});

it("makes a page for each area of a project without: values, set points, switches, alarms", async () => {
  const tables = alarmTables();
  const [head = [], ...rows] = tables["bus"] ?? [];
  const labels = ["Ist-Temperatur", "Soll-Temperatur", null];
  tables["bus"] = [
    [...head, "area"],
    ...rows.map((row, at) => [
      ...row.map((cell, column) =>
        head[column] === "label" ? (labels[at] ?? null) : head[column] === "unit" ? "°C" : cell,
      ),
      at < 2 ? "Haus/EG" : "Haus/OG",
    ]),
  ];
  const { generated, pages } = pagesOf(await compiled(tables));
  expect(generated).toBe(true);
  expect([...pages.keys()]).toEqual(["Haus/EG", "Haus/OG", "Ohne Bereich"]);
  const of = (id: string) =>
    pages.get(id)?.blocks.map(({ actual, block, source }) => [block, source, actual]);
  expect(of("Haus/EG")).toEqual([
    ["setpoint", "bus.a.set", "bus.a.temp"],
    ["alarms", "Haus/EG", undefined],
  ]);
  expect(of("Haus/OG")).toEqual([["setpoint", "bus.b.out", undefined]]);
  expect(of("Ohne Bereich")).toEqual([
    ["value", "echo.e.alive", undefined],
    ["alarms", "Ohne Bereich", undefined],
  ]);
});

it("shows of very many channels some, and the rest as a list that is bounded", async () => {
  const project = await compiled(goodTables());
  const [pod] = project.pods;
  const [channel] = pod?.channels ?? [];
  if (!pod || !channel) throw new Error("no channel");
  const channels = Array.from({ length: 1_000 }, (_, at) => ({
    ...channel,
    dir: "in" as const,
    chan: `bus.a.c${at}`,
  }));
  const { pages } = pagesOf({ ...project, pods: [{ ...pod, channels, area: "Halle" }] });
  const blocks = pages.get("Halle")?.blocks ?? [];
  expect(blocks.filter(({ block }) => block === "value")).toHaveLength(24);
  expect(blocks.find(({ block }) => block === "list")).toMatchObject({ total: 1_000 });
  expect(blocks.find(({ block }) => block === "list")?.channels).toHaveLength(LISTED_MAX);
});
