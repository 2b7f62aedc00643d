import { describe, expect, it } from "vitest";
import type { CompiledBlock, CompiledProject } from "../compiled.ts";
import { pagesOf } from "./shown.ts";

const CHANNELS = ["bus.a.temp", "bus.a.set", "bus.a.licht", "bus.b.temp", "bus.b.set"];
const pods = ["bus.a", "bus.b"].map((id) => ({
  id,
  area: id === "bus.a" ? "Haus/EG" : "Haus/OG",
  channels: CHANNELS.filter((chan) => chan.startsWith(id)).map((chan) => ({
    chan,
    type: "float",
    dir: chan.endsWith("set") ? "inout" : "in",
    record: true,
  })),
}));
const project = (pages?: Omit<CompiledBlock, "page">[]) =>
  ({
    pods,
    constants: [{ chan: "const.main.soll" }],
    schedules: [{ chan: "sched.haus.nacht" }],
    alarms: [
      { source: "bus.a.temp", class: "warm" },
      { source: "bus.b.temp", class: "kalt" },
    ],
    ...(pages ? { pages: pages.map((block) => ({ ...block, page: "Haus" })) } : {}),
  }) as unknown as CompiledProject;
const shown = (own: string[], pages: Omit<CompiledBlock, "page">[]) =>
  pagesOf(project(pages), (chan) => own.includes(chan)).pages.get("Haus")?.blocks ?? [];
const kinds = (own: string[], pages: Omit<CompiledBlock, "page">[]) =>
  shown(own, pages).map(({ block, source }) => [block, source ?? ""]);

describe("pages of who is kept to some channels", () => {
  it("have blocks of his channels, trends and lists with those alone", () => {
    const own = ["bus.a.temp", "sched.haus.nacht"];
    expect(
      kinds(own, [
        { block: "value", source: "bus.a.temp" },
        { block: "value", source: "bus.b.temp" },
        { block: "trend", source: "bus.b.temp, bus.a.temp" },
        { block: "trend", source: "bus.b.temp" },
        { block: "schedule", source: "sched.haus.nacht" },
        { block: "switch", source: "bus.b.set" },
      ]),
    ).toEqual([
      ["value", "bus.a.temp"],
      ["trend", "bus.a.temp"],
      ["schedule", "sched.haus.nacht"],
    ]);
    const lists = shown(
      ["bus.a.temp", "const.main.soll"],
      [
        { block: "list", source: "Haus" },
        { block: "list", source: "*" },
        { block: "list", source: "Haus/OG" },
      ],
    );
    expect(lists.map(({ channels, total }) => [channels, total])).toEqual([
      [["bus.a.temp"], 1],
      [["bus.a.temp", "const.main.soll"], 2],
    ]);
  });

  it("show no actual value of another beside a set point", () => {
    const [said] = shown(["bus.a.set"], [{ block: "setpoint", source: "bus.a.set", actual: "bus.b.temp" }]);
    expect(said).toMatchObject({ source: "bus.a.set", channels: ["bus.a.set"] });
    expect(said).not.toHaveProperty("actual");
  });

  it("have alarms where one of them is his", () => {
    const alarms = [undefined, "warm", "kalt", "Haus/EG", "Haus/OG"].map((source) => ({
      block: "alarms" as const,
      ...(source === undefined ? {} : { source }),
    }));
    expect(kinds(["bus.a.temp"], alarms)).toEqual([
      ["alarms", ""],
      ["alarms", "warm"],
      ["alarms", "Haus/EG"],
    ]);
    expect(kinds(["bus.a.set"], alarms)).toEqual([]);
  });

  it("keep texts and plans beside what is his, and are none without", () => {
    const page: Omit<CompiledBlock, "page">[] = [
      { block: "text", label: "Hinweis" },
      { block: "plan", source: "eg.svg" },
      { block: "value", source: "bus.a.temp", on: "eg.svg" },
      { block: "plan", source: "og.svg" },
      { block: "value", source: "bus.b.temp", on: "og.svg" },
      { block: "text", label: "Oben", on: "og.svg" },
    ];
    expect(shown(["bus.a.temp"], page).map(({ label, source }) => label ?? source)).toEqual([
      "Hinweis",
      "eg.svg",
      "bus.a.temp",
    ]);
    expect(pagesOf(project(page), () => false).pages.size).toBe(0);
  });

  it("are made of areas where he has a channel, named as for everybody", () => {
    const { generated, pages } = pagesOf(project(), (chan) => chan === "bus.b.temp");
    expect(generated).toBe(true);
    expect([...pages.keys()]).toEqual(["Haus/OG"]);
    const own = [...pages.values()].flatMap(({ blocks }) => blocks.flatMap(({ channels }) => channels));
    expect(new Set(own)).toEqual(new Set(["bus.b.temp"]));
  });
});
