import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { LIMITS } from "@hubwart/contract";
import {
  ConflictError,
  createLogger,
  InvalidInputError,
  ManualClock,
  MemoryLogSink,
  NotFoundError,
} from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { beforeEach, describe, expect, it } from "vitest";
import { keptTo } from "../../http/bounds.ts";
import { AddedChannels } from "./added.ts";
import { RecordingService } from "./service.ts";

const folder = useFolder();
let file: string;
let compiled: string | undefined;
let hub: boolean;
const clock = new ManualClock();
const log = createLogger("system", "recording", new MemoryLogSink());

async function open(): Promise<{ added: AddedChannels; service: RecordingService }> {
  const added = await AddedChannels.open({ file, clock, log });
  const service = new RecordingService({ added, compiledFile: () => compiled, changed: async () => hub });
  return { added, service };
}
async function use(name: string, channels: object[]): Promise<void> {
  compiled = path.join(folder(), name);
  await writeFile(compiled, JSON.stringify({ pods: [{ channels }] }));
}
beforeEach(async () => {
  file = path.join(folder(), "recording", "added.json");
  hub = true;
  await use("1.json", [{ chan: "a.a.x" }, { chan: "a.a.y" }, { chan: "a.a.own", record: {} }]);
});

describe("recording beside the project", () => {
  it("is kept over a restart and another project, until it is taken back", async () => {
    const { service } = await open();
    expect(await service.change("a.a.x", true, "Anna")).toBe(true);
    const since = Math.floor(clock.now() / 1_000);
    const row = (state: string) => [{ chan: "a.a.x", since, by: "Anna", state }];
    expect(await service.look()).toEqual(row("recorded"));
    const later = (await open()).service;
    expect(await later.look()).toEqual(row("recorded"));
    await use("2.json", [{ chan: "a.a.x", record: {} }]);
    expect(await later.look()).toEqual(row("project"));
    await use("3.json", []);
    expect(await later.look()).toEqual(row("missing"));
    compiled = undefined;
    expect(await later.look()).toEqual(row("missing"));
    await later.change("a.a.x", false, "Bert");
    expect([await later.look(), await (await open()).service.look()]).toEqual([[], []]);
  });

  it("is of channels of the project that it does not record itself", async () => {
    const { service } = await open();
    await expect(service.change("a.a.weg", true, "")).rejects.toThrow(NotFoundError);
    await expect(service.change("a.a.own", true, "")).rejects.toThrow(InvalidInputError);
    await expect(service.change("a.a.x", false, "")).rejects.toThrow(NotFoundError);
    await expect(service.change("__proto__", true, "")).rejects.toThrow(NotFoundError);
    expect(await service.look()).toEqual([]);
  });

  it("tells whoever is kept to some channels of theirs", async () => {
    const { service } = await open();
    for (const chan of ["a.a.x", "a.a.y"]) await service.change(chan, true, "Anna");
    const own = await service.look(keptTo({ bounds: { channels: ["a.a.x"] } }));
    expect(own.map(({ chan }) => chan)).toEqual(["a.a.x"]);
    expect(await service.look()).toHaveLength(2);
  });

  it("says who began, whoever begins again", async () => {
    const { service } = await open();
    await Promise.all([service.change("a.a.x", true, "Anna"), service.change("a.a.x", true, "Bert")]);
    expect((await service.look()).map(({ by }) => by)).toEqual(["Anna"]);
  });

  it("is bounded", async () => {
    const channels = Array.from({ length: LIMITS.recordingAdded + 1 }, (_, at) => ({ chan: `a.a.c${at}` }));
    await use("4.json", channels);
    const all = Object.fromEntries(channels.slice(1).map(({ chan }) => [chan, { ts: 1, by: "" }]));
    await open();
    await writeFile(file, JSON.stringify({ format: 1, channels: all }));
    const { service } = await open();
    await expect(service.change("a.a.c0", true, "")).rejects.toThrow(ConflictError);
  });

  it("is kept where the hub is away", async () => {
    hub = false;
    const { service } = await open();
    expect(await service.change("a.a.x", true, "Anna")).toBe(false);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ channels: { "a.a.x": { by: "Anna" } } });
  });

  it.each(["{", '{"format":9}', '{"format":1,"channels":[1]}'])(
    "begins anew beside a file with %s, and says what was lost",
    async (text) => {
      await open();
      await writeFile(file, text);
      const { added, service } = await open();
      expect([added.damaged, await service.look()]).toEqual([true, []]);
      await service.change("a.a.y", true, "Anna");
      expect(added.damaged).toBe(false);
    },
  );
});
