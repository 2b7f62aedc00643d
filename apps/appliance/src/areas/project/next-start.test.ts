import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { dataLayout } from "@hubwart/core";
import { describe, expect, it } from "vitest";
import { file, settle, useProjectBench } from "../../testing/project-bench.ts";
import { ScriptedHub } from "../../testing/scripted-hub.ts";

const bench = useProjectBench();

describe("the next start", () => {
  it("removes what an interrupted upload left and keeps everything else", async () => {
    const { service } = await bench.setup();
    await service.upload(file("eins"));
    const layout = dataLayout(bench.folder);
    await mkdir(path.join(layout.projectVersions, "2"));
    await mkdir(path.join(layout.projectVersions, "unsinn"));
    await mkdir(path.join(layout.staging, "upload-x"), { recursive: true });
    await writeFile(path.join(layout.staging, "upload-x", "upload"), "geheim");
    const again = await bench.setup();
    expect(await bench.onDisk()).toEqual(["1"]);
    expect(await bench.staged()).toEqual([]);
    await again.service.upload(file("zwei"));
    expect(again.service.versions.state.version).toBe("2");
  });

  it("takes up an interrupted trial: the version runs, or goes back", async () => {
    for (const runs of [true, false]) {
      const first = await bench.setup();
      await first.service.upload(file(`gut ${runs}`));
      const version = first.service.versions.state.version;
      first.hubStarts = () => undefined;
      void first.service.upload(file(`neu ${runs}`, { wait: 0 }));
      await settle(() => first.service.versions.state.trial !== null && first.restarts.length > 1);

      const hub = new ScriptedHub();
      hub.say({ pid: 1, state: "running", projectVersion: version });
      const stops = () => hub.say({ pid: 2, state: "stopped", error: "Nein." });
      const next = await bench.setup({}, hub, runs ? undefined : stops);
      await settle(() => next.service.versions.state.trial === null && next.service.busy === undefined);
      expect(next.restarts).toEqual(runs ? [1001] : [1001, 4]);
      expect(next.service.versions.state.version === version).toBe(!runs);
    }
  });

  it("tells a hub that runs another version, once", async () => {
    const first = await bench.setup();
    await first.service.upload(file("eins"));
    const hub = new ScriptedHub();
    const next = await bench.setup({}, hub, () => undefined);
    hub.say({ state: "running", projectVersion: "7" });
    await settle(() => next.restarts.length === 1);
    hub.say({ state: "running", projectVersion: "7" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(next.restarts).toEqual([4]);
  });

  it.each([
    ["damaged", (name: string) => writeFile(name, "{")],
    ["missing", (name: string) => rm(name)],
    ["a folder", (name: string) => rm(name).then(() => mkdir(name))],
  ])("starts without a project when current.json is %s, and offers every version", async (_how, spoil) => {
    const { service } = await bench.setup();
    await service.upload(file("eins"));
    expect(service.versions.lost).toBe(false);
    await spoil(dataLayout(bench.folder).currentProject);
    const again = await bench.setup();
    expect(again.service.versions.list().map((v) => v.version)).toEqual(["1"]);
    expect(again.service.versions.lost).toBe(true);
  });

  it("overwrites no version after current.json was damaged", async () => {
    const { service } = await bench.setup();
    await service.upload(file("eins"));
    await writeFile(dataLayout(bench.folder).currentProject, "{");
    const again = await bench.setup();
    expect(again.service.versions.current()).toBeUndefined();
    await again.service.upload(file("zwei"));
    expect(again.service.versions.list().map((v) => v.version)).toEqual(["2", "1"]);
    expect(again.service.versions.lost).toBe(false);
  });
});
