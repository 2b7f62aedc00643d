import { readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { CODES } from "@hubwart/contract";
import { dataLayout } from "@hubwart/core";
import { type CompiledProject, readEdits, recompile } from "@hubwart/project";
import { describe, expect, it } from "vitest";
import { file, settle, useProjectBench } from "../../testing/project-bench.ts";
import { constantsReader } from "./own-constants.ts";
import type { ProjectDeps, ProjectService } from "./service.ts";

const bench = useProjectBench();
const LIMIT = "const.main.limit";

function projectOf(value: number, id = "haus"): CompiledProject {
  const constants = [{ chan: LIMIT, type: "int" as const, value, max: 100 }];
  return { format: 1, id, name: id, pods: [], links: [], constants, scripts: {} };
}

/** Uploads are compiled JSON; an edited one is compiled as in the product. */
const check: ProjectDeps["check"] = async ({ file: source, folder, edits }) => {
  const own = JSON.parse(await readFile(source, "utf8")) as CompiledProject;
  const result = recompile(own, edits === undefined ? new Map() : await readEdits(edits));
  if (!result.compiled) return { hash: "", errors: result.errors, tooHeavy: false };
  const compiledFile = path.join(folder, "compiled.json");
  const constantsFile = path.join(folder, "constants.json");
  await writeFile(compiledFile, JSON.stringify(result.compiled));
  await writeFile(constantsFile, JSON.stringify(result.compiled.constants));
  const summary = { id: own.id, name: own.name, pods: 0, channels: 0, files: ["plan.png"] };
  return { hash: result.hash, errors: [], tooHeavy: false, compiledFile, constantsFile, summary };
};

const upload = (value: number, store = { keep: false, password: "" }) =>
  file(JSON.stringify(projectOf(value)), { store: () => store });
const kind = { kind: "constants.activate", title: "Konstanten aktivieren", reason: 1003 } as const;

async function setup() {
  const made = await bench.setup({ check });
  return { ...made, activate: made.service.defineRemake(kind), setup: made };
}
const current = async (service: ProjectService) => {
  const read = constantsReader(service.versions);
  return (await read())?.constants[0];
};

describe("making the current project anew", () => {
  it("restarts the hub with the reason, once, and not at all where nothing changes", async () => {
    const { service, activate, restarts } = await setup();
    await service.upload(upload(1));
    expect(await activate(new Map([[LIMIT, 2]]))).toEqual({ code: 0, restart: true, errors: [] });
    expect(restarts).toEqual([1001, 1003]);
    expect(await current(service)).toMatchObject({ value: 2, given: 1 });
    expect(await activate(new Map([[LIMIT, 2]]))).toEqual({ code: 0, restart: false, errors: [] });
    expect(await activate(new Map([["const.main.gone", 2]]))).toMatchObject({ code: 0, restart: true });
    expect(await current(service)).not.toHaveProperty("given");
    expect(restarts).toEqual([1001, 1003, 1003]);
    expect(service.versions.current()?.meta.files).toEqual(["plan.png"]);
    expect(await bench.staged()).toEqual([]);
  });

  it("says which values do not fit and changes nothing", async () => {
    const { service, activate, restarts } = await setup();
    await service.upload(upload(1));
    const answer = await activate(new Map([[LIMIT, 101]]));
    expect(answer).toMatchObject({ code: CODES.projectInvalid, restart: false });
    expect(answer.errors.map(({ Channel }) => Channel)).toEqual([LIMIT]);
    expect(service.versions.state.version).toBe("1");
    expect(restarts).toEqual([1001]);
    expect(await bench.staged()).toEqual([]);
  });

  it("needs a project", async () => {
    const { activate } = await setup();
    await expect(activate(new Map())).rejects.toMatchObject({ code: CODES.noProject });
  });

  it("puts the values back that the hub does not start with", async () => {
    const { service, activate, restarts, setup: made, hub } = await setup();
    await service.upload(upload(1));
    const runs = made.hubStarts;
    made.hubStarts = () => {
      made.hubStarts = runs;
      hub.say({ pid: 5_000, state: "stopped", error: "Nein." });
    };
    expect(await activate(new Map([[LIMIT, 2]]))).toMatchObject({ code: CODES.projectPutBack });
    await settle(() => service.busy === undefined);
    expect(restarts).toEqual([1001, 1003, 4]);
    expect(await current(service)).toMatchObject({ value: 1 });
  });

  it("keeps the uploaded file with every version, once on the disk", async () => {
    const { service, activate } = await setup();
    await service.upload(upload(1, { keep: true, password: "" }));
    await activate(new Map([[LIMIT, 2]]));
    const { versions } = service;
    const [first, second] = await Promise.all(["1", "2"].map((name) => stat(versions.file(name, "upload"))));
    expect(second?.ino).toBe(first?.ino);
    expect(versions.current()?.meta).toMatchObject({ stored: "plain", of: "1", filename: "haus.xlsx" });
  });

  it("pushes no upload out: of one upload only the newest stays", async () => {
    const { service, activate } = await setup();
    await service.upload(upload(1));
    for (let value = 2; value <= 15; value += 1) await activate(new Map([[LIMIT, value]]));
    expect(service.versions.list().map(({ version }) => version)).toEqual(["15", "1"]);
    await service.upload(upload(50));
    expect(service.versions.list().map(({ version }) => version)).toEqual(["16", "15", "1"]);
    for (let value = 51; value < 70; value += 1) await service.upload(upload(value));
    expect(service.versions.list().length).toBe(10);
    expect(service.versions.list().every(({ meta }) => meta.of === undefined)).toBe(true);
  });

  it("reads the constants of a version that an earlier release made", async () => {
    const { service } = await setup();
    const { projectVersions } = dataLayout(bench.folder);
    await service.upload(upload(1));
    const read = constantsReader(service.versions);
    expect((await read())?.constants).toHaveLength(1);
    await rm(path.join(projectVersions, "1", "constants.json"));
    expect((await constantsReader(service.versions)())?.constants).toEqual((await read())?.constants);
  });
});
