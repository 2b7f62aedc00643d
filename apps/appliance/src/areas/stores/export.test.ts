import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { createLogger, ManualClock, MemoryLogSink, Scope } from "@hubwart/core";
import { type ExportStatus, writeExportStatus } from "@hubwart/stores/export";
import { useFolder } from "@hubwart/testing/folder";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestStore } from "../../testing/test-store.ts";
import { LakeExport } from "./export.ts";

const NOW = 1_700_000_000_000;
const FINE: ExportStatus = {
  ts: NOW,
  active: true,
  pending: 3,
  bytes: 100,
  sent: 5,
  refused: 0,
  dropped: 0,
  lastSuccess: NOW - 1_000,
  lastError: null,
  lastDrop: 0,
  failingSince: 0,
  retry: 0,
};
const folder = useFolder();
let scope: Scope;
let clock: ManualClock;
let service: LakeExport;
let records: boolean;

beforeEach(async () => {
  scope = new Scope();
  records = true;
  clock = new ManualClock(NOW);
  const store = openTestStore(folder(), clock);
  scope.add(() => store.close());
  const log = createLogger("system", "stores", new MemoryLogSink());
  service = await LakeExport.start({
    store,
    folder: folder(),
    slug: "hubwart",
    clock,
    log,
    scope,
    records: () => Promise.resolve(records),
  });
  await service.save({
    ...service.config(),
    active: true,
    url: "https://influx.example:8086",
    token: "geheim",
  });
});
afterEach(() => scope.end());

async function report(more: Partial<ExportStatus>) {
  await writeExportStatus(folder(), { ...FINE, ...more });
  await service.look();
  return service.findings().map(({ code, text }) => `${code}: ${text}`);
}

it("finds nothing while it goes, or fails for a moment", async () => {
  expect(await report({})).toEqual([]);
  const lastError = { ts: NOW, text: "weg" };
  expect(await report({ failingSince: NOW - 30_000, lastError })).toEqual([]);
});

it("tells for how long nothing arrives, and what was lost, without the token", async () => {
  const lastError = { ts: NOW, text: "HTTP 401" };
  const found = await report({
    failingSince: NOW - 61_000,
    lastError,
    dropped: 9,
    lastDrop: NOW - 3_600_000,
  });
  expect(found).toEqual([
    "lake-export: Aufgezeichnete Werte erreichen InfluxDB (https://influx.example:8086) nicht: HTTP 401",
    expect.stringMatching(/^lake-export-loss: .*Puffer voll war/),
  ]);
  expect(JSON.stringify(found)).not.toContain("geheim");
  expect(await report({ dropped: 9, lastDrop: NOW - 90_000_000 })).toEqual([]);
});

it("finds nothing of what is switched off", async () => {
  const { token: _, ...config } = service.config();
  await service.save({ ...config, active: false });
  expect(await report({ failingSince: 1, lastError: { ts: NOW, text: "weg" } })).toEqual([]);
});

it("counts as running only while the recorder reports", async () => {
  await report({});
  expect(await service.status()).toMatchObject({ running: true, pending: 3, sent: 5 });
  clock.advance(60_000);
  expect((await service.status()).running).toBe(false);
});

it("gives the recorder its settings again at a start, whatever became of the file", async () => {
  await rm(path.join(folder(), "export", "settings.json"));
  const again = new Scope();
  const store = openTestStore(folder(), clock);
  again.add(() => store.close());
  const log = createLogger("system", "stores", new MemoryLogSink());
  await LakeExport.start({
    store,
    folder: folder(),
    slug: "hubwart",
    clock,
    log,
    scope: again,
    records: async () => false,
  });
  expect(await given()).toMatchObject({ host: "influx.example", token: "geheim", active: true });
  await again.end();
});

describe("the token", () => {
  const save = async (more: object) => {
    const { token: _, ...config } = service.config();
    await service.save({ ...config, ...more });
    return service.config().token;
  };
  it("stays for the same server, whatever else is another", async () => {
    expect(await save({ kind: "questdb", table: "haus", url: "https://INFLUX.example:8086/unten" })).toBe(
      "geheim",
    );
  });
  it.each([
    "https://other.example:8086",
    "https://influx.example:8087",
    "http://influx.example:8086",
    "http://influxdb:8086",
  ])("of one server never goes to %s", async (url) => {
    await expect(save({ url })).rejects.toMatchObject({ fields: [{ field: "token" }] });
    await expect(save({ url, active: false })).rejects.toMatchObject({ fields: [{ field: "token" }] });
    expect(service.config()).toMatchObject({ url: "https://influx.example:8086", token: "geheim" });
    expect(await given()).toMatchObject({ host: "influx.example", token: "geheim" });
    expect(await save({ url, token: "neu" })).toBe("neu");
    expect(await save({ url: "https://influx.example:8086", token: "" })).toBe("");
  });
  it("goes with its server, and none is asked for where there was none", async () => {
    expect(await save({ url: "", active: false })).toBe("");
    expect(await save({ url: "https://other.example" })).toBe("");
  });
});

async function given(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(folder(), "export", "settings.json"), "utf8")) as Record<
    string,
    unknown
  >;
}

it("says so when nothing is heard of an export that should go, after a while", async () => {
  expect(await report({ ts: NOW - 60_000 })).toEqual([]);
  clock.advance(60_000);
  const silent = await report({ ts: NOW - 60_000 });
  expect(silent).toEqual([
    expect.stringContaining("lake-export-silent: Aufgezeichnete Werte gehen nicht an InfluxDB"),
  ]);
  expect(await report({ ts: clock.now() })).toEqual([]);
});
it("says nothing where there is nothing to record", async () => {
  records = false;
  await report({ ts: NOW - 60_000 });
  clock.advance(120_000);
  expect(await report({ ts: NOW - 60_000 })).toEqual([]);
});
