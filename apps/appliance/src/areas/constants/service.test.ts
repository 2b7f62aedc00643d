import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLogger, InvalidInputError, ManualClock, MemoryLogSink, NotFoundError } from "@hubwart/core";
import type { CompiledConstant } from "@hubwart/project";
import { useFolder } from "@hubwart/testing/folder";
import { turnsDuring } from "@hubwart/testing/turns";
import { beforeEach, describe, expect, it } from "vitest";
import { EditedValues } from "./edited-values.ts";
import { ConstantsService } from "./service.ts";

const OWN: CompiledConstant[] = [
  { chan: "const.heizung.kurve", type: "json", value: { a: 1, b: [2] } },
  { chan: "const.main.grenze", type: "float", value: 21.5, min: 5, max: 30, label: "Grenzwert" },
  { chan: "const.main.name", type: "string", value: "Halle" },
];

const folder = useFolder();
let project:
  | { version: string; uploaded: number; constants: CompiledConstant[]; files: string[] }
  | undefined;
const sink = new MemoryLogSink();
const clock = new ManualClock();

beforeEach(() => {
  project = { version: "1", uploaded: 100, constants: OWN, files: ["plan/lage.png", "README"] };
});

const file = () => path.join(folder(), "edited.json");
const opened = () => EditedValues.open(file(), clock, createLogger("system", "test", sink));
async function started(): Promise<ConstantsService> {
  const edited = await opened();
  return new ConstantsService({ edited, project: async () => project });
}
const limit = async (service: ConstantsService) =>
  (await service.rows("main.json")).find(({ channel }) => channel === "const.main.grenze");
const save = (service: ConstantsService, value: unknown) =>
  service.save("main.json", [{ channel: "const.main.grenze", value }]);

describe("collections", () => {
  it("are the project's groups, with its other files by their type", async () => {
    clock.jump(1_000_000);
    const service = await started();
    await save(service, 22);
    expect(await service.files()).toEqual({
      files: [
        { filename: "heizung.json", type: "json", ts: 100, edited: 0 },
        { filename: "main.json", type: "json", ts: Math.floor(clock.now() / 1000), edited: 1 },
        { filename: "plan/lage.png", type: "png", ts: 100 },
        { filename: "README", type: "", ts: 100 },
      ],
      pending: 1,
      spare: 0,
    });
  });

  it("are empty without a project, and nothing is cleaned then", async () => {
    const service = await started();
    await save(service, 22);
    project = undefined;
    expect(await service.files()).toEqual({ files: [], pending: 0, spare: 0 });
    await expect(service.clean()).rejects.toThrow("kein Projekt");
    await expect(service.rows("main.json")).rejects.toBeInstanceOf(NotFoundError);
    expect(service.edits().size).toBe(1);
  });
});

