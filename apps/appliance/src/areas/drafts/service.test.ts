import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { DraftDocument } from "@hubwart/contract";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Sealer } from "./secrets.ts";
import { type DraftDeps, DraftService } from "./service.ts";
import { Shelf } from "./shelf.ts";

const EMPTY: DraftDocument = { tables: [], scripts: {} };
const folder = useFolder();
let scope: Scope;
let sink: MemoryLogSink;
beforeEach(() => {
  [scope, sink] = [new Scope(), new MemoryLogSink()];
});
afterEach(async () => {
  await scope.end();
});

const never = () => Promise.reject(new Error("not expected"));

/** Version 2 runs once it is published; `meanwhile` happens before the answer. */
async function setup(meanwhile: (shelf: Shelf, id: string) => Promise<void>) {
  const [clock, log] = [new ManualClock(), createLogger("system", "test", sink)];
  const shelves = path.join(folder(), "drafts");
  const shelf = await Shelf.open({ folder: shelves, clock, scope, log });
  const id = await shelf.add({ name: "Umbau", base: null, created: 1, by: "10.0.0.1" }, EMPTY, new Map());
  let running: ReturnType<DraftDeps["project"]["origin"]>;
  const service = new DraftService({
    shelf,
    sealer: new Sealer(() => false),
    clock,
    log,
    staging: folder(),
    project: {
      origin: () => running,
      run: async () => {
        running = { version: "2", hash: "zwei", compiledFile: "" };
        await meanwhile(shelf, id);
        return { code: 0, old_hash: "", new_hash: "zwei", restart: true, errors: [] };
      },
    },
    write: async (request) => {
      const file = path.join(request.folder, "projekt.xlsx");
      await writeFile(file, "");
      return { file, ending: ".xlsx" };
    },
    openFile: never,
    read: never,
    partOfPod: () => undefined,
    tryConnection: never,
  });
  const request = { seq: 0, note: "", replace: false, by: "10.0.0.1", signal: new AbortController().signal };
  const origin = {
    call: "draftPublish",
    address: "10.0.0.1",
    detail: () => ({ before: undefined, after: undefined }),
    taken: () => undefined,
  };
  return { shelf, id, shelves, publish: () => service.run(id, "publish", request, {}, origin) };
}

describe("publishing", () => {
  it("tells the draft which version it is now", async () => {
    const { publish, shelf } = await setup(() => Promise.resolve());
    expect(await publish()).toMatchObject({ code: 0, new_hash: "zwei" });
    expect(shelf.list()).toMatchObject([{ base: { version: "2", hash: "zwei", tables: "p0" } }]);
  });

  it("has happened, also where the draft is deleted meanwhile", async () => {
    const { publish, shelf } = await setup((drafts, id) => drafts.remove(id));
    expect(await publish()).toMatchObject({ code: 0, new_hash: "zwei" });
    expect([shelf.list(), sink.entries]).toEqual([[], []]);
  });

  it("has happened, also where the draft cannot be told of it; the log says so", async () => {
    const made = await setup(() =>
      mkdir(path.join(made.shelves, made.id, "base-p0.json")).then(() => undefined),
    );
    expect(await made.publish()).toMatchObject({ code: 0, new_hash: "zwei" });
    expect(sink.entries.map(({ msg }) => msg).join()).toContain("ist als Projektversion 2 veröffentlicht");
    expect(made.shelf.list()).toMatchObject([{ base: null }]);
  });
});
