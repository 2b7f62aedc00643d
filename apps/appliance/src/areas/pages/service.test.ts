import { writeFile } from "node:fs/promises";
import path from "node:path";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { projectOf } from "../../testing/bounded-plant.ts";
import { PageService } from "./service.ts";

const CHANNELS = Array.from({ length: 24 }, (_, at) => `bus.${at < 12 ? "a" : "b"}.c${at}`);
const folder = useFolder();
let file: string;
beforeEach(async () => {
  file = path.join(folder(), "1.json");
  await writeFile(file, JSON.stringify(projectOf(CHANNELS, ["sched.haus.p"], true)));
});

const of = (...channels: string[]) => keptTo({ bounds: { channels } });

it("shows each caller the pages and plans that are his", async () => {
  const service = new PageService(() => file);
  const ids = async (kept: ReturnType<typeof keptTo>) => (await service.list(kept)).pages.map(({ id }) => id);
  expect(await ids(keptTo(undefined))).toEqual(["p0", "p1", "p2", "p3"]);
  expect(await ids(of("bus.b.c23"))).toEqual(["p2", "p3"]);
  expect(await ids(of())).toEqual([]);
  await expect(service.look("p0", of("bus.b.c23"))).rejects.toThrow("Die Ansicht „p0“ gibt es nicht.");
  const isOwn = await service.planFilter(of("bus.b.c23"));
  expect(["p0.svg", "p3.svg"].filter(isOwn)).toEqual(["p3.svg"]);
  expect((await service.planFilter(keptTo(undefined)))("other.svg")).toBe(true);
});

it("keeps callers apart, and forgets the pages of a project before", async () => {
  const service = new PageService(() => file);
  const first = of("bus.a.*");
  await Promise.all([service.look("p0", first), service.look("p2", of("bus.b.*"))]);
  for (let at = 0; at < 20; at += 1) await service.list(of(`bus.a.c${at}`));
  const page = await service.look("p0", first);
  expect(page.blocks.flatMap(({ channels }) => channels).every((chan) => chan.startsWith("bus.a."))).toBe(
    true,
  );
  file = path.join(folder(), "2.json");
  await writeFile(file, JSON.stringify(projectOf(CHANNELS.slice(12), [], true)));
  expect((await service.look("p0", of("bus.b.*"))).blocks[0]?.source).toBe("bus.b.c12");
});