describe("a value", () => {
  it("is saved over the project's, found after a restart, and taken back by the project's own", async () => {
    await save(await started(), 22);
    const service = await started();
    expect(await limit(service)).toEqual({
      channel: "const.main.grenze",
      value: 22,
      label: "Grenzwert",
      type: "float",
      min: 5,
      max: 30,
      project: 21.5,
      edited: true,
      active: 21.5,
    });
    expect(await service.changes()).toEqual({
      changes: [{ channel: "const.main.grenze", label: "Grenzwert", from: 21.5, to: 22 }],
      total: 1,
    });
    expect(await save(service, 21.5)).toBe(0);
    expect(await limit(service)).toMatchObject({ value: 21.5, edited: false });
    expect(service.edits().size).toBe(0);
  });

  it("is active once the project was made with it, and the project's own is still known", async () => {
    const service = await started();
    await save(service, 22);
    project = {
      version: "2",
      uploaded: 100,
      files: [],
      constants: OWN.map((one) =>
        one.chan === "const.main.grenze" ? { ...one, value: 22, given: 21.5 } : one,
      ),
    };
    expect(await limit(service)).toMatchObject({ value: 22, project: 21.5, edited: true, active: 22 });
    expect((await service.changes()).total).toBe(0);
  });

  it("is held to type and limits; of several rows either all are saved or none", async () => {
    const service = await started();
    const rows = [
      { channel: "const.main.name", value: "Dach" },
      { channel: "const.main.grenze", value: 31 },
      { channel: "const.main.name", value: "Keller" },
      { channel: "const.heizung.kurve", value: 1 },
    ];
    const refused = await service.save("main.json", rows).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InvalidInputError);
    expect((refused as InvalidInputError).fields).toEqual([
      { field: "rows.1.value", message: "Erlaubt ist höchstens 30." },
      { field: "rows.2.value", message: "Die Konstante „const.main.name“ kommt mehrfach vor." },
      { field: "rows.3.channel", message: "Die Sammlung hat keine Konstante „const.heizung.kurve“." },
    ]);
    expect(service.edits().size).toBe(0);
  });

  it("outlives its constant until somebody cleans up", async () => {
    const service = await started();
    await save(service, 22);
    await service.save("heizung.json", [{ channel: "const.heizung.kurve", value: { b: [2], a: 2 } }]);
    project = { version: "2", uploaded: 200, files: [], constants: OWN.slice(0, 1) };
    expect(await service.files()).toMatchObject({ spare: 1, pending: 1 });
    expect(await service.clean()).toBe(1);
    expect([...service.edits().keys()]).toEqual(["const.heizung.kurve"]);
    expect(await service.clean()).toBe(0);
  });

  it("that equals the project's, however it is written, is none", async () => {
    const service = await started();
    await service.save("heizung.json", [{ channel: "const.heizung.kurve", value: { b: [2], a: 1 } }]);
    expect(service.edits().size).toBe(0);
  });

  it("with a name of every object's is a constant like others", async () => {
    project = {
      version: "1",
      uploaded: 1,
      files: [],
      constants: [{ chan: "const.main.constructor", type: "int", value: 1 }],
    };
    const service = await started();
    await service.save("main.json", [{ channel: "const.main.constructor", value: 2 }]);
    expect((await started()).edits()).toEqual(new Map([["const.main.constructor", 2]]));
  });
});

it("lets others be answered while it goes over very many", async () => {
  const many = Array.from({ length: 5_000 }, (_, i) => `const.main.t${i}`);
  const constants = many.map((chan): CompiledConstant => ({ chan, type: "int", value: 0 }));
  project = { version: "1", uploaded: 1, files: [], constants };
  const service = await started();
  const all = many.map((channel) => ({ channel, value: 1 }));
  for (const work of [
    () => service.rows("main.json"),
    () => service.files(),
    () => service.changes(),
    () => service.save("main.json", all),
    () => service.clean(),
  ])
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(4);
  expect((await service.changes()).total).toBe(5_000);
});

describe("the file", () => {
  it.each(["{", '{"format":2,"values":{}}', '{"format":1,"values":[1]}'])("is damaged: %s", async (text) => {
    await writeFile(file(), text);
    const service = await started();
    expect(service.edits().size).toBe(0);
    expect(sink.entries.at(-1)?.msg).toContain("ist nicht lesbar");
    expect(await readFile(`${file()}.damaged`, "utf8")).toBe(text);
    expect((await opened()).damaged).toBe(true);
    await save(service, 22);
    expect((await started()).edits().size).toBe(1);
    expect((await opened()).damaged).toBe(false);
  });

  it("never grows without bound", async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => `const.main.t${i}`);
    project = {
      version: "1",
      uploaded: 1,
      files: [],
      constants: many.map((chan) => ({ chan, type: "string", value: "" })),
    };
    const service = await started();
    const value = "x".repeat(32_000);
    const rows = many.map((channel) => ({ channel, value }));
    await expect(service.save("main.json", rows)).rejects.toThrow("größer als 32\u00a0MB");
    expect(service.edits().size).toBe(0);
  });
});
