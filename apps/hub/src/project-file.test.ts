import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { type DataLayout, dataLayout } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { loadCurrentProject, ProjectFileError } from "./project-file.ts";
import { project } from "./testing/projects.ts";

const folder = useFolder();
let layout: DataLayout;
beforeEach(async () => {
  layout = dataLayout(folder());
  await mkdir(path.join(layout.projectVersions, "v1"), { recursive: true });
  await writeFile(path.join(layout.projectVersions, "v1", "compiled.json"), JSON.stringify(project([])));
});

const choose = (text: string) => writeFile(layout.currentProject, text);

describe("loadCurrentProject", () => {
  it("loads the version that is current", async () => {
    await choose('{"version":"v1"}');
    expect(await loadCurrentProject(layout)).toEqual({ version: "v1", project: project([]) });
  });

  it("finds none when none was chosen", async () => {
    expect(await loadCurrentProject(layout)).toBeUndefined();
    await choose('{"version":null}');
    expect(await loadCurrentProject(layout)).toBeUndefined();
  });

  it.each([
    ["nonsense", "not json"],
    ["a path", '{"version":"../versions/v1"}'],
    ["a number", '{"version":1}'],
    ["a version that is not there", '{"version":"v9"}'],
  ])("refuses %s", async (_what, text) => {
    await choose(text);
    await expect(loadCurrentProject(layout)).rejects.toBeInstanceOf(ProjectFileError);
  });

  const withPod = (pod: unknown) => JSON.stringify({ ...project([]), pods: [pod] });
  it.each([
    "",
    "{",
    "[]",
    '{"format":2}',
    withPod(null),
    withPod({ id: 5 }),
    withPod({ id: "../../etc/x" }),
    withPod({ id: "http_in.../x" }),
  ])("refuses a damaged project: %j", async (text) => {
    await choose('{"version":"v1"}');
    await writeFile(path.join(layout.projectVersions, "v1", "compiled.json"), text);
    await expect(loadCurrentProject(layout)).rejects.toBeInstanceOf(ProjectFileError);
  });
});
