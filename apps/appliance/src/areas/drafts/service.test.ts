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

const ANNA = "central:anna";
const never = () => Promise.reject(new Error("not expected"));

/** Version 2 runs once it is published; `meanwhile` happens before the answer. */
async function setup(meanwhile: (shelf: Shelf, id: string) => Promise<void> = () => Promise.resolve()) {
  const [clock, log] = [new ManualClock(), createLogger("system", "test", sink)];
  const shelves = path.join(folder(), "drafts");
  const shelf = await Shelf.open({ folder: shelves, clock, scope, log });
  const id = await shelf.add({ name: "Umbau", base: null, created: 1, by: "10.0.0.1" }, EMPTY, new Map());
  const asked: unknown[] = [];
  let running: ReturnType<DraftDeps["project"]["origin"]>;
  const service = new DraftService({
    shelf,
    sealer: new Sealer((_table, column) => column === "password"),
    clock,
    log,
    staging: folder(),
    project: {
      origin: () => running,
      run: async (_action, { kept }) => {
        asked.push(kept?.own);
        running = { version: "2", hash: "zwei", compiledFile: "/compiled" };
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
    partOfPod: (document) => ({ pod: "mqtt.a", iface: "main", document }),
    tryConnection: async ({ kept }) => {
      asked.push(kept);
      return { steps: [] };
    },
  });
  const request = { seq: 0, note: "", replace: false, by: "10.0.0.1", signal: new AbortController().signal };
  const origin = {
    call: "draftPublish",
    address: "10.0.0.1",
    detail: () => ({ before: undefined, after: undefined }),
    taken: () => undefined,
  };
  return {
    asked,
    service,
    shelf,
    id,
    shelves,
    publish: (typist?: string, action: "check" | "publish" = "publish", seq = 0) =>
      service.run(id, action, { ...request, seq, typist }, {}, origin),
  };
}

describe("whom stored secrets are kept from", () => {
  it("takes over what he typed, and other secrets only where they go already; whoever is at the device takes over all", async () => {
    const { asked, id, publish, service } = await setup();
    const script = (key: string) => ({
      key,
      label: key,
      ops: [{ op: "script" as const, name: `${key}.lua`, text: "" }],
    });
    await service.steps(id, 0, [script("a")], "127.0.0.1", ANNA);
    await publish(ANNA, "publish", 1);
    await publish(undefined, "publish", 1);
    await publish(ANNA, "check", 1);
    expect(asked).toEqual([[], undefined, undefined]);
  });

  it("types secrets by steps and files of his own; a step of somebody else, or a copy, makes none his", async () => {
    const { asked, id, publish, service } = await setup();
    const pods = (name: string) => ({
      id: name,
      name: "pods",
      above: [],
      columns: [{ id: "c", name: "password" }],
    });
    const step = (key: string, value: string | { secret: string }) => ({
      key,
      label: key,
      ops: [
        {
          op: "addTable" as const,
          after: null,
          table: { ...pods(key), rows: [{ id: `r${key}`, cells: { c: value } }] },
        },
      ],
    });
    await service.steps(id, 0, [step("a", "von Anna")], "127.0.0.1", ANNA);
    const { done } = await service.steps(id, 1, [step("b", "von hier")], "127.0.0.1");
    const [op] = done[0]?.ops ?? [];
    const cell = op?.op === "addTable" ? op.table.rows[0]?.cells["c"] : undefined;
    expect(cell).toEqual({ secret: expect.any(String) });
    await service.steps(id, 2, [step("c", cell as { secret: string })], "127.0.0.1", ANNA);
    await publish(ANNA, "publish", 3);
    await service.connection(id, "r", new AbortController().signal, ANNA);
    await service.connection(id, "r", new AbortController().signal);
    expect(asked).toEqual([["von Anna"], { own: ["von Anna"], running: "/compiled" }, undefined]);
  });
});

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
